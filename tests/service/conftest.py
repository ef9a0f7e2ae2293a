"""A real server in a process of its own, started by the command a user starts it with."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import grpc
import pytest

ROOT = Path(__file__).resolve().parents[2]
INTENT = ROOT / "examples" / "two-tier" / "intent.yaml"


class RunningServer:
    """A started `twin serve`; its standard error is collected."""

    def __init__(self, *options: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "twin.cli", "serve", "--listen", "127.0.0.1:0", *options],
            cwd=ROOT,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.log: list[str] = []
        self._ready = threading.Event()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        assert self._ready.wait(30), "".join(self.log)
        found = re.search(r"listening on (127\.0\.0\.1:\d+)", "".join(self.log))
        assert found, "".join(self.log)
        self.address = found[1]

    def _read(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.log.append(line)
            if "listening on" in line:
                self._ready.set()
        self._ready.set()

    def children(self) -> list[int]:
        """Process ids of the workers."""
        path = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [int(pid) for pid in path.read_text().split()]

    def stop(self, how: signal.Signals = signal.SIGTERM) -> int:
        """Signal it and wait; answers with its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        try:
            return self.process.wait(30)
        finally:
            self.process.kill()
            self._reader.join(5)
            if self.process.stderr is not None:
                self.process.stderr.close()


@contextmanager
def running(*options: str) -> Iterator[RunningServer]:
    server = RunningServer(*options)
    try:
        yield server
    finally:
        server.stop()


@pytest.fixture(scope="session")
def server() -> Iterator[RunningServer]:
    """One server for all tests that leave it as it was."""
    with running("--workers", "1", "--max-upload", "1") as started:
        yield started


@pytest.fixture
def channel(server: RunningServer) -> Iterator[grpc.Channel]:
    with grpc.insecure_channel(server.address) as opened:
        yield opened


@pytest.fixture(scope="session")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`examples/two-tier` compiled, as a folder; not to be edited."""
    from twin.app.compile import compile_files
    from twin.snapshot import write_tree

    folder = tmp_path_factory.mktemp("service") / "two-tier"
    write_tree(folder, compile_files(INTENT.read_bytes()))
    return folder
