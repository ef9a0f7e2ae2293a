"""Bridges, bonds and MLAG, as the Cumulus Linux user guide writes them."""

from __future__ import annotations

from tests.dialects.ifupdown2.support import facts, read, read_all, understood

AWARE = """\
auto swp1
iface swp1
    bridge-access 10
auto swp2
iface swp2
    bridge-vids 10 20-22
    bridge-pvid 5
    bridge-allow-untagged no
    mstpctl-portadminedge yes
    mstpctl-bpduguard yes
auto br_default
iface br_default
    bridge-ports swp1 swp2 swp3
    bridge-vlan-aware yes
    bridge-vids 10,20-22
    bridge-pvid 1
    bridge-stp on
    mstpctl-treeprio 4096
    bridge-mcsnoop no
auto vlan10
iface vlan10
    address 10.1.0.2/24
    vlan-id 10
    vlan-raw-device br_default
"""


def _about(found: dict[tuple[str | int, ...], object], *prefix: str) -> dict[object, object]:
    return {p[len(prefix) :]: v for p, v in found.items() if p[: len(prefix)] == prefix}


def test_a_vlan_aware_bridge() -> None:
    found = understood(AWARE)
    assert _about(found, "bridges", "br_default") == {
        ("kind",): "vlan-aware", ("vlans", 10): True, ("vlans", 20): True, ("vlans", 21): True,
        ("vlans", 22): True, ("untagged",): 1, ("stp",): True, ("stp_priority",): 4096,
    }  # fmt: skip
    assert _about(found, "interfaces", "swp1", "bridges", "br_default") == {("access",): 10}
    assert _about(found, "interfaces", "swp2", "bridges", "br_default") == {
        ("vlans", 10): True, ("vlans", 20): True, ("vlans", 21): True, ("vlans", 22): True,
        ("untagged",): 5, ("allow_untagged",): False,
        ("stp", "admin-edge"): "on", ("stp", "bpdu-guard"): "on",
    }  # fmt: skip
    assert _about(found, "interfaces", "swp3") == {
        ("kind",): "swp",
        ("bridges", "br_default"): True,
    }
    assert _about(found, "interfaces", "vlan10") == {
        ("kind",): "svi", ("vlan",): 10, ("ipv4", "10.1.0.2/24"): True, ("admin_up",): True,
    }  # fmt: skip
    assert "br_default" not in {path[1] for path in found if path[0] == "interfaces"}


def test_a_bridge_of_old_is_an_interface_with_addresses() -> None:
    text = """\
        auto br10
        iface br10
            bridge-ports swp1.10 swp2
            bridge-stp on
            address 10.0.10.1/24
        """
    assert understood(text) == {
        ("bridges", "br10", "kind"): "traditional", ("bridges", "br10", "stp"): True,
        ("interfaces", "br10", "kind"): "bridge", ("interfaces", "br10", "admin_up"): True,
        ("interfaces", "br10", "ipv4", "10.0.10.1/24"): True,
        ("interfaces", "swp1.10", "bridges", "br10"): True,
        ("interfaces", "swp1.10", "kind"): "sub", ("interfaces", "swp1.10", "vlan"): 10,
        ("interfaces", "swp1.10", "base"): "swp1",
        ("interfaces", "swp2", "bridges", "br10"): True, ("interfaces", "swp2", "kind"): "swp",
    }  # fmt: skip


def test_a_bridge_that_is_down() -> None:
    found = understood("auto br\niface br\n bridge-vlan-aware yes\n link-down yes\n")
    assert found["interfaces", "br", "admin_up"] is False
    found = understood("iface br\n bridge-vlan-aware yes\n")
    assert found["interfaces", "br", "admin_up"] is False


def test_spellings_of_port_lists() -> None:
    text = """\
        auto swp10
        iface swp10
        auto swp11
        iface swp11
        auto br
        iface br
            bridge-vlan-aware yes
            bridge-ports glob swp1-2 swp5 glob swp[7-8]s0 \\
                regex swp1[01]
            bridge-ports swp6
        """
    found = understood(text)
    members = {path[1] for path in found if path[2:3] == ("bridges",)}
    assert members == {"swp1", "swp2", "swp5", "swp7s0", "swp8s0", "swp10", "swp11", "swp6"}
    assert understood("auto br\niface br\n bridge-ports none\n") == {
        ("bridges", "br", "kind"): "traditional"
    }


def test_lists_of_values_below_a_bridge() -> None:
    text = """\
        auto br
        iface br
            bridge-vlan-aware yes
            bridge-ports swp1 swp2
            bridge-learning swp1=off swp2=on
            mstpctl-portnetwork swp2=yes
            bridge-port-vids swp1=10,12
            bridge-port-pvids swp1=7
        """
    found = understood(text)
    assert _about(found, "interfaces", "swp1", "bridges", "br") == {
        ("learning",): False, ("vlans", 10): True, ("vlans", 12): True, ("untagged",): 7,
    }  # fmt: skip
    assert _about(found, "interfaces", "swp2", "bridges", "br") == {
        ("learning",): True, ("stp", "network"): "on",
    }  # fmt: skip


