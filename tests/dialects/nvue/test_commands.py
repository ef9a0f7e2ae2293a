"""`nv set` and `nv unset` in files: the same tree as the patches that they are."""

from __future__ import annotations

import random
import time
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.dialects.nvue import models
from tests.dialects.nvue.support import facts_of, read, render
from twin.core.yaml12 import compose, plain
from twin.dialects.base import FACETS, Context, Reading, Source
from twin.dialects.nvue import DIALECT
from twin.dialects.nvue.commands import INERT


def commands(text: str | bytes, name: str = "x.commands", release: str | None = None) -> Reading:
    """A reading of commands, with its counts checked."""
    data = text if isinstance(text, bytes) else text.encode()
    path = f"etc/nvue.d/{name}"
    reading = DIALECT.read(Source(path, path, data), Context("leaf01", None, release))
    assert reading.lines == reading.claimed + reading.inert + len(reading.unread)
    return reading


TYPED = """\
#!/bin/bash
set -euo pipefail
# the uplinks
nv set interface swp1-4 link mtu 9216
nv set interface swp1-4 link state up
cumulus@leaf01:mgmt:~$ nv set interface lo ip address 10.0.0.1/32   # loopback
cumulus@leaf01:~$ sudo nv set interface swp1 description "to spine01: 'a' \\"b\\""
nv set vrf default router bgp neighbor swp51-52 \\
    remote-as external
nv set router policy prefix-list P type ipv6 && nv set router policy prefix-list P rule 10
nv set router policy prefix-list P rule 10 action permit
nv set acl A rule 10 match ip tcp dest-port 22; nv set acl A rule 10 match ip protocol tcp
nv set bridge domain br_default vlan 10,20-22
nv set evpn enable on
nv unset interface swp4 link mtu
nv config apply -y
applied [rev_id: 3]
"""
PATCHED = """
- set:
    interface:
      swp1-4: {link: {mtu: 9216, state: {up: {}}}}
      lo: {ip: {address: {10.0.0.1/32: {}}}}
      swp1: {description: 'to spine01: ''a'' "b"'}
    vrf: {default: {router: {bgp: {neighbor: {swp51-52: {remote-as: external}}}}}}
    router: {policy: {prefix-list: {P: {type: ipv6, rule: {'10': {action: permit}}}}}}
    acl: {A: {rule: {'10': {match: {ip: {tcp: {dest-port: {'22': {}}}, protocol: tcp}}}}}}
    bridge: {domain: {br_default: {vlan: {'10,20-22': {}}}}}
    evpn: {enable: on}
- unset: {interface: {swp4: {link: {mtu: {}}}}}
"""


def test_commands_say_what_patches_say() -> None:
    typed = commands(TYPED)
    assert (typed.unread, typed.problems) == ([], [])
    assert facts_of(typed) == facts_of(read(PATCHED))
    assert (typed.lines, typed.inert) == (16, 4)


def test_a_fact_stands_where_its_word_does() -> None:
    reading = commands(TYPED)
    assert reading.marks[("interfaces", "swp1", "mtu")] == (4, 30)
    assert reading.marks[("interfaces", "lo", "ipv4", "10.0.0.1/32")] == (6, 55)
    peer = ("vrfs", "default", "bgp", "neighbors", "swp51", "remote_as")
    assert reading.marks[peer] == (9, 5)


def _told(tree: object, path: tuple[str, ...] = ()) -> list[str]:
    """A patch as commands, one for each leaf."""
    if isinstance(tree, dict) and tree:
        return [line for key, value in tree.items() for line in _told(value, (*path, str(key)))]
    value = [] if tree in ({}, None) else [str(tree)]
    words = ["'" + word.replace("'", "'\"'\"'") + "'" for word in (*path, *value)]
    return [f"nv set {' '.join(words)}"]


@pytest.mark.parametrize("release", ["5.14", "5.16"])
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_any_model_reads_back_from_commands(release: str, seed: int) -> None:
    config = replace(models.project(models.mixture(seed), release), hostname="leaf01")
    text = render(config, release)
    patches = plain(compose(text, "f"), "f")
    lines = [line for patch in patches if "set" in patch for line in _told(patch["set"])]
    typed = commands("\n".join(line for line in lines if "\n" not in line), release=release)
    assert (typed.unread, typed.problems) == ([], [])
    told = facts_of(read(text, release))  # a shell's command is one line, a description may not be
    assert facts_of(typed) == {k: v for k, v in told.items() if "\n" not in str(v)}


