"""Which finding follows from which."""

from __future__ import annotations

from dataclasses import replace

from twin.checks.causes import join_causes
from twin.checks.registry import Rule
from twin.core.facts import FactRef, ref
from twin.core.finding import Finding, Severity

MASK = ref("leaf01", "qos", "pfc", "p", "priorities")


def _rule(rule_id: str, consequence_of: tuple[str, ...] = ()) -> Rule:
    return Rule(
        rule_id, "x", Severity.ERROR, "x", lambda facts, judge: None, "", {},
        consequence_of=consequence_of,
    )  # fmt: skip


def _finding(rule: str, at: FactRef, *because: FactRef) -> Finding:
    return Finding(rule, "x", Severity.ERROR, at.device, str(at), "m", None, at=at, because=because)


def _causes(*findings: Finding, rules: dict[str, Rule] | None = None) -> dict[str, set[str]]:
    joined = join_causes(list(findings), rules or {})
    names = {f.fingerprint: f.rule for f in joined}
    return {f.rule: {names[c] for c in f.caused_by} for f in joined}


def test_a_reason_names_the_finding_at_its_fact() -> None:
    causes = _causes(
        _finding("PFC002", MASK), _finding("NIC001", ref("gpu001", "nics", "eth1"), MASK)
    )
    assert causes == {"PFC002": set(), "NIC001": {"PFC002"}}


def test_the_witness_follows_from_the_rule_at_its_fact() -> None:
    causes = _causes(_finding("INT007", MASK), _finding("PFC002", MASK))
    assert causes == {"INT007": {"PFC002"}, "PFC002": set()}


def test_the_witness_of_a_whole_stanza_follows_from_a_rule_inside_it() -> None:
    causes = _causes(_finding("INT007", ref("leaf01", "qos", "pfc")), _finding("PFC002", MASK))
    assert causes["INT007"] == {"PFC002"}


def test_without_a_rule_at_the_fact_the_witness_is_the_cause() -> None:
    causes = _causes(_finding("INT007", MASK), _finding("EVP001", ref("leaf02", "evpn"), MASK))
    assert causes == {"INT007": set(), "EVP001": {"INT007"}}


def test_a_declared_consequence_at_the_same_fact() -> None:
    rules = {"QOS003": _rule("QOS003"), "NIC003": _rule("NIC003", ("QOS003",))}
    causes = _causes(_finding("NIC003", MASK), _finding("QOS003", MASK), rules=rules)
    assert causes == {"NIC003": {"QOS003"}, "QOS003": set()}


def test_what_could_not_be_read_explains_what_is_missing() -> None:
    causes = _causes(_finding("PAR002", MASK), _finding("PFC002", MASK), _finding("INT007", MASK))
    assert causes["PFC002"] == {"PAR002"}
    assert causes["INT007"] == {"PAR002", "PFC002"}


def test_a_file_that_was_not_understood_explains_each_part_that_it_fills() -> None:
    device = "gpu001"
    causes = _causes(
        _finding("PAR002", ref(device, "nics"), ref(device, "rdma")),
        _finding("NIC002", ref(device, "nics", "eth1", "trust")),
        _finding("INT007", ref(device, "rdma", "mlx5_0", "cma_tos")),
        _finding("ADR001", ref(device, "interfaces", "eth1", "ipv4")),
    )
    assert causes == {
        "PAR002": set(), "NIC002": {"PAR002"}, "INT007": {"PAR002"}, "ADR001": set(),
    }  # fmt: skip


def test_two_findings_never_cause_each_other() -> None:
    other = ref("spine01", "qos")
    causes = _causes(_finding("AAA001", MASK, other), _finding("BBB001", other, MASK))
    assert sorted(map(len, causes.values())) == [0, 1]


def test_order_of_findings_does_not_matter() -> None:
    findings = [
        _finding("INT007", MASK),
        _finding("PFC002", MASK),
        _finding("NIC001", ref("gpu001", "nics", "eth1"), MASK),
    ]
    assert join_causes(findings, {}) == join_causes(findings[::-1], {})


def test_further_facts_of_a_fault_explain_their_witnesses() -> None:
    low, high = ref("leaf01", "qos", "ecn", "min"), ref("leaf01", "qos", "ecn", "max")
    fault = replace(_finding("ECN002", low), also=(low, high))
    joined = join_causes([fault, _finding("INT007", low), _finding("INT007", high)], {})
    assert [len(f.caused_by) for f in joined] == [0, 1, 1]


def test_faults_inside_an_entry_under_another_key_are_one_and_explain_what_follows() -> None:
    old, new = ref("leaf01", "peer_groups", "underlay"), ref("leaf01", "peer_groups", "underlai")
    remote = FactRef("leaf01", (*new.path, "remote_as"))
    family = FactRef("leaf01", (*new.path, "families"))
    planned = FactRef("leaf01", (*old.path, "remote_as"))
    causes = _causes(
        _finding("INT007", new, old),
        _finding("BGP003", remote),
        _finding("BGP004", family),
        _finding("BGP014", ref("leaf01", "networks"), planned),
    )
    assert causes["BGP003"] == set()
    assert causes["BGP004"] == {"BGP003"}
    assert causes["BGP014"] == {"BGP003"}
    assert causes["INT007"] == {"BGP003", "BGP004"}
