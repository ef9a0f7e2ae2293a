"""Any pair of priorities and marks: what is compiled passes its own check."""

from __future__ import annotations

import re

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.intents import clos
from tests.support.lab import judged
from twin.app.compile import compile_files
from twin.assemble.build import assemble
from twin.engine.facts import Facts
from twin.snapshot.folder import Snapshot


def _intent(priority: int, dscp: int, cnp: int, cnp_dscp: int, profile: str = "dcqcn") -> bytes:
    return clos(
        4,
        more=f"  lossless: {{priority: {priority}, dscp: {dscp},\n"
        f"    cnp: {{priority: {cnp}, dscp: {cnp_dscp}}}}}\n"
        f"  nics: {{model: ConnectX-7, profile: {profile}}}\n",
    ).encode()


def _files(intent: bytes, release: str) -> dict[str, bytes]:
    files = compile_files(intent, release=release)
    return {path: text.encode() for path, text in files.items()}


_PRIORITIES = st.lists(st.integers(1, 7), min_size=2, max_size=2, unique=True)
_DSCPS = st.lists(st.integers(0, 63), min_size=2, max_size=2, unique=True)

_PROFILES, _RELEASES = st.sampled_from(["dcqcn", "spectrum-x"]), st.sampled_from(["5.16", "5.9"])


@settings(max_examples=25, deadline=None)
@given(_PRIORITIES, _DSCPS, _PROFILES, _RELEASES)
def test_every_class_compiles_to_a_clean_fabric(
    priorities: list[int], dscps: list[int], profile: str, release: str
) -> None:
    text = _intent(priorities[0], dscps[0], priorities[1], dscps[1], profile)
    assert not judged(_files(text, release)).findings


def _mappings(intent: bytes) -> list[str]:
    script = compile_files(intent)["configs/gpu001/usr/local/sbin/roce-setup.sh"]
    return re.findall(r"^mlnx_qos.*--dscp2prio.*$", script, re.MULTILINE)


def test_a_nic_is_told_what_it_would_not_do_by_itself() -> None:
    assert _mappings(_intent(3, 26, 6, 48)) == []
    assert _mappings(_intent(4, 26, 6, 46)) == [
        "mlnx_qos -i eth1 --dscp2prio set,26,4",
        "mlnx_qos -i eth1 --dscp2prio set,46,6",
    ]


def test_the_classes_that_roce_sets_apart_are_taken_back() -> None:
    """No more than 100 % is shared out, and nothing is left in the class of priority 3."""
    snapshot = Snapshot.from_files("lab", _files(_intent(4, 26, 6, 48), "5.16"))
    facts = Facts(assemble(snapshot))
    port = next(p for nic, p in facts.nics.cabled if nic.host == "gpu001")
    shares = [percent for mode, percent in port.schedule.values() if mode == "dwrr"]
    assert sum(shares) == 100
    assert port.priority_to_class == (0, 0, 0, 0, 4, 0, 6, 0)
    assert port.pfc_priorities == {4}
    assert port.dscp_to_priority[26] == 4
