"""Files of a source, one after the other, into the files of a snapshot."""

from __future__ import annotations

import posixpath
import re
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from twin.app.importing.kinds import FRR, LLDP, NVUE, SHELL, TARGETS, kind_of
from twin.app.importing.placing import (
    Placed,
    order_of,
    place,
    reason_to_leave,
    stem_of,
    word_of,
)
from twin.app.importing.shell import take_apart
from twin.core.layout import INTENT_FILE, LOCK_FILE
from twin.dialects.registry import reader_of
from twin.dialects.topology.containerlab import LabFile
from twin.snapshot.folder import CONFIGS

# Files at the top of a snapshot that are taken as they are (the contract's layout).
_TOP = (INTENT_FILE, LOCK_FILE, "external.yaml", "waivers.yaml")
_END = re.compile(r"^exit\b.*\s*\Z", re.MULTILINE)  # of one script; the next one follows
_JOINED = frozenset(TARGETS.values())  # texts of several pieces that make one file
_SAME = "the same text as that of a file that was taken"
_OTHER = "another text than that of {}, which was taken"


class Taken(NamedTuple):
    """A file of the source and where it went."""

    source: str
    target: str


class LeftOut(NamedTuple):
    """A file of the source that went nowhere, and why."""

    source: str
    reason: str


class _Piece(NamedTuple):
    order: tuple[int, str]
    source: str
    text: str


@dataclass
class Gathering:
    """What the snapshot will hold. kind: what every file without a path is, where the user says."""

    root: str
    nodes: frozenset[str] = frozenset()
    kind: str | None = None
    files: dict[str, bytes] = field(default_factory=dict)
    taken: list[Taken] = field(default_factory=list)
    left: list[LeftOut] = field(default_factory=list)
    _pieces: dict[str, list[_Piece]] = field(default_factory=lambda: defaultdict(list))
    _origins: dict[str, str] = field(default_factory=dict)
    _steps: dict[tuple[str, str], tuple[str, _Piece]] = field(default_factory=dict)

    def leave(self, source: str, reason: str) -> None:
        """A file that goes nowhere."""
        self.left.append(LeftOut(source, reason))

    def put(self, target: str, data: bytes, source: str) -> None:
        """A file of the snapshot; the first one of a name is taken."""
        if target in self.files:
            reason = _SAME if self.files[target] == data else _OTHER
            self.leave(source, reason.format(self._origins[target]))
            return
        self.files[target] = data
        self._origins[target] = source
        self.taken.append(Taken(source, target))

    def add(self, file: str, sources: Mapping[str, bytes], *, is_snapshot: bool) -> None:
        """One file of a folder; it is read when it belongs to a device."""
        parts = file.split("/", 2)
        if is_snapshot and (file in _TOP or (parts[0] == CONFIGS and len(parts) == 3)):
            self.put(file, sources[file], file)
            return
        reason = reason_to_leave(file)
        placed = reason or place(file, self.root, self.nodes)
        if isinstance(placed, str):
            self.leave(file, placed)
        else:
            self.add_placed(placed, sources[file], file)

    def add_placed(self, placed: Placed, data: bytes, source: str) -> None:
        """A file of a device: by its path, or by what it holds."""
        if placed.path:
            self.put(f"{CONFIGS}/{placed.device}/{placed.path}", data, source)
            return
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            self.leave(source, "no text")
            return
        kind = self.kind or kind_of(text)
        if kind is None:
            reason = "neither NVUE, FRR, ifupdown2, LLDP nor a script, by its content"
            self.leave(source, reason)
        elif kind == LLDP:
            self.put(f"lldp/{placed.device}.json", data, source)
        elif kind == SHELL:
            self.add_script(placed, text, source)
        else:
            self.add_piece(placed, kind, text, source)

    def add_piece(self, placed: Placed, kind: str, text: str, source: str) -> None:
        """A text that may be one of several that make one file."""
        target = f"{CONFIGS}/{placed.device}/{TARGETS[kind]}"
        piece = _Piece(order_of(placed.step), source, text)
        word = word_of(placed.step)
        step, known = self._steps.get((target, word), ("", piece))
        if word and known.source != source and (step == placed.step or word in (step, placed.step)):
            reason = _SAME if _told(known.text) == _told(text) else _OTHER
            self.leave(source, reason.format(known.source))
            return
        self._steps[target, word] = placed.step, piece
        self._pieces[target].append(piece)

    def add_script(self, placed: Placed, text: str, source: str) -> None:
        """A script: the files that it writes, what it tells FRR, and what it does itself."""
        script = take_apart(text)
        is_used = False
        for path, body in script.files.items():
            if reader_of(path[1:]) is not None:
                self.put(f"{CONFIGS}/{placed.device}{path}", body.encode(), source)
                is_used = True
        for body in script.frr:
            self.add_piece(placed, FRR, body, source)
            is_used = True
        if script.is_network:
            self.add_piece(placed, SHELL, script.rest, source)
            is_used = True
        if not is_used:
            self.leave(source, "a script that sets nothing of the network")

    def add_lab_files(self, lab_files: list[LabFile], sources: Mapping[str, bytes]) -> set[str]:
        """Files that a laboratory gives to its nodes; answers with those of the folder it names."""
        named: set[str] = set()
        for lab in lab_files:
            what = f"{lab.node}: {lab.source.splitlines()[0] if lab.inline else lab.source}"
            if lab.inline:
                placed = Placed(lab.node, "", "startup-config")
                self.add_placed(placed, lab.source.encode(), what)
                continue
            path = posixpath.normpath(lab.source)
            below = {n for n in sources if n == path or n.startswith(f"{path}/")}
            if not below:
                self.leave(what, "no such file beside the laboratory")
            named |= below
            for name in sorted(below):
                self._add_lab_file(lab, path, name, sources[name])
        return named

    def _add_lab_file(self, lab: LabFile, path: str, name: str, data: bytes) -> None:
        target = (lab.target or "").strip("/") + name[len(path) :]
        if lab.target and reader_of(target) is not None:
            self.put(f"{CONFIGS}/{lab.node}/{target}", data, name)
            return
        step = stem_of(posixpath.basename(target or path))
        self.add_placed(Placed(lab.node, "", step), data, name)

    def finish(self) -> None:
        """Join the pieces of each file in their order."""
        for target, pieces in sorted(self._pieces.items()):
            pieces.sort()
            whole = _joined([piece.text for piece in pieces], target)
            if target in self.files:
                for piece in pieces:
                    self.leave(piece.source, _OTHER.format(self._origins[target]))
                continue
            self.files[target] = whole.encode()
            self.taken += [Taken(piece.source, target) for piece in pieces]
        self.taken = sorted(set(self.taken))
        self.left = sorted(set(self.left))


def _told(text: str) -> str:
    """What a text says, whichever program its first line names."""
    return text.split("\n", 1)[-1] if text.startswith("#!") else text


def _joined(texts: list[str], target: str) -> str:
    """One text of several; patches of NVUE are one list, whatever documents they came in."""
    if len(texts) == 1:
        return texts[0]
    if target.endswith(TARGETS[NVUE]):
        texts = ["".join(x for x in t.splitlines(True) if x.strip() != "---") for t in texts]
    if target.endswith(TARGETS[SHELL]):
        texts = [_END.sub(r"# \g<0>", text) for text in texts]
    return "".join(text if text.endswith("\n") else f"{text}\n" for text in texts)
