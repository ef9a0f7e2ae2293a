"""Names of the files at the top of a snapshot."""

from __future__ import annotations

TOPOLOGY_FILE = "topology.yaml"
INTENT_FILE = "intent.yaml"
LOCK_FILE = "allocations.lock.yaml"
