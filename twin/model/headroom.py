"""How many bytes a lossless port must still hold after it has asked its peer to pause.

Cumulus Linux publishes no formula. SONiC computes these buffers for the same ASICs (sonic-swss,
`cfgmgr/buffer_headroom_mellanox.lua`) and NVIDIA publishes tables that were made with it
(sonic-buildimage, `device/mellanox/*/pg_profile_lookup.ini`). Two variants reproduce those tables:
the one of Spectrum-1 to 3 takes one constant for the peer's response and cells as a fraction, the
one of Spectrum-4 and later the pause quanta of the speed (IEEE 802.3 annex 31B.3.7), whole cells,
and the delay of the tiles between port and buffer. Bytes throughout; 1 KB = 1,024 B.
"""

from __future__ import annotations

import math
from dataclasses import field

from twin.core.record import record
from twin.core.units import KB, whole

SPEED_OF_LIGHT_IN_CABLE = 198_000_000  # metres per second, as in the script named above
SMALLEST_PACKET = 64
MAC_PHY_DELAY = 0.8 * KB  # ASIC table of SONiC on all Spectrum
PIPELINE_LATENCY = 19 * KB  # ASIC table of SONiC on Spectrum-1 to 5
# Spectrum-4 and later round the sum instead of its parts: of the 24 published rows of the SN5600,
# 40G at 5 m and 800G at 40 m tell the two apart. All rows come out with 19,391 to 19,432 B; the
# value taken is the one nearest to the 19 KB of the ASIC table.
PIPELINE_LATENCY_NEW = 19_432
PEER_RESPONSE_OLD = 3.8 * KB  # ASIC table of SONiC; used where no quanta are
DEFAULT_PORT_MTU = 9216  # Cumulus Linux user guide, Switch Port Attributes
DEFAULT_LOSSLESS_MTU = 1024  # LOSSLESS_TRAFFIC_PATTERN of SONiC, as in the published tables
TILE_BITS_PER_GBPS = 120  # port to buffer on Spectrum-4 and 5 (sonic-swss, same script)
MIXED_SIZE_MARGIN = 2 * KB  # added where not all packets are the smallest (same script)
EIGHT_LANES = 8
WHOLE = 100  # percent

# Bytes of one buffer cell (sonic-buildimage, asic_table.j2).
CELL = {
    "spectrum1": 96,
    "spectrum2": 144,
    "spectrum3": 144,
    "spectrum4": 192,
    "spectrum5": 192,
}
QUANTUM = 64  # bytes in one pause quantum of 512 bit times
# Gbps → pause quanta within which a peer stops (IEEE 802.3 annex 31B.3.7, as SONiC has them).
PAUSE_QUANTA: dict[float, int] = {
    800: 905, 400: 905, 200: 453, 100: 394, 50: 147, 40: 118, 25: 80, 10: 67, 1: 2,
}  # fmt: skip
_OLDER = frozenset({"spectrum1", "spectrum2", "spectrum3"})
ASICS = tuple(CELL)


@record(frozen=True, slots=True)
class Headroom:
    """What one priority of one port needs.

    xoff_bytes: the headroom itself, above the level at which pause is sent. xon_bytes: the level
    below which traffic may resume. size_bytes: both, the whole priority group. terms: the addends
    of `xoff_bytes` in bytes (`occupancy` is a factor on `propagation`).
    """

    xoff_bytes: int
    xon_bytes: int
    size_bytes: int
    terms: dict[str, float] = field(default_factory=dict)


