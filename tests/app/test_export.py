"""A fabric in other formats: what files of devices add to their nodes, and what is lost."""

from __future__ import annotations

import json

import pytest

from twin.app.check import read_twin
from twin.app.export import export_twin
from twin.assemble.twin import Twin
from twin.core.errors import InputError, UnsupportedError
from twin.dialects.topology.exports import FORMATS
from twin.snapshot.folder import Snapshot

TOPOLOGY = """\
nodes:
  leaf01: {role: leaf, model: SN5600}
  gpu001: {role: host}
links:
  - {a: "leaf01:swp1", b: "gpu001:eth1", speed_gbps: 400, cable_m: 3}
"""
STARTUP = "- header:\n    version: 5.16.0\n- set:\n    system:\n      hostname: leaf01\n"


@pytest.fixture
def fabric() -> Twin:
    files = {"topology.yaml": TOPOLOGY, "configs/leaf01/etc/nvue.d/startup.yaml": STARTUP}
    return read_twin(Snapshot.from_files("su1", {n: t.encode() for n, t in files.items()}))


def test_files_of_a_device_tell_its_system_and_release(fabric: Twin) -> None:
    document = json.loads(export_twin(fabric, "air").text)
    assert document["content"]["nodes"]["leaf01"]["os"] == "cumulus-vx-5.16.0"
    assert document["content"]["nodes"]["gpu001"]["os"] == "generic/ubuntu2404"


def test_what_is_lost_is_said(fabric: Twin) -> None:
    export = export_twin(fabric, "ptm")
    assert (export.nodes, export.links) == (2, 1)
    assert export.lost == (
        "model of 1 node", "os of 1 node", "release of 1 node", "role of 2 nodes",
        "cable_m of 1 cable", "speed_gbps of 1 cable",
    )  # fmt: skip
    assert export_twin(fabric, "dot").lost == ()


@pytest.mark.parametrize("to", FORMATS)
def test_equal_snapshots_give_equal_bytes(to: str, fabric: Twin) -> None:
    lines = TOPOLOGY.splitlines(keepends=True)
    turned = "".join([lines[0], lines[2], lines[1], *lines[3:]])
    files = {"configs/leaf01/etc/nvue.d/startup.yaml": STARTUP, "topology.yaml": turned}
    other = read_twin(Snapshot.from_files("su1", {n: t.encode() for n, t in files.items()}))
    assert export_twin(other, to).text == export_twin(fabric, to).text


def test_what_cannot_be_exported(fabric: Twin) -> None:
    with pytest.raises(UnsupportedError, match=r"'airr': no such format, need one of air, .*'air'"):
        export_twin(fabric, "airr")
    with pytest.raises(InputError, match="no device"):
        export_twin(read_twin(Snapshot.from_files("x", {"intent.txt": b""})), "air")
