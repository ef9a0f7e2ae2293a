"""Lists of patches, `unset`, ranges, and the shapes in which NVUE prints itself."""

from __future__ import annotations

import pytest

from tests.dialects.nvue.support import facts, read
from twin.dialects.nvue import DIALECT


@pytest.mark.parametrize(
    "text",
    [
        "- set: {system: {hostname: a}}",
        "- header: {}\n- set: {system: {hostname: a}}",
        "- set: {system: {hostname: b}}\n- set: {system: {hostname: a}}",
        "- {header: {rev-id: 1.0}, set: {system: {hostname: a}}}",
        "set: {system: {hostname: a}}",
        "system: {hostname: a}",
        "---\n- set: {system: {hostname: 'a'}}\n...\n",
        "- set: {system: {hostname: b}}\n---\n- set: {system: {hostname: a}}",
        "---\n# one\n- header: {}\n---\r\n---  \n# two\n\n- set: {system: {hostname: a}}\n---\n",
        '[{"set": {"system": {"hostname": "a"}}}]',
    ],
)
def test_every_shape_of_a_file_says_the_same(text: str) -> None:
    assert facts(text) == {("hostname",): "a"}
    assert read(text).problems == []


@pytest.mark.parametrize("text", ["---\n", "[]", "{}", "- set:\n", "- set: {}\n"])
def test_an_empty_patch_says_nothing(text: str) -> None:
    reading = read(text)
    assert (reading.tree, reading.problems, reading.unread) == ({}, [], [])


@pytest.mark.parametrize("text", ["", "# nothing\n"])
def test_an_empty_file_is_no_configuration(text: str) -> None:
    reading = read(text)
    assert [(p.rule, p.found) for p in reading.problems] == [("PAR002", "is empty")]
    assert reading.blind


def test_later_patches_lie_over_earlier_ones() -> None:
    text = """
- set: {interface: {swp1: {link: {mtu: 1500, speed: 100G}, type: swp}}}
- set: {interface: {swp1: {link: {mtu: 9216, state: {down: {}}}}}}
- set: {interface: {swp1: {link: {state: {up: {}}}}}}
"""
    assert facts(text) == {
        ("interfaces", "swp1", "kind"): "swp",
        ("interfaces", "swp1", "mtu"): 9216,
        ("interfaces", "swp1", "speed_gbps"): 100,
        ("interfaces", "swp1", "admin_up"): True,
    }


def test_both_generations_stand_side_by_side() -> None:
    text = """
- set: {interface: {swp1: {ip: {address: {10.0.0.1/31: {}, fd00::1/64: {}, dhcp: {}}}}}}
- set: {interface: {swp1: {ipv4: {address: {10.0.1.1/31: {}}}, ipv6: {state: disabled}}}}
"""
    assert facts(text) == {
        ("interfaces", "swp1", "dhcp4"): True,
        ("interfaces", "swp1", "ipv4", "10.0.0.1/31"): True,
        ("interfaces", "swp1", "ipv4", "10.0.1.1/31"): True,
        ("interfaces", "swp1", "ipv6", "fd00::1/64"): True,
        ("interfaces", "swp1", "ipv6_enabled"): False,
    }


@pytest.mark.parametrize(
    ("key", "names"),
    [
        ("swp1-3,5", "swp1 swp2 swp3 swp5"),
        ("swp1s0-3", "swp1s0 swp1s1 swp1s2 swp1s3"),
        ("swp1-2s0-1", "swp1s0 swp1s1 swp2s0 swp2s1"),
        ("vlan10,20", "vlan10 vlan20"),
        ("bond1-4", "bond1 bond2 bond3 bond4"),
        ("swp1-2,swp49-50", "swp1 swp2 swp49 swp50"),
        ("peerlink.4094", "peerlink.4094"),
        ("swp1.100", "swp1.100"),
        ("lo", "lo"),
        ("my-bond", "my-bond"),
    ],
)
def test_interface_ranges(key: str, names: str) -> None:
    text = f"- set: {{interface: {{'{key}': {{link: {{mtu: 9000, state: {{up: {{}}}}}}}}}}}}"
    expected = {}
    for name in names.split():
        expected["interfaces", name, "mtu"] = 9000
        expected["interfaces", name, "admin_up"] = True
    assert facts(text) == expected
    reading = read(text)
    assert (reading.lines, reading.claimed) == (2, 2)
    assert {reading.marks[fact][0] for fact in expected} == {1}


