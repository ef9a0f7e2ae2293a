"""Who learns which prefixes: all prefixes at once, as rows of bits.

In a fabric of plain eBGP every prefix spreads by shortest AS paths, so that a whole level of
best paths is one OR-reduction over the edges. AS-path loops can only stop a route between speakers
that share an ASN. If, without looking at loops, the members of every such group are reached by a
prefix at one level, no member's route can have come through another and the result is exact; the
prefixes for which this does not hold, and graphs with iBGP, go through `PathVector` one by one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from twin.core.trilean import Known, Unknown
from twin.engine.path_vector import PathVector
from twin.engine.route_graph import RouteGraph

Bits = NDArray[np.uint8]
Matrix = NDArray[np.bool_]
UNDECIDED = "an unread line, an open session, or a choice among equal paths decides it"
BLOCK_BYTES = 64  # prefixes are handled 512 at a time, to bound the memory of one reduction


@dataclass(frozen=True)
class Spread:
    """Which speaker has a route to which prefix: rows are speakers, columns packed bits.

    least: what is learnt if nothing uncertain works; most: if everything does. The same array when
    nothing is uncertain.
    """

    least: Bits
    most: Bits

    def column(self, rows: NDArray[np.int64], column: int, *, at_most: bool) -> Matrix:
        """One prefix for several speakers, in one of the two extremes."""
        bits = (self.most if at_most else self.least)[rows, column >> 3]
        found: Matrix = (bits & (0x80 >> (column & 7))) != 0
        return found

    def has(self, speaker: int, column: int) -> Known[bool] | Unknown:
        """Whether the speaker learns the prefix; unknown where the two extremes differ."""
        low, high = (_bit(bits, speaker, column) for bits in (self.least, self.most))
        if low == high:
            return Known(low)
        return Unknown((UNDECIDED,))


def _bit(bits: Bits, row: int, column: int) -> bool:
    return bool(bits[row, column >> 3] & (0x80 >> (column & 7)))


def pack(rows: int, columns: int, cells: Sequence[tuple[int, int]]) -> Bits:
    """Packed rows with the given (row, column) cells set."""
    bits = np.zeros((rows, (columns + 7) // 8), dtype=np.uint8)
    for row, column in cells:
        bits[row, column >> 3] |= 0x80 >> (column & 7)
    return bits


def spread(graph: RouteGraph, origins: Sequence[Sequence[int]]) -> Spread:
    """Spread prefixes from their originating speakers (indices, one list per prefix)."""
    base, irregular = _regular(graph, origins, optimistic=False)
    least, still_open = _exact(graph, origins, irregular, base, optimistic=False)
    if graph.has_doubts:
        base, irregular = _regular(graph, origins, optimistic=True)
        most, _ = _exact(graph, origins, irregular, base, optimistic=True)
    else:
        most, _ = _exact(graph, origins, still_open, least, optimistic=True)
    return Spread(least, least if np.array_equal(least, most) else most)


def _regular(
    graph: RouteGraph, origins: Sequence[Sequence[int]], *, optimistic: bool
) -> tuple[Bits, list[int]]:
    """All prefixes by levels, and the columns for which that is not exact."""
    cells = [(row, column) for column, own in enumerate(origins) for row in own]
    result = pack(len(graph.speakers), len(origins), cells)
    if not graph.is_regular:
        return result, list(range(len(origins)))
    return result, _by_levels(graph, origins, result, optimistic=optimistic)


def _exact(
    graph: RouteGraph, origins: Sequence[Sequence[int]], columns: list[int], base: Bits, *,
    optimistic: bool,
) -> tuple[Bits, list[int]]:  # fmt: skip
    """`base` with columns replaced by the exact answer; which the other extreme may change."""
    if not columns:
        return base, []
    result, still_open = base.copy(), []
    vector = PathVector(graph, optimistic)
    for column in columns:
        byte, mask = column >> 3, 0x80 >> (column & 7)
        result[:, byte] &= 0xFF ^ mask
        result[vector.spread(origins[column]), byte] |= mask
        if vector.is_open:
            still_open.append(column)
    return result, still_open


def _by_levels(
    graph: RouteGraph, origins: Sequence[Sequence[int]], result: Bits, *, optimistic: bool
) -> list[int]:
    """Fill `result` level by level; returns the columns that need the exact way."""
    sources, targets = graph.arrays(optimistic=optimistic)
    if not len(sources):
        return []
    starts = np.flatnonzero(np.r_[True, targets[1:] != targets[:-1]])
    rows = targets[starts]
    groups = _groups(graph)
    barred, irregular = _barred(graph, origins, groups)
    suspects: list[int] = []
    for first in range(0, result.shape[1], BLOCK_BYTES):
        block = slice(first, first + BLOCK_BYTES)
        seen = result[:, block].copy()
        fresh = seen.copy()
        once = {asn: _any(fresh, group) for asn, group in groups.items()}
        twice = {asn: np.zeros_like(bits) for asn, bits in once.items()}
        while fresh.any():
            heard = np.zeros_like(fresh)
            heard[rows] = np.bitwise_or.reduceat(fresh[sources], starts, axis=0)
            fresh = heard & ~seen & ~barred[:, block]
            seen |= fresh
            for asn, group in groups.items():
                now = _any(fresh, group)
                twice[asn] |= once[asn] & now
                once[asn] |= now
        result[:, block] = seen
        for bits in twice.values():
            found = np.flatnonzero(np.unpackbits(bits))
            suspects += (found + first * 8).tolist()
    return sorted({*irregular, *(c for c in suspects if c < len(origins))})


def _any(bits: Bits, group: NDArray[np.int64]) -> Bits:
    found: Bits = np.bitwise_or.reduce(bits[group], axis=0)
    return found


def _groups(graph: RouteGraph) -> dict[int, NDArray[np.int64]]:
    """Speakers of each shared ASN."""
    members: dict[int, list[int]] = defaultdict(list)
    for speaker, asn in enumerate(graph.asns):
        if asn in graph.shared_asns:
            members[asn].append(speaker)
    return {asn: np.array(found, dtype=np.int64) for asn, found in members.items()}


def _barred(
    graph: RouteGraph, origins: Sequence[Sequence[int]], groups: dict[int, NDArray[np.int64]]
) -> tuple[Bits, list[int]]:
    """Cells that the loop check closes from the start: a prefix of another speaker of one's ASN.

    Second: columns where that is not so simple, because several speakers originate the prefix.
    """
    barred = np.zeros((len(graph.speakers), (len(origins) + 7) // 8), dtype=np.uint8)
    irregular = []
    for column, own in enumerate(origins):
        asns = {graph.asns[speaker] for speaker in own} & graph.shared_asns
        if not asns:
            continue
        if len(own) > 1:
            irregular.append(column)
            continue
        byte, mask = column >> 3, 0x80 >> (column & 7)
        for asn in asns:
            others = groups[asn][groups[asn] != own[0]]
            barred[others, byte] |= mask
    return barred, irregular
