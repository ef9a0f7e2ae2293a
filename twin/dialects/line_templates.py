"""TTP templates for texts whose every line stands for itself, with each line accounted for.

TTP drops what matches nothing and tells no places. So every line goes in behind its number, and
comes back with it: a number that stays away is a line that the template does not know. A line means
the same wherever it stands, hence each is matched once, however many hosts have it.

Measured over 1,920 hosts with nine such files each (TTP 0.10.1; regular expressions by hand in
brackets): equal on all hosts 0.09 s (0.06), each with a comment of its own 0.42 s (0.37), dumps of
`mlxconfig query`, 126 values each, equal but for the device 9.1 s (7.5), different in every value
26 s (9). Of that 0.05 s are spent once, on the import and on two templates.

TTP evaluates what a template says: templates are files of this package, never anybody's input.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from threading import Lock
from typing import Any

from twin.core.resources import resource_dir

_MOST_LINES = 16_384  # kept of all texts together; a firmware dump has two hundred


@dataclass(frozen=True, slots=True)
class Matched:
    """One line as the template takes it: the name of the group, and its variables."""

    kind: str
    values: dict[str, str]


@dataclass
class LineTemplate:
    """A file `templates/<name>` of groups `<group name="kind*">`.

    Each line of a group is a start line (`_start_`) that begins with `{{ line }}|`.
    """

    name: str
    _known: dict[str, Matched | None] = field(default_factory=dict)
    _lock: Lock = field(default_factory=Lock)

    def match(self, lines: Sequence[str]) -> list[Matched | None]:
        """What each line is, in order; None for a line that the template does not know.

        Blanks around a line do not count.
        """
        texts = [line.strip() for line in lines]
        with self._lock:
            known = self._known
            found = self._parse([text for text in dict.fromkeys(texts) if text not in known])
            result = [found[text] if text in found else known[text] for text in texts]
            if len(known) + len(found) > _MOST_LINES:
                known.clear()
            if len(found) <= _MOST_LINES:
                known.update(found)
        return result

    def _parse(self, texts: list[str]) -> dict[str, Matched | None]:
        found: dict[str, Matched | None] = dict.fromkeys(texts)
        if not texts:
            return found
        numbered = "\n".join(f"{number}|{text}" for number, text in enumerate(texts))
        # A text that begins with a newline is never taken for the name of a file.
        self._parser.set_input(f"\n{numbered}\n")
        self._parser.parse(one=True)
        for kind, matches in _groups(self._parser.result()):
            for values in matches:
                found[texts[int(values.pop("line"))]] = Matched(kind, values)
        self._parser.clear_result()
        return found

    @cached_property
    def _parser(self) -> Any:
        """The compiled template.

        TTP keeps a pickle of its own functions in its package unless told where: here nowhere, so
        that an installation stays as it is and no pickle is ever read.
        """
        from ttp import ttp

        template = (resource_dir("templates") / self.name).read_text(encoding="utf-8")
        before = os.environ.get(_CACHE)
        os.environ[_CACHE] = str(Path(os.devnull))
        try:
            return ttp(template=template, log_level="ERROR")
        finally:
            if before is None:
                del os.environ[_CACHE]
            else:
                os.environ[_CACHE] = before


_CACHE = "TTPCACHEFOLDER"


def _groups(result: Any) -> list[tuple[str, list[dict[str, str]]]]:
    """The groups of one template's one input; nothing at all when no line matched."""
    ((found,),) = result
    return list(found.items()) if found else []
