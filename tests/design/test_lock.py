"""Nobody is renumbered: what an earlier run handed out stays, whatever is added or removed."""

from __future__ import annotations

from dataclasses import dataclass
from ipaddress import ip_network
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.intents import HEAD, clos, designed, rails, read
from twin.core.errors import InputError
from twin.design import Allocations, design, read_allocations, render_allocations
from twin.design.allocations import RESERVED, holdings
from twin.design.ledger import Ledger

TENANTS = {
    "blue": "networks: [{name: a, subnet: 10.1.0.0/16}, {name: r, routed: {subnet: 10.2.0.0/16}}]",
    "red": "networks: [{name: a, subnet: 10.1.0.0/16}]",
    "tan": "networks: [{name: a, vlan: 77, vni: 7777, subnet: 10.4.0.0/24}]",
}


@dataclass(frozen=True)
class Wish:
    """One state of an intent that grows and shrinks."""

    hosts: int
    leaves: int
    spines: int
    tenants: tuple[str, ...]

    def text(self) -> str:
        lines = ["  underlay: {unnumbered: false}", "  tenants:"] if self.tenants else []
        share = max(1, self.hosts // max(1, len(self.tenants)))
        for index, name in enumerate(self.tenants):
            first, last = index * share + 1, min((index + 1) * share, self.hosts)
            lines += [f"    - name: {name}", "      vrf: {}", f"      {TENANTS[name]}"]
            if first <= last:
                lines += [f"      attach: [{{network: a, hosts: gpu{first:03d}-gpu{last:03d}}}]"]
        return clos(
            self.hosts, self.leaves, self.spines, leaf=", links_per_spine: 1",
            more="\n".join(lines) + "\n",
        )  # fmt: skip


wishes = st.builds(
    Wish,
    hosts=st.integers(1, 24),
    leaves=st.integers(1, 5),
    spines=st.integers(1, 3),
    tenants=st.lists(st.sampled_from(sorted(TENANTS)), unique=True).map(tuple),
)


def saved(allocations: Allocations) -> Allocations:
    """What the next run reads."""
    return read_allocations(render_allocations(allocations).encode(), "allocations.lock.yaml")


def in_use(allocations: Allocations) -> dict[tuple[str, str], int | str]:
    ledgers = {**allocations.ledgers, **allocations.networks}
    return {
        (section, key): value
        for section, ledger in ledgers.items()
        for key, value in ledger.claimed.items()
    }


@settings(max_examples=60, deadline=None)
@given(states=st.lists(wishes, min_size=2, max_size=4))
def test_what_stays_in_the_intent_keeps_its_numbers(states: list[Wish]) -> None:
    lock: Allocations | None = None
    before: dict[tuple[str, str], int | str] = {}
    known: dict[tuple[str, str], int | str] = {}
    leaves = states[0].leaves
    for state in states:
        result = designed(state.text(), lock)
        now = in_use(result.allocations)
        # A host moves only when its leaf is gone, and then its cable with it.
        kept = {
            key: value
            for key, value in known.items()
            if not (state.leaves < leaves and key[0] in ("placement", "ports"))
        }
        assert {k: v for k, v in now.items() if k in kept} == {
            k: v for k, v in kept.items() if k in now
        }
        assert before.keys() - now.keys() <= set(holders(result.allocations))
        lock, before = saved(result.allocations), now
        known |= now
        leaves = max(leaves, state.leaves)
        unique(result.allocations)


def holders(allocations: Allocations) -> list[tuple[str, str]]:
    sections = {n.removeprefix("addresses/"): held for n, held in holdings(allocations).items()}
    return [(section, key) for section, held in sections.items() for key in held]


def unique(allocations: Allocations) -> None:
    for section in ("loopbacks", "links", "vnis", "vlans"):
        values = list(allocations[section].held.values())
        assert len(values) == len(set(values)), section
    leaf_asns = [v for k, v in allocations["asns"].held.items() if k.startswith("leaf")]
    assert len(leaf_asns) == len(set(leaf_asns))
    for ledger in allocations.networks.values():
        spans = sorted(ip_network(value) for value in ledger.held.values())
        assert all(not a.overlaps(b) for a, b in pairwise(spans))
    ports = [end for text in allocations["ports"].held.values() for end in str(text).split()]
    assert len(ports) == len(set(ports))


@settings(max_examples=25, deadline=None)
@given(state=wishes)
def test_the_same_intent_gives_the_same_lock(state: Wish) -> None:
    first = designed(state.text())
    text = render_allocations(first.allocations)
    again = designed(state.text(), read_allocations(text.encode(), "lock"))
    assert render_allocations(again.allocations) == text
    assert again.configs == first.configs
    assert again.topology == first.topology
    assert RESERVED not in text


def test_adding_a_leaf_a_host_and_a_tenant_changes_no_line_of_the_lock() -> None:
    small = Wish(8, 2, 2, ("blue",)).text()
    large = (
        Wish(8, 2, 2, ("blue",))
        .text()
        .replace("hosts: 8,", "hosts: 9,")
        .replace("count: 2, links", "count: 3, links")
    )
    lines = render_allocations(designed(small).allocations).splitlines()
    grown = render_allocations(designed(large, saved(designed(small).allocations)).allocations)
    assert set(lines) <= set(grown.splitlines())
    assert '  "leaf03": 4200100003' in grown.splitlines()


def test_a_host_that_goes_and_comes_back_has_its_old_place() -> None:
    first = designed(clos(4))
    without = designed(clos(3), saved(first.allocations))
    text = render_allocations(without.allocations)
    assert f'  "gpu004:eth1": "leaf02:swp1s1"{RESERVED}' in text.splitlines()
    back = designed(clos(4), saved(without.allocations))
    assert back.topology == first.topology


def test_units_and_names_stay_when_the_fabric_grows() -> None:
    small = designed(rails(16, spines=2))
    grown = designed(rails(20, spines=2), saved(small.allocations))
    leaf = {link.a: link.b for link in small.topology.links if link.a.node.startswith("gpu")}
    assert leaf.items() <= {link.a: link.b for link in grown.topology.links}.items()
    wide = designed(rails(999, 1))
    assert "gpu999" in wide.topology.nodes
    wider = designed(rails(1000, 1), saved(wide.allocations))
    assert {"gpu999", "gpu1000"} <= wider.topology.nodes.keys()


def test_a_new_pool_is_taken_and_an_old_value_outside_of_it_is_not_kept() -> None:
    first = designed(clos(4))
    moved = designed(
        clos(4, more="  underlay: {loopbacks: 10.99.0.0/24}\n"), saved(first.allocations)
    )
    addresses = set(moved.allocations["loopbacks"].claimed.values())
    assert addresses == {f"10.99.0.{n}" for n in range(1, 5)}


def test_a_number_that_the_intent_names_and_another_tenant_holds_is_refused() -> None:
    tenant = (
        "    - {{name: {name}, vrf: {{{vrf}}}, networks: [{{name: n, subnet: 10.1.0.0/16}}]}}\n"
    )
    blue = tenant.format(name="blue", vrf="")
    lock = saved(designed(clos(4, more="  tenants:\n" + blue)).allocations)
    assert lock["vnis"].held["blue"] == 100_001
    red = tenant.format(name="red", vrf="l3vni: 100001")
    message = r"l3vni: is 100001, which allocations.lock.yaml gives to blue, need another value"
    with pytest.raises(InputError, match=message):
        designed(clos(4, more="  tenants:\n" + blue + red), lock)
    freed = designed(clos(4, more="  tenants:\n" + red), lock)
    assert freed.allocations["vnis"].held["red"] == 100_001
    assert "blue" not in freed.allocations["vnis"].held


def test_an_override_that_names_the_loopback_of_another_leaf_is_refused() -> None:
    lock = saved(designed(clos(4)).allocations)
    text = clos(4, more="  overrides: {leaf02: {loopback: 10.255.0.3}}\n")
    message = r"is 10.255.0.3, which allocations.lock.yaml gives to leaf01"
    with pytest.raises(InputError, match=message):
        designed(text, lock)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("version: 2\n", "lock:1:10: version: is 2, need 1, which this twin reads"),
        ("[]\n", "lock:1:1: the lock: is no mapping, need holders and their values"),
        ("asn: {}\n", "lock:1:1: asn: is an unknown section, need one of version, fabric"),
        (
            "asns: {leaf01: x}\n",
            "lock:1:16: asns.leaf01: is something else, need a whole number fr",
        ),
        ("loopbacks: {a: 10.0.0.1, b: 10.0.0.1}\n", "lock:1:29: loopbacks.b: is 10.0.0.1, which a"),
        ("vlans: {a: 1, a: 2}\n", "lock:1:15: key 'a' stands twice"),
        ("shape: {hosts_per_unit: 0}\n", "lock:1:25: shape.hosts_per_unit: is something else"),
        ("asns: [\n", "need well-formed YAML"),
        ("fabric: [a]\n", "lock:1:9: fabric: is something else, need the name of the fabric"),
    ],
)
def test_a_damaged_lock_is_refused_with_its_line(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_allocations(text.encode(), "lock")
    assert message in str(caught.value)


def test_the_lock_of_another_fabric_is_refused() -> None:
    """Two intents in one folder would take each other's numbers."""
    text = render_allocations(designed(clos(4)).allocations)
    assert '\nversion: 1\nfabric: "lab"\n' in text
    lock = read_allocations(text.encode(), "fabrics/allocations.lock.yaml")
    with pytest.raises(InputError) as caught:
        designed(clos(4).replace("{name: lab}", "{name: other}"), lock)
    assert str(caught.value) == (
        "fabrics/allocations.lock.yaml:4:9: fabric: holds what was handed out to lab, and"
        " intent.yaml is other, need a folder of its own for each intent; or, when lab was renamed,"
        " `fabric: other` here; or fabrics/allocations.lock.yaml deleted, which numbers anew"
    )
    assert caught.value.problems[0].rule == "INT003"


def test_a_lock_that_names_no_fabric_is_taken_and_gets_the_name() -> None:
    text = render_allocations(designed(clos(4)).allocations)
    older = text.replace('fabric: "lab"\n', "")
    taken = designed(clos(4), read_allocations(older.encode(), "lock"))
    assert render_allocations(taken.allocations) == text


def test_what_is_reserved_is_said_with_the_file_and_the_way_out() -> None:
    pool = "  underlay: {loopbacks: 10.255.0.0/29}\n"
    lock = saved(designed(clos(4, leaves=4, more=pool)).allocations)
    lock["loopbacks"].fix("leaf09", "10.255.0.7")
    with pytest.raises(InputError) as caught:
        designed(clos(4, leaves=5, more=pool), saved(lock))
    assert (
        "which holds 6 addresses, 1 of them reserved in allocations.lock.yaml (delete its"
        in str(caught.value)
    )


def test_an_empty_lock_is_a_first_run() -> None:
    assert designed(clos(4), read_allocations(b"", "lock")).topology == designed(clos(4)).topology


def test_designing_does_not_change_the_lock_it_was_given() -> None:
    lock = saved(designed(clos(4)).allocations)
    text = render_allocations(lock)
    design(read(clos(9, 3)), lock=lock)
    assert render_allocations(lock) == text


def test_a_ledger_gives_no_value_of_another_holder() -> None:
    ledger = Ledger({"a": 1, "gone": 2})
    supply = iter(range(1, 4))
    assert [ledger.claim(key, supply) for key in ("a", "b", "c")] == [1, 3, None]
    assert ledger.reserved() == 1
    assert ledger.holder(2) == "gone"
    ledger.release("gone")
    assert ledger.claim("d", iter([2])) == 2


def test_the_header_says_what_the_file_is_for() -> None:
    text = render_allocations(designed(HEAD + clos(4).removeprefix(HEAD)).allocations)
    assert text.startswith("# What `twin compile` has handed out.")
