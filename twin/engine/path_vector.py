"""Who learns a prefix, speaker by speaker: the exact way, for what is not plain eBGP.

One prefix at a time: speakers settle in the order of AS-path length, at equal length eBGP before
iBGP (RFC 4271, 9.1.2.2, without policies). Of an AS path only ASNs that several speakers have are
kept: no other can stop a route. Where equally good paths would be treated differently further on,
the choice is FRR's tie-break (the age of paths) and not known here: the pessimist assumes that a
route is stopped if any of them would be, the optimist if all would be.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from twin.engine.route_graph import Edge, RouteGraph

Content = tuple[int, ...]  # shared ASNs of an AS path, sorted, with repetition


@dataclass(slots=True)
class _Route:
    """What a speaker settled on. own: it originates the prefix."""

    contents: set[Content]
    own: bool = False
    internal: bool = False
    from_client: bool = False


@dataclass
class PathVector:
    """Spreads prefixes over a graph; edges and neighbours are sorted once.

    is_open: after `spread`, whether the other extreme would have decided something otherwise.
    """

    graph: RouteGraph
    optimistic: bool
    is_open: bool = False
    _external: dict[int, list[Edge]] = field(init=False)
    _internal: dict[int, list[Edge]] = field(init=False)

    def __post_init__(self) -> None:
        self._external, self._internal = defaultdict(list), defaultdict(list)
        for edge in self.graph.edges:
            if self.optimistic or edge.certain:
                (self._internal if edge.internal else self._external)[edge.source].append(edge)

    def spread(self, origins: Iterable[int]) -> list[int]:
        """Speakers (by index) that have a route to a prefix of these origins, and the origins."""
        self.is_open = False
        settled: dict[int, _Route] = {}
        waiting: dict[int, dict[int, set[Content]]] = {0: {}}
        fresh = {speaker: _Route({()}, own=True) for speaker in origins}
        length = 0
        while fresh or any(waiting.values()):
            for target, contents in waiting.pop(length, {}).items():
                if target not in settled and target not in fresh:
                    fresh[target] = _Route(contents)
            settled.update(fresh)
            reached = [*fresh, *self._over_ibgp(list(fresh), settled)]
            for source in reached:
                self._to_ebgp(source, settled, waiting, length)
            fresh = {}
            length += 1
            if length > len(self.graph.speakers) + 1:
                break
        return list(settled)

    def _over_ibgp(self, queue: list[int], settled: dict[int, _Route]) -> list[int]:
        """Hand the routes of this length to iBGP peers; returns who settled by that."""
        added: list[int] = []
        for source in queue:  # grows while reflectors pass routes on
            route = settled[source]
            for edge in self._internal[source]:
                if edge.target in settled or not self._may_pass(route, edge):
                    continue
                contents = self._accepted(route.contents, edge)
                if contents:
                    settled[edge.target] = _Route(
                        contents, internal=True, from_client=edge.from_client
                    )
                    added.append(edge.target)
                    queue.append(edge.target)
        return added

    def _may_pass(self, route: _Route, edge: Edge) -> bool:
        """iBGP is not passed on to iBGP but by reflectors; a foreign next hop may be unusable."""
        if route.internal and not (route.from_client or edge.to_client):
            return False
        usable = route.own or route.internal or edge.self_next_hop or self.graph.keeps_next_hop
        self.is_open |= not usable
        return usable or self.optimistic

    def _to_ebgp(
        self, source: int, settled: dict[int, _Route],
        waiting: dict[int, dict[int, set[Content]]], length: int,
    ) -> None:  # fmt: skip
        route, shared = settled[source], self.graph.shared_asns
        for edge in self._external[source]:
            if edge.target in settled:
                continue
            own = self.graph.asns[source]
            added = [own] if own in shared else []
            longer = length + 1
            presented = self.graph.local_as.get((edge.source, edge.target))
            if presented is not None:
                longer += 1
                added += [presented] if presented in shared else []
            sent = {tuple(sorted((*content, *added))) for content in route.contents}
            contents = self._accepted(sent, edge)
            if contents:
                waiting.setdefault(longer, {}).setdefault(edge.target, set()).update(contents)

    def _accepted(self, contents: set[Content], edge: Edge) -> set[Content]:
        """The paths that the receiver's loop check lets pass (RFC 4271, 9.1.2)."""
        own = self.graph.asns[edge.target]
        passing = {c for c in contents if c.count(own) <= edge.allowed_own}
        if len(passing) == len(contents):
            return passing
        self.is_open |= bool(passing)
        return passing if self.optimistic else set()
