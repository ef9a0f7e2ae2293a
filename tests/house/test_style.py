"""What the linters cannot say of the house: size of rooms, and what starting up may cost."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from statistics import median

import pytest

ROOT = Path(__file__).resolve().parents[2]
SOURCES = [p for p in (ROOT / "twin").rglob("*.py") if "generated" not in p.parts]


def test_no_file_is_over_400_lines_and_the_median_is_small() -> None:
    lengths = {p.relative_to(ROOT): len(p.read_text().splitlines()) for p in SOURCES}
    assert {path: n for path, n in lengths.items() if n > 400} == {}
    assert median(lengths.values()) <= 120


def test_no_module_is_a_drawer() -> None:
    names = {p.stem for p in SOURCES}
    assert not names & {"utils", "util", "helpers", "misc", "common"}


def test_core_imports_nothing_of_twin() -> None:
    pattern = re.compile(r"^\s*(?:from|import) twin\.(?!core)", re.MULTILINE)
    assert [p for p in (ROOT / "twin/core").glob("*.py") if pattern.search(p.read_text())] == []


HEAVY = ("numpy", "scipy", "networkx", "pydantic", "grpc", "yaml", "jinja2", "ttp", "rich")


@pytest.mark.parametrize("heavy", HEAVY)
def test_help_loads_nothing_heavy(heavy: str) -> None:
    code = (
        "import sys\n"
        "from twin.cli.main import cli\n"
        "try:\n    cli.main(['--help'])\nexcept SystemExit:\n    pass\n"
        f"sys.exit({heavy!r} in sys.modules)"
    )
    ended = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, check=False, timeout=60
    )
    assert ended.returncode == 0
    assert b"Usage: twin" in ended.stdout
