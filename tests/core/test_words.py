"""Units, three-valued answers, addresses of facts, findings, errors."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twin.core.errors import InputError, LimitError, Problem, TwinError
from twin.core.facts import FactRef, any_touch, ref
from twin.core.finding import Finding, Location, Severity
from twin.core.positions import Mark
from twin.core.trilean import Known, Unknown, every
from twin.core.units import format_speed, parse_length_m, parse_speed_gbps


@pytest.mark.parametrize(
    ("text", "gbps"),
    [
        ("400G", 400), ("400", 400), (400, 400), ("100M", 0.1), ("1T", 1000), ("2.5G", 2.5),
        ("25Gbps", 25), ("800 Gb/s", 800), ("fast", None), ("", None), ("-1G", None), ("1K", None),
    ],
)  # fmt: skip
def test_speeds(text: str | float, gbps: float | None) -> None:
    assert parse_speed_gbps(text) == gbps


@pytest.mark.parametrize(
    ("gbps", "text"), [(400, "400G"), (400.0, "400G"), (0.1, "100M"), (2.5, "2.5G")]
)
def test_speed_spelling_is_that_of_nvue(gbps: float, text: str) -> None:
    assert format_speed(gbps) == text
    assert parse_speed_gbps(text) == gbps


@pytest.mark.parametrize(
    ("text", "metres"),
    [("3m", 3), ("0.5m", 0.5), (30, 30), ("30 M", 30), ("30", None), ("3km", None), (True, None)],
)
def test_lengths(text: str | float, metres: float | None) -> None:
    assert parse_length_m(text) == metres


YES, NO, OPEN = Known(True), Known(False), Unknown(("a line",))


def test_conjunction_of_answers() -> None:
    assert every([]) == YES
    assert every([YES, YES]) == YES
    assert every([OPEN, NO]) == NO
    assert every([YES, OPEN, Unknown(("a line", "a cable"))]) == Unknown(("a line", "a cable"))


@given(st.lists(st.sampled_from([YES, NO, OPEN])), st.data())
def test_learning_less_never_makes_an_answer_known_differently(
    answers: list[Known[bool] | Unknown], data: st.DataObject
) -> None:
    forgotten = [OPEN if data.draw(st.booleans()) else answer for answer in answers]
    less = every(forgotten)
    assert isinstance(less, Unknown) or less == every(answers)


def test_an_unknown_answer_is_not_a_truth_value() -> None:
    with pytest.raises(TypeError, match="no truth value"):
        bool(OPEN)


def test_facts_touch_what_they_hold_and_what_holds_them() -> None:
    mtu = ref("leaf01", "interfaces", "swp1", "mtu")
    port = ref("leaf01", "interfaces", "swp1")
    assert mtu.touches(port)
    assert port.touches(mtu)
    assert mtu.touches(mtu)
    assert not mtu.touches(ref("leaf02", "interfaces", "swp1", "mtu"))
    assert not port.touches(ref("leaf01", "interfaces", "swp10"))
    assert any_touch([mtu], [ref("leaf01", "bgp"), port])
    assert not any_touch([mtu], [])
    assert str(mtu) == "leaf01:interfaces.swp1.mtu"
    assert str(FactRef("", ("links", 3))) == "links.3"


def _finding(**changes: object) -> Finding:
    fields = {
        "rule": "PFC001", "name": "headroom-too-small", "severity": Severity.ERROR,
        "device": "leaf01", "subject": "leaf01:swp3", "message": "m", "location": None,
        "at": ref("leaf01", "qos", "pfc"),
    }  # fmt: skip
    return Finding(**{**fields, **changes})  # type: ignore[arg-type]


def test_a_fingerprint_is_rule_subject_and_fact() -> None:
    base = _finding().fingerprint
    assert _finding(message="other", location=Location("f", 9, 1)).fingerprint == base
    assert _finding(severity=Severity.NOTE, caused_by=("x",)).fingerprint == base
    others = [
        _finding(rule="PFC002"), _finding(subject="leaf01:swp4"), _finding(device="leaf02"),
        _finding(at=ref("leaf01", "qos", "ecn")), _finding(at=None),
    ]  # fmt: skip
    assert len({base, *(other.fingerprint for other in others)}) == 6


def test_severities_are_ordered_and_labelled() -> None:
    assert Severity.NOTE < Severity.WARNING < Severity.ERROR
    assert [s.label for s in Severity] == ["note", "warning", "error"]


def test_problems_read_subject_is_need() -> None:
    full = Problem(
        "intent.yaml", 4, 7, "INT001", "spec.design.hosts", "-3", "a whole number from 1"
    )
    assert str(full) == "intent.yaml:4:7: spec.design.hosts: -3, need a whole number from 1"
    assert str(Problem("a", 0, 0, "PAR002", "", "a named pipe", "")) == "a: a named pipe"
    assert str(Mark("a", 0, 0)) == "a"
    assert str(Mark("a", 3, 9)) == "a:3:9"


def test_errors_carry_all_problems_in_order() -> None:
    first, second = (Problem("f", line, 1, "R", "", "x", "") for line in (1, 2))
    error = LimitError([second, first])
    assert error.problems == [first, second]
    assert str(error) == "f:1:1: x\nf:2:1: x"
    assert isinstance(error, InputError)
    assert isinstance(error, TwinError)
    assert InputError(first).problems == [first]
