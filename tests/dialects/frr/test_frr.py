"""Whole files: every claimed line counts, nothing hostile hurts, files nobody here wrote."""

from __future__ import annotations

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.dialects.deletion import silent_lines
from tests.dialects.frr.reading import CONTEXT, PATH, reading_of
from twin.dialects.base import Source
from twin.dialects.frr import DIALECT
from twin.dialects.frr.table import by_node
from twin.dialects.registry import reader_of

# A leaf as an engineer types it: groups, unnumbered uplinks, EVPN, a tenant.
LEAF = """\
frr version 10.3
frr defaults datacenter
hostname leaf01
log syslog informational
service integrated-vtysh-config
!
vrf tenant
 vni 104001
 ip route 0.0.0.0/0 10.1.1.1 200
 ip route 0.0.0.0/0 10.1.1.2 200
exit-vrf
!
router bgp 65101
 bgp router-id 10.0.0.1
 no bgp default ipv4-unicast
 bgp bestpath as-path multipath-relax
 neighbor UNDERLAY peer-group
 neighbor UNDERLAY remote-as external
 neighbor UNDERLAY bfd 3 300 300
 neighbor swp51 interface peer-group UNDERLAY
 neighbor swp52 interface peer-group UNDERLAY
 neighbor 10.0.0.9 remote-as 65200
 neighbor 10.0.0.9 ebgp-multihop 3
 neighbor 10.0.0.9 shutdown
 no neighbor 10.0.0.9 shutdown
 !
 address-family ipv4 unicast
  network 10.0.0.1/32
  redistribute connected route-map LOOPBACK
  neighbor UNDERLAY activate
  neighbor UNDERLAY allowas-in 1
  maximum-paths 64
 exit-address-family
 !
 address-family l2vpn evpn
  neighbor UNDERLAY activate
  advertise-all-vni
  vni 10010
   rd 10.0.0.1:10010
   route-target import 65101:10010
  exit-vni
  advertise-svi-ip
 exit-address-family
!
router bgp 65101 vrf tenant
 address-family ipv4 unicast
  redistribute connected
 exit-address-family
 address-family l2vpn evpn
  advertise ipv4 unicast
 exit-address-family
!
interface swp51
 no ipv6 nd suppress-ra
 evpn mh uplink
!
line vty
!
end
"""


def test_each_claimed_line_changes_the_model() -> None:
    assert silent_lines(DIALECT, PATH, LEAF, CONTEXT) == []
    reading = reading_of(LEAF)
    inert = {"log syslog informational", "service integrated-vtysh-config", "line vty", "end"}
    assert (
        reading.lines - reading.claimed == len(inert) + 8
    )  # one overridden, five exits, two headers of IPv4 that say nothing


@pytest.mark.parametrize(
    "path", ["etc/frr/frr.conf", "etc/frr/bgpd.conf", "etc/quagga/Quagga.conf", "etc/frr/daemons"]
)
def test_which_files_are_read(path: str) -> None:
    assert reader_of(path) is DIALECT


def test_other_files_of_the_folder_are_left_alone() -> None:
    assert reader_of("etc/frr/support_bundle_commands.conf") is not DIALECT
    assert reader_of("opt/etc/frr/frr.conf") is not DIALECT


# Every keyword of the tables, and words that break something elsewhere.
WORDS = sorted(
    {
        word
        for rows in by_node().values()
        for row in rows
        for word in re.findall(r"[a-z][-\w]+", row.pattern.text)
    }
)
ODD = ["10.0.0.1", "10.0.0.0/8", "fe80::1", "65001", "65001:10", "*:1", "swp1", "no", "!", "#",
       "-1", "1" * 40, "\x00", "é", "٣", "[", "<", "1.1.1.1/33", "::/129", "0", "99999999999",
       "default", "a.b", "", "$vrf", "?x"]  # fmt: skip
LINES = st.lists(st.sampled_from(WORDS) | st.sampled_from(ODD), max_size=8).map(" ".join)
OPENERS = st.sampled_from(
    ["router bgp 65001", "address-family l2vpn evpn", "vni 10", "interface swp1", "vrf blue",
     "router ospf", "route-map A permit 10", "address-family ipv6 unicast", "exit", "end",
     "router bgp 1 vrf blue", "neighbor G peer-group"]
)  # fmt: skip


@given(st.lists(LINES | OPENERS, max_size=30))
def test_any_lines_are_read_without_an_error(lines: list[str]) -> None:
    reading_of("\n".join(lines))


@given(st.text(max_size=200))
def test_any_text_is_read_without_an_error(text: str) -> None:
    reading_of(text.encode("utf-8", "replace").decode("utf-8"))


@pytest.mark.parametrize(
    "data",
    [
        b"[" * 1_000_000,
        b"x" * 1_000_000,
        b"neighbor " * 100_000,
        b"router bgp 1\n" * 20_000,
        b"router bgp 1\naddress-family l2vpn evpn\n" + b"exit\n" * 20_000,
        b"a\n" * 30_000,
        b"no neighbor x remote-as\n" * 10_000,
        b"router bgp 1\n" + b"neighbor 10.0.0.1 remote-as 1\nno neighbor 10.0.0.1\n" * 5_000,
        b"\xff\xfe" * 1_000,
        b"ip route 10.0.0.0/8 10.0.0.1\n" * 10_000,
        b"".join(b"ip route 10.0.0.0/8 10.%d.%d.1\n" % (i // 256, i % 256) for i in range(5_000)),
    ],
    ids=range(11),
)
def test_hostile_files_take_little_time(data: bytes) -> None:
    start = time.process_time()
    reading = DIALECT.read(Source("configs/h/frr.conf", PATH, data), CONTEXT)
    assert time.process_time() - start < 1
    assert reading.lines == reading.claimed + reading.inert + len(reading.unread)
