"""Who passes routes of one family to whom: the graph that the spreading of routes runs on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from twin.assemble.twin import Twin
from twin.engine.declared import instance_of, stopped_by
from twin.engine.session import PeerEnd, Session, State
from twin.model.routing import PeerFamily

Speaker = tuple[str, str]  # (device, VRF)
SOMEBODY: Speaker = ("", "")  # stands for devices that the snapshot does not tell of
BLINDING = ("bgp", "policy", "routing")  # unread lines there may filter or add routes


class Edge(NamedTuple):
    """Routes may flow from one speaker to another (indices of `RouteGraph.speakers`).

    internal: iBGP. allowed_own: occurrences of its own ASN that the receiver tolerates. to_client,
    from_client: the sender treats the receiver, the receiver the sender, as a route-reflector
    client. self_next_hop: the sender puts itself in as next hop. certain: the session is known to
    be up, and nothing unread may filter it.
    """

    source: int
    target: int
    internal: bool
    allowed_own: int
    to_client: bool
    from_client: bool
    self_next_hop: bool
    certain: bool


@dataclass
class RouteGraph:
    """Speakers with their ASNs, and the edges between them, each direction once.

    keeps_next_hop: the family's next hop is never the neighbour (l2vpn-evpn), so that a route over
    iBGP is usable as it is. local_as: (speaker, peer) pairs with a local-as, and its value.
    """

    speakers: list[Speaker]
    asns: list[int]
    edges: list[Edge]
    keeps_next_hop: bool = False
    local_as: dict[tuple[int, int], int] = field(default_factory=dict)

    @cached_property
    def index(self) -> dict[Speaker, int]:
        """Number of each speaker."""
        return {speaker: number for number, speaker in enumerate(self.speakers)}

    @cached_property
    def shared_asns(self) -> frozenset[int]:
        """ASNs of two or more speakers: only these can make a route loop between devices."""
        return frozenset(asn for asn, count in Counter(self.asns).items() if count > 1)

    @cached_property
    def is_regular(self) -> bool:
        """Plain eBGP everywhere: the shortest paths of all prefixes spread alike."""
        return not self.local_as and not any(e.internal or e.allowed_own for e in self.edges)

    @cached_property
    def has_doubts(self) -> bool:
        """Some edge is uncertain, so that the least and the most that is learnt may differ."""
        return not all(edge.certain for edge in self.edges)

    def arrays(self, *, optimistic: bool) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """(sources, targets) of the edges in use, sorted by target."""
        used = [(e.target, e.source) for e in self.edges if optimistic or e.certain]
        used.sort()
        pairs = np.array(used, dtype=np.int64).reshape(-1, 2)
        return pairs[:, 1], pairs[:, 0]


def route_graph(twin: Twin, sessions: Iterable[Session], family: str) -> RouteGraph:
    """The graph of one family over the sessions that are up, or may be."""
    speakers = [
        (name, vrf)
        for name, device in sorted(twin.devices.items())
        for vrf, table in sorted(device.effective.vrfs.items())
        if table.bgp is not None and not stopped_by(device, vrf)
    ]
    asns = [instance_of(twin.devices[name], vrf).asn or 0 for name, vrf in speakers]
    graph = RouteGraph(speakers, asns, [], keeps_next_hop=family == "l2vpn-evpn")
    dim = {name: any(f in device.blind for f in BLINDING) for name, device in twin.devices.items()}
    best: dict[tuple[int, int], Edge] = {}
    held = tuple(sessions)
    for session in held:
        if session.b is None or session.state is State.DOWN or family not in session.families:
            continue
        dark = dim[session.a.device] or dim[session.b.device]
        clear = session.state is State.UP and not dark
        for sender, receiver in ((session.a, session.b), (session.b, session.a)):
            if _is_withheld(twin, sender, receiver, family, internal=session.is_internal):
                continue
            edge = _edge(twin, graph, session, sender, receiver, family, clear)
            key = (edge.source, edge.target)
            if key not in best or (edge.certain, edge) > (best[key].certain, best[key]):
                best[key] = edge
    graph.edges = list(best.values())
    _add_somebody(graph, [s for s in held if s.is_open_ended and family in s.families])
    return graph


def _add_somebody(graph: RouteGraph, open_ended: list[Session]) -> None:
    """One more speaker, of an ASN of its own: whoever may answer sessions that lead nowhere known.

    Its edges are uncertain, so that nothing is learnt for sure through it, nor surely not learnt.
    """
    if not open_ended:
        return
    graph.speakers.append(SOMEBODY)
    graph.asns.append(0)  # reserved (RFC 7607): no device has it
    there = len(graph.speakers) - 1
    found = (graph.index.get((session.a.device, session.a.vrf)) for session in open_ended)
    for near in sorted({speaker for speaker in found if speaker is not None}):
        for source, target in ((near, there), (there, near)):
            graph.edges.append(Edge(source, target, False, 0, False, False, False, False))


def _family(twin: Twin, end: PeerEnd, family: str) -> PeerFamily:
    return instance_of(twin.devices[end.device], end.vrf).neighbors[end.key].families[family]


# What of a neighbour's family lets some routes pass and others not, or lets more of them pass.
_EXPORT = ("export_map", "export_prefix_list", "export_as_path_list", "export_access_list")
_IMPORT = ("import_map", "import_prefix_list", "import_as_path_list", "import_access_list")
_UNFOLLOWED_OUT = (
    *_EXPORT, "as_override", "remove_private_asn", "advertise_map", "maximum_prefixes_out",
)  # fmt: skip
_UNFOLLOWED_IN = (*_IMPORT, "maximum_prefixes")


def _has_any(family: PeerFamily, names: tuple[str, ...]) -> bool:
    return any(getattr(family, name) not in (None, False) for name in names)


def _is_withheld(
    twin: Twin, sender: PeerEnd, receiver: PeerEnd, family: str, *, internal: bool
) -> bool:
    """RFC 8212: over eBGP nothing leaves or enters where a policy is required and none is set."""
    if internal:
        return False
    for end, names in ((sender, _EXPORT), (receiver, _IMPORT)):
        process = instance_of(twin.devices[end.device], end.vrf)
        if process.requires_policy and not _has_any(_family(twin, end, family), names):
            return True
    return False


def _edge(
    twin: Twin, graph: RouteGraph, session: Session, sender: PeerEnd, receiver: PeerEnd,
    family: str, clear: bool,
) -> Edge:  # fmt: skip
    told, heard = _family(twin, sender, family), _family(twin, receiver, family)
    source = graph.index[(sender.device, sender.vrf)]
    target = graph.index[(receiver.device, receiver.vrf)]
    presented = session.asns[0 if sender == session.a else 1]
    if presented is not None and presented != graph.asns[source]:
        graph.local_as[(source, target)] = presented
    if _has_any(told, _UNFOLLOWED_OUT) or _has_any(heard, _UNFOLLOWED_IN):
        clear = False
    return Edge(
        source,
        target,
        session.is_internal,
        (heard.allow_own_asn_times or 0) if heard.allow_own_asn else 0,
        bool(told.route_reflector_client),
        bool(heard.route_reflector_client),
        told.next_hop in ("self", "force"),
        clear,
    )
