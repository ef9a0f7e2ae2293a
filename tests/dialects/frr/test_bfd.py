"""BFD and VRRP, as FRR 8.4 prints them."""

from __future__ import annotations

import pytest

from tests.dialects.frr.reading import facts_of, reading_of


@pytest.mark.parametrize(
    ("words", "key"),
    [
        ("10.0.0.1", "10.0.0.1"),
        ("10.0.0.3 interface swp1", "10.0.0.3 interface swp1"),
        ("10.0.0.1 vrf blue local-address 10.0.0.2 multihop",
         "10.0.0.1 multihop local-address 10.0.0.2 vrf blue"),
        ("2001:DB8::1 local 2001:db8::2", "2001:db8::1 local-address 2001:db8::2"),
    ],
)  # fmt: skip
def test_a_peer_is_keyed_by_the_words_in_which_frr_prints_it(words: str, key: str) -> None:
    assert facts_of(f"bfd\n peer {words}") == {f"bfd.peers.{key}": True}
    assert facts_of(f"bfd\n peer {words}\n  shutdown\n !\n no peer {words}") == {}


TIMERS: dict[str, dict[str, int | bool]] = {
    "detect-multiplier 5": {"detect_multiplier": 5},
    "receive-interval 100": {"receive_ms": 100},
    "transmit-interval 200": {"transmit_ms": 200},
    "echo receive-interval 70": {"echo_receive_ms": 70},
    "echo receive-interval disabled": {"echo_receive_ms": 0},
    "echo transmit-interval 70": {"echo_transmit_ms": 70},
    "echo-interval 60": {"echo_receive_ms": 60, "echo_transmit_ms": 60},
    "echo-mode": {"echo": True},
    "no echo-mode": {"echo": False},
    "minimum-ttl 250": {"minimum_ttl": 250},
    "passive-mode": {"passive": True},
    "shutdown": {"shutdown": True},
    "no shutdown": {"shutdown": False},
    "log-session-changes": {"log_changes": True},
}


@pytest.mark.parametrize("line", TIMERS)
def test_timers_of_peers_and_profiles(line: str) -> None:
    for head, path in (("profile fast", "profiles.fast"), ("peer 10.0.0.1", "peers.10.0.0.1")):
        expected = {f"bfd.{path}.{name}": value for name, value in TIMERS[line].items()}
        assert facts_of(f"bfd\n {head}\n  {line}\n exit\nexit") == expected


def test_a_profile_inside_of_a_peer_is_the_one_that_it_uses() -> None:
    text = "bfd\n peer 10.0.0.1\n  profile fast\n exit\n profile fast\n  detect-multiplier 7"
    assert facts_of(text) == {
        "bfd.peers.10.0.0.1.profile": "fast", "bfd.profiles.fast.detect_multiplier": 7,
    }  # fmt: skip


def test_vrrp() -> None:
    lines = (
        "vrrp 5 version 3", "vrrp 5 priority 200", "vrrp 5 advertisement-interval 500",
        "no vrrp 5 preempt", "no vrrp 5 checksum-with-ipv4-pseudoheader",
        "vrrp 5 ip 10.0.0.1", "vrrp 5 ipv6 2001:DB8::1", "vrrp 6 shutdown",
    )  # fmt: skip
    head = "interfaces.swp1.vrrp"
    assert facts_of("\n".join(("interface swp1", *lines))) == {
        f"{head}.5.version": 3,
        f"{head}.5.priority": 200,
        f"{head}.5.advertisement_ms": 500,
        f"{head}.5.preempt": False,
        f"{head}.5.pseudoheader": False,
        f"{head}.5.addresses.10.0.0.1": True,
        f"{head}.5.addresses.2001:db8::1": True,
        f"{head}.6.enabled": False,
    }
    gone = ("no vrrp 5 ip 10.0.0.1", "no vrrp 6", "no vrrp 5")
    assert reading_of("\n".join(("interface swp1", *lines, *gone))).tree == {}
    assert facts_of("interface swp1\n vrrp 7") == {f"{head}.7": True}


def test_what_every_vrrp_group_inherits() -> None:
    assert facts_of("vrrp default priority 50\nno vrrp default preempt") == {
        "vrrp.priority": 50, "vrrp.preempt": False,
    }  # fmt: skip


def test_groups_that_frr_makes_by_itself_are_unread_by_name() -> None:
    (item,) = reading_of("vrrp autoconfigure version 3").unread
    assert item.facets == ("address", "routing")
