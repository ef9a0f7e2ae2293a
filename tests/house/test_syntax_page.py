"""The page of supported syntax: every dialect is on it, and its counts are those of the tables."""

from __future__ import annotations

import pytest

from twin.dialects.registry import NAMES
from twin.dialects.supported import CLAIMED, INERT, UNREAD, supported


@pytest.mark.parametrize("name", [*NAMES, "topology"])
def test_a_dialect_says_what_it_understands(name: str) -> None:
    items = supported(name)
    assert items, f"{name} lists nothing"
    assert {item.status for item in items} <= {CLAIMED, INERT, UNREAD}
    assert any(item.status == CLAIMED for item in items)
    assert not [item for item in items if item.status == INERT and not item.note], "no reason"
    assert not [item for item in items if not item.statement.strip()]


@pytest.mark.parametrize(
    ("name", "statement", "status"),
    [
        ("nvue", "interface.*.link.mtu", CLAIMED),
        ("nvue", "system.ntp", INERT),
        ("frr", "neighbor PEER remote-as <ASN|internal|external|auto>$as", CLAIMED),
        ("frr", "advertise-all-vni", CLAIMED),
        ("ifupdown2", "bridge-vlan-vni-map", CLAIMED),
        ("ifupdown2", "wg-*", UNREAD),
        ("netplan", "mtu", CLAIMED),
        ("libraries", "NCCL_IB_TC", CLAIMED),
        ("libraries", "NCCL_DEBUG", INERT),
    ],
)
def test_what_is_known_of_a_statement(name: str, statement: str, status: str) -> None:
    assert {item.status for item in supported(name) if item.statement == statement} == {status}
