"""No word that is said to be read is dropped: each changes the model, or is told about."""

from __future__ import annotations

import pytest

from tests.dialects.ifupdown2.support import read
from twin.dialects.ifupdown2 import attributes
from twin.dialects.ifupdown2.inert import INERT, OPEN
from twin.dialects.ifupdown2.reader import CLAIMED

# Values of words that are no switches.
VALUES = {
    "address": "10.0.0.1/24", "gateway": "10.0.0.9", "mtu": "9000", "alias": "x", "vrf": "red",
    "address-virtual": "00:00:5e:00:01:01 10.0.0.5/24", "vrrp": "1 10.0.0.1/24", "vrrp-id": "3",
    "vrrp-priority": "9", "vrrp-virtual-ip": "10.0.0.1", "hwaddress": "02:00:00:00:00:01",
    "es-sys-mac": "02:00:00:00:00:01", "link-speed": "1000", "link-fec": "rs",
    "bond-mode": "802.3ad", "bond-lacp-rate": "slow", "bond-min-links": "2",
    "bond-xmit-hash-policy": "layer2", "bond-ad-actor-system": "02:00:00:00:00:01",
    "bond-ad-sys-mac-addr": "02:00:00:00:00:01", "bond-slaves": "swp7", "bond-ports": "swp7",
    "bond-master": "bond9", "bridge-access": "20", "bridge-pvid": "7", "bridge-vids": "10 20",
    "bridge-trunk": "10 20", "bridge-ports": "swp9", "mstpctl-ports": "swp9",
    "bridge-port-pvids": "swp1=9", "bridge-port-vids": "swp1=9", "clag-id": "3",
    "mstpctl-vlan-priority": "1=4096", "mstpctl-treeprio": "4096", "mstpctl-portpathcost": "10",
    "clagd-sys-mac": "02:00:00:00:00:01", "clagd-priority": "100", "clagd-peer-ip": "linklocal",
    "clagd-backup-ip": "10.0.0.1", "clagd-args": "--initDelay 10", "vlan-id": "33",
    "vlan-raw-device": "br", "vxlan-local-tunnelip": "10.0.0.1", "vxlan-port": "4789",
    "clagd-vxlan-anycast-ip": "10.0.0.1", "vxlan-remoteip": "10.0.0.1", "vxlan-id": "55",
    "vxlan-remoteip-map": "10=10.0.0.1", "vxlan-mcastgrp-map": "10=239.0.0.1",
    "vxlan-mcastgrp": "239.0.0.1", "bridge-vlan-vni-map": "20=20", "vrf-table": "auto",
    "pre-up": "ip link set swp1 mtu 9000", "up": "ip link set swp1 mtu 9000",
    "post-up": "ip link set swp1 mtu 9000", "netmask": "255.255.255.0", "ipv6-addrgen": "off",
    "metric": "200",
}  # fmt: skip
ROLES = {
    "port": "", "bond": "    bond-slaves swp8\n", "vlan": "    vlan-raw-device swp8\n",
    "vxlan": "    vxlan-id 10\n", "single": "    bridge-vlan-vni-map 10=10\n",
    "vrf": "    vrf-table 1001\n", "loopback": "",
}  # fmt: skip

# What says nothing of its own there, and the dialect's table tells why.
INERT_OF = {
    "single": {
        *attributes.PORT, *attributes.TREE, "alias", "bridge-vids", "bridge-trunk", "hwaddress",
        "ipv6-addrgen",
    },
    "vrf": {"mtu", "alias", "hwaddress", "ip-forward", "ip6-forward", "ipv6-addrgen", "metric"},
}  # fmt: skip


def _file(role: str, line: str) -> str:
    name = "lo" if role == "loopback" else "swp1"
    own = f"auto {name}\niface {name}\n{ROLES[role]}{line}"
    if "netmask" in line:
        own = own.replace("    netmask", "    address 10.0.0.1\n    netmask")
    return f"{own}auto br\niface br\n    bridge-vlan-aware yes\n    bridge-ports {name} swp6\n"


@pytest.mark.parametrize("role", ROLES)
def test_a_word_is_never_dropped(role: str) -> None:
    dropped = []
    for word in CLAIMED:
        if word in ROLES[role] or (role == "bond" and word == "bond-ports"):
            continue  # the first of two counts
        with_it = read(_file(role, f"    {word} {VALUES.get(word, 'yes')}\n"))
        without = read(_file(role, ""))
        if with_it.tree == without.tree and not with_it.problems and not with_it.unread:
            dropped.append(word)
    assert set(dropped) <= INERT_OF.get(role, set())


def test_the_tables_do_not_overlap() -> None:
    assert not set(CLAIMED) & {*INERT, *OPEN}
    assert not set(INERT) & set(OPEN)
    assert all(INERT.values())
