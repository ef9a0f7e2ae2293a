"""`topology.yaml` both ways. It belongs to the snapshot, not to a device, so it is no plug-in."""

from twin.dialects.topology.reader import read_topology
from twin.dialects.topology.writer import render_topology

__all__ = ["read_topology", "render_topology"]
