"""NVUE paths for the page of supported syntax."""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.nvue.facets import UNREAD_FACETS
from twin.dialects.nvue.inert import INERT
from twin.dialects.nvue.table import Kind
from twin.dialects.nvue.trie import claims, known_paths
from twin.dialects.supported import Supported, claimed, inert, unread

DEPTH = 4  # words of an unread path that are shown; what lies below is meant as well
_NO_PATH = (Kind.SECTION,)


def supported() -> Iterator[Supported]:
    """Claimed paths, inert prefixes with the reason, and the beginnings of unread paths."""
    spoken = {row.path for row in claims() if row.kind not in _NO_PATH}
    yield from claimed("startup.yaml", sorted(".".join(path) for path in spoken))
    yield from inert("startup.yaml", sorted(INERT.items()))
    quiet = {tuple(prefix.split(".")) for prefix in INERT}
    heads = {
        path[:DEPTH]
        for path, _, _ in known_paths()
        if path not in spoken and not any(path[:n] in quiet for n in range(1, len(path) + 1))
    }
    above = {path[:n] for path in spoken for n in range(1, len(path) + 1)}
    yield from unread(
        "startup.yaml", ((".".join(head), _facets(head)) for head in sorted(heads - above))
    )


def _facets(path: tuple[str, ...]) -> tuple[str, ...]:
    for length in range(len(path), -1, -1):
        facets = UNREAD_FACETS.get(".".join(path[:length]))
        if facets is not None:
            return facets
    return ()
