"""Sentences that must read well whatever is put into them."""

from __future__ import annotations

from tests.support.hand import cable, hand_twin, switch, told, verdict_of
from twin.assemble.build import assemble
from twin.model.records import Tree
from twin.snapshot.folder import Snapshot

LEAF, SPINE = switch("leaf01"), switch("spine01")


def test_a_fact_too_many_needs_nothing_and_a_missing_one_is_not_said() -> None:
    found: Tree = {"interfaces": {"swp1": {"mtu": 9216}, "swp2": {}}}
    wanted: Tree = {"interfaces": {"swp1": {}, "swp2": {"mtu": 1500}}}
    links = [cable("leaf01:swp1", "spine01:swp1")]
    twin = hand_twin([LEAF, SPINE], {"leaf01": found}, links, {"leaf01": wanted})
    said = {message for _, place, message in told(twin, "INT007") if place.endswith(".mtu")}
    assert said == {
        "leaf01 interfaces.swp1.mtu: 9216, need nothing here as the intent asks",
        "leaf01 interfaces.swp2.mtu: not said, need 1500 as the intent asks",
    }


def test_one_has_and_several_have() -> None:
    def told_of(spine: Tree) -> list[str]:
        trees: dict[str, Tree] = {
            "leaf01": {"interfaces": {"swp1": {"speed_gbps": 200}}},
            "spine01": {"interfaces": {"swp1": spine}},
        }
        links = [cable("leaf01:swp1", "spine01:swp1", 400)]
        found = told(hand_twin([LEAF, SPINE], trees, links), "TOP003")
        return [message.split(", need ")[1] for _, _, message in found]

    assert told_of({}) == ["200G as leaf01:swp1 has it", "400G as the topology has it"]
    assert told_of({"speed_gbps": 400}) == ["400G as spine01:swp1 and the topology have it"]


def test_a_file_without_a_reader_is_to_be_removed_not_spelt() -> None:
    files = {
        "topology.yaml": b"nodes: {leaf01: {model: SN5600}}\n",
        "configs/leaf01/etc/motd.d/hello": b"welcome\n",
    }
    verdict = verdict_of(assemble(Snapshot.from_files("su1", files)), "PAR001")
    (finding,) = verdict.findings
    assert finding.message == "configs/leaf01/etc/motd.d/hello: no reader for this file"
    assert finding.remediation.startswith("remove the file if nothing needs it: there is no reader")


def test_a_block_that_frr_does_not_open_is_one_cause() -> None:
    text = b"router bgp 0\n neighbor 10.0.0.1 remote-as 1\n bgp router-id 10.0.0.2\nexit\nvrf red\n"
    files = {
        "topology.yaml": b"nodes: {leaf01: {model: SN5600}}\n",
        "configs/leaf01/etc/frr/frr.conf": text,
    }
    verdict = verdict_of(assemble(Snapshot.from_files("su1", files)), "PAR001", "PAR002")
    (root,) = [finding for finding in verdict.findings if not finding.caused_by]
    assert root.message == "leaf01 vrfs: 0, need an AS number from 1 to 4294967295"
    followers = [finding for finding in verdict.findings if finding is not root]
    assert len(followers) == 3
    assert {finding.caused_by for finding in followers} == {(root.fingerprint,)}
    assert {finding.remediation for finding in followers} == {"correct line 1"}
