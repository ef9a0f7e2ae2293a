"""Reading and writing snapshot folders and uploads: bounded, link-safe, atomic."""

from twin.snapshot.folder import Snapshot
from twin.snapshot.limits import Limits
from twin.snapshot.writer import TreeChanges, write_tree

__all__ = ["Limits", "Snapshot", "TreeChanges", "write_tree"]
