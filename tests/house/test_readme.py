"""The README is true: its commands run as printed, and its links lead somewhere."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()
DOCUMENTS = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/architecture.md"]


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def commands() -> list[tuple[str, int]]:
    """(command, expected exit code) of every `sh` block, in order."""
    found = []
    for line in "".join(blocks("sh")).splitlines():
        command, _, comment = line.partition("  #")
        code = re.search(r"exit code (\d)", comment)
        found.append((command.strip(), int(code[1]) if code else 0))
    return found


@pytest.mark.slow
def test_commands_run_in_order(tmp_path: Path) -> None:
    """In a folder with `pod.yaml` as printed and the examples; `twin` is that of this checkout."""
    (intent,) = blocks("yaml")
    (tmp_path / "pod.yaml").write_text(intent)
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    shim = tmp_path / "bin" / "twin"
    shim.parent.mkdir()
    shim.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m twin.cli "$@"\n')
    shim.chmod(0o755)
    env = {**os.environ, "PATH": f"{shim.parent}:{os.environ['PATH']}", "PYTHONPATH": str(ROOT)}
    listed = commands()
    assert len(listed) >= 8
    for command, code in listed:
        ended = subprocess.run(
            command, shell=True, cwd=tmp_path, env=env, capture_output=True, text=True,
            check=False, timeout=120,
        )  # fmt: skip
        assert ended.returncode == code, f"{command}\n{ended.stdout}\n{ended.stderr}"


@pytest.mark.parametrize("document", DOCUMENTS)
def test_links_lead_somewhere(document: str) -> None:
    text = (ROOT / document).read_text()
    folder = (ROOT / document).parent
    targets = [t for t in re.findall(r"\]\(([^)#\s]+)", text) if "://" not in t]
    assert [t for t in targets if not (folder / t).exists()] == []


def test_make_targets_that_documents_name_exist() -> None:
    defined = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for document in DOCUMENTS:
        named = set(
            re.findall(r"(?:^\s*|`)make ([a-z]+)", (ROOT / document).read_text(), re.MULTILINE)
        )
        assert named <= defined, document
