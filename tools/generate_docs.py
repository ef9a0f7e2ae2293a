"""Write what is generated from the code, or (`--check`) say what has drifted from it.

docs/rules.md and the table between markers in README.md from the rules' docstrings, docs/cli.md
from the commands, docs/api.md from the service contract, docs/supported-syntax.md from the readers'
tables.
"""

from __future__ import annotations

import difflib
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BEGIN, END = "<!-- rules: begin, written by `make docs` -->\n", "<!-- rules: end -->\n"


def with_table(text: str, table: str) -> str:
    """The README with the table between its markers; ValueError without markers."""
    head, begin, rest = text.partition(BEGIN)
    _, end, tail = rest.partition(END)
    if not begin or not end:
        raise ValueError("README.md: markers of the rules table, need both")
    return f"{head}{begin}{table}{end}{tail}"


def documents() -> dict[str, str]:
    """Path in the tree → what it must hold."""
    from doc_api import api_page
    from doc_cli import cli_page
    from doc_rules import family_table, rules_page
    from doc_syntax import syntax_page

    from twin.checks.registry import load_rules

    rules = load_rules().values()
    readme = (ROOT / "README.md").read_text()
    return {
        "README.md": with_table(readme, family_table(rules)),
        "docs/rules.md": rules_page(rules),
        "docs/cli.md": cli_page(),
        "docs/api.md": api_page(ROOT / "proto"),
        "docs/supported-syntax.md": syntax_page(),
    }


def drift() -> list[str]:
    """A unified diff per file that is not what the code says."""
    diffs = []
    for name, wanted in documents().items():
        path = ROOT / name
        present = path.read_text() if path.is_file() else ""
        if present != wanted:
            lines = difflib.unified_diff(
                present.splitlines(), wanted.splitlines(), f"{name} in the tree",
                f"{name} by the code", n=1, lineterm="",
            )  # fmt: skip
            diffs.append("\n".join(list(lines)[:30]))
    return diffs


def main(arguments: list[str]) -> int:
    """Command line; 1 when `--check` finds a difference."""
    if arguments == ["--check"]:
        differences = drift()
        for text in differences:
            print(text, file=sys.stderr)
        if differences:
            print("generated files have drifted: run `make docs` and commit", file=sys.stderr)
        return 1 if differences else 0
    for name, text in documents().items():
        path = ROOT / name
        if not path.is_file() or path.read_text() != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
            print(f"wrote {name}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
