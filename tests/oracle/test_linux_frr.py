"""Compiled and generated frr.conf against FRR: its grammar, and its daemons.

A configuration is loaded into real daemons; what `show running-config` then prints, FRR's own
normal form, must say the same: as a model for any mixture of fields, word by word and in the same
order for what `twin compile` writes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from tests.dialects.frr import models
from tests.oracle import live_models
from tests.oracle.needs import need
from tests.oracle.suite import grammar_errors, has_vtysh, lacking, running_suite
from tests.support.intents import clos
from twin.app.compile import compile_files
from twin.core.facts import Path as Fact
from twin.dialects.base import Context, Source
from twin.dialects.frr import DIALECT
from twin.dialects.frr.render import FRR_CONF, render_frr
from twin.model.config import Config
from twin.model.records import build, flatten

pytestmark = pytest.mark.oracle

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
NUMBERED = """  underlay: {unnumbered: false}
  tenants:
    - name: blue
      vrf: {l3vni: 104001, rd: 7, route_targets: {import: ["65000:1"], export: ["65000:1"]}}
      networks: [{name: store, routed: {subnet: 10.3.0.0/24}}]
      attach: [{hosts: [gpu001-gpu002]}]
"""
# True is what these are without a word, so that FRR does not print it; of all others it is False.
_ON_BY_DEFAULT = {
    "client_to_client", "deterministic_med", "network_import_check", "fast_external_failover",
    "ead_evi_routes", "ead_evi_routes_needed", "send_regular", "send_extended", "send_large",
    "enabled", "duplicate_detection", "link_detect",
}  # fmt: skip
# What FRR prints of itself and of the machine, or says by other means than the text.
_OF_THE_MACHINE = ("hostname", "frr", "forwarding")
_LINES_OF_THE_MACHINE = (
    "Building configuration", "Current configuration", "frr version", "hostname",
    "no ip forwarding", "no ipv6 forwarding", "end", "line vty", "!",
)  # fmt: skip


@cache
def compiled() -> dict[str, str]:
    """Every different frr.conf of the examples and of a numbered fabric, by a device of it."""
    fabrics = []
    for name in ("two-tier", "rail-su"):
        folder = EXAMPLES / name
        lock = (folder / "allocations.lock.yaml").read_bytes()
        fabrics.append(compile_files((folder / "intent.yaml").read_bytes(), lock, dialect="linux"))
    fabrics.append(compile_files(clos(4, more=NUMBERED).encode(), dialect="linux"))
    return {
        f"{number}/{file.split('/')[1]}": text
        for number, files in enumerate(fabrics)
        for file, text in files.items()
        if file.endswith("/frr.conf")
    }


def _samples() -> Iterator[str]:
    """A leaf and a spine of each fabric."""
    for name in compiled():
        if name.endswith(("leaf01", "spine01")):
            yield name


def _facts(text: str) -> dict[Fact, Any]:
    reading = DIALECT.read(Source("x", FRR_CONF, text.encode()), Context("x"))
    assert [line.text for line in reading.unread] == []
    return dict(flatten(build(Config, reading.tree)))


def _printed(text: str) -> str:
    """Without the two lines of vtysh above a configuration."""
    return "\n".join(
        line for line in text.splitlines() if not line.endswith(("...", "configuration:"))
    )


def test_vtysh_knows_every_compiled_line(tmp_path: Path) -> None:
    need("" if has_vtysh() else "needs FRR (apt-get install frr)")
    assert grammar_errors("\n".join(compiled().values()), tmp_path) == []


@pytest.mark.parametrize("position", [0, -1])
def test_vtysh_knows_every_statement(position: int, tmp_path: Path) -> None:
    need("" if has_vtysh() else "needs FRR (apt-get install frr)")
    text = render_frr(models.full(position), Context("x"))[FRR_CONF]
    of_later_releases = [line for line in text.splitlines() if "mac-vrf soo" in line]
    kept = [line for line in text.splitlines() if line not in of_later_releases]
    assert grammar_errors("\n".join(kept), tmp_path) == []


@pytest.mark.parametrize("name", list(_samples()))
def test_compiled_text_is_what_frr_prints(name: str) -> None:
    need(lacking())
    text = compiled()[name]
    with running_suite() as suite:
        assert suite.load(text) == []
        running = suite.running()

    def told(lines: str) -> list[str]:
        return [
            line
            for line in lines.splitlines()
            if line.strip() and not line.strip().startswith(_LINES_OF_THE_MACHINE)
        ]

    is_unsaid = {"  neighbor underlay activate", "service integrated-vtysh-config"}
    ours = [line for line in told(text) if line not in is_unsaid]
    assert ours == [line for line in told(running) if line not in is_unsaid]


def _compare(config: Config) -> None:
    text = render_frr(config, Context("x")).get(FRR_CONF, "")
    with running_suite() as suite:
        assert suite.load(text) == []
        running = _printed(suite.running())
    ours, theirs = _facts(text), _facts(running)
    for path, value in ours.items() ^ theirs.items():
        if path[0] in _OF_THE_MACHINE:
            continue
        assert path in ours, f"FRR adds {path} = {value}"
        assert path not in theirs, f"FRR says {path} = {theirs[path]}, not {value}"
        assert value is (path[-1] in _ON_BY_DEFAULT) or value is False, (
            f"FRR drops {path} = {value}"
        )


@pytest.mark.parametrize("position", [0, -1])
def test_the_full_model_is_what_frr_runs(position: int) -> None:
    need(lacking())
    _compare(live_models.accepted(models.full(position)))


@settings(
    max_examples=10,
    derandomize=True,
    deadline=None,
    phases=[Phase.generate],  # each takes half a second: no shrinking
    suppress_health_check=list(HealthCheck),
)
@given(config=live_models.configs())
def test_any_model_is_what_frr_runs(config: Config) -> None:
    need(lacking())
    _compare(config)
