"""Addresses that nobody can listen on are refused before gRPC is asked."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest

from tests.service.conftest import ROOT
from twin.core.errors import InputError
from twin.service.address import parse_address
from twin.service.probe import refuse_unusable


def refusal(text: str) -> str:
    with pytest.raises(InputError) as caught:
        refuse_unusable(parse_address(text))
    message = str(caught.value)
    head, tail = f"--listen: cannot use {text}: ", ", need an address of this machine that is free"
    assert message.startswith(head)
    assert message.endswith(tail)
    return message.removeprefix(head).removesuffix(tail)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, so that names of sockets are short."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_port_that_is_taken_and_free_again() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        text = f"127.0.0.1:{other.getsockname()[1]}"
        assert refusal(text) == "address already in use"
    refuse_unusable(parse_address(text))
    refuse_unusable(parse_address("localhost:0"))


def test_an_address_of_another_machine_and_names_that_are_none() -> None:
    assert refusal("203.0.113.7:50051") == "cannot assign requested address"
    assert refusal("a..b:50051") == "no name of a host"


def test_a_unix_socket_is_left_free(folder: Path) -> None:
    refuse_unusable(parse_address("unix:s"))
    assert list(folder.iterdir()) == []


def test_unix_paths_that_cannot_be(folder: Path) -> None:
    (folder / "file").write_text("kept")
    assert refusal("unix:file") == "address already in use"
    assert (folder / "file").read_text() == "kept"
    assert refusal("unix:no/s") == "no such file or directory"
    assert refusal("unix:" + "x" * 108) == "a path of more than 107 bytes"


def test_the_socket_of_a_living_server_is_not_taken_over_that_of_a_dead_one_is(
    folder: Path,
) -> None:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as other:
        other.bind("s")
        other.listen()
        assert refusal("unix:s") == "address already in use"
    assert (folder / "s").is_socket()
    refuse_unusable(parse_address("unix:s"))


@pytest.mark.parametrize("kind", ["port", "path"])
def test_a_start_that_fails_is_one_line(kind: str, tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = f"127.0.0.1:{other.getsockname()[1]}"
        address = port if kind == "port" else f"unix:{tmp_path}/no/s"
        command = [sys.executable, "-m", "twin.cli", "serve", "--listen", address]
        ended = subprocess.run(
            command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False
        )
    assert ended.returncode == 2
    (line,) = ended.stderr.splitlines()
    assert line.startswith(f"--listen: cannot use {address}: ")
