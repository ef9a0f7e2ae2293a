"""What holds for the whole fabric: lossless traffic, cables, NICs, assertions, overrides."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, model_validator

from twin.intent.base import (
    Address,
    Asn,
    Count,
    Dscp,
    KnownRelease,
    Length,
    Mtu,
    Percent,
    Priority,
    Speed,
    Strict,
    SwitchDialect,
    need,
)

# Defaults of `nv set qos roce` (Cumulus Linux user guide, RDMA over Converged Ethernet).
ROCE_PRIORITY, ROCE_DSCP, CNP_PRIORITY, CNP_DSCP = 3, 26, 6, 48
ECN_MIN_BYTES, ECN_MAX_BYTES, ECN_PERCENT = 150_000, 1_500_000, 100
ALL_PERCENT = 100


class Cnp(Strict):
    """How congestion notification packets are classified; they get a strict queue."""

    priority: Priority = Field(default=CNP_PRIORITY, description="Switch priority of CNPs.")
    dscp: Dscp = Field(default=CNP_DSCP, description="DSCP of CNPs.")


class Ecn(Strict):
    """Marking thresholds in bytes of queue; probability in percent at `max`."""

    min: Annotated[int, Field(ge=0, le=100_000_000)] = Field(
        default=ECN_MIN_BYTES, description="Bytes of queue where marking starts."
    )
    max: Annotated[int, Field(ge=1, le=100_000_000)] = Field(
        default=ECN_MAX_BYTES, description="Bytes of queue where all is marked."
    )
    probability: Percent = Field(default=ECN_PERCENT, description="Percent that is marked at max.")

    @model_validator(mode="after")
    def _in_order(self) -> Ecn:
        if self.min >= self.max:
            raise need(f"less than max {self.max}", found=f"is {self.min}", at="min")
        return self


class PoolShares(Strict):
    """Shares of the switch memory in percent."""

    lossless: Percent = Field(default=50, description="Percent of the buffer memory.")
    lossy: Percent = Field(default=50, description="Percent of the buffer memory.")

    @model_validator(mode="after")
    def _within_memory(self) -> PoolShares:
        if self.lossless + self.lossy > ALL_PERCENT:
            total = self.lossless + self.lossy
            raise need(f"at most {ALL_PERCENT} %", found=f"are {total} % together")
        return self


class Lossless(Strict):
    """One lossless class for RoCE on all switches and NICs."""

    mode: Literal["lossless"] = Field(default="lossless", description="RoCE mode of the switches.")
    priority: Priority = Field(
        default=ROCE_PRIORITY,
        description="Switch priority, and traffic class, that is never dropped.",
    )
    dscp: Dscp = Field(default=ROCE_DSCP, description="DSCP of RoCE.")
    cnp: Cnp = Field(default=Cnp(), description="Congestion notification packets.")
    ecn: Ecn = Field(default=Ecn(), description="Where switches mark.")
    adaptive_routing: bool = Field(
        default=False, description="Spray the lossless class over equal paths."
    )
    watchdog: bool = Field(default=True, description="Break up a lossless queue that is stuck.")
    pools: PoolShares = Field(default=PoolShares(), description="Shares of the buffer memory.")

    @model_validator(mode="after")
    def _classes_differ(self) -> Lossless:
        if self.priority == self.cnp.priority:
            found = f"is {self.priority}, and so is cnp.priority"
            raise need("two priorities", found=found, at="priority")
        if self.dscp == self.cnp.dscp:
            raise need("two values", found=f"is {self.dscp}, and so is cnp.dscp", at="dscp")
        if 0 in (self.priority, self.cnp.priority):
            at = "cnp" if self.cnp.priority == 0 else "priority"
            raise need("a priority from 1 to 7", found="is 0, that of all other traffic", at=at)
        return self


class Cable(Strict):
    """A cable; medium copper (to 3 m) or optical where left out."""

    length: Length = Field(description="Such as 3m.")
    medium: Literal["copper", "optical"] | None = Field(
        default=None, description="copper or optical."
    )


class Nics(Strict):
    """The NICs of all hosts and how they control congestion.

    mtu: that of a host port and of the leaf port it is cabled to; 9,000 B leaves room for the 50 B
    of VXLAN below the 9,216 B of the fabric. Without `lossless` hosts get addresses and MTU alone.
    """

    model: str = Field(description="NIC model, such as BlueField-3.")
    profile: Literal["spectrum-x", "dcqcn"] = Field(
        default="dcqcn", description="How NICs react to congestion; spectrum-x needs lossless."
    )
    mtu: Mtu = Field(
        default=9_000, description="MTU of host ports and of the leaf ports they are cabled to."
    )


class OfTenant(Strict):
    """A tenant, in an assertion."""

    tenant: str = Field(description="Name of a tenant.")


class Isolation(Strict):
    """Nothing of one tenant reaches the other."""

    source: Annotated[OfTenant, Field(alias="from")]
    target: Annotated[OfTenant, Field(alias="to")]


class OfTier(Strict):
    """A tier of switches by role."""

    tier: str = Field(description="Role of its switches, such as leaf.")


class Ratio(Strict):
    """Down : up capacity of a tier, at most `ratio`."""

    tier: str = Field(description="Role of its switches, such as leaf.")
    ratio: Annotated[float, Field(gt=0, le=1_000)] = Field(description="Down : up, at most.")


class Survival(Strict):
    """Capacity that is left when any one link or switch fails, as a share."""

    any: Literal["link", "node"] = Field(description="What fails, one at a time.")
    keep: Annotated[float, Field(ge=0, le=1)] = Field(
        description="Share of the capacity that must be left."
    )


class Assertion(Strict):
    """One property that the fabric must have; exactly one key."""

    reach: OfTenant | None = Field(
        default=None, description="All ports of a tenant reach each other."
    )
    isolate: Isolation | None = Field(
        default=None, description="Nothing of one tenant reaches another."
    )
    non_blocking: OfTier | None = Field(
        default=None, description="A tier has as much capacity up as down."
    )
    oversubscription: Ratio | None = Field(
        default=None, description="A tier has at most so much more capacity down than up."
    )
    survive: Survival | None = Field(default=None, description="Capacity under failures.")

    @model_validator(mode="after")
    def _exactly_one(self) -> Assertion:
        if len(self.model_fields_set) != 1:
            found = f"has {len(self.model_fields_set)} keys"
            raise need(f"one of {', '.join(type(self).model_fields)}", found=found)
        return self


class PfcOverride(Strict):
    """PFC values of one port, in the words of Cumulus Linux: see `twin.model.qos`."""

    rx: bool | None = Field(default=None, description="React to pause.")
    tx: bool | None = Field(default=None, description="Send pause.")
    cable_m: Annotated[int, Field(ge=1, le=100_000)] | None = Field(
        default=None, description="Metres."
    )
    buffer_bytes: Count | None = Field(default=None, description="Whole buffer of the priority.")
    pause_level_bytes: Count | None = Field(
        default=None, description="Fill level at which pause starts."
    )
    resume_delta_bytes: Count | None = Field(
        default=None, description="So far below that level it ends."
    )


class PortOverride(Strict):
    """What one port is told otherwise; `cable` is that of both ends."""

    mtu: Mtu | None = Field(default=None, description="MTU of this end.")
    speed: Speed | None = Field(default=None, description="Speed of this end.")
    description: Annotated[str, Field(max_length=255, pattern=r"^[^\x00-\x1f\x7f]*$")] | None = (
        Field(default=None, description="Text.")
    )
    admin: Literal["up", "down"] | None = Field(default=None, description="Administrative state.")
    cable: Length | None = Field(default=None, description="Length of the cable, for both ends.")
    pfc: PfcOverride | None = Field(default=None, description="PFC values of this port.")
    adaptive_routing: bool | None = Field(default=None, description="Spray on this port.")


class DeviceOverride(Strict):
    """What one device is told otherwise."""

    release: KnownRelease | None = Field(default=None, description="NOS release of this switch.")
    dialect: SwitchDialect | None = Field(
        default=None, description="Syntax of this switch's configuration files."
    )
    asn: Asn | None = Field(default=None, description="ASN of this switch.")
    loopback: Address | None = Field(default=None, description="Loopback address of this switch.")
    ports: dict[str, PortOverride] = Field(default_factory=dict, description="By name of the port.")