def headroom(
    asic: str,
    speed_gbps: float,
    cable_m: float,
    lanes: int,
    mtu: int = DEFAULT_PORT_MTU,
    lossless_mtu: int = DEFAULT_LOSSLESS_MTU,
    small_packet_percent: float = 100,
    shared_headroom: bool = False,
) -> Headroom:
    """The headroom of one lossless priority.

    mtu: of the port, bytes; lossless_mtu: largest packet of the lossless class, bytes;
    small_packet_percent: share of 64-byte packets in the worst case. Raises ValueError for an ASIC
    without published values, for a length, speed, lanes or share that cannot be and, on Spectrum-4
    and later, for a speed without pause quanta.
    """
    if asic not in CELL:
        raise ValueError(f"asic {asic}: no published buffer values, need one of {', '.join(CELL)}")
    if cable_m < 0 or speed_gbps <= 0 or lanes < 1 or not 0 <= small_packet_percent <= WHOLE:
        raise ValueError(
            f"cable {cable_m:g} m, speed {speed_gbps:g}G, lanes {lanes}, small packets "
            f"{small_packet_percent:g} %: need a length from 0, a speed, lanes from 1 and a share "
            f"from 0 to {WHOLE} %"
        )
    older = asic in _OLDER
    share = small_packet_percent / WHOLE
    cable = 2 * cable_m * speed_gbps * 1e9 / SPEED_OF_LIGHT_IN_CABLE / 8
    peer = PEER_RESPONSE_OLD if older else _peer_response(speed_gbps)
    tile = 0.0 if older else speed_gbps * TILE_BITS_PER_GBPS / 8
    propagation = mtu + cable + MAC_PHY_DELAY + peer + tile
    occupancy = _occupancy(asic, share, lossless_mtu)
    filled = lossless_mtu + propagation * occupancy
    if not older and share < 1 and not shared_headroom:
        worst = lossless_mtu + propagation * _occupancy(asic, 1, lossless_mtu)
        filled += MIXED_SIZE_MARGIN if filled <= worst - MIXED_SIZE_MARGIN else 0
    xon, size = _xon_and_size(asic, filled, lanes, mtu)
    terms = {
        "lossless_mtu": lossless_mtu,
        "port_mtu": mtu,
        "propagation": round(cable, 3),
        "mac_phy": round(MAC_PHY_DELAY, 3),
        "peer_response": round(peer, 3),
        "tile": round(tile, 3),
        "occupancy": round(occupancy, 6),
    }
    terms = {name: whole(value) for name, value in terms.items()}
    return Headroom(_whole_kb(filled), xon, xon if shared_headroom else size, terms)


def _whole_kb(size: float) -> int:
    """Rounded up to the next 1,024 B; the tables are."""
    return math.ceil(round(size, 6) / KB) * KB


def _peer_response(speed_gbps: float) -> int:
    """Bytes that a peer may still send after it has seen the pause frame."""
    if speed_gbps not in PAUSE_QUANTA:
        known = ", ".join(f"{speed:g}" for speed in sorted(PAUSE_QUANTA))
        raise ValueError(f"speed {speed_gbps:g}G: no pause quanta, need one of {known}")
    return PAUSE_QUANTA[speed_gbps] * QUANTUM


def _occupancy(asic: str, share: float, lossless_mtu: int) -> float:
    """Buffer bytes taken per byte received; `share` of the packets are the smallest."""
    cell = CELL[asic]
    worst = cell / SMALLEST_PACKET if cell > 2 * SMALLEST_PACKET else 2 * cell / (1 + cell)
    if asic in _OLDER:
        return 1 - share + share * worst
    by_byte = SMALLEST_PACKET / (share * SMALLEST_PACKET + (1 - share) * lossless_mtu)
    return 1 - by_byte + by_byte * math.ceil(worst)


def _xon_and_size(asic: str, filled: float, lanes: int, mtu: int) -> tuple[int, int]:
    """Resume level and whole size; a port of eight lanes has two pipelines' latency and one MTU."""
    eight = lanes == EIGHT_LANES
    overhead = mtu if eight else 0
    if asic in _OLDER:
        xon = 2 * PIPELINE_LATENCY - KB if eight else PIPELINE_LATENCY
        return xon, _whole_kb(_whole_kb(filled) + xon + overhead)
    latency = PIPELINE_LATENCY_NEW * (2 if eight else 1)
    return _whole_kb(latency), _whole_kb(filled + latency + overhead)
