"""Units as the field writes them, and exact conversions.

Bytes are integers, 1 KB = 1,024 B (SONiC's and NVIDIA's buffer tables); speeds are Gbps; cables are
metres.
"""

from __future__ import annotations

import re

KB = 1024

_SPEED = re.compile(r"^(\d+(?:\.\d+)?)\s*([MGT])?(?:b(?:it)?/?p?s)?$", re.IGNORECASE)
_LENGTH = re.compile(r"^(\d+(?:\.\d+)?)\s*m$", re.IGNORECASE)
_SCALE = {"M": 0.001, "G": 1.0, "T": 1000.0}


def whole(number: float) -> float | int:
    """The integer when nothing is lost: 400.0 prints as 400."""
    return int(number) if float(number).is_integer() else number


def parse_speed_gbps(text: str | float) -> float | int | None:
    """`400G`, `400`, `100M`, `1T` → Gbps; None when it is no speed. A bare number is Gbps."""
    match = _SPEED.match(str(text).strip())
    if not match:
        return None
    return whole(round(float(match[1]) * _SCALE[(match[2] or "G").upper()], 6))


def format_speed(gbps: float) -> str:
    """Gbps → the spelling of NVUE: `400G`, `100M`."""
    return f"{whole(gbps)}G" if gbps >= 1 else f"{whole(round(gbps * 1000, 3))}M"


def parse_length_m(text: str | float) -> float | int | None:
    """`3m`, `0.5m` or a bare number → metres; None when it is no length."""
    if isinstance(text, (int, float)) and not isinstance(text, bool):
        return whole(text)
    match = _LENGTH.match(str(text).strip())
    return whole(float(match[1])) if match else None
