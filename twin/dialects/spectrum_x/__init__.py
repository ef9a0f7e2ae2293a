"""`etc/spectrum-x/profile.yaml`: which Spectrum-X profile a host's NICs run.

The vocabulary is that of `spectrumXOptimized` in NVIDIA's NicConfigurationTemplate
(Mellanox/nic-configuration-operator, `api/v1alpha1`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from twin.core.facts import Path
from twin.core.yaml12 import MappingNode, Node, ScalarNode, scalar
from twin.dialects.base import Context, Reading, Source
from twin.dialects.claims import Claims
from twin.dialects.rendering import render_template
from twin.dialects.yaml_maps import entries_of, place, top_entries
from twin.model.config import Config

FILE = "etc/spectrum-x/profile.yaml"
FACETS = ("nic",)
PART: Path = ("library",)
ROOT = "spectrumXOptimized"

# Key → (field of the library record, values it may have; None: any text).
KEYS: dict[str, tuple[str, tuple[Any, ...] | None]] = {
    "enabled": ("spectrum_x_enabled", (True, False)),
    "version": ("spectrum_x_version", None),
    "overlay": ("spectrum_x_overlay", ("none", "l3")),
    "multiplaneMode": ("multiplane_mode", ("none", "swplb", "hwplb", "uniplane")),
    "numberOfPlanes": ("planes", (1, 2, 4)),
}


def _read_key(claims: Claims, key: Any, key_node: Node, node: Node) -> None:
    claims.begin()
    if key not in KEYS:
        claims.unread(*place(key_node), str(key), FACETS, PART)
        return
    field, allowed = KEYS[key]
    path: Path = (*PART, field)
    value = scalar(node) if isinstance(node, ScalarNode) else None
    if allowed is None and isinstance(value, (int, float)) and not isinstance(value, bool):
        value = node.value  # a version such as 2.1 is a word, not a number
    fits = isinstance(value, str) and value != "" if allowed is None else value in allowed
    if not fits or (allowed is not None and type(value) is not type(allowed[0])):
        words = ", ".join(str(v).lower() for v in allowed) if allowed else "a version"
        shown = str(node.value) if isinstance(node, ScalarNode) else "a nested value"
        claims.problem(*place(node), path, shown, f"one of {words}" if allowed else words)
    else:
        claims.put(path, value, *place(node))


class SpectrumX:
    """The profile file of a Spectrum-X host."""

    name = "spectrum_x"

    def handles(self, path: str) -> bool:
        """`etc/spectrum-x/profile.yaml` alone."""
        return path == FILE

    def read(self, source: Source, context: Context) -> Reading:
        """Read the profile into `library`."""
        reading = Reading(self.name, source.file)
        claims = Claims(reading)
        for key, key_node, node in top_entries(source.data, reading, FACETS, PART):
            if key == ROOT and isinstance(node, MappingNode):
                for inner in entries_of(node, reading, PART):
                    _read_key(claims, *inner)
            else:
                claims.begin()
                claims.unread(*place(key_node), str(key), FACETS, PART)
        return claims.finish()

    def render(self, config: Config, context: Context) -> Mapping[str, str]:
        """The profile, with the keys that are set."""
        library = config.library
        values = [
            (key, getattr(library, field))
            for key, (field, _) in KEYS.items()
            if library is not None and getattr(library, field) is not None
        ]
        if not values:
            return {}
        return {FILE: render_template("spectrum_x/profile.yaml.j2", root=ROOT, values=values)}


DIALECT = SpectrumX()
