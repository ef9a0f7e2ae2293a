"""Statuses carry a reason for machines and every problem that fits for people."""

from __future__ import annotations

import base64

import pytest

from twin.core.errors import InputError, LimitError, NotBuildableError, Problem, UnsupportedError
from twin.service.errors import exhausted, from_any, from_twin, invalid
from twin.service.rpc import BadRequest, Code, ErrorInfo, RetryInfo, Status


def detail(status: Status, kind: type) -> object:
    for packed in status.details:
        if packed.Is(kind.DESCRIPTOR):  # type: ignore[attr-defined]
            message = kind()
            packed.Unpack(message)
            return message
    raise AssertionError(f"no {kind.__name__} in {status}")


def problem(line: int) -> Problem:
    return Problem("intent.yaml", line, 3, "INT001", "spec.hosts", "0", "1 or more")


def test_problems_of_an_input_are_field_violations_with_their_place() -> None:
    status = from_twin(InputError([problem(9), problem(4)])).status()
    assert status.code == Code.INVALID_ARGUMENT
    assert status.message == "intent.yaml:4:3: spec.hosts: 0, need 1 or more (and 1 more)"
    fields = [(v.field, v.description) for v in detail(status, BadRequest).field_violations]
    assert fields == [
        ("intent.yaml:4:3", "spec.hosts: 0, need 1 or more"),
        ("intent.yaml:9:3", "spec.hosts: 0, need 1 or more"),
    ]
    info = detail(status, ErrorInfo)
    assert (info.domain, info.reason) == ("twin.api.v1", "INPUT_INVALID")


@pytest.mark.parametrize(
    ("error", "code", "reason"),
    [
        (LimitError(problem(1)), Code.RESOURCE_EXHAUSTED, "LIMIT_EXCEEDED"),
        (NotBuildableError(problem(1)), Code.INVALID_ARGUMENT, "NOT_BUILDABLE"),
        (UnsupportedError("no such dialect"), Code.FAILED_PRECONDITION, "UNSUPPORTED"),
    ],
)
def test_the_tree_of_errors_keeps_its_distinctions(
    error: Exception, code: int, reason: str
) -> None:
    status = from_any(error).status()
    assert (status.code, detail(status, ErrorInfo).reason) == (code, reason)


def test_what_does_not_fit_a_trailer_is_counted() -> None:
    status = from_twin(InputError([problem(line) for line in range(1, 5000)])).status()
    assert len(base64.b64encode(status.SerializeToString())) < 8 * 1024 - 512
    info = detail(status, ErrorInfo)
    listed = len(detail(status, BadRequest).field_violations)
    assert info.metadata["problems"] == "4999"
    assert 0 < listed == int(info.metadata["problems_listed"]) < 4999


def test_one_huge_problem_still_fits() -> None:
    huge = invalid("INPUT_INVALID", "x" * 50_000, "y" * 50_000).status()
    assert len(base64.b64encode(huge.SerializeToString())) < 8 * 1024


def test_a_wait_that_may_help_is_said() -> None:
    status = exhausted("QUEUE_FULL", "full", 10).status()
    assert detail(status, RetryInfo).retry_delay.seconds == 10


def test_a_defect_answers_with_a_number_and_hides_its_words(
    caplog: pytest.LogCaptureFixture,
) -> None:
    error = from_any(KeyError("secret"))
    assert error.code == Code.INTERNAL
    assert "secret" not in error.message
    incident = error.message.split()[5].rstrip(",")
    assert incident in caplog.text
    assert "secret" in caplog.text
