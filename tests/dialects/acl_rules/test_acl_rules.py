"""Rule files of cl-acltool, with rules of the user guides from 3.x to 5.x."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.dialects.deletion import read, silent_lines
from twin.assemble.merge import freeze
from twin.dialects.acl_rules import DIALECT, POLICY_FILE
from twin.dialects.acl_rules.options import OF_TOOL, TARGET_FLAGS, TARGETS, VERDICTS
from twin.dialects.base import Context, Reading, Source
from twin.model.acl import Acl, AclRule
from twin.model.config import Config

PATH = "etc/cumulus/acl/policy.d/10_test.rules"
CONTEXT = Context("leaf01")


def run(text: str) -> Reading:
    return read(DIALECT, PATH, text, CONTEXT)


def rule(line: str, tool: str = "iptables") -> Any:
    """The one rule of a line."""
    reading = run(f"[{tool}]\n{line}\n")
    assert not reading.unread, line
    assert not reading.problems
    (acl,) = reading.tree["acls"].values()
    (found,) = acl["rules"].values()
    return found


def test_variables_sections_and_lists_of_chains() -> None:
    text = """\
INGRESS = swp+
INPUT_PORT_CHAIN = INPUT, FORWARD
SOURCES = "240.0.0.0/5,127.0.0.0/8"

[iptables]
-A $INPUT_PORT_CHAIN -i $INGRESS -s $SOURCES -j DROP
-A INPUT --in-interface ${INGRESS} -p tcp --dport 80 -j ACCEPT

[ip6tables]
-A FORWARD -i $INGRESS -p tcp --dport bgp -j ACCEPT
-t mangle -A FORWARD -i $INGRESS -j SETQOS --set-dscp 10

[ebtables]
-A INPUT -p IPv4 -j ACCEPT
"""
    reading = run(text)
    acls = reading.tree["acls"]
    martians = {"action": "deny", "in_interface": "swp+", "source": "240.0.0.0/5,127.0.0.0/8"}
    assert acls["10_test iptables filter FORWARD"] == {
        "kind": "ipv4", "chain": "FORWARD", "table": "filter", "rules": {1: martians},
    }  # fmt: skip
    assert acls["10_test iptables filter INPUT"]["rules"] == {
        1: martians,
        2: {
            "action": "permit", "in_interface": "swp+", "protocol": "tcp",
            "destination_ports": {"80": True},
        },
    }  # fmt: skip
    assert acls["10_test ip6tables mangle FORWARD"]["rules"][1]["actions"] == {"set dscp": "10"}
    assert acls["10_test ebtables filter INPUT"]["kind"] == "mac"
    assert acls["10_test ebtables filter INPUT"]["rules"][1]["ethertype"] == "ipv4"
    assert reading.marks["acls", "10_test iptables filter INPUT", "rules", 2, "protocol"] == (7, 1)
    assert (reading.lines, reading.claimed) == (11, 11)
    assert silent_lines(DIALECT, PATH, text, CONTEXT) == []


# Rules as a switch has them installed: control plane first, the rest last.
CONTROL_PLANE = """\
INGRESS_INTF = swp+
INGRESS_CHAIN = INPUT
INNFWD_CHAIN = INPUT,FORWARD
MARTIAN_SOURCES_4 = "240.0.0.0/5,127.0.0.0/8,224.0.0.0/8,255.255.255.255/32"
MARTIAN_SOURCES_6 = "ff00::/8,::/128,::ffff:0.0.0.0/96,::1/128"
CLAG_PORT = 5342

