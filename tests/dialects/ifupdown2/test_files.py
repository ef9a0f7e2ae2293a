"""A device in many files, as tools write it that have one template per feature."""

from __future__ import annotations

from typing import Any

from tests.dialects.ifupdown2.support import facts, read_all
from twin.core.facts import Path

FILES = {
    "interfaces": """\
        auto lo
        iface lo inet loopback

        auto mgmt
        iface mgmt
            vrf-table auto

        source /etc/network/interfaces.d/*.intf
        """,
    "interfaces.d/10-lo.intf": """\
        iface lo inet loopback
            address 10.0.0.1/32
        iface lo inet6 loopback
            address fd00::1/128
        """,
    "interfaces.d/20-ports.intf": """\
        auto swp1
        iface swp1
            mtu 1600
        auto swp2
        auto swp3
        auto vlan10
        iface vlan10 inet static
            address 10.1.0.2/24
        """,
    "interfaces.d/30-bridge.intf": """\
        auto bridge
        iface bridge
            bridge-vlan-aware yes
            bridge-vids 10,20
            bridge-ports swp2
            bridge-ports swp3
        """,
    "interfaces.d/31-members.intf": """\
        iface swp2
            bridge-access 10
        iface swp3
            bridge-vids 10,20
            bridge-allow-untagged no
        auto vlan10
        iface vlan10
            vlan-id 10
            vlan-raw-device bridge
        """,
    "interfaces.d/40-vxlan.intf": """\
        iface lo inet loopback
            vxlan-local-tunnelip 10.0.0.1
        auto vni-110
        iface vni-110
            bridge-access 10
            vxlan-id 110
            vxlan-learning no
        iface bridge
            bridge-ports vni-110
        """,
    "interfaces.d/50-vrf.intf": """\
        auto red
        iface red
            vrf-table 1001
        auto vlan10
        iface vlan10
            vrf red
        """,
    "interfaces.d/60-gateway.intf": """\
        auto vlan10
        iface vlan10
            address-virtual 02:00:ca:fe:00:ff 10.1.0.1/24
        """,
    "ifupdown2/policy.d/mtu.json": '{"address": {"defaults": {"mtu": "1500"}}}\n',
}


def _merged() -> dict[Path, Any]:
    found: dict[Path, Any] = {}
    for reading in read_all(FILES):
        assert not reading.unread
        assert not reading.problems
        found |= facts(reading)
    return found


def test_stanzas_of_all_files_are_one_text() -> None:
    found = _merged()
    vlan10 = {p[2:]: v for p, v in found.items() if p[:2] == ("interfaces", "vlan10")}
    assert vlan10 == {
        ("kind",): "svi", ("admin_up",): True, ("vlan",): 10, ("vrf",): "red",
        ("ipv4", "10.1.0.2/24"): True, ("mtu",): 1500,
        ("virtual_router", "enabled"): True, ("virtual_router", "up"): True,
        ("virtual_router", "mac"): "02:00:ca:fe:00:ff",
        ("virtual_router", "addresses", "10.1.0.1/24"): True,
    }  # fmt: skip
    assert found["interfaces", "swp2", "bridges", "bridge", "access"] == 10
    assert found["interfaces", "swp3", "bridges", "bridge", "allow_untagged"] is False
    assert found["interfaces", "swp3", "admin_up"] is True
    assert (found["interfaces", "swp1", "mtu"], found["interfaces", "swp2", "mtu"]) == (1600, 1500)
    assert found["bridges", "bridge", "kind"] == "vlan-aware"
    assert found["bridges", "bridge", "vlans", 10, "vnis", 110] is True
    assert found["vxlan", "source"] == "10.0.0.1"
    assert found["vxlan", "mac_learning"] is False
    assert found["interfaces", "lo", "ipv6", "fd00::1/128"] is True


def test_each_fact_stands_in_its_own_file() -> None:
    readings = dict(zip(FILES, read_all(FILES), strict=True))
    place = readings["interfaces.d/40-vxlan.intf"].marks
    assert place["bridges", "bridge", "vlans", 10, "vnis", 110] == (6, 14)
    assert ("interfaces", "swp2", "bridges", "bridge", "access") in readings[
        "interfaces.d/31-members.intf"
    ].marks


def test_the_order_of_the_files_does_not_matter() -> None:
    forth = {r.file: facts(r) for r in read_all(FILES)}
    back = {r.file: facts(r) for r in read_all(dict(reversed(FILES.items())))}
    assert forth == back


def test_a_vrf_that_a_missing_file_may_make() -> None:
    main = "source /etc/network/interfaces.d/*\nauto swp1\niface swp1\n vrf red\n"
    (alone,) = read_all({"interfaces": main})
    assert alone.problems == []
    found = read_all({"interfaces": main, "interfaces.d/a": "auto swp2\niface swp2\n"})
    assert ["nothing makes VRF red" in p.need for each in found for p in each.problems] == [True]
    made = {"interfaces": main, "interfaces.d/a": "auto red\niface red\n vrf-table auto\n"}
    assert [p for each in read_all(made) for p in each.problems] == []
