"""What working networks of others have, and what only looks like it: pairs of flat-file routers."""

from __future__ import annotations

from functools import cache

import pytest

from twin.app.check import check_snapshot
from twin.checks.verdict import Verdict
from twin.snapshot.folder import Snapshot

_TOPOLOGY = """\
nodes:
  r1: {{role: router, os: cumulus}}
  r2: {{role: router, os: {os}}}
links:
  - {{a: "r1:swp1", b: "r2:swp1"}}
"""
_PORT = "auto lo\niface lo inet loopback\n    address 10.0.0.{n}/32\nauto swp1\niface swp1\n"
_ROUTED = _PORT + "    address 10.1.0.{n}/24\n"
_SVI = _PORT + (
    "auto bridge\niface bridge\n    bridge-ports swp1\n    bridge-vids 10\n"
    "    bridge-vlan-aware yes\nauto vlan10\niface vlan10\n    address 10.1.0.{n}/24\n"
    "    vlan-id 10\n    vlan-raw-device bridge\n"
)
_OLD_BRIDGE = _PORT + "auto br0\niface br0\n    bridge-ports swp1\n    address 10.1.0.{n}/24\n"
_GLOBAL6 = _PORT + "    address 2001:db8::{n}/64\n"

_BGP = "hostname r{n}\nrouter bgp 6500{n}\n neighbor {far} remote-as 6500{m}\n"
_LOOPBACKS = _BGP + (
    " neighbor {far} {hops}\n neighbor {far} update-source {source}\n!\n"
    "ip route 10.0.0.{m}/32 10.1.0.{m}\n"
)
_MULTIHOP = "ebgp-multihop 2"


def _bgp(text: str = _BGP, subnet: str = "10.1.0.", **more: str) -> tuple[str, str]:
    r1, r2 = ((n, 3 - n, f"{subnet}{3 - n}") for n in (1, 2))
    one, other = (text.format(n=n, m=m, far=far, **more) for n, m, far in (r1, r2))
    return one, other


@cache
def _verdict(ports: str, bgp: tuple[str, str], os: str = "cumulus", daemons: str = "") -> Verdict:
    files = {"topology.yaml": _TOPOLOGY.format(os=os)}
    if daemons:
        files["configs/r1/etc/frr/daemons"] = daemons
    for n, text in zip((1, 2), bgp, strict=True):
        files[f"configs/r{n}/etc/frr/frr.conf"] = text
        if n == 1 or os == "cumulus":
            files[f"configs/r{n}/etc/network/interfaces"] = ports.format(n=n)
    return check_snapshot(Snapshot.from_files("pair", {k: v.encode() for k, v in files.items()}))


@pytest.mark.parametrize(
    ("ports", "bgp"),
    [
        (_ROUTED, _bgp()),
        (_SVI, _bgp()),
        (_OLD_BRIDGE, _bgp()),
        (_GLOBAL6, _bgp(subnet="2001:db8::")),
        (_ROUTED, _bgp(_LOOPBACKS, "10.0.0.", hops=_MULTIHOP, source="lo")),
        (_ROUTED, _bgp(_LOOPBACKS, "10.0.0.", hops="disable-connected-check", source="lo")),
        (_ROUTED, _bgp(_BGP + " bgp router-id 10.0.0.{n}\n")),
    ],
    ids=[
        "routed ports", "SVIs", "old bridges", "IPv6", "loopbacks by multihop",
        "loopbacks without the connected check", "a router-id that nobody announces",
    ],
)  # fmt: skip
def test_sessions_that_work(ports: str, bgp: tuple[str, str]) -> None:
    verdict = _verdict(ports, bgp)
    assert [(f.rule, f.message) for f in verdict.findings] == []
    assert verdict.verdict == "pass"
    assert next(r.subjects for r in verdict.rules if r.id == "BGP002") == 2


@pytest.mark.parametrize(
    ("bgp", "found"),
    [
        (
            (_bgp()[0].replace("10.1.0.2", "10.1.0.9"), "hostname r2\nrouter bgp 65002\n"),
            "r1:10.1.0.9: neighbour address that r2:swp1 does not have",
        ),
        (
            tuple(
                t.split("!")[0] for t in _bgp(_LOOPBACKS, "10.0.0.", hops=_MULTIHOP, source="lo")
            ),
            "r1:10.0.0.2: no route to 10.0.0.2",
        ),
    ],
    ids=["an address that nobody has", "no route between loopbacks"],
)
def test_sessions_that_cannot_work(bgp: tuple[str, str], found: str) -> None:
    findings = [f for f in _verdict(_ROUTED, bgp).findings if f.rule == "BGP002"]
    assert found in findings[0].message


def test_the_mtu_that_frr_alone_does_not_tell_is_open() -> None:
    other = "interface swp1\n ip address 10.1.0.2/24\n" + _bgp()[1]
    verdict = _verdict(_ROUTED, (_bgp()[0], other), "frr")
    assert [f.rule for f in verdict.findings] == []
    assert [r.id for r in verdict.rules if r.status == "unknown"] == ["TOP005"]


@pytest.mark.parametrize(("word", "found"), [("yes", []), ("no", ["BGP002"])])
def test_a_daemon_that_does_not_start_speaks_to_nobody(word: str, found: list[str]) -> None:
    verdict = _verdict(_ROUTED, _bgp(), daemons=f"bgpd={word}\nospfd=no\n")
    assert [f.rule for f in verdict.findings if not f.caused_by] == found
    files = {f.location.file for f in verdict.findings if f.location and not f.caused_by}
    assert files == ({"configs/r1/etc/frr/daemons"} if found else set())
