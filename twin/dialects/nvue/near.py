"""A misspelt key's likely meaning: the keys that this release has at the same place."""

from __future__ import annotations

from difflib import get_close_matches

from twin.dialects.nvue.trie import Step

_LONGEST = 40  # characters of a key; NVUE's longest has 29
_ALIKE = 0.6  # of difflib's ratio from 0 to 1: one wrong letter in three
_MOST = 2  # names in a hint


def near_names(step: Step, key: object) -> tuple[str, ...]:
    """Names below `step` that resemble `key`, the best first; `fec-mode` resembles `fec`."""
    if not isinstance(key, str) or len(key) > _LONGEST:
        return ()
    names = [name for name, child in step.children.items() if child.stale is None]
    within = [n for n in names if f"{key}-".startswith(f"{n}-") or f"{n}-".startswith(f"{key}-")]
    found = (*sorted(within, key=len, reverse=True), *get_close_matches(key, names, _MOST, _ALIKE))
    return tuple(dict.fromkeys(found))[:_MOST]
