"""The headroom calculator as a document (contract twin.headroom/v1)."""

from __future__ import annotations

from typing import Any

from twin.core.errors import UnsupportedError
from twin.core.units import format_speed, whole
from twin.model.headroom import (
    ASICS,
    DEFAULT_LOSSLESS_MTU,
    DEFAULT_PORT_MTU,
    headroom,
)
from twin.model.platform import CageGroup
from twin.model.platforms import platform_named, platform_names
from twin.model.port_plan import lane_speeds

SCHEMA = "twin.headroom/v1"
DEFAULT_LANES = 4
LANES = (1, 2, 4, 8)


def asic_named(name: str) -> str:
    """`Spectrum-4`, `spectrum4` or a switch model → `spectrum4`; UnsupportedError for others."""
    plain = "".join(letter for letter in name.casefold() if letter.isalnum())
    if plain == "spectrum":
        plain = "spectrum1"
    if plain in ASICS:
        return plain
    platform = platform_named(name)
    if platform is not None and platform.asic in ASICS:
        return platform.asic
    raise UnsupportedError(f"asic {name}: no published buffer values, need one of "
                           f"{', '.join(ASICS)} or a switch model")  # fmt: skip


def _cages(name: str) -> list[CageGroup]:
    """The cages of a switch model, or of all models with that ASIC; bonus ports are not among them.

    Empty for an ASIC of which no model has a profile: nobody knows its ports then.
    """
    one = platform_named(name)
    found = [one] if one is not None else map(platform_named, platform_names())
    asic = asic_named(name)
    return [g for p in found if p is not None and p.asic == asic for g in p.cages if g.breakouts]


def _speeds(cages: list[CageGroup], lanes: int) -> set[float]:
    """What a port of so many lanes can run at, in Gbps."""
    speeds: set[float] = set()
    for group in cages:
        if lanes == group.lanes:
            speeds.update(group.speeds_gbps)
        elif lanes in {each for _, each in group.breakouts.values()}:
            speeds.update(set(lane_speeds(group, lanes)) & set(group.speeds_gbps))
    return speeds


def _check_port(name: str, speed_gbps: float, lanes: int) -> None:
    """UnsupportedError for a port that no switch of this kind has."""
    cages = _cages(name)
    here = _speeds(cages, lanes)
    if not cages or speed_gbps in here:
        return
    word = "lane" if lanes == 1 else "lanes"
    wider = [n for n in LANES if speed_gbps in _speeds(cages, n)]
    needs = (
        [f"{', '.join(format_speed(s) for s in sorted(here))} on {lanes} {word}"] if here else []
    )
    needs += (
        [f"{' or '.join(map(str, wider))} lanes for {format_speed(speed_gbps)}"] if wider else []
    )
    if not needs:
        fastest = max(speed for n in LANES for speed in _speeds(cages, n))
        needs = [f"up to {format_speed(fastest)}"]
    raise UnsupportedError(
        f"{name}: no port of {format_speed(speed_gbps)} on {lanes} {word}, need "
        + "; or ".join(needs)
    )


def headroom_document(
    asic: str,
    speed_gbps: float,
    cable_m: float,
    *,
    lanes: int = DEFAULT_LANES,
    mtu: int = DEFAULT_PORT_MTU,
    lossless_mtu: int = DEFAULT_LOSSLESS_MTU,
    small_packet_percent: float = 100,
    shared_headroom: bool = False,
) -> dict[str, Any]:
    """What one lossless priority needs; bytes, Gbps, metres.

    xoff_bytes is the headroom, xon_bytes the level to resume at, size_bytes the whole (SONiC's
    words). In `terms`, propagation is what is under way on the cable, both ways. UnsupportedError
    for values without a published formula and for ports that no such switch has.
    """
    name = asic_named(asic)
    _check_port(asic, speed_gbps, lanes)
    if lossless_mtu > mtu:
        raise UnsupportedError(
            f"lossless MTU {lossless_mtu} B: above the port's MTU of {mtu} B, need at most that"
        )
    try:
        need = headroom(
            name, speed_gbps, cable_m, lanes, mtu, lossless_mtu, small_packet_percent,
            shared_headroom,
        )  # fmt: skip
    except ValueError as error:
        raise UnsupportedError(str(error)) from None
    return {
        "schema": SCHEMA,
        "asic": name,
        "speed_gbps": whole(speed_gbps),
        "lanes": lanes,
        "cable_m": whole(cable_m),
        "xoff_bytes": need.xoff_bytes,
        "xon_bytes": need.xon_bytes,
        "size_bytes": need.size_bytes,
        "terms": need.terms,
    }
