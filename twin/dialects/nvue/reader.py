"""From the bytes of a startup.yaml to what it sets and takes back."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import cast

from twin.core.errors import InputError, Problem
from twin.core.yaml12 import MappingNode, Node, ScalarNode, SequenceNode, check_bounds, compose
from twin.dialects.base import Context, Source
from twin.dialects.nvue.erase import Eraser
from twin.dialects.nvue.ledger import Ledger, is_empty
from twin.dialects.nvue.release import listed_minor, release_in_header
from twin.dialects.nvue.trie import compiled
from twin.dialects.nvue.walk import Walker

PARTS = ("header", "set", "unset")  # what a patch may hold
_MARK = re.compile(rb"^---(?=[ \t\r]*$)", re.MULTILINE)
_CONTENT = re.compile(rb"^(?![ \t]*(?:#|\r?$))[^\n]+", re.MULTILINE)


def looks_like_patches(data: bytes) -> bool:
    """True when the first line that says something begins a YAML list or a map of JSON."""
    lines = data[:4096].decode("utf-8-sig", "replace").splitlines()
    first = next((line for line in lines if line.strip() and line.lstrip()[0] != "#"), "")
    return first.lstrip().startswith(("- ", "---", "{", "[", "set:"))


def _one_list(data: bytes) -> bytes:
    """Lists of patches in documents of their own, one behind the other, as one list.

    That is what a person gets who joins the files of several steps. Offsets and lines stay.
    """
    documents = _MARK.split(data)
    if not any(map(_CONTENT.search, documents[:-1])) or not all(map(_is_list, documents)):
        return data
    return _MARK.sub(b"#--", data)


def _is_list(document: bytes) -> bool:
    """A list at the left margin, or nothing at all."""
    first = _CONTENT.search(document)
    return first is None or first[0][:1] == b"-"


def read_startup(
    source: Source, context: Context, ledger: Ledger, earlier: Sequence[Ledger] = ()
) -> None:
    """Read one file of patches into its ledger; what is wrong with it becomes problems.

    earlier: those of files that were read before, out of which an `unset` takes what it names.
    Raises InputError for a file that is none.
    """
    data = _one_list(source.data) if b"\n---" in source.data else source.data
    node = compose(data, source.file)
    if node is None:
        need = "a list of header, set and unset maps"
        raise InputError(Problem(source.file, 0, 0, "PAR002", "", "is empty", need))
    if b"&" in data:
        check_bounds(node, source.file)
    _read_document(node, data, ledger, context, earlier)


def _patches(node: Node, ledger: Ledger) -> Iterator[tuple[str, Node]]:
    """(header, set or unset; its node) in order; a bare map is one `set`."""
    if isinstance(node, SequenceNode):
        items = node.value
    elif isinstance(node, MappingNode):
        names = {key.value for key, _ in node.value if isinstance(key, ScalarNode)}
        if not names.intersection(PARTS):
            yield "set", node
            return
        items = [node]
    else:
        items = [node]
    for item in items:
        if not isinstance(item, MappingNode):
            if not is_empty(item):
                ledger.problem("PAR002", item, "no map", "a list of header, set and unset maps")
            ledger.refuse(item)
            continue
        for key, value in item.value:
            if isinstance(key, ScalarNode) and key.value in PARTS:
                yield key.value, value
                continue
            plain = isinstance(key, ScalarNode)
            shown = str(key.value)[:60] if plain else "a key that is no scalar"
            ledger.problem("PAR002", key, shown, "header, set or unset")
            ledger.refuse(value)


def _declared_release(patches: list[tuple[str, Node]]) -> str | None:
    """What the header says the file was written for."""
    for kind, node in patches:
        if kind == "header" and isinstance(node, MappingNode):
            for key, value in node.value:
                if key.value == "version" and isinstance(value, ScalarNode):
                    return release_in_header(value.value)
    return None


def _read_document(
    node: Node, data: bytes, ledger: Ledger, context: Context, earlier: Sequence[Ledger]
) -> None:
    reading = ledger.reading
    patches = list(_patches(node, ledger))
    reading.release = _declared_release(patches)
    release = context.release or reading.release
    root = compiled(listed_minor(release))
    if release and listed_minor(release) is None:
        reading.unlisted_release = release
    walker, eraser = Walker(ledger, data), Eraser(ledger, earlier)
    for kind, patch in patches:
        if is_empty(patch):
            ledger.lines += 1
            ledger.inert += 1
        elif not isinstance(patch, MappingNode):
            ledger.problem("PAR002", patch, "no map", f"a map below {kind}")
            ledger.refuse(patch)
        elif kind == "unset":
            eraser.patch(root, patch)
        else:
            held = root.children["header"] if kind == "header" else root
            walker.section(held, cast("list[tuple[Node, Node]]", patch.value), ledger.tree, ())
