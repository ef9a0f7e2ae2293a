"""The intent of a snapshot, designed again, to hold the text against."""

from __future__ import annotations

from twin.assemble.twin import Intended
from twin.core.errors import InputError, Problem
from twin.core.layout import INTENT_FILE, LOCK_FILE
from twin.snapshot.folder import Snapshot


def read_intended(snapshot: Snapshot) -> tuple[Intended | None, list[Problem]]:
    """What `intent.yaml` and the lock of a snapshot ask for, or the problems that prevent it."""
    if INTENT_FILE not in snapshot.files:
        return None, []
    from twin.design import design
    from twin.design.allocations import read_allocations
    from twin.intent import load_intent

    try:
        intent = load_intent(snapshot.read(INTENT_FILE), INTENT_FILE)
        lock = None
        if LOCK_FILE in snapshot.files:
            lock = read_allocations(snapshot.read(LOCK_FILE), LOCK_FILE)
        return design(intent, lock=lock), []
    except InputError as error:
        return None, error.problems
