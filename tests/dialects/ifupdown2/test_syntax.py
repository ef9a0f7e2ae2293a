"""How ifupdown2 takes lines, stanzas and files.

That the first value counts, that an `auto` line behind its `iface` does nothing, that a backslash
takes all blanks around it: seen with ifupdown2 3.0.0 itself (`tests/oracle`).
"""

from __future__ import annotations

import pytest

from tests.dialects.ifupdown2.support import HOST, about, facts, read, read_all, understood
from twin.dialects.base import FACETS
from twin.dialects.ifupdown2 import DIALECT
from twin.dialects.ifupdown2.collect import MAIN

P, S = "interfaces", "swp1"


def test_the_first_value_counts() -> None:
    reading = read("auto swp1\niface swp1\n mtu 1400\n mtu 1300\niface swp1\n mtu 1200\n")
    assert facts(reading)[P, S, "mtu"] == 1400
    assert [(p.line, p.found, p.severity) for p in reading.problems] == [
        (4, "1300", "warning"), (6, "1200", "warning"),
    ]  # fmt: skip
    assert (reading.lines, reading.claimed, reading.inert) == (6, 3, 3)


def test_what_two_lines_say_is_nobody_s_own() -> None:
    reading = read("auto swp1\niface swp1\n mtu 1400\niface swp1\n mtu 1400\n")
    assert not reading.problems
    assert (reading.claimed, reading.inert) == (2, 3)


def test_stanzas_of_one_interface_add_up() -> None:
    text = """\
        auto swp1
        iface swp1 inet static
          address 10.0.0.1/24
        iface swp1 inet6 static
          address fd00::1/64
        # a comment
        iface swp1
          mtu 9000
        """
    assert about(S, text) == {
        ("ipv4", "10.0.0.1/24"): True, ("ipv6", "fd00::1/64"): True, ("mtu",): 9000,
    }  # fmt: skip


def test_ranges_of_interfaces() -> None:
    found = understood("auto swp[1-3]\niface swp[1-3]\n mtu 9000\n alias to $IFACE\n")
    # ifupdown2 puts the name in as it stands in the `iface` line, be it a range.
    assert {(path[1], value) for path, value in found.items() if path[2] == "description"} == {
        (name, "to swp[1-3]") for name in ("swp1", "swp2", "swp3")
    }
    assert about(S, "auto swp1\niface swp1\n alias to $IFACE\n") == {("description",): "to swp1"}
    subs = understood("auto swp[1-2].100\niface swp[1-2].100\n mtu 9000\n")
    assert {path[1] for path in subs} == {"swp1.100", "swp2.100"}


@pytest.mark.parametrize(
    ("text", "up"),
    [
        ("auto swp1\niface swp1\n", True),
        ("auto lo swp1\niface swp1\n", True),
        ("auto all\niface swp1\n", True),
        ("allow-hotplug swp1\niface swp1\n", True),
        ("auto lo # swp1 is spare\niface swp1\n", True),  # no comment: names, all of them
        ("iface swp1\n", False),
        ("allow-rack swp1\niface swp1\n", False),
        ("auto swp1\niface swp1\n link-down yes\n", False),
        ("auto swp1\niface swp1\n link-down no\n", True),
    ],
)
def test_who_is_up_after_boot(text: str, up: bool) -> None:
    assert understood(text)[P, S, "admin_up"] is up


def test_auto_after_iface_comes_too_late() -> None:
    text = "iface swp1\n mtu 9000\nauto swp1\n"
    reading = read(text)
    assert facts(reading)[P, S, "admin_up"] is False
    assert [(p.line, p.severity) for p in reading.problems] == [(3, "warning")]
    # Debian's ifupdown, which a server may have, takes it anywhere.
    assert understood(text, HOST)[P, S, "admin_up"] is True


def test_ports_of_bonds_and_bridges_come_up_with_these() -> None:
    found = understood("auto bond1\niface bond1\n bond-slaves swp1\niface swp1\n mtu 9000\n")
    assert (P, S, "admin_up") not in found


