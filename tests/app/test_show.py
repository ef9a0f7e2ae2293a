"""`twin show`: the facts of a device, each with its line."""

from __future__ import annotations

import pytest

from twin.app.check import read_twin
from twin.app.show import model_document
from twin.assemble.twin import Twin
from twin.checks.verdict import judge_twin
from twin.core.errors import InputError
from twin.core.secret import MASK
from twin.report.json import check_document, dump
from twin.report.screen import Screen
from twin.report.show import render_model
from twin.snapshot.folder import Snapshot

STARTUP = """\
- set:
    interface:
      swp10: {link: {mtu: 9000}}
      swp2:
        link:
          mtu: 1
          mtu2: 5
      lo: {ip: {address: {10.0.0.1/32: {}}}}
"""
FILE = "configs/leaf01/etc/nvue.d/startup.yaml"


def _twin() -> Twin:
    files = {FILE: STARTUP.replace("mtu: 1\n", "mtu: 1500\n").encode()}
    return read_twin(Snapshot.from_files("lab", {**files, "configs/leaf02/etc/motd": b"hi\n"}))


def test_facts_stand_in_natural_order_with_their_lines() -> None:
    (node,) = model_document(_twin(), nodes=("leaf01",), path="interfaces.swp*.mtu")[
        "nodes"
    ].values()
    assert [(f["path"], f["value"], f["line"]) for f in node["facts"]] == [
        ("interfaces.swp2.mtu", 1500, 6),
        ("interfaces.swp10.mtu", 9000, 3),
    ]
    assert [(u["line"], u["file"]) for u in node["unread"]] == [(7, FILE)]


def test_a_path_stands_for_all_below_it() -> None:
    facts = model_document(_twin(), nodes=("leaf01",), path="interfaces.lo")["nodes"]["leaf01"]
    assert [f["path"] for f in facts["facts"]] == ["interfaces.lo.ipv4.10.0.0.1/32"]


def test_defaults_have_no_place() -> None:
    document = model_document(_twin(), nodes=("leaf01",), path="interfaces.lo", effective=True)
    places = {f["path"]: f["line"] for f in document["nodes"]["leaf01"]["facts"]}
    assert places == {
        "interfaces.lo.ipv4.10.0.0.1/32": 8,
        "interfaces.lo.kind": None,
        "interfaces.lo.mtu": None,
        "interfaces.lo.admin_up": None,
    }
    text = render_model(document, Screen())
    assert "  interfaces.lo.mtu = 65536  default\n" in text
    assert "  interfaces.lo.admin_up = yes  default\n" in text
    assert f"  not understood: interface.swp2.link.mtu2: 5  {FILE}:7\n" in text


def test_a_name_that_no_device_has_is_refused() -> None:
    with pytest.raises(InputError, match=r"leaf9: no such device, need one of leaf01, leaf02"):
        model_document(_twin(), nodes=("leaf9",))


SECRETS = """\
router bgp 65001
 neighbor swp1 interface remote-as external
 neighbor swp1 password hush1
 neighbor swp2 passwort hush2
interface swp1
 ip ospf message-digest-key 1 md5 hush3
 ip ospf authentication-key hush4
username admin password hush5
"""
NVUE_SECRETS = """\
- set:
    vrf: {default: {router: {bgp: {neighbor: {swp1: {password: hush6, passwort: hush7}}}}}}
    interface:
      swp1: {router: {ospf: {authentication: {message-digest-key: {1 md5-key hush8: {}}}}}}
"""


def test_no_report_prints_a_password() -> None:
    files = {
        "configs/leaf01/etc/frr/frr.conf": SECRETS.encode(),
        FILE: NVUE_SECRETS.encode(),
        "configs/leaf02/etc/frr/frr.conf": SECRETS.encode(),
    }
    twin = read_twin(Snapshot.from_files("lab", files))
    document = model_document(twin)
    verdict = dump(check_document(judge_twin(twin)))
    for text in (dump(document), render_model(document, Screen()), verdict):
        assert "hush" not in text
    facts = {f["path"]: f for f in document["nodes"]["leaf02"]["facts"]}
    told = facts["vrfs.default.bgp.neighbors.swp1.password"]
    assert (told["value"], told["line"]) == (MASK, 3)
    assert facts["interfaces.swp1.ospf.digest_keys.1"]["value"] == MASK
    assert "PAR005" in verdict
