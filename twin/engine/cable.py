"""A port as it is after breakout, and a cable between two of them."""

from __future__ import annotations

from dataclasses import dataclass

from twin.core.facts import TOPOLOGY, FactRef
from twin.core.trilean import Known, Unknown, every
from twin.model.ports import parse_port
from twin.model.topology import End, Link, NicSlot

YES: Known[bool] = Known(True)
NO: Known[bool] = Known(False)


@dataclass(frozen=True, slots=True)
class PortEnd:
    """One end of a cable, or any port asked for.

    exists: after breakout. admin_up: NVUE brings a port up that is configured and not set down; a
    port nobody configured stays down; None when nobody can know. mtu in bytes, of the bond when the
    port is a member of one. speed_gbps: as configured; None leaves it to auto-negotiation.
    speeds_gbps: what the port can run at, ascending; empty when nobody knows.
    """

    device: str
    port: str
    exists: Known[bool] | Unknown
    is_configured: bool = False
    admin_up: bool | None = None
    mtu: int | None = None
    carrier: str = ""  # the interface that holds its MTU, addresses and VLANs: itself or its bond
    speed_gbps: float | None = None
    speeds_gbps: tuple[float, ...] = ()
    lanes: int | None = None
    slot: NicSlot | None = None  # of a host port
    blocked_by: int | None = None  # the cage whose breakout disables this one

    def __str__(self) -> str:
        return f"{self.device}:{self.port}"

    def ref(self, *path: str | int) -> FactRef:
        """The fact `path` of this port's interface."""
        return FactRef(self.device, ("interfaces", self.port, *path))

    def carrier_ref(self, *path: str | int) -> FactRef:
        """The fact `path` of the interface that holds MTU, addresses and VLANs of this port."""
        return FactRef(self.device, ("interfaces", self.carrier or self.port, *path))

    @property
    def mtu_ref(self) -> FactRef:
        """The fact that sets the MTU here."""
        return self.carrier_ref("mtu")

    @property
    def admin_ref(self) -> FactRef:
        """The fact that decides the admin state: the field, or the stanza that is missing."""
        return self.ref("admin_up") if self.is_configured else self.ref()

    @property
    def breakout_ref(self) -> FactRef:
        """The breakout that gives or takes this port: of its cage, or of the one beside it."""
        name = parse_port(self.port)
        cage = f"{name.prefix}{self.blocked_by or name.cage}" if name else self.port
        return FactRef(self.device, ("interfaces", cage, "breakout"))

    @property
    def is_up(self) -> Known[bool] | Unknown:
        """Exists and is brought up."""
        if isinstance(self.exists, Unknown) or not self.exists.value:
            return self.exists
        if self.admin_up is None:
            return Unknown((f"{self} has no configuration that says whether it is up",))
        return YES if self.admin_up else NO


@dataclass(frozen=True, slots=True)
class Cable:
    """A link of the topology with the port at each end."""

    link: Link
    a: PortEnd
    b: PortEnd

    @property
    def ends(self) -> tuple[PortEnd, PortEnd]:
        """Both ends in file order."""
        return self.a, self.b

    @property
    def ref(self) -> FactRef:
        """The fact that this cable is plugged."""
        return FactRef(TOPOLOGY, ("links", self.link.key))

    @property
    def is_up(self) -> Known[bool] | Unknown:
        """Both ends exist and are up; unknown when one of them is."""
        return every((self.a.is_up, self.b.is_up))

    @property
    def is_plugged(self) -> bool:
        """Both ends are known to exist, so that their settings can be compared."""
        return self.a.exists == YES and self.b.exists == YES

    @property
    def ends_nowhere(self) -> bool:
        """An end is known not to exist (TOP001): nothing else can be asked of this cable."""
        return NO in (self.a.exists, self.b.exists)

    @property
    def speed_gbps(self) -> float | None:
        """What it runs at: configured, else planned, else the fastest that both ends can do."""
        told = [end.speed_gbps for end in self.ends if end.speed_gbps]
        if told:
            return min(told)
        if self.link.speed_gbps:
            return self.link.speed_gbps
        common = set(self.a.speeds_gbps) & set(self.b.speeds_gbps)
        return max(common, default=None)

    def end(self, device: str, port: str) -> PortEnd:
        """The end at this port; KeyError when the cable does not go there."""
        for end in self.ends:
            if (end.device, end.port) == (device, port):
                return end
        raise KeyError(f"{device}:{port}")

    def far(self, end: PortEnd) -> PortEnd:
        """The other end."""
        return self.b if End(end.device, end.port) == self.link.a else self.a