def test_subinterfaces_and_svis() -> None:
    text = """\
        auto swp1.100
        iface swp1.100
            address 10.0.0.1/31
        auto storage
        iface storage
            vlan-raw-device swp2
            vlan-id 200
        auto br
        iface br
            bridge-vlan-aware yes
        auto br.30
        iface br.30
        auto br_l3vni
        iface br_l3vni
            bridge-vlan-aware yes
        auto vlan220_l3
        iface vlan220_l3
            vlan-raw-device br_l3vni
            vlan-id 220
        auto vlan40
        iface vlan40
            vlan-raw-device br
        """
    found = understood(text)

    def said(name: str) -> tuple[object, object, object]:
        fields = ("kind", "vlan", "base")
        kind, vlan, base = (found.get(("interfaces", name, field)) for field in fields)
        return kind, vlan, base

    assert said("swp1.100") == ("sub", 100, "swp1")
    assert said("storage") == ("sub", 200, "swp2")
    assert said("br.30") == ("svi", 30, None)
    assert said("vlan220_l3") == ("svi", 220, "br_l3vni")  # not of the first bridge: said
    assert said("vlan40") == ("svi", 40, None)


def test_bonds_and_mlag() -> None:
    text = """\
        auto bond1
        iface bond1
            bond-slaves swp1 swp2
            bond-mode 802.3ad
            bond-lacp-rate slow
            bond-lacp-bypass-allow yes
            bond-min-links 1
            bond-xmit-hash-policy layer3+4
            bond-miimon 100
            clag-id 12
        auto bond2
        iface bond2
            bond_slaves swp3
            bond_mode balance-xor
            clag-id 0
        auto peerlink
        iface peerlink
            bond-slaves swp49 swp50
        auto peerlink.4094
        iface peerlink.4094
            clagd-peer-ip linklocal
            clagd-backup-ip 10.0.0.2 vrf mgmt
            clagd-sys-mac 44:38:39:BE:EF:AA
            clagd-priority 1000
            clagd-args --initDelay 10 --backupPort 5400 --debug 4
        """
    found = understood(text)
    assert _about(found, "interfaces", "bond1", "bond") == {
        ("members", "swp1"): True, ("members", "swp2"): True, ("mode",): "lacp",
        ("lacp_rate",): "slow", ("lacp_bypass",): True, ("min_links",): 1,
        ("hash_policy",): "layer3+4", ("mlag_id",): 12,
    }  # fmt: skip
    assert _about(found, "interfaces", "bond2", "bond") == {
        ("members", "swp3"): True, ("mode",): "static", ("mlag_enabled",): False,
    }  # fmt: skip
    assert found["interfaces", "peerlink", "kind"] == "peerlink"
    assert _about(found, "mlag") == {
        ("enabled",): True, ("peer_ip",): "linklocal", ("peerlink",): "peerlink.4094",
        ("mac",): "44:38:39:be:ef:aa", ("priority",): 1000, ("init_delay_s",): 10,
        ("arguments",): "--debug 4", ("backups", "10.0.0.2", "vrf"): "mgmt",
        ("backups", "10.0.0.2", "port"): 5400,
    }  # fmt: skip


def test_a_port_without_a_bridge_is_told_so() -> None:
    reading = read("auto swp1\niface swp1\n bridge-access 10\n")
    (problem,) = reading.problems
    assert (problem.severity, problem.line) == ("warning", 3)
    assert problem.need == "a bridge with swp1 among its bridge-ports"
    assert facts(reading).keys() == {
        ("interfaces", "swp1", "kind"), ("interfaces", "swp1", "admin_up"),
    }  # fmt: skip


def test_the_bridge_of_a_port_may_stand_in_another_file() -> None:
    port = "auto swp1\niface swp1\n bridge-access 10\n"
    bridge = "auto bridge\niface bridge\n bridge-vlan-aware yes\n bridge-ports swp1\n"
    alone = read(port, "etc/network/interfaces.d/10.intf")
    assert [(item.text, item.facets) for item in alone.unread] == [
        ("bridge-access 10", ("l2", "vxlan"))
    ]
    together = read_all({"interfaces.d/10.intf": port, "interfaces.d/20.intf": bridge})
    assert not together[0].unread
    assert facts(together[0])["interfaces", "swp1", "bridges", "bridge", "access"] == 10


def test_wrong_lists() -> None:
    for line in ("bridge-vids 10-5", "bridge-vids 4095", "bridge-vids a", "bridge-pvid 0"):
        reading = read(f"auto br\niface br\n bridge-vlan-aware yes\n {line}\n")
        assert [problem.line for problem in reading.problems] == [4], line
    for line in (
        "bond-slaves swp1/2",
        "bond-slaves glob swp1-9999999 x",
        "bond-slaves regex (a+)+",
    ):
        reading = read(f"auto b\niface b\n {line}\n")
        assert [problem.line for problem in reading.problems] == [3], line


def test_vlans_of_a_bridge_that_has_none() -> None:
    text = "auto br\niface br\n bridge-ports swp1\n bridge-vids 10 20\n"
    (problem,) = read(text).problems
    assert (problem.line, problem.severity, problem.path) == (
        4,
        "warning",
        ("bridges", "br", "kind"),
    )
    assert read(text + " bridge-vlan-aware yes\n").problems == []
