"""Statements as strangers have them: names that look like addresses, and what FRR 10 adds."""

from __future__ import annotations

import pytest

from tests.dialects.deletion import read, silent_lines
from tests.dialects.frr.reading import CONTEXT, PATH, bgp_facts, facts_of, reading_of
from twin.assemble.unsolved import unsolved
from twin.dialects.frr import DIALECT
from twin.dialects.frr.render import FRR_CONF, render_frr
from twin.model.config import Config
from twin.model.records import build, flatten

# FRR 10.3, `vtysh -C`: both orders of an OSPFv3 process and its interfaces.
PORTS_BELOW_A_PROCESS = """\
router ospf6
 ospf6 router-id 10.0.0.1
interface swp1
 ipv6 ospf6 area 0.0.0.1
 ipv6 ospf6 dead-interval 10
int swp2
 ipv6 ospf6 area 0.0.0.1
"""


def test_an_interface_ends_an_ospfv3_process() -> None:
    facts = facts_of(PORTS_BELOW_A_PROCESS)
    assert facts == {
        "vrfs.default.ospf6.enabled": True,
        "vrfs.default.ospf6.router_id": "10.0.0.1",
        "interfaces.swp1.ospf6.area": "0.0.0.1",
        "interfaces.swp1.ospf6.enabled": True,
        "interfaces.swp1.ospf6.dead_s": 10,
        "interfaces.swp2.ospf6.area": "0.0.0.1",
        "interfaces.swp2.ospf6.enabled": True,
    }
    assert silent_lines(DIALECT, PATH, PORTS_BELOW_A_PROCESS, CONTEXT) == []


def test_an_interface_of_an_ospfv3_process_of_old_stays() -> None:
    facts = facts_of("router ospf6\n interface swp1 area 0.0.0.5\n ospf6 router-id 1.1.1.1")
    assert facts["vrfs.default.ospf6.router_id"] == "1.1.1.1"
    assert facts["interfaces.swp1.ospf6.area"] == "0.0.0.5"


@pytest.mark.parametrize("name", ["2001:db8::2-SPINES", "1.1.1", "10.0.0.1/32", "a:b"])
def test_a_group_may_look_like_an_address(name: str) -> None:
    """bgpd takes for a group's name whatever is no address as a whole."""
    facts = bgp_facts(f"neighbor {name} peer-group", f"neighbor {name} remote-as external")
    assert facts == {f"peer_groups.{name}.remote_as": "external"}


@pytest.mark.parametrize(
    ("line", "facts"),
    [
        ("disable-addpath-rx", {"add_path_receive": False}),
        ("addpath-rx-paths-limit 20", {"add_path_limit": 20}),
        ("addpath-tx-best-selected 2", {"add_path": "best 2"}),
        ("nexthop-local unchanged", {"nexthop_local_unchanged": True}),
    ],
)  # fmt: skip
def test_paths_and_next_hops_of_a_neighbour(line: str, facts: dict[str, object]) -> None:
    head = "families.ipv6-unicast."
    opening = ("neighbor 10.0.0.1 remote-as 2", "address-family ipv6 unicast")
    base = "neighbors.10.0.0.1."
    told = bgp_facts(*opening, f"neighbor 10.0.0.1 {line}")
    own = {f"{base}{head}{name}": value for name, value in facts.items()}
    assert told == {f"{base}kind": "numbered", f"{base}remote_as": "2", **own}


NEWER = """\
router bgp 65001
 neighbor 10.0.0.1 remote-as 65002
 address-family ipv4 unicast
  neighbor 10.0.0.1 addpath-tx-best-selected 3
  neighbor 10.0.0.1 addpath-rx-paths-limit 4
  neighbor 10.0.0.1 disable-addpath-rx
 exit-address-family
 address-family ipv6 unicast
  neighbor 10.0.0.1 nexthop-local unchanged
 exit-address-family
 address-family l2vpn evpn
  advertise-all-vni
  enable-resolve-overlay-index
"""


def test_what_is_newer_reads_back() -> None:
    config = build(Config, reading_of(NEWER).tree)
    assert config.evpn is not None
    assert config.evpn.resolve_overlay_index is True
    again = read(DIALECT, FRR_CONF, render_frr(config, CONTEXT)[FRR_CONF], CONTEXT)
    assert set(flatten(build(Config, again.tree))) == set(flatten(config))
    assert silent_lines(DIALECT, PATH, NEWER, CONTEXT) == []


def test_a_table_of_another_program_is_imported() -> None:
    """Redistribute Neighbor of Cumulus Linux: rdnbrd keeps the hosts' addresses in table 10."""
    head = "vrfs.default.protocols.import-table "
    assert facts_of("ip import-table 10") == {f"{head}10": True}
    again = "ip import-table 10 distance 5\nip import-table 100\nip import-table 10 route-map R"
    assert facts_of(again) == {f"{head}10 route-map R": True, f"{head}100": True}
    assert facts_of(f"{again}\nno ip import-table 10") == {f"{head}100": True}
    assert facts_of("ip import-table 10 mrib") == {}
    config = build(Config, reading_of("ip import-table 10").tree)
    assert "routes of import-table 10 are not computed" in unsolved("leaf01", config)["routing"][0]


def test_other_files_glued_before_a_configuration_are_unread_by_name() -> None:
    """Some tools keep a switch's files in one, hostname first; no line of it is lost."""
    glued = "leaf01\n# interfaces\nauto lo\niface lo inet loopback\n address 10.0.0.1/32\n"
    reading = reading_of(f"{glued}# ports.conf --\n1=4x\nrouter bgp 65001\n")
    assert [item.text for item in reading.unread] == [
        "leaf01", "auto lo", "iface lo inet loopback", "address 10.0.0.1/32", "1=4x",
    ]  # fmt: skip
    assert reading.tree["vrfs"]["default"]["bgp"]["asn"] == 65001