[iptables]
-A $INNFWD_CHAIN --in-interface $INGRESS_INTF -s $MARTIAN_SOURCES_4 -j DROP
-A $INGRESS_CHAIN --in-interface $INGRESS_INTF -p ospf -j SETCLASS --class 7
-A $INGRESS_CHAIN -p ospf -j POLICE --set-mode pkt --set-rate 2000 --set-burst 2000
-A $INGRESS_CHAIN --in-interface $INGRESS_INTF -p tcp --sport $CLAG_PORT -j SETCLASS --class 7
-A $INGRESS_CHAIN --in-interface $INGRESS_INTF -p udp --dport bootps:bootpc -j POLICE --set-mode \
pkt --set-rate 100 --set-burst 100 --set-class 2
-A $INGRESS_CHAIN --in-interface $INGRESS_INTF -p udp --dport 1024:65535 -m ttl --ttl-eq 1 -j ACCEPT
-A $INGRESS_CHAIN --in-interface $INGRESS_INTF -m addrtype --dst-type LOCAL -j POLICE --set-rate 1
-A $INGRESS_CHAIN --in-interface $INGRESS_INTF -m addrtype --dst-type IPROUTER -j SETCLASS --class 0

[ip6tables]
-A $INNFWD_CHAIN --in-interface $INGRESS_INTF -s $MARTIAN_SOURCES_6 -j DROP
-A $INGRESS_CHAIN --in-interface $INGRESS_INTF -p ipv6-icmp -m icmp6 --icmpv6-type \
router-solicitation -j POLICE --set-mode pkt --set-rate 100 --set-burst 100 --set-class 2

