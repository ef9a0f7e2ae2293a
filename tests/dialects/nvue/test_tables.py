"""The tables against each other and against the published models."""

from __future__ import annotations

import dataclasses
import importlib.util
import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args, get_origin, get_type_hints

import pytest

from tests.dialects.nvue import models
from tests.dialects.nvue.support import read
from twin.dialects.base import FACETS
from twin.dialects.nvue.facets import SNIPPET_FACETS, UNREAD_FACETS, snippet_facets
from twin.dialects.nvue.inert import INERT
from twin.dialects.nvue.keys import Key
from twin.dialects.nvue.table import Kind
from twin.dialects.nvue.trie import Step, claims, compiled, known_paths
from twin.model.config import Config

ROOT = Path(__file__).parents[3]


def _steps(step: Step) -> Iterator[Step]:
    yield step
    for child in step.below():
        yield from _steps(child)


def test_every_row_is_a_path_of_some_release() -> None:
    tree = compiled(None)
    unknown = [".".join(row.path) for row in claims() if not tree.find(row.path).releases]
    # Netlab writes it (netsim/extra/vrrp/version, 26.10), for releases that nobody published whole.
    assert unknown == ["interface.*.ip.vrrp.virtual-router.*.version"]


def test_no_path_has_two_rows() -> None:
    paths = [row.path for row in claims()]
    assert len(paths) == len(set(paths))


@pytest.mark.parametrize("table", [INERT, UNREAD_FACETS], ids=["inert", "facets"])
def test_prefixes_name_known_paths(table: dict[str, object]) -> None:
    known = {path[:length] for path, _, _ in known_paths() for length in range(len(path) + 1)}
    assert [p for p in table if tuple(p.split(".") if p else ()) not in known] == []


def test_nothing_is_both_claimed_and_inert() -> None:
    both = [".".join(step.path) for step in _steps(compiled(None)) if step.inert and step.holds]
    assert both == []
    rows = {".".join(row.path) for row in claims()}
    assert not [row for row in rows if any(row == p or row.startswith(f"{p}.") for p in INERT)]


def test_there_is_no_catch_all() -> None:
    assert not [path for path in (*INERT, *UNREAD_FACETS) if path.endswith("*")]
    assert "" not in INERT
    assert all(len(reason) > 6 for reason in INERT.values())


def test_facets_are_those_of_the_dialects() -> None:
    used = {facet for facets in UNREAD_FACETS.values() for facet in facets}
    used |= {facet for _, facets in SNIPPET_FACETS for facet in facets}
    assert used <= set(FACETS)


def test_every_known_path_is_claimed_inert_or_has_facets() -> None:
    silent = {
        step.path[0]
        for step in _steps(compiled(None))
        if step.kind is Kind.FREE and not step.inert and not step.facets
    }
    assert silent == set()


def test_chosen_keys_below_rows_are_of_a_stated_kind() -> None:
    for row in claims():
        for length in range(1, len(row.path)):
            if row.path[length - 1] == "*":
                step = compiled(None).find(row.path[:length])
                assert isinstance(step.key, Key), row.path[:length]


def _left_out(record: type[object], seen: set[type[object]]) -> Iterator[str]:
    """Fields of a record, and of those inside it, that no test has samples for."""
    seen.add(record)
    hints = get_type_hints(record)
    for field in dataclasses.fields(record):  # type: ignore[arg-type]
        name = f"{record.__name__}.{field.name}"
        if name in models.UNCLAIMED or name in models.ELSEWHERE:
            continue
        inner = [kind for kind in get_args(hints[field.name]) if dataclasses.is_dataclass(kind)]
        if name not in models.FIELDS and (not inner or get_origin(hints[field.name]) is dict):
            yield name
        for kind in inner:
            if kind not in seen:
                yield from _left_out(kind, seen)


def test_every_field_of_the_model_is_claimed_or_has_no_words_in_nvue() -> None:
    assert sorted(_left_out(Config, set())) == []


@pytest.mark.oracle
def test_the_path_table_is_that_of_the_published_models() -> None:
    pytest.importorskip("nvueschema")
    spec = importlib.util.spec_from_file_location("nvue_paths", ROOT / "tools/nvue_paths.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    published = {9, 14, 15, 16, 18}
    listed: dict[str, set[int]] = {}
    for path, first, last in known_paths():
        for release in published.intersection(range(first, last + 1)):
            listed.setdefault(".".join(path), set()).add(release)
    assert listed == {path: set(found) for path, found in module.collect(published).items()}


def test_the_rename_of_5_15_is_in_the_path_table() -> None:
    """Spot checks against the version notes of the Cumulus Linux command reference."""
    spans = {".".join(path): (first, last) for path, first, last in known_paths()}
    assert spans["interface.*.ip.address.*"] == (0, 14)
    assert spans["interface.*.ipv4.address.*"] == (15, 18)
    assert spans["qos.roce.enable"] == (0, 14)
    assert spans["qos.roce.state"] == (15, 18)
    assert spans["qos.pfc-watchdog.polling-interval"] == (6, 18)
    assert spans["qos.roce.cable-length"] == (0, 2)


def test_a_snippet_for_an_unknown_target_may_touch_anything() -> None:
    assert set(snippet_facets("x")) == set(FACETS) - {"nic"}


@pytest.mark.parametrize(
    ("text", "facets"),
    [
        ("brigde: {domain: {}}", set(FACETS) - {"nic"}),
        ("interface: {swp1: {lnik: {mtu: 9216}}}", set(UNREAD_FACETS["interface"])),
        ("interface: {swp1: {link: {mut: 9216}}}", {"port", "mtu"}),
        ("qos: {pfc: {p: {cabel-length: 3}}}", {"qos"}),
        ("router: {policy: {route-map: {RM: {rule: {'10': {match: {metrik: 1}}}}}}}",
         {"policy", "bgp", "ospf", "routing"}),
        ("system: {ntp: {serverr: {}}}", {"system"}),
    ],
)  # fmt: skip
def test_what_nobody_knows_is_unread_by_name(text: str, facets: set[str]) -> None:
    (line,) = read(f"- set: {{{text}}}").unread
    assert set(line.facets) == facets
    assert re.sub(r"[{}' ]", "", text).startswith(line.text.split(".")[0])


def test_an_unread_line_says_which_part_of_the_model_it_is_about() -> None:
    (line,) = read("- set: {interface: {swp1: {link: {mut: 9216}}}}").unread
    assert (line.line, line.column, line.path) == (1, 35, ("interfaces", "swp1"))
    (line,) = read("- set: {qos: {roce: {moode: lossless}}}").unread
    assert line.path == ("qos",)
