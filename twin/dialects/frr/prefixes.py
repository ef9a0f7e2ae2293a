"""The prefix of a statement, in whichever of FRR's spellings it stands."""

from __future__ import annotations

from ipaddress import IPv4Address, IPv4Network

from twin.dialects.frr.run import Run

# First octets below the first number have the length of their class (RFC 791, section 2.3).
_CLASSES = ((128, 8), (192, 16), (224, 24))


def _masked(address: str, mask: str | None) -> str | None:
    """`10.0.0.0` with a mask, or with the length of its class; None for a mask with holes."""
    if mask is None:
        first = int(address.partition(".")[0])
        length = next((length for limit, length in _CLASSES if first < limit), 32)
        return str(IPv4Network((address, length), strict=False))
    bits = f"{int(IPv4Address(mask)):032b}"
    if "01" in bits:
        return None
    return str(IPv4Network((address, bits.count("1")), strict=False))


def prefix_of(run: Run) -> str | None:
    """NET4, NET6, or IP4 with a `mask` or none; None, with a problem, for a mask with holes."""
    for name in ("net4", "net6"):
        if name in run.values:
            return str(run.values[name])
    if "ip4" not in run.values:
        return None
    found = _masked(run.values["ip4"], run.values.get("mask"))
    if found is None:
        run.problem((), run.values["mask"], "a mask without holes", "mask")
    return found
