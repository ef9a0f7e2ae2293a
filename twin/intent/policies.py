"""What holds for the whole fabric: lossless traffic, cables, NICs, assertions, overrides."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from twin.intent.base import (
    Address,
    Asn,
    Count,
    Dscp,
    Length,
    Mtu,
    Percent,
    Priority,
    Release,
    Speed,
    Strict,
    need,
)

# Defaults of `nv set qos roce` (Cumulus Linux user guide, RDMA over Converged Ethernet).
ROCE_PRIORITY, ROCE_DSCP, CNP_PRIORITY, CNP_DSCP = 3, 26, 6, 48
ECN_MIN_BYTES, ECN_MAX_BYTES, ECN_PERCENT = 150_000, 1_500_000, 100
ALL_PERCENT = 100


class Cnp(Strict):
    """How congestion notification packets are classified; they get a strict queue."""

    priority: Priority = CNP_PRIORITY
    dscp: Dscp = CNP_DSCP


class Ecn(Strict):
    """Marking thresholds in bytes of queue; probability in percent at `max`."""

    min: Annotated[int, Field(ge=0, le=100_000_000)] = ECN_MIN_BYTES
    max: Annotated[int, Field(ge=1, le=100_000_000)] = ECN_MAX_BYTES
    probability: Percent = ECN_PERCENT

    @model_validator(mode="after")
    def _in_order(self) -> Ecn:
        if self.min >= self.max:
            raise need("min below max")
        return self


class PoolShares(Strict):
    """Shares of the switch memory in percent."""

    lossless: Percent = 50
    lossy: Percent = 50

    @model_validator(mode="after")
    def _within_memory(self) -> PoolShares:
        if self.lossless + self.lossy > ALL_PERCENT:
            raise need(f"shares of at most {ALL_PERCENT} % together")
        return self


class Lossless(Strict):
    """One lossless class for RoCE on all switches and NICs."""

    mode: Literal["lossless"] = "lossless"
    priority: Priority = ROCE_PRIORITY
    dscp: Dscp = ROCE_DSCP
    cnp: Cnp = Cnp()
    ecn: Ecn = Ecn()
    adaptive_routing: bool = False
    watchdog: bool = True
    pools: PoolShares = PoolShares()

    @model_validator(mode="after")
    def _classes_differ(self) -> Lossless:
        if self.priority == self.cnp.priority:
            raise need("cnp.priority other than the lossless priority")
        if self.dscp == self.cnp.dscp:
            raise need("cnp.dscp other than the lossless dscp")
        if 0 in (self.priority, self.cnp.priority):
            raise need("priorities from 1 to 7, 0 is the class of all other traffic")
        return self


class Cable(Strict):
    """A cable; medium copper (to 3 m) or optical where left out."""

    length: Length
    medium: Literal["copper", "optical"] | None = None


class Nics(Strict):
    """The NICs of all hosts and how they control congestion.

    mtu: that of a host port and of the leaf port it is cabled to; 9,000 B leaves room for the 50 B
    of VXLAN below the 9,216 B of the fabric.
    """

    model: str
    profile: Literal["spectrum-x", "dcqcn"] = "dcqcn"
    mtu: Mtu = 9_000


class OfTenant(Strict):
    """A tenant, in an assertion."""

    tenant: str


class Isolation(Strict):
    """Nothing of one tenant reaches the other."""

    source: Annotated[OfTenant, Field(alias="from")]
    target: Annotated[OfTenant, Field(alias="to")]


class OfTier(Strict):
    """A tier of switches by role."""

    tier: str


class Ratio(Strict):
    """Down : up capacity of a tier, at most `ratio`."""

    tier: str
    ratio: Annotated[float, Field(gt=0, le=1_000)]


class Survival(Strict):
    """Capacity that is left when any one link or switch fails, as a share."""

    any: Literal["link", "node"]
    keep: Annotated[float, Field(ge=0, le=1)]


class Assertion(Strict):
    """One property that the fabric must have; exactly one key."""

    reach: OfTenant | None = None
    isolate: Isolation | None = None
    non_blocking: OfTier | None = None
    oversubscription: Ratio | None = None
    survive: Survival | None = None

    @model_validator(mode="after")
    def _exactly_one(self) -> Assertion:
        if len(self.model_fields_set) != 1:
            raise need(f"one of {', '.join(type(self).model_fields)}")
        return self


class PfcOverride(Strict):
    """PFC values of one port, in the words of Cumulus Linux: see `twin.model.qos`."""

    rx: bool | None = None
    tx: bool | None = None
    cable_m: Annotated[int, Field(ge=1, le=100_000)] | None = None
    buffer_bytes: Count | None = None
    pause_level_bytes: Count | None = None
    resume_delta_bytes: Count | None = None


class PortOverride(Strict):
    """What one port is told otherwise; `cable` is that of both ends."""

    mtu: Mtu | None = None
    speed: Speed | None = None
    description: Annotated[str, Field(max_length=255, pattern=r"^[^\x00-\x1f\x7f]*$")] | None = None
    admin: Literal["up", "down"] | None = None
    cable: Length | None = None
    pfc: PfcOverride | None = None
    adaptive_routing: bool | None = None


class DeviceOverride(Strict):
    """What one device is told otherwise."""

    release: Release | None = None
    asn: Asn | None = None
    loopback: Address | None = None
    ports: dict[str, PortOverride] = Field(default_factory=dict)
