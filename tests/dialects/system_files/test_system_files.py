"""The name of a switch, sysctl files, and files that are known as a whole."""

from __future__ import annotations

from typing import Any

import pytest

from tests.dialects.deletion import read, silent_lines
from twin.dialects.base import FACETS, Context, Reading, Source
from twin.dialects.registry import reader_of
from twin.dialects.system_files import DIALECT
from twin.dialects.system_files.whole import INERT, NOT_YET
from twin.model.config import Config

KERNEL = "etc/sysctl.d/forwarding.conf"
CONTEXT = Context("leaf01")


def run(text: str, path: str = KERNEL) -> Reading:
    return read(DIALECT, path, text, CONTEXT)


def test_a_name() -> None:
    reading = run("# name\nleaf01.example.net\n", "etc/hostname")
    assert reading.tree == {"hostname": "leaf01.example.net"}
    assert reading.marks["hostname",] == (2, 1)
    assert DIALECT.render(Config(hostname="leaf01"), CONTEXT) == {"etc/hostname": "leaf01\n"}
    assert DIALECT.render(Config(), CONTEXT) == {}


def test_a_name_that_is_none() -> None:
    (problem,) = run("my switch\n", "etc/hostname").problems
    assert (problem.line, problem.path) == (1, ("hostname",))


@pytest.mark.parametrize(
    ("line", "tree"),
    [
        ("net.ipv4.ip_forward = 1", {"forwarding": {"ipv4": True}}),
        ("net.ipv4.ip_forward=0", {"forwarding": {"ipv4": False}}),
        ("net.ipv6.conf.all.forwarding = 1", {"forwarding": {"ipv6": True}}),
        ("net.ipv4.conf.swp1.forwarding = 0", {"interfaces": {"swp1": {"ip_forward": False}}}),
        ("-net.ipv6.conf.swp1/100.forwarding = 0",
         {"interfaces": {"swp1.100": {"ip6_forward": False}}}),
        ("net/ipv4/conf/swp1.100/forwarding = 1",
         {"interfaces": {"swp1.100": {"ip_forward": True}}}),
        ("net.ipv6.conf.eth1.disable_ipv6 = 1", {"interfaces": {"eth1": {"ipv6_enabled": False}}}),
    ],
)  # fmt: skip
def test_what_is_forwarded(line: str, tree: dict[str, Any]) -> None:
    assert run(f"{line}\n").tree == tree
    assert silent_lines(DIALECT, KERNEL, f"{line}\n", CONTEXT) == []


@pytest.mark.parametrize(
    "line",
    [
        "net.ipv4.conf.default.forwarding = 1",
        "net.ipv6.conf.all.disable_ipv6 = 0",
        "net.ipv4.conf.all.rp_filter = 2",
        "net.ipv4.conf.all.arp_ignore = 1",
        "net.ipv4.tcp_rmem = 4096 87380 16777216",
        "net.core.rmem_max = 1",
        "vm.swappiness = 1",
        "kernel.printk = 4 4 1 7",
        "net.ipv4.neigh.default.gc_thresh3 = 8192",
    ],
)
def test_what_changes_nothing(line: str) -> None:
    reading = run(f"{line}\n")
    assert (reading.tree, reading.inert, reading.unread) == ({}, 1, [])


def test_comments() -> None:
    assert run("# a\n ; net.ipv4.ip_forward = 1\n").lines == 0


@pytest.mark.parametrize(
    "line",
    [
        "net.ipv4.conf.all.rp_filter = 1",
        "net.ipv6.conf.all.disable_ipv6 = 1",
        "net.ipv4.conf.default.forwarding = 0",
        "net.mpls.platform_labels = 1000",
        "net.ipv4.some_new_key = 1",
        "no setting",
    ],
)
def test_what_is_open(line: str) -> None:
    (unread,) = run(f"{line}\n").unread
    assert unread.text == line
    assert "routing" in unread.facets


@pytest.mark.parametrize(
    "path",
    [
        "etc/ptm.d/topology.dot", "etc/ntp.conf", "etc/ssh/sshd_config", "etc/snmp/snmpd.conf",
        "etc/default/isc-dhcp-relay-default", "etc/lldpd.d/README.conf", "etc/cumulus/.license",
    ],
)  # fmt: skip
def test_files_on_which_nothing_hangs(path: str) -> None:
    assert reader_of(path) is DIALECT
    reading = DIALECT.read(Source("f", path, b"# about\n\na\xff b\nc\n"), CONTEXT)
    assert (reading.lines, reading.inert, reading.unread, reading.problems) == (2, 2, [], [])


def test_a_daemon_that_nobody_reads_yet() -> None:
    reading = run("loglevel = INFO\n", "etc/rdnbrd.conf")
    (unread,) = reading.unread
    assert (unread.line, unread.facets) == (0, ("routing", "bgp"))


@pytest.mark.parametrize("path", ["etc/hosts.allow", "etc/sysctl.d/x.txt", "etc/new.conf"])
def test_other_files_are_none_of_this_dialect(path: str) -> None:
    assert not DIALECT.handles(path)


def test_every_file_has_its_reason() -> None:
    assert all(INERT.values())
    assert all(set(facets) <= set(FACETS) for facets in NOT_YET.values())
