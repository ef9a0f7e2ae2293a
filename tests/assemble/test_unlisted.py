"""Devices that no topology lists."""

from __future__ import annotations

from tests.support.lab import base
from twin.app.check import read_twin
from twin.snapshot.folder import Snapshot


def test_files_tell_hosts_from_switches_without_a_topology() -> None:
    files = {f: d for f, d in base("two-tier", "new").files.items() if f.startswith("configs/")}
    twin = read_twin(Snapshot.from_files("bare", files))
    assert {device.name for device in twin.hosts} == {f"gpu{n:03d}" for n in range(1, 17)}
    assert {device.name for device in twin.switches} == {
        "leaf01", "leaf02", "leaf03", "leaf04", "spine01", "spine02",
    }  # fmt: skip
