"""What a switch or NIC model can do: data with a source for each value.

Profiles are YAML files in `twin/model/platforms/`. Every value is written as
`{value: …, source: …}` or, where nothing public says it, `{value: …, assumed: true, source: why}`.
"""

from __future__ import annotations

from dataclasses import field
from typing import Any

from twin.core.record import record


@record(frozen=True, slots=True)
class Sourced:
    """A value and where it comes from."""

    value: Any
    source: str
    assumed: bool = False


@record(frozen=True, slots=True)
class CageGroup:
    """Equal front-panel cages: `first`..`last` as in swp1..swp64.

    breakouts: spelling (`2x`) → (logical ports, lanes of each). speeds_gbps: what a whole cage runs
    at. blocks: cages that a breakout of one cage disables, by cage number; only the spellings in
    `blocking` do so, and only cages with an entry in `blocks` can be split in such a way.
    """

    first: int
    last: int
    lanes: int
    speeds_gbps: tuple[float, ...]
    lane_speeds_gbps: tuple[float, ...]
    breakouts: dict[str, tuple[int, int]]
    blocks: dict[int, tuple[int, ...]] = field(default_factory=dict)
    blocking: tuple[str, ...] = ()


@record(frozen=True, slots=True)
class Platform:
    """One switch or NIC model; `sources` maps field names to where their values come from.

    The cages of group n have their source under `cages[n]`. logical_port_limit: ports that may
    exist at one time, bonus ports aside.
    """

    name: str
    kind: str  # switch | nic
    asic: str  # spectrum1 … spectrum5, cx7, bf3
    cages: tuple[CageGroup, ...] = ()
    logical_port_limit: int | None = None
    cell_bytes: int | None = None
    shared_memory_bytes: int | None = None
    ingress_lossless_bytes: int | None = None
    egress_lossless_bytes: int | None = None
    port_headroom_limit_bytes: int | None = None
    pause_quanta: dict[float, int] = field(default_factory=dict)  # Gbps → quanta of 64 B
    adaptive_routing_gbps: tuple[float, ...] = ()
    max_mtu: int | None = None
    ecmp_limit: int | None = None
    sources: dict[str, Sourced] = field(default_factory=dict)
    aliases: tuple[str, ...] = ()

    def cage(self, number: int) -> CageGroup | None:
        """The group that holds cage `number`, or None when the switch has no such cage."""
        return next((g for g in self.cages if g.first <= number <= g.last), None)