def test_ranges_of_members_vlans_priorities_and_peers() -> None:
    text = """
- set:
    interface:
      bond1: {bond: {member: {swp1-2: {}}}}
      swp3-4: {bridge: {domain: {br: {vlan: {'10-12,20': {}}}}}}
    bridge: {domain: {br: {vlan: {'10,20': {vni: {auto: {}}}, 30: {vni: {10030: {}}}}}}}
    qos:
      traffic-pool: {lossy: {switch-priority: {'0-1,7': {}}}}
      mapping: {m: {dscp: {'26,30': {switch-priority: 3}, ef: {switch-priority: 5}}}}
    vrf: {default: {router: {bgp: {neighbor: {swp51-52: {type: unnumbered}}}}}}
"""
    found = facts(text)
    assert {p[-1] for p in found if "members" in p} == {"swp1", "swp2"}
    for port in ("swp3", "swp4"):
        member = ("interfaces", port, "bridges", "br", "vlans")
        assert {p[-1] for p in found if p[:-1] == member} == {10, 11, 12, 20}
    vlans = ("bridges", "br", "vlans")
    assert {p[3:] for p in found if p[:3] == vlans} == {
        (10, "vnis", 0), (20, "vnis", 0), (30, "vnis", 10030),
    }  # fmt: skip
    assert {p[-1] for p in found if "priorities" in p} == {0, 1, 7}
    assert {p[-1]: v for p, v in found.items() if "dscp" in p} == {26: 3, 30: 3, 46: 5}
    assert {p[4] for p in found if "neighbors" in p} == {"swp51", "swp52"}
    assert read(text).lines == 8


def test_a_range_reports_what_is_wrong_once() -> None:
    reading = read("- set: {interface: {swp1-64: {link: {mtu: 1}, router: {pbr: {map: {A: {}}}}}}}")
    assert len(reading.problems) == 1
    assert [(u.text, u.facets) for u in reading.unread] == [
        ("interface.swp1-64.router.pbr.map.A", ("policy", "routing"))
    ]


SET = """
- set:
    interface:
      swp1: {type: swp, link: {mtu: 9216, state: {up: {}}}, ipv4: {address: {10.0.0.1/31: {}}}}
      swp2: {type: swp, link: {mtu: 9216}}
    vrf: {blue: {router: {bgp: {neighbor: {swp1: {password: x, bfd: {enable: on}}}}}}}
    qos: {mapping: {m: {dscp: {'26': {switch-priority: 3}, '48': {switch-priority: 6}}}}}
    router: {pbr: {map: {A: {}}}}
"""


@pytest.mark.parametrize(
    ("unset", "gone"),
    [
        ("interface: {swp1: {link: {mtu: {}}}}", [("interfaces", "swp1", "mtu")]),
        ("interface: {swp1: {link: {mtu: null}}}", [("interfaces", "swp1", "mtu")]),
        ("interface: {swp1: {link: {mtu: 9216}}}", [("interfaces", "swp1", "mtu")]),
        (
            "interface: {swp1: {link: {}}}",
            [("interfaces", "swp1", "mtu"), ("interfaces", "swp1", "admin_up")],
        ),
        ("interface: {swp1: {link: {state: {up: {}}}}}", [("interfaces", "swp1", "admin_up")]),
        (
            "interface: {swp1-2: {link: {mtu: {}}}}",
            [("interfaces", "swp1", "mtu"), ("interfaces", "swp2", "mtu")],
        ),
        (
            "interface: {swp1: {ipv4: {address: {10.0.0.1/31: {}}}}}",
            [("interfaces", "swp1", "ipv4", "10.0.0.1/31")],
        ),
        (
            "interface: {swp1: {ip: {address: {}}}}",
            [("interfaces", "swp1", "ipv4", "10.0.0.1/31")],
        ),
        ("interface: {swp2: {}}", [("interfaces", "swp2", "kind"), ("interfaces", "swp2", "mtu")]),
        (
            "vrf: {blue: {router: {bgp: {neighbor: {swp1: {password: {}}}}}}}",
            [("vrfs", "blue", "bgp", "neighbors", "swp1", "password")],
        ),
        (
            "qos: {mapping: {m: {dscp: {'26': {}}}}}",
            [("qos", "mappings", "m", "dscp", 26)],
        ),
        (
            "qos: {mapping: {m: {dscp: {}}}}",
            [("qos", "mappings", "m", "dscp", 26), ("qos", "mappings", "m", "dscp", 48)],
        ),
    ],
)
def test_unset_takes_back(unset: str, gone: list[tuple[str, ...]]) -> None:
    before, after = facts(SET), facts(SET + f"- unset: {{{unset}}}\n")
    assert {fact for fact in before if fact not in after} == set(gone)
    for fact in set(after) - set(before):  # a record whose last field went stays a record
        assert any(old[: len(fact)] == fact for old in gone)
    reading = read(SET + f"- unset: {{{unset}}}\n")
    assert not any(fact in reading.marks for fact in gone)
    assert not reading.problems


