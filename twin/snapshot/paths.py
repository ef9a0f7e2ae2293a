"""Names of files in a snapshot: relative, with slashes, without surprises."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from twin.core.errors import Problem
from twin.snapshot.limits import Limits

RULE = "PAR002"


def problem(file: str, found: str, need: str) -> Problem:
    """A fault of a file as a whole."""
    return Problem(printable(file) or ".", 0, 0, RULE, "", found, need)


def printable(name: str) -> str:
    """The name with everything escaped that would break a line or a terminal."""
    text = name.encode("utf-8", "backslashreplace").decode("utf-8")
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def is_private(path: str) -> bool:
    """True below a hidden entry at the top of a snapshot (`.git`, the manifest): no part of it."""
    return path.startswith(".")


def name_problem(path: str, limits: Limits) -> Problem | None:
    """Why this relative path cannot name a file of a snapshot, or None."""
    try:
        size = len(path.encode())
    except UnicodeEncodeError:
        return problem(path, "a name that is not UTF-8", "a name in UTF-8")
    if not path.isprintable():
        return problem(path, "a control character in the name", "printable characters")
    if size > limits.path_bytes:
        return problem(path, f"a path of {size} B", f"at most {limits.path_bytes} B")
    if path.count("/") > limits.depth:
        found = f"{path.count('/')} folders deep"
        return problem(path, found, f"at most {limits.depth}")
    return None


def normal_path(path: str, limits: Limits) -> str | Problem:
    """`./a//b` → `a/b`; a Problem for what is absolute, climbs, or is no POSIX path."""
    if not path:
        return problem("(empty)", "a file without a name", "a relative path")
    if "\\" in path:
        return problem(path, "a backslash in the name", "folders separated by /")
    if path.startswith("/"):
        return problem(path, "an absolute path", "a path relative to the snapshot")
    parts = [part for part in path.split("/") if part not in ("", ".")]
    if ".." in parts:
        return problem(path, "a path that climbs with ..", "a path inside the snapshot")
    if not parts or path.endswith(("/", "/.")):
        return problem(path, "the path of a folder", "the path of a file")
    normal = "/".join(parts)
    return name_problem(normal, limits) or normal


def clashes(paths: Iterable[str]) -> list[Problem]:
    """Files that are also folders, and names that differ in Unicode composition only."""
    names = sorted(paths)
    present = set(names)
    composed: dict[str, str] = {}
    problems: list[Problem] = []
    for path in names:
        first = composed.setdefault(unicodedata.normalize("NFC", path), path)
        if first != path:
            found = f"looks the same as {printable(first)!r}"
            problems.append(problem(path, found, "names that a person can tell apart"))
        cut = path.rfind("/")
        while cut > 0:
            if path[:cut] in present:
                problems.append(problem(path[:cut], f"both a file and the folder of {path}", "one"))
                break
            cut = path.rfind("/", 0, cut)
    return problems