[ebtables]
-A INPUT -d BGA -i swp+ -j setclass --class 7
-A INPUT -d 1:80:c2:0:0:2 -j police --set-mode pkt --set-rate 2000 --set-burst 2000
-A INPUT -p ARP -i swp+ -j setclass --class 2
-A INPUT -p IPv4 -i swp+ -j ACCEPT
-A INPUT -i swp+ -j setclass --class 0
"""


def test_the_rules_that_a_switch_has_installed() -> None:
    reading = run(CONTROL_PLANE)
    assert not reading.unread
    acls = reading.tree["acls"]
    assert len(acls["10_test iptables filter INPUT"]["rules"]) == 8
    assert acls["10_test iptables filter INPUT"]["rules"][5] == {
        "action": "POLICE", "in_interface": "swp+", "protocol": "udp",
        "destination_ports": {"bootps:bootpc": True},
        "actions": {
            "police mode": "pkt", "police rate": "100", "police burst": "100", "police class": "2",
        },
    }  # fmt: skip
    assert acls["10_test ebtables filter INPUT"]["rules"][2] == {
        "action": "POLICE", "destination_mac": "1:80:c2:0:0:2",
        "actions": {"police mode": "pkt", "police rate": "2000", "police burst": "2000"},
    }  # fmt: skip
    assert silent_lines(DIALECT, PATH, CONTROL_PLANE, CONTEXT) == []


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "-A FORWARD -i swp+ -p tcp -m multiport --dports 1050:1051,1055:1056 -j ACCEPT",
            {"destination_ports": {"1050:1051": True, "1055:1056": True}},
        ),
        (
            "-t mangle -A PREROUTING -i swp1 -p tcp --tcp-flags ACK,SYN,FIN,RST SYN -j DROP",
            {"matches": {"tcp mask": "syn,ack,fin,rst", "tcp flags": "syn"}},
        ),
        ("-A INPUT -p tcp --syn -j DROP", {"matches": {
            "tcp mask": "syn,ack,fin,rst", "tcp flags": "syn",
        }}),
        ("-A FORWARD -m dscp --dscp-class CS1 -j ACCEPT", {"dscp": "CS1"}),
        ("-A FORWARD -p tcp --dport 22 -m dscp --dscp 46 -j ACCEPT", {"dscp": "46"}),
        (
            "-A FORWARD -i swp31 -m mark --mark 102 -j SETCLASS --class 2",
            {"matches": {"mark": "102"}, "actions": {"set class": "2"}, "action": "SETCLASS"},
        ),
        ("-A INPUT -p icmp --icmp-type echo-request -j DROP",
         {"matches": {"icmp-type": "echo-request"}}),
        ("-A FORWARD -i swp1 -p tcp -m ecn --ecn-tcp-ece -j ACCEPT",
         {"matches": {"ecn tcp-ece": "on"}}),
        ("-A FORWARD -i swp1 -p tcp -m ecn --ecn-ip-ect 1 -j ACCEPT",
         {"matches": {"ecn ip-ect": "1"}}),
        ("-A FORWARD -p tcp -m ecn ! --ecn-tcp-cwr -j ACCEPT", {"matches": {"ecn tcp-cwr": "!on"}}),
        ("-A FORWARD ! -s 10.0.0.0/8 -j DROP", {"source": "!10.0.0.0/8"}),
        ("-A FORWARD -s ! 10.0.0.0/8 -j DROP", {"source": "!10.0.0.0/8"}),
        ("-A FORWARD -o swp11 -j SETQOS --set-dscp-class cs6",
         {"action": "SETQOS", "actions": {"set dscp": "cs6"}, "out_interface": "swp11"}),
        ("-A FORWARD --in-interface swp4 -j SPAN --dport swp19",
         {"action": "SPAN", "actions": {"span": "swp19"}}),
        (
            "-A FORWARD -i swp1 -j ERSPAN --src-ip 90.0.0.1 --dst-ip 20.0.2.2 --ttl 64",
            {"actions": {
                "erspan source-ip": "90.0.0.1", "erspan dest-ip": "20.0.2.2", "erspan ttl": "64",
            }},
        ),
        (
            "-A FORWARD -j TRICOLORPOLICE --set-color-mode blind --set-cir 3000 --set-cbs 500 "
            "--set-pir 10000 --set-ebs 1000 --set-violate-action drop",
            {"actions": {
                "tricolorpolice color-mode": "blind", "tricolorpolice cir": "3000",
                "tricolorpolice cbs": "500", "tricolorpolice pir": "10000",
                "tricolorpolice ebs": "1000", "tricolorpolice violate-action": "drop",
            }},
        ),
        ('-A FORWARD -i swp1 -j LOG --log-prefix "swp1 in: " --log-level 4',
         {"action": "LOG", "actions": {"log prefix": "swp1 in: ", "log level": "4"}}),
        ("-A INPUT -m state --state ESTABLISHED,RELATED -j ACCEPT",
         {"matches": {"connection-state": "ESTABLISHED,RELATED"}}),
        ('-A INPUT -p tcp -s 10.0.0.1 -m comment --comment "rule_id:10,acl_name:A" -j ACCEPT',
         {"remark": "rule_id:10,acl_name:A"}),
        ("-A INPUT -m mac --mac-source 00:11:22:33:44:55 -j ACCEPT",
         {"source_mac": "00:11:22:33:44:55"}),
        ("-A INPUT --dport=80 -p udp -j ACCEPT", {"destination_ports": {"80": True}}),
        ("-t nat -A POSTROUTING -s 10.0.0.1 -o swp51 -p tcp -j SNAT --to-source 172.30.58.80",
         {"action": "SNAT", "actions": {"nat source": "172.30.58.80"}}),
        ("-A INPUT -s 10.0.0.1 # a comment", {"source": "10.0.0.1"}),
    ],
)  # fmt: skip
def test_matches_and_targets(line: str, told: dict[str, Any]) -> None:
    found = rule(line)
    assert {key: found.get(key) for key in told} == told


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (
            "-A FORWARD -s 00:00:00:00:00:12 -d 08:9e:01:ce:e2:04 -j DROP",
            {"source_mac": "00:00:00:00:00:12", "destination_mac": "08:9e:01:ce:e2:04"},
        ),
        (
            "-A FORWARD -p 802_1Q --vlan-id 100 -j mark --mark-set 102",
            {"ethertype": "802_1Q", "matches": {"vlan": "100"}, "action": "MARK",
             "actions": {"set mark": "102"}},
        ),
        ("-A FORWARD -o swp5 -j setqos --set-cos 4", {"action": "SETQOS",
                                                      "actions": {"set cos": "4"}}),
        (
            "-A INPUT -p IPv4 --ip-proto udp --ip-dport 67:68 -i swp1 -j ACCEPT",
            {"protocol": "udp", "destination_ports": {"67:68": True}, "ethertype": "ipv4"},
        ),
        ("-A INPUT -p arp --log --log-prefix arp -j DROP",
         {"action": "deny", "actions": {"log": "on", "log prefix": "arp"}}),
    ],
)  # fmt: skip
def test_frames(line: str, told: dict[str, Any]) -> None:
    found = rule(line, "ebtables")
    assert {key: found.get(key) for key in told} == told


@pytest.mark.parametrize(
    "line",
    [
        "-A INPUT -p tcp --dport bgp -m ttl --ttl 255 POLICE --set-mode pkt",
        "-A INPUT -j RETURN",
        "-A INPUT -m string --string x -j DROP",
        "-A MYCHAIN -j DROP",
        "-A INPUT -s",
        "-A INPUT -i $NOBODY -j DROP",
        "-P INPUT DROP",
        "-D INPUT -j DROP",
        '-A INPUT -j LOG --log-prefix "open',
        "-A INPUT -p tcp --tcp-flags SYN,XYZ SYN -j DROP",
        "-t other -A INPUT -j DROP",
        "-A INPUT --syn=1 -j DROP",
        "-A INPUT -i swp1 -j ACCEPT -j DROP",
        "-I INPUT 3 -j DROP",
        "iptables -A INPUT -j DROP",
        "[nftables]",
    ],
)  # fmt: skip
def test_rules_that_are_not_understood(line: str) -> None:
    (unread,) = run(f"[iptables]\n-A INPUT -i swp1 -j ACCEPT\n  {line}\n").unread
    assert (unread.line, unread.column, unread.text) == (3, 3, line)
    assert unread.facets == ("acl",)


def test_packets_for_the_switch_have_no_way_out() -> None:
    reading = run("[iptables]\n-A FORWARD,INPUT -i swp1 -o swp2 -p tcp -j ACCEPT\n")
    (problem,) = reading.problems
    assert (problem.rule, problem.line, problem.found) == ("PAR002", 2, "swp2 with chain INPUT")
    assert reading.tree == {}


def test_a_rule_needs_a_section() -> None:
    (unread,) = run("-A INPUT -j ACCEPT\n").unread
    assert unread.line == 1


def test_inserted_rules_come_first() -> None:
    reading = run("[iptables]\n-A INPUT -s 10.0.0.1\n-I INPUT -s 10.0.0.2\n-A INPUT -s 10.0.0.3\n")
    (acl,) = reading.tree["acls"].values()
    found = [told["source"] for _, told in sorted(acl["rules"].items())]
    assert found == ["10.0.0.2", "10.0.0.1", "10.0.0.3"]


def test_the_variables_of_the_policy_hold_in_every_file() -> None:
    policy = b"EDGE = swp1\nNEVER = swp9\ninclude /etc/cumulus/acl/policy.d/*.rules\nrun this\n"
    sources = [
        Source("configs/l/p", POLICY_FILE, policy),
        Source("configs/l/r", PATH, b"[iptables]\n-A INPUT -i $EDGE -j DROP\n"),
    ]
    for order in (sources, sources[::-1]):
        found = {r.file: r for r in DIALECT.read_device(order, CONTEXT)}
        rules = found["configs/l/r"].tree["acls"]["10_test iptables filter INPUT"]["rules"]
        assert rules == {1: {"action": "deny", "in_interface": "swp1"}}
        told = found["configs/l/p"]
        assert (told.lines, told.claimed, told.inert) == (4, 1, 2)
        assert [item.text for item in told.unread] == ["run this"]


def test_which_files_are_read() -> None:
    assert DIALECT.handles("etc/cumulus/acl/policy.d/00control_plane.rules")
    assert DIALECT.handles(POLICY_FILE)
    assert not DIALECT.handles("etc/cumulus/acl/policy.d/README")
    assert not DIALECT.handles("etc/cumulus/acl/policy.d/old/1.rules")


PREFIXES = st.sampled_from(["10.0.0.0/8", "!10.0.0.1", "192.0.2.1,192.0.2.2"])
PORTS = st.sets(st.sampled_from(["22", "bgp", "1024:65535"]), max_size=2).map(
    lambda found: tuple(sorted(found))
)


@st.composite
def rules(draw: st.DrawFn, tool: str) -> AclRule:
    options = [o for o in OF_TOOL[tool] if o.match]
    told: dict[str, Any] = {}
    for option in options:
        if draw(st.integers(0, 12)) == 0:
            value = "on" if not option.arity else draw(st.sampled_from(["1", "a b", "x"]))
            told[str(option.match)] = draw(st.sampled_from(["", "!"])) + value
    if tool != "ebtables" and draw(st.integers(0, 6)) == 0:
        told |= {"tcp mask": "syn,ack", "tcp flags": draw(st.sampled_from(["syn", "!ack"]))}
    target = draw(st.sampled_from([None, *TARGETS]))
    actions = {
        said: draw(st.sampled_from(["1", "swp2", "with blank"]))
        for said in dict.fromkeys(TARGETS.get(target or "", {}).values())
        if draw(st.booleans())
    }
    flags = TARGET_FLAGS.get(target or "", {}).values()
    actions |= {said: "on" for said in flags if draw(st.booleans())}
    is_frame = tool == "ebtables"
    word = st.none() | st.sampled_from(["swp+", "swp1,swp2", "!bond1"])
    mac = st.none() | st.sampled_from(["00:11:22:33:44:55", "!BGA"])
    return AclRule(
        action=VERDICTS.get(target, target) if target else None,
        remark=None if is_frame else draw(st.none() | st.sampled_from(["why", "two words"])),
        protocol=draw(st.sampled_from([None, "tcp", "!udp", "89"])),
        source=draw(st.none() | PREFIXES),
        destination=draw(st.none() | PREFIXES),
        source_ports=draw(PORTS),
        destination_ports=draw(PORTS),
        in_interface=draw(word),
        out_interface=draw(word),
        dscp=None if is_frame else draw(st.sampled_from([None, "46", "0x2e", "CS1", "!EF"])),
        source_mac=draw(mac),
        destination_mac=draw(mac) if is_frame else None,
        ethertype=draw(st.sampled_from([None, "ipv4", "0x88cc"])) if is_frame else None,
        matches=told,
        actions=actions,
    )


@st.composite
def configs(draw: st.DrawFn) -> Config:
    acls = {}
    for tool, kind in (("iptables", "ipv4"), ("ip6tables", "ipv6"), ("ebtables", "mac")):
        chain = draw(st.sampled_from(["OUTPUT", "FORWARD"]))
        table = draw(st.sampled_from(["filter", "mangle"]))
        found = draw(st.lists(rules(tool), max_size=2))
        if found:
            numbered = dict(enumerate(found, 1))
            acls[f"50_own {tool} {table} {chain}"] = Acl(kind, chain, table, numbered)
    return Config(acls=acls)


@given(configs())
@settings(max_examples=60, deadline=None)
def test_what_is_rendered_is_read_back(config: Config) -> None:
    files = DIALECT.render(config, CONTEXT)
    readings = [read(DIALECT, path, text, CONTEXT) for path, text in files.items()]
    assert not [item for reading in readings for item in reading.unread]
    assert freeze(readings) == config


def test_lists_of_nvue_have_no_file() -> None:
    told = Acl(kind="ipv4", rules={10: AclRule(action="permit")})
    assert DIALECT.render(Config(acls={"EXAMPLE1": told}), CONTEXT) == {}


@pytest.mark.parametrize(
    "told",
    [AclRule(matches={"vlan": "1"}), AclRule(action="DROPX", actions={"set dscp": "1"})],
)
def test_what_the_tools_have_no_option_for(told: AclRule) -> None:
    acl = Acl("ipv4", "INPUT", "filter", {1: told})
    with pytest.raises(ValueError, match="access list"):
        DIALECT.render(Config(acls={"a iptables filter INPUT": acl}), CONTEXT)
