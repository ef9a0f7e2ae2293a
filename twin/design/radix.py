"""How many ports of a speed a switch model gives, and by which breakout."""

from __future__ import annotations

from twin.core.record import record
from twin.intent.errors import one_of
from twin.model.platform import CageGroup, Platform

WHOLE = "none"  # the intent's spelling of an unsplit cage


@record(frozen=True, slots=True)
class Split:
    """How one cage is used: `spelling` None is the whole cage; lanes are those of one port."""

    spelling: str | None
    ports: int
    lanes: int


def _possible(group: CageGroup, speed_gbps: float) -> list[Split]:
    found = []
    if speed_gbps in group.speeds_gbps:
        found.append(Split(None, 1, group.lanes))
    for spelling, (ports, lanes) in group.breakouts.items():
        if speed_gbps / lanes in group.lane_speeds_gbps:
            found.append(Split(spelling, ports, lanes))
    return found


def choose_split(group: CageGroup, speed_gbps: float, wish: str | None) -> Split | None:
    """The split that gives the switch the most ports of this speed, or the one wished for.

    Of equals the coarser one: an 8x split that disables the neighbour gives no more than two of 4x.
    None when no split, or not that one, runs at the speed.
    """
    options = _possible(group, speed_gbps)
    if wish is not None:
        options = [split for split in options if (split.spelling or WHOLE) == wish]
    return max(
        options,
        key=lambda split: (cages_for(group, split) * split.ports, -split.ports),
        default=None,
    )


def cages_for(group: CageGroup, split: Split) -> int:
    """How many cages of a group can be split so at one time; a split may cost its neighbour."""
    total = group.last - group.first + 1
    if split.spelling is None or split.spelling not in group.blocking:
        return total
    return len(group.blocks)


def ports_at(platform: Platform, speed_gbps: float, wish: str | None = None) -> int:
    """How many ports of this speed the model gives when all cages are used for them."""
    count = 0
    for group in platform.cages:
        split = choose_split(group, speed_gbps, wish)
        if split is not None:
            count += cages_for(group, split) * split.ports
    limit = platform.logical_port_limit
    return min(count, limit) if limit else count


def top_speed(platform: Platform) -> float:
    """The fastest that most cages of a model run at, unsplit."""
    group = max(platform.cages, key=lambda g: g.last - g.first)
    return max(group.speeds_gbps)


def speeds_in_words(platform: Platform, wish: str | None = None) -> str:
    """The speeds that the ports of a model run at, split in the way wished for; for a message."""
    speeds = {
        speed
        for group in platform.cages
        for speed in (*group.speeds_gbps, *group.lane_speeds_gbps)
        if choose_split(group, speed, wish) is not None
    }
    if speeds:
        return one_of(f"{speed:g}G" for speed in sorted(speeds, reverse=True))
    ways = dict.fromkeys(way for group in platform.cages for way in (*group.breakouts, WHOLE))
    return f"a breakout of {platform.name}: {one_of(ways)}"
