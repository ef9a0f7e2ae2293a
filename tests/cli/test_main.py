"""The frame around the commands: lazy, and one clear line for whatever goes wrong."""

from __future__ import annotations

import re
import subprocess
import sys
from importlib import import_module

import click
import pytest
from click.testing import CliRunner

from twin import __version__
from twin.cli.main import COMMANDS, cli, module_of
from twin.core.errors import InputError, Problem, UnsupportedError


def run(*arguments: str) -> tuple[int, str, str]:
    result = CliRunner().invoke(cli, arguments)
    return result.exit_code, result.stdout, result.stderr


def python(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def test_help_lists_every_command_and_the_exit_codes() -> None:
    code, out, _ = run("--help")
    assert code == 0
    assert "Exit codes: 0 in order, 1 findings, 2 could not judge" in " ".join(out.split())
    for name, about in COMMANDS.items():
        assert re.search(rf"^  {name} +{re.escape(about)}$", out, re.MULTILINE)


def test_version() -> None:
    assert run("--version") == (0, f"twin, version {__version__}\n", "")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_its_line_of_help_and_examples(name: str) -> None:
    command = import_module(module_of(name)).command
    assert isinstance(command, click.Command)
    assert command.short_help == COMMANDS[name]
    code, out, _ = run(name, "--help")
    assert code == 0
    assert f"twin {name}" in out.split("Examples:")[1]


def test_help_imports_nothing_but_click() -> None:
    allowed = ("twin", "twin.cli", "twin.cli.main")
    code = (
        "import sys\nimport click\nbefore = set(sys.modules)\n"
        "from twin.cli.main import cli\n"
        "try:\n    cli.main(['--help'])\nexcept SystemExit:\n    pass\n"
        f"more = {{m.split('.')[0] for m in set(sys.modules) - before}} - {{'twin', 'click'}}\n"
        f"ours = {{m for m in sys.modules if m.startswith('twin')}} - set({allowed!r})\n"
        "third = {m for m in more if m not in sys.stdlib_module_names}\n"
        "print('IMPORTED', sorted(third), sorted(ours))\n"
    )
    assert python(code).stdout.splitlines()[-1] == "IMPORTED [] []"


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("chek",), "no command 'chek'; did you mean check"),
        (("frobnicate",), "no command 'frobnicate'; `twin --help` lists them."),
        (("check",), "Missing argument 'SNAP'"),
        (("check", "x", "--format", "sarif"), "'sarif' is not one of 'text', 'json'"),
        (("--frob",), "No such option"),
    ],
)
def test_a_wrong_call_exits_with_two(arguments: tuple[str, ...], said: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out) == (2, "")
    assert said in err


def raising(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> tuple[int, str, str]:
    """What `twin rules` does when the use case below it raises."""

    def fail() -> None:
        raise error

    monkeypatch.setattr("twin.app.catalogue.all_rules", fail)
    return run("rules")


def test_every_problem_of_an_input_is_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    problems = [Problem("a.yaml", line, 2, "INT001", "x", "1", "2") for line in (7, 3)]
    code, _, err = raising(monkeypatch, InputError(problems))
    assert code == 2
    assert err == "a.yaml:3:2: x: 1, need 2\na.yaml:7:2: x: 1, need 2\ntwin: 2 problems\n"


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (UnsupportedError("dialect x: not written"), "twin: dialect x: not written\n"),
        (PermissionError(13, "Permission denied", "/root/x"), "twin: /root/x: permission denied\n"),
        (KeyboardInterrupt(), "twin: interrupted\n"),
        (MemoryError(), "twin: out of memory\n"),
        (
            ZeroDivisionError("division\nby zero"),
            "twin: ZeroDivisionError: division by zero; "
            "this is a defect: rerun with TWIN_TRACEBACK=1\n",
        ),
    ],
)
def test_other_errors_are_one_line(
    monkeypatch: pytest.MonkeyPatch, error: BaseException, said: str
) -> None:
    code, _, err = raising(monkeypatch, error)
    assert (code, err.lstrip("\n")) == (2, said)


def test_a_traceback_on_request(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TWIN_TRACEBACK", "1")

    def fail() -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("twin.app.catalogue.all_rules", fail)
    result = CliRunner().invoke(cli, ["rules"])
    assert isinstance(result.exception, ZeroDivisionError)


@pytest.mark.parametrize("stays", [False, True])
def test_a_process_of_one_command_collects_nothing_one_that_stays_does(stays: bool) -> None:
    code = (
        "import gc, sys\n"
        "from twin.cli import main, serve\n"
        "import twin.service.server as server\n"
        "server.serve = lambda *_: print('COLLECTS', gc.isenabled())\n"
        "main.COMMANDS['rules'] = ''\n"
        "main.LazyGroup.get_command = lambda *_: serve.command if STAYS else idle\n"
        "import click\n"
        "idle = click.Command('idle', callback=lambda: print('COLLECTS', gc.isenabled()))\n"
        f"STAYS = {stays}\n"
        "sys.argv = ['twin', 'rules']\n"
        "main.main()\n"
    )
    assert f"COLLECTS {stays}" in python(code).stdout
