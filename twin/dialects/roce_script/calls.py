"""What a command looks like to the reader that takes it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from twin.core.facts import Path
from twin.dialects.claims import Claims
from twin.model.topology import NicSlot


class NotUnderstoodError(Exception):
    """A command that no reader takes; `path`: what it speaks of, where that is plain."""

    def __init__(self, facets: tuple[str, ...], path: Path = ()) -> None:
        super().__init__()
        self.facets, self.path = facets, path


@dataclass(frozen=True, slots=True)
class Arg:
    """One word of a command, its names put in."""

    text: str
    line: int
    column: int


@dataclass(frozen=True, slots=True)
class Call:
    """A command as it runs; `writes` are the files that its output goes to."""

    words: list[Arg]
    claims: Claims
    writes: list[Arg] = field(default_factory=list)
    slots: tuple[NicSlot, ...] = ()

    @property
    def name(self) -> str:
        """The command's own name, without a folder."""
        return self.words[0].text.rsplit("/", 1)[-1]

    @property
    def args(self) -> list[Arg]:
        """The words after the name."""
        return self.words[1:]

    def put(self, path: Path, value: object, arg: Arg) -> None:
        """Set a fact; it stands where `arg` stands."""
        self.claims.put(path, value, arg.line, arg.column)

    def refuse(self, path: Path, arg: Arg, need: str, found: str | None = None) -> None:
        """A value that the tool refuses."""
        self.claims.problem(arg.line, arg.column, path, found or arg.text, need)

    def put_number(self, path: Path, arg: Arg, least: int, most: int) -> bool:
        """Set a whole number, or report it; True when it was set."""
        value = number(arg.text)
        if value is None or not least <= value <= most:
            self.refuse(path, arg, f"a number from {least} to {most}")
            return False
        self.put(path, value, arg)
        return True


Handler = Callable[[Call], None]
_PIECE = re.compile(r"[^/=,\s\"']+")


def named_part(texts: Iterable[str], facets: tuple[str, ...], slots: tuple[NicSlot, ...]) -> Path:
    """The part of the model that a command names: its netdev or RDMA device; () for none or two."""
    named = {piece for text in texts for piece in _PIECE.findall(text)}
    found: set[Path] = set()
    for slot in slots:
        if slot.netdev in named:
            found.add(("nics" if "nic" in facets else "interfaces", slot.netdev))
        if slot.rdma and named & {slot.rdma, slot.pci, (slot.pci or "").removeprefix("0000:")}:
            found.add(("rdma", slot.rdma))
    return found.pop() if len(found) == 1 else ()


def number(text: str) -> int | None:
    """A whole number in decimal or, with 0x, in hexadecimal; else None."""
    try:
        return int(text, 16 if text.lower().startswith("0x") else 10)
    except ValueError:
        return None


def options(
    call: Call,
    short: dict[str, str],
    long: frozenset[str] = frozenset(),
    flags: frozenset[str] = frozenset(),
) -> tuple[dict[str, Arg], list[Arg]]:
    """`-d DEV`, `--set=X`: long name → value, and the words that are neither.

    short: letter → long name. long: names that have no letter. flags: names without a value. Raises
    NotUnderstoodError for an option that is in none of them.
    """
    names = long | set(short.values())
    found: dict[str, Arg] = {}
    rest: list[Arg] = []
    words = iter(call.args)
    for word in words:
        name, sign, value = word.text.partition("=")
        if name.startswith("--"):
            name, attached = name[2:], value if sign else None
        elif name.startswith("-") and len(name) > 1:
            attached = word.text[2:] or None
            name = short.get(word.text[1], "")
        else:
            rest.append(word)
            continue
        if name not in names:
            raise NotUnderstoodError(("nic",))
        if name in flags:
            found[name] = word
        elif attached is not None:
            column = word.column + len(word.text) - len(attached)
            found[name] = Arg(attached, word.line, column)
        else:
            following = next(words, None)
            if following is None:
                raise NotUnderstoodError(("nic",))
            found[name] = following
    return found, rest


def rdma_of(call: Call, device: Arg) -> str:
    """The RDMA device behind `mlx5_0`, a PCI address or a netdev.

    Raises NotUnderstoodError for a name that the node does not have.
    """
    text = device.text
    for slot in call.slots:
        known = {slot.rdma, slot.netdev, slot.pci, (slot.pci or "").removeprefix("0000:")}
        if slot.rdma and text in known:
            return slot.rdma
    if text.startswith(("mlx5_", "roce", "rocep", "ibp")):
        return text
    raise NotUnderstoodError(("nic",))
