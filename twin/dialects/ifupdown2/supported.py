"""The words of interfaces files for the page of supported syntax."""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.ifupdown2.inert import INERT, OPEN, OPEN_FAMILIES
from twin.dialects.ifupdown2.reader import KNOWN_WORDS
from twin.dialects.supported import Supported, claimed, inert, unread

SECTION = "interfaces, interfaces.d"
_STANZAS = (
    "auto NAMES", "allow-CLASS NAMES", "iface NAME [inet|inet6] [METHOD]", "vlan NAME",
    "source FILES", "source-directory FOLDERS",
)  # fmt: skip


def supported() -> Iterator[Supported]:
    """Stanzas, then attributes; families of attributes stand as `ovs-*`."""
    yield from claimed(SECTION, _STANZAS)
    yield from claimed(SECTION, sorted(word for word in KNOWN_WORDS if word not in INERT))
    yield from inert(SECTION, sorted(INERT.items()))
    yield from unread(SECTION, sorted(OPEN.items()))
    yield from unread(SECTION, sorted((f"{start}*", facets) for start, facets in OPEN_FAMILIES))
