"""A BGP session: its ends, whether it comes up, and what keeps it down."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from twin.core.facts import FactRef


class State(StrEnum):
    """Whether a session is established, as far as the text tells."""

    UP = "up"
    DOWN = "down"
    UNKNOWN = "unknown"


class FaultKind(StrEnum):
    """What can keep a session down; the first group is not BGP's own doing, and
    other rules than those of BGP tell of it."""

    PORT = "port"  # missing or administratively down
    NO_CABLE = "no-cable"
    CABLE = "cable"  # two in one port: neither can be trusted
    ADDRESS = "address"  # the neighbour's address is not at the other end
    VRF = "vrf"  # the port is in another VRF than the neighbour
    ROUTE = "route"  # no route to a neighbour that is not connected

    INSTANCE = "instance"  # BGP does not run on an end
    KEY = "key"  # the key and the type of a neighbour contradict each other
    SHUTDOWN = "shutdown"
    ONE_SIDED = "one-sided"
    NO_REMOTE_AS = "no-remote-as"
    REMOTE_AS = "remote-as"
    IPV6 = "ipv6"  # no link-local address or no router advertisement
    TTL = "ttl"
    PASSWORD = "password"  # noqa: S105 - the name of a fault
    PASSIVE = "passive"  # neither end opens the connection
    FAMILIES = "families"  # none in common
    ROUTER_ID = "router-id"


@dataclass(frozen=True, slots=True, order=True)
class PeerEnd:
    """A configured neighbour: `key` is an interface or an address, as in the text."""

    device: str
    vrf: str
    key: str

    def __str__(self) -> str:
        return f"{self.device}:{self.key}"

    def fact(self, *path: str | int) -> FactRef:
        """The neighbour, or a field of it, in the device's model."""
        return FactRef(self.device, ("vrfs", self.vrf, "bgp", "neighbors", self.key, *path))


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a session is down: words for a person, and the facts that together cause it.

    `facts` starts with what most likely is wrong. end: the end whose demand is not met, if it is
    one end's demand.
    """

    kind: FaultKind
    reason: str
    facts: tuple[FactRef, ...]
    end: PeerEnd | None = None
    found: str = ""
    need: str = ""


@dataclass(frozen=True, slots=True)
class Lack:
    """A family that one end offers and the other does not take; the session may be up without it.

    facts: places at the lacking end first, then at the offering.
    """

    family: str
    end: PeerEnd
    facts: tuple[FactRef, ...]


@dataclass(frozen=True, slots=True)
class Session:
    """What becomes of one configured neighbour, or of a pair that names each other.

    a sorts before b. b is None when nobody answers; `far` then says where an answer was expected
    (`spine01:swp1`). families: exchanged while up, or offered by a lonely end. asns: as presented
    by a and b.
    """

    a: PeerEnd
    b: PeerEnd | None
    state: State
    faults: tuple[Fault, ...] = ()
    doubts: tuple[str, ...] = ()
    families: tuple[str, ...] = ()
    lacks: tuple[Lack, ...] = ()
    far: str = ""
    unnumbered: bool = False
    asns: tuple[int | None, int | None] = (None, None)
    addresses: tuple[str | None, str | None] = (None, None)
    ports: tuple[tuple[str, str], ...] = ()  # (device, port) that it runs over, when known

    @property
    def ends(self) -> tuple[PeerEnd, ...]:
        """The configured ends."""
        return (self.a,) if self.b is None else (self.a, self.b)

    @property
    def is_internal(self) -> bool:
        """iBGP: both ends present the same ASN."""
        return self.asns[0] is not None and self.asns[0] == self.asns[1]

    @property
    def broken_by(self) -> tuple[FactRef, ...]:
        """The facts that keep it down; empty unless it is down."""
        if self.state is not State.DOWN:
            return ()
        return tuple(dict.fromkeys(fact for fault in self.faults for fact in fault.facts))

    @property
    def reason(self) -> str:
        """Why it is down or unknown, in words; empty when it is up."""
        if self.state is State.DOWN:
            return "; ".join(fault.reason for fault in self.faults)
        return "; ".join(self.doubts) if self.state is State.UNKNOWN else ""

    @property
    def is_open_ended(self) -> bool:
        """Somebody of this fabric may well answer; not known who, for want of a topology or files.

        An address that no device of the snapshot has is outside, and no such case.
        """
        is_outside = not self.unnumbered and self.far == self.a.key
        return self.b is None and self.state is State.UNKNOWN and not is_outside

    def fault(self, kind: FaultKind) -> Fault | None:
        """The fault of that kind, if it is one of the reasons."""
        return next((fault for fault in self.faults if fault.kind is kind), None)

    def other(self, end: PeerEnd) -> PeerEnd | None:
        """The far end, seen from `end`."""
        return self.b if end == self.a else self.a

    def __str__(self) -> str:
        return f"{self.a} to {self.b or self.far or 'nobody'}"
