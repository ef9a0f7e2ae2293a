"""One cause, one paragraph; and no finding lost or told twice."""

import random

from hypothesis import given
from hypothesis import strategies as st

from tests.report.verdicts import finding
from twin.core.finding import Finding, Severity
from twin.report.paragraphs import paragraphs


def _told(findings: list[Finding]) -> list[Finding]:
    return [
        found
        for paragraph in paragraphs(findings)
        for group in (paragraph.cause, *paragraph.consequences)
        for found in group.findings
    ]


def test_forty_ports_with_one_message_are_one_paragraph() -> None:
    ports = [
        finding("PFC001", "headroom-too-small", f"leaf01:swp{i}", "headroom 1 B, need 2 B")
        for i in range(1, 41)
    ]
    (only,) = paragraphs(ports)
    assert only.cause.subjects == sorted(port.subject for port in ports)


def test_another_value_is_another_paragraph() -> None:
    one = finding("TOP005", "link-mtu-mismatch", "leaf01:swp1", "mtu 1500, need 9216")
    other = finding("TOP005", "link-mtu-mismatch", "leaf01:swp2", "mtu 1400, need 9216")
    assert len(paragraphs([one, other])) == 2


def test_names_of_peers_do_not_tell_messages_apart_but_names_of_profiles_do() -> None:
    said = "mtu 1500, need 9216 as at spine0{}:swp{}"
    peers = [
        finding("TOP005", "link-mtu-mismatch", f"leaf0{i}:swp51", said.format(i, i + 3))
        for i in (1, 2)
    ]
    assert len(paragraphs(peers, ["spine01", "spine02"])) == 1
    profiles = [
        finding("PFC004", "cable-too-long", f"leaf01:swp{i}", f"profile lossless-{i}m")
        for i in (3, 30)
    ]
    assert len(paragraphs(profiles)) == 2


def test_consequences_of_consequences_stand_under_the_root() -> None:
    root = finding("BGP001", "remote-as-mismatch", "leaf01:swp51", "remote-as 1, need 2")
    lost = finding("BGP014", "loopback-not-advertised", "leaf02", "lost", caused_by=(root,))
    vtep = finding("EVP008", "vtep-unreachable", "leaf03", "gone", caused_by=(lost,))
    edit = finding("INT007", "config-differs-from-intent", "leaf01 asn", "1", caused_by=(root,))
    (only,) = paragraphs([edit, vtep, lost, root])
    assert only.cause.findings == (root,)
    rules = [group.first.rule for group in only.consequences]
    assert rules == ["BGP014", "EVP008", "INT007"]  # the witness last


def test_a_consequence_of_two_causes_is_told_once_and_counted_at_the_other() -> None:
    first = finding("BGP001", "remote-as-mismatch", "leaf01:swp51", "remote-as 1, need 2")
    second = finding("TOP010", "admin-state-mismatch", "leaf02:swp1", "down, need up")
    both = finding("EVP008", "vtep-unreachable", "leaf03", "gone", caused_by=(first, second))
    one, two = paragraphs([first, second, both])
    assert one.consequences[0].findings == (both,)
    assert (two.consequences, two.shared) == ((), 1)


def test_a_cause_that_is_not_in_the_report_makes_no_orphan() -> None:
    absent = finding("TOP010", "admin-state-mismatch", "leaf02:swp1", "down, need up")
    present = finding("EVP008", "vtep-unreachable", "leaf03", "gone", caused_by=(absent,))
    assert [p.cause.first for p in paragraphs([present])] == [present]


def test_findings_with_one_fingerprint_are_all_told() -> None:
    twins = [
        finding("PAR001", "unread-line", "leaf01", f"no reader for {word}", fact=("text",))
        for word in ("this", "that")
    ]
    assert twins[0].fingerprint == twins[1].fingerprint
    assert sorted(f.message for f in _told(twins)) == sorted(f.message for f in twins)


def test_worst_first() -> None:
    note = finding("AAA001", "a-note", "leaf01", "so", severity=Severity.NOTE)
    error = finding("ZZZ001", "an-error", "leaf01", "so")
    assert [p.severity for p in paragraphs([note, error])] == [Severity.ERROR, Severity.NOTE]


@st.composite
def _findings(draw: st.DrawFn) -> list[Finding]:
    made: list[Finding] = []
    for index in range(draw(st.integers(0, 12))):
        causes = draw(st.lists(st.sampled_from(made), max_size=2)) if made else []
        said = draw(st.sampled_from(["mtu 1500, need 9216", "mtu 1400, need 9216"]))
        subject = f"leaf0{draw(st.integers(1, 3))}:swp{index}"
        rule = draw(st.sampled_from(["TOP005", "BGP001", "INT007"]))
        made.append(finding(rule, "some-name", subject, said, caused_by=tuple(causes)))
    return made


@given(_findings(), st.randoms(use_true_random=False))
def test_every_finding_is_told_once_in_an_order_of_its_own(
    made: list[Finding], shuffler: random.Random
) -> None:
    told = _told(made)
    assert sorted(f.subject for f in told) == sorted(f.subject for f in made)
    mixed = list(made)
    shuffler.shuffle(mixed)
    assert _told(mixed) == told


def test_a_ring_of_causes_is_still_told() -> None:
    from dataclasses import replace

    one = finding("BGP001", "a-b", "leaf01", "x")
    two = finding("BGP002", "c-d", "leaf02", "y", caused_by=(one,))
    one = replace(one, caused_by=(two.fingerprint,))
    assert len(_told([one, two])) == 2
