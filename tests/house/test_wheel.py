"""The wheel works alone: built, installed into an empty environment, run in an empty folder."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
INTENT = ROOT / "examples" / "two-tier" / "intent.yaml"

pytestmark = pytest.mark.slow


def run(*command: str | Path, cwd: Path) -> subprocess.CompletedProcess[str]:
    """Run without anything of this checkout on Python's path."""
    env = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    return subprocess.run(
        [str(part) for part in command],
        cwd=cwd, env=env, capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    built = run(
        sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=ROOT
    )  # fmt: skip
    assert built.returncode == 0, built.stderr
    (path,) = folder.glob("fabric_twin-*.whl")
    return path


@pytest.fixture(scope="module")
def twin(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `twin` command of an environment that has the wheel and this one's libraries.

    The libraries are lent by a .pth line: a path added so is searched for packages, but the .pth
    files in it (the editable install of this checkout among them) are not obeyed.
    """
    folder = tmp_path_factory.mktemp("venv")
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    own = folder / "lib" / version / "site-packages"
    (own / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    installed = run(
        sys.executable, "-m", "pip", "--python", python, "install",
        "--quiet", "--no-deps", "--no-index", wheel, cwd=folder,
    )  # fmt: skip
    assert installed.returncode == 0, installed.stderr
    where = run(python, "-c", "import twin; print(twin.__file__)", cwd=folder)
    assert Path(where.stdout.strip()).is_relative_to(own), where.stdout + where.stderr
    return folder / "bin" / "twin"


def test_what_is_in_it(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    carried = {name.split("/")[2] for name in names if name.startswith("twin/_resources/")}
    assert carried == {"templates", "schemas"}
    assert "twin/py.typed" in names
    assert any(name.endswith("licenses/LICENSE") for name in names)
    assert {name.split("/")[0].split("-")[0] for name in names} == {"twin", "fabric_twin"}


def test_compile_and_check_in_an_empty_folder(twin: Path, tmp_path: Path) -> None:
    shutil.copy(INTENT, tmp_path / "intent.yaml")
    compiled = run(twin, "compile", "intent.yaml", "-o", "snap", cwd=tmp_path)
    assert compiled.returncode == 0, compiled.stderr
    checked = run(twin, "check", "snap", cwd=tmp_path)
    assert checked.returncode == 0, checked.stdout + checked.stderr
    assert "pass" in checked.stdout.lower()


@pytest.mark.parametrize("command", ["rules", "schema", "--version"])
def test_commands_that_need_carried_files(twin: Path, tmp_path: Path, command: str) -> None:
    ended = run(twin, command, *(["intent"] if command == "schema" else []), cwd=tmp_path)
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout
