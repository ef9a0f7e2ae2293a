"""Keys of topologies for the page of supported syntax; `topology.yaml` has a JSON Schema."""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.supported import Supported, claimed, inert
from twin.dialects.topology.syntax import SYNTAX


def supported() -> Iterator[Supported]:
    """By format, each key with the part of the document that it stands in."""
    for section, parts in SYNTAX.items():
        for part in parts:
            yield from claimed(section, (f"{key} of {part.name}" for key in part.claimed))
            reasons = sorted(part.inert.items())
            yield from inert(section, ((f"{key} of {part.name}", why) for key, why in reasons))
