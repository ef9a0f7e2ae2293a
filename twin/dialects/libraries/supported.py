"""Variables of NCCL and UCX for the page of supported syntax."""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.libraries.tables import AS_USUAL, INERT, VARIABLES
from twin.dialects.supported import Supported, claimed, inert, unread

SECTION = "nccl.conf, environment"


def supported() -> Iterator[Supported]:
    """Those that choose a class, those that cannot matter, those that may."""
    yield from claimed(SECTION, sorted(VARIABLES))
    yield from inert(SECTION, sorted(INERT.items()))
    yield from unread(
        SECTION,
        ((f"{name}, unless {' or '.join(v)}", ("nic",)) for name, v in sorted(AS_USUAL.items())),
    )
