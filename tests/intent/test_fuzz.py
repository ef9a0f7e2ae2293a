"""Whatever stands in an intent: a design, or errors in words; never a traceback."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.intents import clos, designed
from twin.core import yaml12
from twin.core.errors import InputError, Problem, UnsupportedError
from twin.design import design, read_allocations, render_allocations
from twin.intent import load_intent

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
CUSTOM = """
apiVersion: twin/v1
kind: Fabric
metadata: {name: lab}
spec:
  platform: {release: "5.16"}
  design:
    type: custom
    nodes:
      leaf01: {role: leaf, model: SN3700, rails: [0], labels: {rack_name: r1}, asn: 65101}
      spine01: {role: spine, model: SN4700}
      gpu001: {role: host, nics: 2}
    links:
      - {a: "gpu001:eth1", b: "leaf01:swp5", speed: 200G, cable: 1m}
      - {a: leaf01, b: spine01, speed: 200G, count: 2}
  underlay: {unnumbered: false, links: 10.9.0.0/24}
  pools: {vlan: 10-20, vni: 100-200, l3vni: 300-400}
  lossless: {adaptive_routing: true}
  cables: {host-leaf: {length: 3m, medium: copper}}
  tenants:
    - {name: t, vrf: {}, networks: [{name: n, subnet: 10.1.0.0/24}],
       attach: [{hosts: gpu001, rails: [0]}]}
  overrides:
    leaf01: {loopback: 192.0.2.1, ports: {swp5: {mtu: 9000, pfc: {tx: true}, cable: 2m}}}
"""


def plain(text: str) -> Any:
    return yaml12.plain(yaml12.compose(text, "x"), "x")


DOCUMENTS = [
    plain((EXAMPLES / "two-tier" / "intent.yaml").read_text()),
    plain((EXAMPLES / "rail-su" / "intent.yaml").read_text()),
    plain(CUSTOM),
]
ODD = st.sampled_from(
    [None, True, -1, 0, 1, 2, 7, 64, 4094, 9000, 65535, 2**32, 10**30, 1.5, float("inf"), "", "x",
     "0", "on", "400G", "0G", "100M", "3m", "-3m", "0m", "10.0.0.0/8", "10.0.0.0/31", "10.0.0.0/32",
     "10.1.0.0/16", "0.0.0.0/0", "255.255.255.255", "gpu001-gpu999999999", "gpu1-gpu3", "0-7",
     "1-4094", "leaf01", "leaf01:swp1", "gpu001:eth1", "swp1s0", "none", "2x", "SN2700", "é\x00",
     [], {}, [[]], [0, "0-7"], {"a": 1}, ["gpu001"], "blue", "train", "custom", "clos", "linux"]
)  # fmt: skip


def places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found = [path] if path else []
    if isinstance(value, dict):
        for key, item in value.items():
            found += places(item, (*path, key))
    elif isinstance(value, list):
        for index, item in enumerate(value):
            found += places(item, (*path, index))
    return found


@st.composite
def broken(draw: st.DrawFn) -> Any:
    """An intent with a few values replaced, removed, doubled or renamed."""
    document = copy.deepcopy(draw(st.sampled_from(DOCUMENTS)))
    for _ in range(draw(st.integers(1, 3))):
        *above, last = draw(st.sampled_from(places(document)))
        node = document
        for part in above:
            node = node[part]
        act = draw(st.sampled_from(("replace", "replace", "remove", "double", "rename")))
        if act == "remove":
            del node[last]
        elif act == "double" and isinstance(node, list):
            node.append(copy.deepcopy(node[last]))
        elif act == "rename" and isinstance(node, dict):
            node[str(draw(ODD))] = node.pop(last)
        else:
            node[last] = copy.deepcopy(draw(ODD))
        if not document or not places(document):
            break
    return document


def complaints(make: Callable[[], object]) -> list[Problem]:
    """What is said about an input; nothing when it is fine, or of a later release."""
    try:
        make()
    except InputError as error:
        return error.problems
    except UnsupportedError:
        return []
    return []


@settings(max_examples=400, deadline=None)
@given(broken())
def test_any_intent_ends_in_words(document: Any) -> None:
    data = json.dumps(document).encode()
    for problem in complaints(lambda: design(load_intent(data, "intent.yaml"))):
        assert problem.found
        assert problem.need


LOCK = render_allocations(
    designed(
        clos(
            4,
            more="  underlay: {unnumbered: false}\n  tenants: [{name: t, vrf: {}, networks: ["
            "{name: n, subnet: 10.1.0.0/24}, {name: r, routed: {subnet: 10.2.0.0/24}}],\n"
            "    attach: [{network: n, hosts: gpu001-gpu002}, {network: r, hosts: gpu003}]}]\n",
        )
    ).allocations
)


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_any_lock_ends_in_words(data: st.DataObject) -> None:
    document = copy.deepcopy(plain(LOCK))
    for _ in range(data.draw(st.integers(1, 3))):
        *above, last = data.draw(st.sampled_from(places(document)))
        node = document
        for part in above:
            node = node[part]
        node[last] = copy.deepcopy(data.draw(ODD))
    intent = clos(4, more="  underlay: {unnumbered: false}\n")
    text = json.dumps(document).encode()
    for problem in complaints(lambda: designed(intent, read_allocations(text, "lock"))):
        assert problem.file in ("lock", "intent.yaml")