def test_unset_of_everything_of_a_kind() -> None:
    after = facts(SET + "- unset: {interface: {}, vrf: {}, qos: {}}\n")
    assert after == {}


def test_options_that_are_taken_back_leave_nothing() -> None:
    text = """
- set:
    vrf:
      v:
        router:
          static: {10.0.0.0/8: {via: {10.1.1.1: {vrf: w}}}}
          bgp: {address-family: {ipv4-unicast: {network: {10.0.0.0/8: {route-map: M}}}}}
    bridge: {domain: {br: {vlan: {'10': {vni: {'5': {mac-learning: on}}}}}}}
- unset:
    vrf:
      v:
        router:
          static: {10.0.0.0/8: {via: {10.1.1.1: {vrf: {}}}}}
          bgp: {address-family: {ipv4-unicast: {network: {10.0.0.0/8: {route-map: {}}}}}}
    bridge: {domain: {br: {vlan: {'10': {vni: {'5': {mac-learning: {}}}}}}}}
"""
    assert facts(text) == {
        ("vrfs", "v", "routes", "10.0.0.0/8", "via", "10.1.1.1"): True,
        ("vrfs", "v", "bgp", "families", "ipv4-unicast", "networks", "10.0.0.0/8"): True,
        ("bridges", "br", "vlans", 10, "vnis", 5): True,
    }


def test_set_again_after_unset() -> None:
    text = SET + "- unset: {interface: {swp1: {}}}\n- set: {interface: {swp1: {type: bond}}}\n"
    assert facts(text)["interfaces", "swp1", "kind"] == "bond"
    assert ("interfaces", "swp1", "mtu") not in facts(text)


def test_an_unset_of_what_was_never_set_is_inert() -> None:
    text = "- unset: {interface: {swp1: {link: {mtu: {}}}}, acl: {B: {}}}\n"
    reading = read(text)
    assert (reading.lines, reading.inert, reading.unread) == (2, 2, [])


def test_an_unset_counts_and_what_it_takes_back_does_not() -> None:
    reading = read("- set: {system: {hostname: a}}\n- unset: {system: {hostname: {}}}\n")
    assert (reading.claimed, reading.inert, reading.tree) == (1, 1, {})


def test_an_unread_line_that_is_taken_back_touches_nothing() -> None:
    assert [u.text for u in read(SET).unread] == ["router.pbr.map.A"]
    assert read(SET + "- unset: {router: {pbr: {map: {A: {}}}}}\n").unread == []


@pytest.mark.parametrize(
    ("path", "answer"),
    [
        ("etc/nvue.d/startup.yaml", True),
        ("etc/nvue.d/10-base.yaml", True),
        ("etc/nvue.d/old/startup.yaml", False),
        ("etc/nvue.d/startup.yaml.bak", False),
        ("etc/netplan/50-fabric.yaml", False),
        ("startup.yaml", False),
    ],
)
def test_which_files_it_reads(path: str, answer: bool) -> None:
    assert DIALECT.handles(path) is answer


def test_documents_of_other_shapes_are_no_list() -> None:
    """Two maps are two answers, and a mark inside of a text is none."""
    (problem,) = read("set: {system: {hostname: a}}\n---\nset: {system: {hostname: b}}\n").problems
    assert (problem.line, problem.rule) == (2, "PAR002")
    text = "- set: {system: {hostname: a}}\n---\n- set: {vrf: {x: {tabel: 1}}}\n"
    assert [item.line for item in read(text).unread] == [3]
