"""Labels of nodes in formats that have free names for them."""

from __future__ import annotations

from twin.model.topology import Node

# Before a label whose name means something else in the format.
LABEL = "label."
# Labels as NVIDIA Air names them (nv-air-sdk 1.9.0, NodeLabels), and those that number planes.
KNOWN = frozenset({
    "group", "sku", "rack_name", "rack_unit", "scalable_unit", "rail_index", "data_hall",
    "tray_index", "pod", "superspine_group", "plane_id", "plane",
})  # fmt: skip

# Words that are roles where a format has one word for a node (containerlab: group).
ROLES = frozenset({
    "spine", "leaf", "tor", "agg", "core", "superspine", "router", "switch", "host", "server",
})  # fmt: skip


def label_items(node: Node) -> list[tuple[str, str]]:
    """Labels and rails of a node by name, those with other names than the known ones prefixed."""
    labels = {key if key in KNOWN else f"{LABEL}{key}": text for key, text in node.labels.items()}
    if node.rails:
        labels["rail_index"] = ",".join(map(str, node.rails))
    return sorted(labels.items())
