"""The headroom calculator's answer as text."""

from __future__ import annotations

from typing import Any

from twin.core.units import format_speed
from twin.report.screen import Screen

_RESULTS = (
    ("xoff_bytes", "headroom (xoff): above the level at which pause is sent"),
    ("xon_bytes", "resume level (xon)"),
    ("size_bytes", "whole buffer (size)"),
)
_TERMS = {
    "lossless_mtu": "largest packet of the lossless class, just being sent",
    "port_mtu": "largest packet of the port, ahead of the pause frame",
    "propagation": "under way on the cable, both ways",
    "mac_phy": "in MAC and PHY",
    "peer_response": "sent by the peer until it has stopped",
    "tile": "between port and buffer inside the ASIC",
}


def render_headroom(document: dict[str, Any], screen: Screen) -> str:
    """The result, then the addends that it is made of."""
    speed = format_speed(document["speed_gbps"])
    head = f"{document['asic']}, {speed}, {document['lanes']} lanes, {document['cable_m']:g} m"
    terms: dict[str, float] = dict(document["terms"])
    factor = terms.pop("occupancy")
    lines = [f"  {document[key]:>12,} B  {words}" for key, words in _RESULTS]
    lines.append("terms, rounded up together to whole KB")
    lines += [f"  {value:>12,.0f} B  {name}: {_TERMS[name]}" for name, value in terms.items()]
    lines += [
        f"  {factor:>12g} ×  occupancy: buffer per byte received, on all but lossless_mtu",
        "NVUE: port-buffer - xoff-threshold at least the headroom, port-buffer at least the whole",
    ]
    safe = [screen.safe(line) for line in lines]
    return "\n".join([screen.paint(screen.safe(head), "strong"), *safe]) + "\n"
