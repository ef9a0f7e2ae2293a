"""The headroom calculator as a document (contract twin.headroom/v1)."""

from __future__ import annotations

from typing import Any

from twin.core.errors import UnsupportedError
from twin.core.units import whole
from twin.model.headroom import (
    ASICS,
    DEFAULT_LOSSLESS_MTU,
    DEFAULT_PORT_MTU,
    headroom,
)
from twin.model.platforms import platform_named

SCHEMA = "twin.headroom/v1"
DEFAULT_LANES = 4


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
    for values without a published formula.
    """
    name = asic_named(asic)
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
