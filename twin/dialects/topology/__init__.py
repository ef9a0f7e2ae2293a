"""How devices are cabled: `topology.yaml` both ways, and the formats of other tools.

It belongs to the snapshot, not to a device, so none of this is a plug-in.
"""

from twin.dialects.topology.observed import Observed, ObservedLink, read_observed
from twin.dialects.topology.reader import read_topology
from twin.dialects.topology.source import Cabling, is_topology_file, read_topology_files
from twin.dialects.topology.writer import render_topology

__all__ = [
    "Cabling",
    "Observed",
    "ObservedLink",
    "is_topology_file",
    "read_observed",
    "read_topology",
    "read_topology_files",
    "render_topology",
]
