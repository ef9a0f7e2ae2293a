"""Passwords and keys are never shown, and nothing else is hidden."""

from __future__ import annotations

import pytest

from twin.core.secret import MASK, masked_line, masked_quotes, without_secrets


@pytest.mark.parametrize(
    "line",
    [
        "neighbor swp1 password hush",
        "neighbor 10.0.0.1 passwort hush",
        "neighbor swp1 password 8 hush and more",
        "username admin password hush",
        "ip ospf authentication-key hush x y",
        "area 1 virtual-link 10.0.0.1 message-digest-key 1 md5 hush x",
        "key-string hush",
        "interface.swp1.router.ospf.authentication.md5-key: hush",
        "system.aaa.user.cumulus.hashed-password: '$6$hush'",
        "psk=hush",
        "PrivateKey = hush",
        '"password": "hush"',
        "snmp-server community hush",
        "nv set router password  hush",
        "vrf.default.router.bgp.neighbor.swp1.passwd.hush",
        "vrf.default.router.bgp.neighbor.swp1.passwort.x: hush",
        "wpa-passphras hush",
    ],
)
def test_what_follows_such_a_word_is_not_shown(line: str) -> None:
    assert "hush" not in masked_line(line)
    assert MASK in masked_line(line)


@pytest.mark.parametrize(
    "line",
    [
        "set community 65000:1 additive",
        "neighbor swp1 remote-as external",
        "both ends differ in the password",
        "ip ospf authentication message-digest",
        "match community KEY exact-match",
        "route-map SECRETS permit 10",
        "system.security.password-hardening.state",
    ],
)
def test_other_lines_stay(line: str) -> None:
    assert masked_line(line) == line


def test_a_sentence_keeps_what_stands_around_its_lines() -> None:
    told = masked_quotes(
        "in frr.conf: `neighbor swp1 password hush` in place of `no shutdown`; apply"
    )
    assert told == f"in frr.conf: `neighbor swp1 password {MASK}` in place of `no shutdown`; apply"


def test_a_long_line_costs_one_pass() -> None:
    line = "passw" * 200_000
    assert masked_line(line) == line


def test_values_of_the_model() -> None:
    peer = {"remote_as": "external", "password": "hush"}
    shown = without_secrets(("vrfs", "default", "bgp", "neighbors"), {"swp1": peer})
    assert shown == {"swp1": {"remote_as": "external", "password": MASK}}
    ospf = ("interfaces", "swp1", "ospf")
    assert without_secrets((*ospf, "digest_keys", 1), "hush") == MASK
    assert without_secrets((*ospf, "authentication_key"), "hush") == MASK
    assert without_secrets((*ospf, "authentication"), "simple") == "simple"
