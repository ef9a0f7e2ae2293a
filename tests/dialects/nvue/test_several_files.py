"""Several files of etc/nvue.d: read one after another, a later `unset` takes back."""

from __future__ import annotations

import pytest

from twin.assemble.build import assemble
from twin.assemble.merge import freeze
from twin.dialects.base import Context, Reading, Source
from twin.dialects.nvue import DIALECT
from twin.model.config import Config
from twin.snapshot.folder import Snapshot

PORTS = "- set: {interface: {swp1-2: {link: {mtu: 9000}}, swp3: {link: {mtu: 4000}}}}\n"


def _read(*texts: str) -> tuple[list[Reading], Config]:
    """Files 0.yaml, 1.nv, …: patches or commands, whichever they look like."""
    sources = []
    for number, text in enumerate(texts):
        path = f"etc/nvue.d/{number}.{'nv' if text.startswith('nv ') else 'yaml'}"
        sources.append(Source(path, path, text.encode()))
    readings = DIALECT.read_device(sources, Context("leaf01", None, "5.16"))
    for reading in readings:
        assert reading.lines == reading.claimed + reading.inert + len(reading.unread)
        assert min(reading.claimed, reading.inert) >= 0
    return readings, freeze(readings)


def _mtus(config: Config) -> dict[str, int | None]:
    return {name: port.mtu for name, port in config.interfaces.items()}


@pytest.mark.parametrize(
    "second",
    [
        "nv unset interface swp1-2 link mtu\n",
        "- unset: {interface: {swp1-2: {link: {mtu: {}}}}}\n",
        "nv unset interface swp1 link\nnv unset interface swp2 link mtu\n",
    ],
)
def test_an_unset_takes_back_what_an_earlier_file_set(second: str) -> None:
    (first, later), config = _read(PORTS, second)
    assert _mtus(config) == {"swp1": None, "swp2": None, "swp3": 4000}
    assert (first.lines, first.claimed, first.inert) == (2, 1, 1)
    assert later.inert == 0  # without it the MTU would be there
    assert not later.problems


def test_the_files_count_in_their_order() -> None:
    _, config = _read("nv unset interface swp1-3 link mtu\n", PORTS)
    assert _mtus(config)["swp1"] == 9000
    _, config = _read(PORTS, "nv unset interface swp1\nnv set interface swp1 link mtu 1500\n")
    assert _mtus(config) == {"swp1": 1500, "swp2": 9000, "swp3": 4000}
    _, config = _read(PORTS, "nv set interface swp3 link mtu 1500\n", "nv unset interface swp3\n")
    assert set(_mtus(config)) == {"swp1", "swp2"}


def test_everything_is_taken_back_at_once() -> None:
    assert _read(PORTS, "nv unset\nnv set system hostname x\n")[1] == Config(hostname="x")


def test_what_was_not_understood_is_taken_back_too() -> None:
    (first, later), _ = _read(
        "- set: {interface: {swp1: {lnik: 1}}}\n", "nv unset interface swp1\n"
    )
    assert not first.unread
    assert later.claimed == 1


def test_what_nobody_set_stays_without_effect_and_faults_are_said_once() -> None:
    (first, later), config = _read(PORTS, "nv unset interface swp9 link mtu\nnv unset nonsense x\n")
    assert _mtus(config)["swp1"] == 9000
    assert (later.claimed, later.inert, len(later.unread)) == (0, 1, 1)
    assert not first.unread
    assert not first.problems


def test_a_file_that_cannot_be_read_leaves_the_others() -> None:
    (_, broken, _), config = _read(PORTS, "- set: [\n", "nv unset interface swp3 link mtu\n")
    assert broken.blind
    assert _mtus(config) == {"swp1": 9000, "swp2": 9000, "swp3": None}


def test_a_snippet_is_taken_back_and_others_are_read() -> None:
    snippet = """\
- set:
    system:
      config:
        snippet:
          frr.conf: |
            router bgp 65001
"""
    files = {"configs/sw/etc/nvue.d/a.yaml": snippet.encode()}
    config = assemble(Snapshot.from_files("one", files)).devices["sw"].declared
    assert config.vrfs["default"].bgp is not None
    files["configs/sw/etc/nvue.d/b.nv"] = b"nv unset system config snippet\n"
    assert not assemble(Snapshot.from_files("one", files)).devices["sw"].declared.vrfs
