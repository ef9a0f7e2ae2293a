"""What an intent may say, and where it says it."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.intents import HEAD, clos, read
from twin.core.errors import InputError
from twin.core.positions import Mark
from twin.intent import load_intent
from twin.intent.designs import Clos, Custom, RailOptimized
from twin.intent.ranges import expand_names, expand_numbers, number_range

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


def test_defaults_are_those_of_the_field() -> None:
    spec = read(clos(4, more="  lossless: {}\n  nics: {model: ConnectX-7}\n")).spec
    assert spec.lossless is not None
    assert (spec.lossless.priority, spec.lossless.dscp) == (3, 26)
    assert (spec.lossless.cnp.priority, spec.lossless.cnp.dscp) == (6, 48)
    ecn = spec.lossless.ecn
    assert (ecn.min, ecn.max, ecn.probability) == (150_000, 1_500_000, 100)
    assert spec.underlay.unnumbered is True
    assert spec.nics is not None
    assert (spec.nics.profile, spec.nics.mtu) == ("dcqcn", 9_000)


@pytest.mark.parametrize(
    ("name", "kind"),
    [("two-tier", Clos), ("rail-su", RailOptimized)],
)
def test_the_examples_are_read(name: str, kind: type[object]) -> None:
    intent = load_intent(EXAMPLES / name / "intent.yaml")
    assert isinstance(intent.spec.design, kind)
    assert len(intent.spec.tenants) == 2
    assert intent.spec.assertions[0].non_blocking is not None


def test_units_are_read_and_numbers_stay_exact() -> None:
    text = clos(4, more="  cables: {host-leaf: 0.5m, leaf-spine: {length: 30}}\n")
    spec = read(text.replace("host_speed: 200G", "host_speed: 200")).spec
    assert isinstance(spec.design, Clos)
    assert spec.design.leaf.host_speed == 200
    assert {key: cable.length for key, cable in spec.cables.items()} == {
        "host-leaf": 0.5, "leaf-spine": 30,
    }  # fmt: skip


def test_yaml_1_2_words_and_macs_mean_what_they_say() -> None:
    spec = read(clos(4, more="  overlay: {gateway_mac: 00:00:5e:00:01:10}\n")).spec
    assert spec.overlay.gateway_mac == "00:00:5e:00:01:10"
    with pytest.raises(InputError, match="unnumbered: is 'on', need true or false"):
        read(clos(4, more="  underlay: {unnumbered: on}\n"))


def test_places() -> None:
    intent = read(clos(4, more="  nics:\n    model: ConnectX-7\n  cables: {host-leaf: 3m}\n"))
    line = HEAD.count("\n") + 4
    assert intent.mark("spec", "nics", "model") == Mark("intent.yaml", line + 1, 12)
    assert intent.mark("spec", "nics") == Mark("intent.yaml", line, 3)  # a block: its key
    assert intent.mark("spec", "cables") == Mark("intent.yaml", line + 2, 11)  # flow: itself
    assert intent.mark("spec", "lossless") is None
    assert intent.nearest("spec", "nics", "mtu") == Mark("intent.yaml", line, 3)


def test_a_missing_file_is_said() -> None:
    with pytest.raises(InputError, match=r"/nowhere/intent.yaml: no such file or directory, need"):
        load_intent("/nowhere/intent.yaml")


def test_an_intent_without_a_spec_and_an_empty_one() -> None:
    with pytest.raises(InputError, match="the document: is empty, need a mapping with"):
        load_intent(b"", "x.yaml")
    with pytest.raises(InputError, match=r"x.yaml:1:1: apiVersion: is missing"):
        load_intent(b"{}", "x.yaml")


def test_all_problems_of_a_phase_come_at_once_and_in_order() -> None:
    text = clos(4, more="  nics: {modell: x}\n  pools: {vni: 9}\n").replace("hosts: 4", "hosts: x")
    with pytest.raises(InputError) as caught:
        read(text)
    lines = [problem.line for problem in caught.value.problems]
    assert len(lines) == 4
    assert lines == sorted(lines)
    assert {problem.rule for problem in caught.value.problems} == {"INT001"}


def test_custom_nodes_and_links() -> None:
    text = f"{HEAD}  design:\n    type: custom\n    nodes: {{a: {{role: leaf, model: SN4700}}}}\n"
    spec = read(text).spec
    assert isinstance(spec.design, Custom)
    assert spec.design.links == ()


@pytest.mark.parametrize(
    ("value", "names"),
    [
        ("gpu001-gpu003", ("gpu001", "gpu002", "gpu003")),
        ("gpu001-003", ("gpu001", "gpu002", "gpu003")),
        ("gpu9-gpu11", ("gpu9", "gpu10", "gpu11")),
        ("gpu001, gpu007", ("gpu001", "gpu007")),
        (["gpu002", "gpu001-gpu002"], ("gpu002", "gpu001")),
        ("rack-a1", ("rack-a1",)),
        ("box", ("box",)),
    ],
)
def test_ranges_of_names(value: object, names: tuple[str, ...]) -> None:
    assert expand_names(value) == names


@pytest.mark.parametrize("value", ["", [], [3], "gpu9-gpu1", None])
def test_no_ranges_of_names(value: object) -> None:
    with pytest.raises(ValueError, match="names"):
        expand_names(value)


def test_a_range_that_is_too_large_says_how_large_it_may_be() -> None:
    with pytest.raises(ValueError, match=r"at most 1000000 in one range, .* has 9999999"):
        expand_names("g1-g9999999")
    with pytest.raises(ValueError, match=r"at most 1000000 in one range, .* has 1000001"):
        expand_numbers("0-1000000")


@given(st.sets(st.integers(0, 500)))
def test_ranges_of_numbers(numbers: set[int]) -> None:
    ordered = sorted(numbers)
    pieces: list[object] = list(ordered)
    if len(ordered) > 2 and ordered[1] == ordered[0] + 1:
        pieces = [f"{ordered[0]}-{ordered[1]}", *ordered[2:]]
    assert expand_numbers(pieces) == tuple(ordered)


@pytest.mark.parametrize("value", ["a", True, -1, "7-3", "0-9999999", 1.5, [[1]]])
def test_no_numbers(value: object) -> None:
    with pytest.raises(ValueError, match="range"):
        expand_numbers(value)


def test_spans() -> None:
    assert number_range("10-20") == (10, 20)
    for wrong in ("10", 10, "20-10", "a-b"):
        with pytest.raises(ValueError, match="range"):
            number_range(wrong)
