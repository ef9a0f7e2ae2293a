"""Every line counts: deleting a claimed one changes the model; no text makes the reader fall."""

from __future__ import annotations

import time

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.dialects.deletion import silent_lines
from tests.dialects.ifupdown2.support import CONTEXT, check
from tests.dialects.ifupdown2.test_layer2 import AWARE
from tests.dialects.ifupdown2.test_overlay import SINGLE, TRADITIONAL
from twin.dialects.base import Source
from twin.dialects.ifupdown2 import DIALECT
from twin.dialects.ifupdown2.collect import MAIN
from twin.dialects.ifupdown2.reader import KNOWN_WORDS

LEAF = """\
auto lo
iface lo inet loopback
    address 10.0.0.1/32
auto mgmt
iface mgmt
    address 127.0.0.1/8
    vrf-table auto
auto eth0
iface eth0 inet dhcp
    vrf mgmt
auto swp1
iface swp1
    alias server01
    mtu 9000
    link-speed 100000
    link-down yes
auto swp51
iface swp51
    address 10.255.0.1/31
    netmask 24
    address 10.255.1.1
    netmask 255.255.255.254
    post-up ip route add 10.9.0.0/16 via 10.255.0.0
    post-up sysctl -w net.ipv4.ip_forward=1
    up ip link set swp51 mtu 9216
    down ip link set swp51 down
auto swp2.100
iface swp2.100
    gateway 10.0.0.9
    vrrp 5 10.0.0.1/24
auto bond1
iface bond1
    bond-slaves swp3 swp4
    bond-mode 802.3ad
    clag-id 1
    es-sys-mac 44:38:39:be:ef:aa
auto peerlink.4094
iface peerlink.4094
    clagd-peer-ip linklocal
    clagd-backup-ip 10.0.0.2 vrf mgmt
    clagd-args --initDelay 10
"""


@pytest.mark.parametrize("text", [LEAF, AWARE, SINGLE, TRADITIONAL])
def test_a_claimed_line_that_goes_is_missed(text: str) -> None:
    assert silent_lines(DIALECT, MAIN, text, CONTEXT) == []


WORDS = st.sampled_from(
    [
        *KNOWN_WORDS, "auto", "iface", "vlan", "source", "allow-hotplug", "swp1", "swp[1-3]", "lo",
        "br", "all", "inet", "dhcp", "10.0.0.1/24", "fd00::1/64", "10", "10-20", "10=10", "yes",
        "swp1=yes", "glob", "regex", "swp1-4", "(a+)+", "\\", "\n", "\n", "\n ", "#", "%", "${x}",
        "<%", "%>", "post-up", "pre-up", "ip", "route", "add", "via", "link", "set", "type", "dev",
        "vxlan", "id", "=", "-", ",", "44:38:39:ff:00:01", "é", "\t", "\x00", "$IFACE", "'", "&&",
        "swp1.100", "vlan10", "sysctl", "net.ipv4.ip_forward=1", "bridge", "none", "auto+10",
    ]
)  # fmt: skip
TEXTS = st.lists(WORDS, max_size=40).map(" ".join)


@given(text=st.one_of(TEXTS, st.text(max_size=200)))
@example(text="auto swp[1-2]\niface swp[1-2]\n mtu 9000\n mtu 9000 x\n mtu x\n")
@example(text="iface a\n netmask 24\n address 10.0.0.1\n")
@example(text="iface a\n bond-master b\niface b\n bond-slaves none\n")
@example(text="auto \\\n\\\n\\ x\niface x \\")
@example(text="iface .5\n vlan-raw-device .\niface a.\niface .\n")
@example(text="iface a\n address-virtual \n vrrp  \n clagd-args --initDelay\n vrrp 1\n")
def test_any_text_is_read(text: str) -> None:
    path = f"{MAIN}.d/x"
    for name in (MAIN, path):
        check(DIALECT.read(Source("f", name, text.encode()), CONTEXT))
    sources = [Source("f", MAIN, text.encode()), Source("g", path, text[::-1].encode())]
    for reading in DIALECT.read_device(sources, CONTEXT):
        check(reading)


HOSTILE = {
    "ranges": "iface swp[1-4096]\n" * 500 + " mtu 9000\n" * 500,
    "vlans": "iface a\n bridge-vids 1-4094\n" * 3000 + "auto br\niface br\n bridge-ports a\n",
    "many": "".join(f"iface s{n}\n bridge-vids 1-4094\n" for n in range(2000))
    + "auto br\niface br\n bridge-vlan-aware yes\n bridge-ports regex s.*\n",
    "pattern": "iface br\n bridge-ports regex (((a+)+)+)+b\n" + "iface aaaaaaaaaaaaaaa\n" * 50,
    "glob": "iface br\n bridge-ports glob " + "1-9" * 3000 + "\n",
    "blanks": "iface a\n post-up ip" + " " * 100_000 + "x\n up " + "; " * 50_000 + "\n",
    "unknown": "iface a\n" + "".join(f" bridge-vidz{n} 1\n" for n in range(5000)),
    "backslashes": "\\" * 100_000 + "\n\\" * 10_000,
    "maps": "iface v\n vxlan-remoteip-map 1-16777215=1.1.1.1-9.9.9.9\n vxlan-id 1\n",
    "autos": "auto swp[1-4096]\n" * 20_000,
    "globs": "iface br\n" + " bridge-ports glob swp1-4096\n" * 20_000,
    "patterns": "".join(f"iface p{n}\n" for n in range(3000))
    + "iface br\n"
    + " bridge-ports regex p.*\n" * 5_000,
    "priorities": "iface br\n bridge-vlan-aware yes\n"
    + " mstpctl-vlan-priority 1-4094=0\n" * 20_000,
    "runs": "iface br\n bridge-ports a\n bridge-vids " + "1-4094 " * 4000 + "\n",
    "pairs": "iface v\n bridge-vlan-vni-map " + "1-4094=1-4094 " * 4000 + "\n",
    "addresses": "iface v\n vxlan-id 1\n vxlan-remoteip-map 1="
    + "1.1.1.1-1.1.9.9," * 20_000
    + "\n",
    "commands": "iface swp[1-4096]\n"
    + "".join(f" up ip link set $IFACE mtu {n}\n" for n in range(1000, 1050)),
    "warnings": "iface swp[1-4096]\n mtu 9000\n" + " mtu 1500\n" * 45,
    "binary": "\x00\xff" * 10_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_text_costs_little(name: str) -> None:
    source = Source("f", MAIN, HOSTILE[name].encode())
    begun = time.process_time()
    reading = DIALECT.read(source, CONTEXT)
    assert time.process_time() - begun < 3  # half a second alone
    check(reading)


def test_no_utf8_and_too_large() -> None:
    for data in (b"auto \xff\n", b"#" * 5_000_000):
        reading = DIALECT.read(Source("f", MAIN, data), CONTEXT)
        assert len(reading.problems) == 1
        assert reading.blind