@pytest.mark.parametrize(
    ("line", "text", "facets"),
    [
        ("nv set interface swp1 lnik mtu 9216", "interface.swp1.lnik.mtu.9216",
         {"port", "mtu", "address", "vrf", "l2", "evpn", "qos", "acl"}),
        ("nv set interface swp$i link mtu 9216", "nv set interface swp$i link mtu 9216",
         {"port", "mtu"}),
        ("nv config replace other.yaml", "nv config replace other.yaml", set(FACETS) - {"nic"}),
        ("ip link set swp1 down", "ip link set swp1 down", set(FACETS) - {"nic"}),
        ("nv se interface swp1", "nv se interface swp1", set(FACETS) - {"nic"}),
        ("for i in 1 2; do", "for i in 1 2", set(FACETS) - {"nic"}),
        ("nv set router pbr map M rule 10 action vrf v", "router.pbr.map.M.rule.10.action.vrf: v",
         {"policy", "routing"}),
    ],
)  # fmt: skip
def test_what_nobody_knows_is_unread_by_name(line: str, text: str, facets: set[str]) -> None:
    first = commands(f"nv config show\n{line}\n").unread[0]
    assert (first.text, set(first.facets), first.line) == (text, facets, 2)


def test_attributes_with_dots_share_a_path() -> None:
    """Cumulus Linux user guide, NVUE API: control plane ACLs."""
    reading = commands("nv set acl A rule 10 match ip .protocol tcp .source-ip 10.0.0.0/8\n")
    rule = reading.tree["acls"]["A"]["rules"][10]
    assert rule == {"protocol": "tcp", "source": "10.0.0.0/8"}
    assert (reading.lines, reading.claimed) == (2, 2)


def test_a_bad_value_is_named_with_its_place() -> None:
    reading = commands("nv set interface swp1 link mtu abc\n")
    (problem,) = reading.problems
    assert (problem.rule, problem.line, problem.column) == ("PAR002", 1, 32)
    assert problem.found == "abc"


def test_a_key_of_the_other_generation_is_named() -> None:
    reading = commands("nv set evpn enable on\n", release="5.16")
    assert [(p.rule, p.subject, p.need) for p in reading.problems] == [
        ("PAR003", "evpn.enable", "evpn.state")
    ]


def test_unset_of_everything() -> None:
    reading = commands(
        "nv set system hostname a\nnv set acl A\nnv unset\nnv set evpn state enabled\n"
    )
    assert reading.tree == {"evpn": {"enabled": True}}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.txt", "nv set system hostname a"),
        ("a.sh", "#!/bin/sh\nnv set system hostname a"),
        ("a.nv", "nv set system hostname a"),
        ("startup.yaml", "nv set system hostname a"),
        ("a.txt", "- set:\n    system: {hostname: a}"),
        ("a.json", '[{"set": {"system": {"hostname": "a"}}}]'),
        ("a.yml", "system: {hostname: a}"),
    ],
)
def test_the_shape_of_a_file_shows_in_its_text(name: str, text: str) -> None:
    assert DIALECT.handles(f"etc/nvue.d/{name}")
    assert commands(text, name).tree == {"hostname": "a"}


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_any_order_of_set_and_unset_gives_a_reading(seed: int) -> None:
    """What is said together may lose one of its parts: nothing half-made stays."""
    rng = random.Random(seed)
    text = render(replace(models.mixture(seed), hostname="leaf01"), rng.choice(["5.14", "5.16"]))
    patches = plain(compose(text, "f"), "f")
    lines = [line for patch in patches if "set" in patch for line in _told(patch["set"])]
    mixed = []
    for line in rng.sample(lines, len(lines)):
        words = rng.choice(lines).split(" ")
        mixed += [line, f"nv unset {' '.join(words[2 : rng.randint(3, 12)])}"]
    reading = commands("\n".join(mixed))
    assert facts_of(reading) is not None
    assert not [mark for mark in reading.marks if any(str(part)[:1] == "~" for part in mark)]


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="nvset inrfacwp1-0,'\"\\#&;|$`{}\n@:~", max_size=200))
def test_any_text_gives_a_reading(text: str) -> None:
    commands(f"nv set interface {text}\n{text}")


def test_many_commands_take_little_time() -> None:
    text = "\n".join(f"nv set interface swp{n} link mtu 9216" for n in range(5_000))
    start = time.perf_counter()
    assert commands(text).claimed == 5_000
    assert time.perf_counter() - start < 2


def test_reasons_are_given_for_what_sets_nothing() -> None:
    assert all(len(reason) > 4 for reason in INERT.values())


def test_a_command_without_its_value_is_refused_at_its_place() -> None:
    source = Source("f", "etc/nvue.d/startup.nv", b"nv set interface swp1 link mtu\n")
    reading = DIALECT.read(source, Context("leaf01", None, "5.16"))
    (problem,) = reading.problems
    assert (problem.line, problem.column, problem.found) == (1, 28, "no value")
    assert reading.tree.get("interfaces", {}).get("swp1", {}).get("mtu") is None
