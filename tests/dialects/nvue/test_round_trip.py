"""What is rendered reads back as it was, in both generations of names."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings

from tests.dialects.nvue import models
from tests.dialects.nvue.support import RELEASES, declared, facts, read, render
from tests.dialects.nvue.test_corpus import CORPUS
from twin.core.yaml12 import compose, plain
from twin.dialects.base import Context
from twin.dialects.nvue import DIALECT
from twin.dialects.nvue.trie import Step, claims, compiled
from twin.model.config import Config
from twin.model.interface import Interface, Route, VirtualRouter
from twin.model.records import flatten
from twin.model.routing import BgpFamily, BgpProcess, Redistribute, Vrf


@pytest.mark.parametrize("release", RELEASES)
@settings(max_examples=15)
@given(config=models.configs())
def test_any_model_reads_back(release: str, config: Config) -> None:
    told = models.project(config, release)
    if told == Config():
        return
    text = render(config, release)
    reading = read(text, release)
    assert set(flatten(declared(reading))) == set(flatten(told))
    assert not reading.unread


@pytest.mark.parametrize("position", [0, -1])
@pytest.mark.parametrize("release", ["5.10", "5.14", "5.15", "5.16", None])
def test_the_full_model_reads_back_without_complaint(release: str | None, position: int) -> None:
    config = models.full(position)
    reading = read(render(config, release), release)
    told = models.project(config, release)
    assert dict(flatten(declared(reading))) == dict(flatten(told))
    assert (reading.problems, reading.unread) == ([], [])
    assert reading.inert == (4 if release else 3)  # the lines of the header


def _the_rest() -> Config:
    """What the samples do not combine: IPv6 gateways, OSPF in both families, a bare next hop."""
    up, down = (
        VirtualRouter(state, state, ("10.0.0.1/24", "fd00::1/64"), "00:00:5e:00:01:01", 3)
        for state in (True, False)
    )
    taken = {
        family: BgpFamily(redistribute={source: Redistribute(True, "RM")})
        for family, source in (("ipv4-unicast", "ospf"), ("ipv6-unicast", "ospf6"))
    }
    return Config(
        interfaces={
            "vlan10": Interface(virtual_router=up),
            "vlan20": Interface(virtual_router=down),
        },
        vrfs={
            "default": Vrf(
                bgp=BgpProcess(families=taken), routes={"10.0.0.0/8": Route(("10.0.0.2",))}
            )
        },
    )


def test_the_rest_reads_back() -> None:
    for release in RELEASES:
        assert declared(read(render(_the_rest(), release), release)) == _the_rest()


def _patterns(text: str) -> Iterator[tuple[str, ...]]:
    """Every path of a file, with `*` for chosen keys."""

    def below(step: Step, tree: Any, path: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
        yield path
        for key, value in tree.items() if isinstance(tree, dict) else ():
            name = str(key) if str(key) in step.children else "*"
            yield from below(step.children.get(str(key)) or step.any, value, (*path, name))

    for patch in plain(compose(text, "f"), "f"):
        yield from below(compiled(None), patch.get("set"), ())


def test_no_row_stays_untried() -> None:
    """The files of the other tests hold every path that sets a fact."""
    models_ = (models.full(), models.full(-1), _the_rest())
    texts = [render(config, release) for config in models_ for release in ("5.9", "5.14", "5.16")]
    texts += [file.read_text(encoding="utf-8") for file in CORPUS.glob("*.yaml")]
    seen = {path for text in texts for path in _patterns(text)}
    assert [".".join(row.path) for row in claims() if row.target and row.path not in seen] == []


@pytest.mark.oracle
@pytest.mark.parametrize("release", RELEASES)
def test_rendered_files_fit_the_published_models(release: str) -> None:
    pytest.importorskip("nvueschema")
    module = importlib.import_module(f"nvueschema.models.v5_{release.split('.')[1]}")
    config = models.full()
    text = render(config, release)
    for patch in plain(compose(text, "f"), "f"):
        content = patch["set"] if "set" in patch else {"header": patch["header"]}
        if release == "5.18":  # the UDP port went in 5.17
            content.get("nve", {}).get("vxlan", {}).pop("port", None)
        if release == "5.9":  # the MAC address of a link came with 5.10
            for interface in content.get("interface", {}).values():
                interface.get("link", {}).pop("mac-address", None)
        module.NvueConfig.model_validate(content, extra="forbid")


def test_ports_stand_in_natural_order_and_one_fact_on_a_line() -> None:
    config = Config(interfaces={name: Interface(mtu=9216) for name in ("swp10", "swp2", "swp1s1")})
    text = render(config, "5.16")
    assert [line.strip() for line in text.splitlines() if "swp" in line] == [
        "swp1s1:", "swp2:", "swp10:",
    ]  # fmt: skip
    assert facts(text) == {("interfaces", n, "mtu"): 9216 for n in ("swp2", "swp10", "swp1s1")}


def test_the_same_model_gives_the_same_bytes_whatever_its_order() -> None:
    names = [f"swp{n}" for n in range(1, 30)]
    forward = Config(interfaces={name: Interface(mtu=9216) for name in names})
    backward = Config(interfaces={name: Interface(mtu=9216) for name in reversed(names)})
    assert render(forward) == render(backward)


def test_header_names_model_and_release() -> None:
    lines = render(Config(hostname="leaf01"), "5.16").splitlines()
    assert lines == [
        "- header:",
        "    model: SN5600",
        "    nvue-api-version: nvue_v1",
        "    rev-id: 1.0",
        "    version: Cumulus Linux 5.16.0",
        "- set:",
        "    system:",
        "      hostname: leaf01",
    ]


def test_releases_before_5_4_have_no_header() -> None:
    assert render(Config(hostname="leaf01"), "5.3").startswith("- set:\n")
    assert read(render(Config(hostname="leaf01"), "5.3"), "5.3").problems == []


def test_nothing_to_say_gives_no_file() -> None:
    assert DIALECT.render(Config(), Context("gpu001")) == {}
