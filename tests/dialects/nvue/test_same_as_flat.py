"""One network told in NVUE and in FRR's own words gives the same facts."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.dialects.nvue.support import facts
from tests.dialects.nvue.test_corpus import CORPUS
from twin.core.facts import Path as Fact
from twin.dialects.base import Context, Source
from twin.dialects.registry import dialect
from twin.model.config import Config
from twin.model.records import build, flatten

# What only one of the two says: switches of NVUE, words of FRR that NVUE has no key for, and what
# FRR's reader concludes from a statement.
OF_ONE = {
    ("frr", "version"),
    ("bgp", "enabled"),
    ("ospf", "enabled"),
    ("evpn", "duplicate_detection"),
    ("interfaces", "swp1", "ospf", "enabled"),
    ("vrfs", "blue", "evpn_enabled"),
    ("vrfs", "default", "bgp", "families", "ipv4-unicast", "distance_local"),
    ("vrfs", "default", "bgp", "families", "l2vpn-evpn", "enabled"),
    ("vrfs", "default", "bgp", "neighbors", "10.9.9.9", "kind"),
}


def _of_frr(file: Path) -> dict[Fact, Any]:
    source = Source(file.name, "etc/frr/frr.conf", file.read_bytes())
    reading = dialect("frr").read(source, Context("leaf01"))
    assert (reading.unread, reading.problems) == ([], [])
    return dict(flatten(build(Config, reading.tree)))


@pytest.mark.parametrize("file", sorted(CORPUS.glob("*.frr.conf")), ids=lambda file: file.name)
def test_nvue_and_frr_agree(file: Path) -> None:
    nvue = facts(file.with_name(f"{file.name.removesuffix('.frr.conf')}.yaml").read_bytes())
    frr = _of_frr(file)
    apart = {fact for fact in {*nvue, *frr} if nvue.get(fact) != frr.get(fact)}
    assert apart <= OF_ONE
    assert len(nvue) > 30