def test_a_backslash_is_a_blank() -> None:
    text = "auto br\niface br\n bridge-vlan-aware yes\n bridge-ports swp1 \\\n\n  swp2\\\nswp3\n"
    reading = read(text + " bridge-pvid 7\n")
    assert {path[1] for path in facts(reading) if path[0] == P} == {"swp1", "swp2", "swp3"}
    assert reading.marks["bridges", "br", "untagged"] == (8, 14)
    assert reading.marks[P, "swp3", "kind"][0] == 4


def test_places_of_facts() -> None:
    reading = read("auto swp1\niface swp1\n\taddress\t10.0.0.1/31\n    mtu   9000\n")
    assert reading.marks[P, S, "ipv4", "10.0.0.1/31"] == (3, 10)
    assert reading.marks[P, S, "mtu"] == (4, 11)
    assert reading.marks[P, S, "admin_up"] == (1, 6)


def test_templates_are_reported_as_such() -> None:
    text = """\
        auto lo
        iface lo inet loopback
        % for port in range(1, 5):
        auto swp${port}
        iface swp${port}
            mtu 9000
        % endfor
        <%
        ports = 5
        %>
        auto eth0
        iface eth0 inet dhcp
        """
    reading = read(text)
    assert [item.line for item in reading.unread] == [3, 4, 5, 6, 7, 8, 9, 10]
    assert {"address", "mtu", "l2", "vrf", "port"} <= set(reading.unread[0].facets) <= set(FACETS)
    assert {item.why for item in reading.unread} == {
        "a Mako template, which is not carried out here"
    }
    assert all("`ifquery -a`" in item.remedy and not item.near for item in reading.unread)
    assert {path[1] for path in facts(reading)} == {"lo", "eth0"}


def test_what_is_no_line_of_the_file() -> None:
    reading = read("leaf01\niface\nauto\nauto swp1\niface swp1\n mtu\n")
    assert [(p.line, p.severity) for p in reading.problems] == [
        (1, "error"), (2, "error"), (3, "error"), (6, "error"),
    ]  # fmt: skip
    reading = read("mapping eth0\n script /bin/x\niface $x\n mtu 9000\n")
    assert [item.text for item in reading.unread] == [
        "mapping eth0", "script /bin/x", "iface $x", "mtu 9000",
    ]  # fmt: skip
    assert not reading.problems


def test_unknown_methods() -> None:
    reading = read("auto swp1\niface swp1 inet magic\nauto swp2\niface swp2 ipx static\n")
    assert [(p.found, p.need) for p in reading.problems] == [
        ("magic", "static, manual, loopback, dhcp or auto"), ("ipx", "inet or inet6"),
    ]  # fmt: skip


def test_a_sourced_file_stands_where_it_is_named() -> None:
    main = "auto swp1\nsource /etc/network/interfaces.d/*.intf\niface swp1\n mtu 1400\n"
    first, second, third = read_all(
        {
            "interfaces": main,
            "interfaces.d/a.intf": "iface swp1\n mtu 1300\n",
            "interfaces.d/b.txt": "iface swp1\n mtu 1200\n",
        }
    )
    assert facts(second)[P, S, "mtu"] == 1300
    assert (P, S, "mtu") not in facts(first)
    assert facts(first)[P, S, "admin_up"] is True
    assert [p.found for p in third.problems] == ["etc/network/interfaces.d/b.txt", "1200"]


def test_facts_of_another_file_are_not_denied() -> None:
    reading = read("iface swp1\n mtu 9000\n", f"{MAIN}.d/50-bridge.intf")
    assert (P, S, "admin_up") not in facts(reading)
    reading = read("auto swp1 swp2\n", f"{MAIN}.d/50-bridge.intf")
    assert facts(reading) == {(P, S, "admin_up"): True, (P, "swp2", "admin_up"): True}


def test_files_that_are_read() -> None:
    assert DIALECT.handles("etc/network/interfaces")
    assert DIALECT.handles("etc/network/interfaces.d/10-lo.intf")
    assert DIALECT.handles("etc/network/interfaces.d/swp1")
    assert not DIALECT.handles("etc/network/interfaces.d/swp1~")
    assert not DIALECT.handles("etc/network/interfaces.bak")
