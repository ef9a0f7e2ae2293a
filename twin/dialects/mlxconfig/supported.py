"""Values of NIC firmware for the page of supported syntax."""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.mlxconfig import INERT
from twin.dialects.mlxconfig.names import KNOWN
from twin.dialects.supported import Supported, claimed, inert

SECTION = "mlxconfig"


def supported() -> Iterator[Supported]:
    """Every value is kept by its name; those listed are known."""
    yield from claimed(SECTION, sorted(KNOWN))
    yield from inert(SECTION, sorted(INERT.items()))
