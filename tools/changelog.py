"""Move the fragments of changelog.d/ into CHANGELOG.md under a version.

`python tools/changelog.py 0.2.0` writes; `--check` only says whether every fragment has a known
kind and a text.
"""

from __future__ import annotations

import datetime
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
KINDS = ("added", "changed", "fixed", "removed")
MARKER = "<!-- releases -->\n"


def fragments(folder: Path) -> tuple[dict[str, list[str]], list[str]]:
    """(kind → texts, problems) of a changelog.d folder."""
    texts: dict[str, list[str]] = {kind: [] for kind in KINDS}
    problems = []
    for path in sorted(folder.glob("*.md")):
        if path.name == "README.md":
            continue
        kind = path.name.split(".")[-2]
        text = path.read_text().strip()
        if kind not in texts:
            problems.append(f"{path.name}: kind {kind}, need one of {', '.join(KINDS)}")
        elif not text:
            problems.append(f"{path.name}: empty, need a sentence")
        else:
            texts[kind].append(text)
    return texts, problems


def section(version: str, day: str, texts: dict[str, list[str]]) -> str:
    """The Markdown of one release."""
    parts = [f"\n## {version} ({day})\n"]
    for kind, items in texts.items():
        if items:
            parts.append(f"\n### {kind.capitalize()}\n\n")
            parts += [f"- {' '.join(item.split())}\n" for item in items]
    return "".join(parts)


def main(arguments: list[str]) -> int:
    """Command line; 1 on a bad fragment or bad usage."""
    texts, problems = fragments(ROOT / "changelog.d")
    for line in problems:
        print(f"changelog.d/{line}", file=sys.stderr)
    if problems or len(arguments) != 1:
        return 1
    if arguments[0] == "--check":
        return 0
    changelog = ROOT / "CHANGELOG.md"
    today = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
    text = changelog.read_text()
    changelog.write_text(text.replace(MARKER, MARKER + section(arguments[0], today, texts), 1))
    for path in (ROOT / "changelog.d").glob("*.md"):
        if path.name != "README.md":
            path.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
