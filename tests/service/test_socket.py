"""The service over a real socket, as clients see it."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc

from tests.service.calls import Message, broken_copy, judged, messages, refused, upload
from tests.service.conftest import INTENT, ROOT, RunningServer
from twin.report.json import check_document
from twin.service.generated import (
    check_pb2,
    check_pb2_grpc,
    rule_pb2,
    rule_pb2_grpc,
    snapshot_pb2,
    snapshot_pb2_grpc,
)

CLIENT = ROOT / "examples" / "client" / "check_fabric.py"


def client(server: RunningServer, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """The example client, run as a user runs it."""
    command = [sys.executable, CLIENT, "--address", server.address, *arguments]
    environ = {"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"}
    return subprocess.run(
        [str(part) for part in command], capture_output=True, text=True, env=environ, check=False
    )


def test_the_example_client_on_an_intent(server: RunningServer) -> None:
    ended = client(server, INTENT)
    assert (ended.returncode, ended.stderr) == (0, "")
    first, last = ended.stdout.splitlines()
    assert first.startswith("snapshots/")
    assert "(two-tier, " in first
    not_judged = "not judged in this release: isolate (blue from red), reach (tenant blue)"
    assert last == f"PASS: 0 findings; nothing stands against it; {not_judged}"


def test_the_example_client_pages_through_the_findings_of_a_folder(
    server: RunningServer, snapshot: Path, tmp_path: Path
) -> None:
    ended = client(server, broken_copy(snapshot, tmp_path / "su1"), "--page-size", "1")
    assert (ended.returncode, ended.stderr) == (1, "")
    first, *found, last = ended.stdout.splitlines()
    assert "(su1, " in first
    assert any("error TOP005 leaf02:" in line for line in found)
    assert any("INT007" in line and line.endswith("(a consequence)") for line in found)
    assert last.startswith(f"FAIL: {len(found)} findings")


def test_the_example_client_on_a_wrong_intent(server: RunningServer, tmp_path: Path) -> None:
    intent = tmp_path / "wrong.yaml"
    intent.write_text(INTENT.read_text().replace("kind: Fabric", "kind: Fabrik"))
    ended = client(server, intent)
    assert ended.returncode == 2
    assert ended.stderr.startswith("INPUT_INVALID: wrong.yaml:")


def test_the_example_client_without_a_server(tmp_path: Path) -> None:
    class Nobody:
        address = f"unix:{tmp_path}/none.sock"

    ended = client(Nobody(), INTENT)  # type: ignore[arg-type]
    assert ended.returncode == 2
    assert ended.stderr.startswith("UNAVAILABLE: ")


def test_a_run_says_the_same_as_the_command(
    channel: grpc.Channel, snapshot: Path, tmp_path: Path
) -> None:
    from twin.app.check import check_path
    from twin.core.finding import Severity

    folder = broken_copy(snapshot, tmp_path / "x")
    files = {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file()
    }
    held = upload(channel, files)
    verdict = check_path(folder)
    assert held.digest == verdict.digest
    run = judged(channel, held.name)
    assert run.verdict == check_pb2.VERDICT_FAIL
    assert run.summary.error_count == verdict.count(Severity.ERROR)
    assert run.summary.device_count == verdict.devices
    assert [(r.id, r.subject_count) for r in run.rules] == [
        (r.id, r.subjects) for r in sorted(verdict.rules, key=lambda r: r.id)
    ]
    stub = check_pb2_grpc.CheckServiceStub(channel)
    page = stub.ListFindings(check_pb2.ListFindingsRequest(check_run=run.name), timeout=10)
    expected = check_document(verdict)["findings"]
    assert page.total_size == len(expected)
    for sent, wanted in zip(page.findings, expected, strict=True):
        assert (sent.rule, sent.message, sent.fingerprint, list(sent.caused_by)) == (
            wanted["rule"], wanted["message"], wanted["fingerprint"], wanted["caused_by"],
        )  # fmt: skip
        assert (sent.location.file, sent.location.line) == (
            wanted["location"]["file"], wanted["location"]["line"],
        )  # fmt: skip


def test_equal_files_are_one_snapshot(channel: grpc.Channel) -> None:
    first = upload(channel, {"a.yaml": b"1", "b.yaml": b"2"})
    second = upload(channel, {"b.yaml": b"2", "a.yaml": b"1"})
    assert second == first
    stub = snapshot_pb2_grpc.SnapshotServiceStub(channel)
    page = stub.ListSnapshots(snapshot_pb2.ListSnapshotsRequest(page_size=1), timeout=10)
    assert [s.name for s in page.snapshots] == [first.name]
    got = stub.GetSnapshot(snapshot_pb2.GetSnapshotRequest(name=first.name), timeout=10)
    assert got.snapshot == first


def test_a_snapshot_in_which_nothing_can_be_judged_is_no_go(channel: grpc.Channel) -> None:
    run = judged(channel, upload(channel, {"notes.txt": b"hello"}).name)
    assert run.state == check_pb2.CHECK_RUN_STATE_SUCCEEDED
    go = next(c for c in run.conditions if c.type == "Deployable")
    assert go.status == check_pb2.CONDITION_STATUS_FALSE


BAD_REQUEST = grpc.StatusCode.INVALID_ARGUMENT
TOO_MUCH = grpc.StatusCode.RESOURCE_EXHAUSTED


@pytest.mark.parametrize(
    ("stream", "code", "reason"),
    [
        (list(messages({"../../etc/passwd": b"x"})), BAD_REQUEST, "INPUT_INVALID"),
        (list(messages({"/etc/passwd": b"x"})), BAD_REQUEST, "INPUT_INVALID"),
        (list(messages({"a\0b": b"x"})), BAD_REQUEST, "INPUT_INVALID"),
        (list(messages({"a": b"x"}, announced=2)), BAD_REQUEST, "UPLOAD_TRUNCATED"),
        (list(messages({"a": b"x"}))[:-1], BAD_REQUEST, "UPLOAD_TRUNCATED"),
        ([], BAD_REQUEST, "UPLOAD_TRUNCATED"),
        (list(messages({"a": b"x"}))[1:], BAD_REQUEST, "UPLOAD_INVALID"),
        (list(messages({"x" * 300: b"x"})), BAD_REQUEST, "UPLOAD_INVALID"),
        (list(messages({".twin-manifest.json": b"{}"})), BAD_REQUEST, "SNAPSHOT_EMPTY"),
        (list(messages({})), BAD_REQUEST, "UPLOAD_INVALID"),
        (list(messages({}, announced=10**6)), TOO_MUCH, "TOO_MANY_FILES"),
        (list(messages({"a": b"x" * (1024 * 1024 + 1)})), TOO_MUCH, "UPLOAD_TOO_LARGE"),
    ],
)
def test_hostile_uploads(
    channel: grpc.Channel, stream: list[Message], code: grpc.StatusCode, reason: str
) -> None:
    stub = snapshot_pb2_grpc.SnapshotServiceStub(channel)
    got, why, _ = refused(lambda: stub.UploadSnapshot(iter(stream), timeout=10))
    assert (got, why) == (code, reason)


def test_the_longest_name_that_a_disk_keeps(channel: grpc.Channel) -> None:
    assert upload(channel, {f"configs/{'x' * 255}/{'y' * 255}": b"1"}).file_count == 1


@pytest.mark.parametrize(
    ("service", "method", "kind"),
    [
        ("twin.api.v1.CheckService", "GetCheckRun", "unary_unary"),
        ("twin.api.v1.SnapshotService", "UploadSnapshot", "stream_unary"),
        ("grpc.health.v1.Health", "Check", "unary_unary"),
        ("grpc.health.v1.Health", "Watch", "unary_stream"),
        ("grpc.reflection.v1alpha.ServerReflection", "ServerReflectionInfo", "stream_stream"),
    ],
)
def test_bytes_that_are_no_message(
    server: RunningServer, channel: grpc.Channel, service: str, method: str, kind: str
) -> None:
    """0x0a announces a field of 127 bytes of which none follows."""
    call = getattr(channel, kind)(f"/{service}/{method}", None, None)
    corrupt = b"\x0a\x7f"

    def ask() -> object:
        if kind.endswith("stream"):
            answer = call(iter([corrupt]) if kind == "stream_stream" else corrupt, timeout=10)
            return list(answer)
        return call(iter([corrupt]) if kind == "stream_unary" else corrupt, timeout=10)

    with pytest.raises(grpc.RpcError) as caught:
        ask()
    assert caught.value.code() is BAD_REQUEST
    found = f"request: cannot be decoded, need the message that {method} takes"
    assert caught.value.details() == found
    log = "".join(server.log)
    assert "DecodeError" not in log
    assert "Traceback" not in log


def test_a_message_beyond_the_limit(channel: grpc.Channel) -> None:
    stub = snapshot_pb2_grpc.SnapshotServiceStub(channel)
    request = snapshot_pb2.CompileSnapshotRequest(intent=b"x" * (5 * 1024 * 1024))
    with pytest.raises(grpc.RpcError) as caught:
        stub.CompileSnapshot(request, timeout=10)
    assert caught.value.code() is TOO_MUCH
    request = snapshot_pb2.CompileSnapshotRequest(intent=b"x" * (3 * 1024 * 1024))
    assert refused(lambda: stub.CompileSnapshot(request, timeout=10))[:2] == (
        TOO_MUCH, "INTENT_TOO_LARGE",
    )  # fmt: skip


def test_an_upload_that_stalls_ends_with_the_deadline_of_the_client(
    channel: grpc.Channel,
) -> None:
    def stalling() -> Iterator[Message]:
        yield from messages({}, announced=1)
        time.sleep(5)

    stub = snapshot_pb2_grpc.SnapshotServiceStub(channel)
    started = time.monotonic()
    with pytest.raises(grpc.RpcError) as caught:
        stub.UploadSnapshot(stalling(), timeout=0.3)
    assert caught.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED
    assert time.monotonic() - started < 4
    assert upload(channel, {"a": b"1"}).file_count == 1  # and its place is free again


def test_every_problem_of_an_intent_has_its_place(channel: grpc.Channel) -> None:
    text = INTENT.read_text().replace("kind: Fabric", "kind: Fabrik") + "surplus: 1\n"
    stub = snapshot_pb2_grpc.SnapshotServiceStub(channel)
    request = snapshot_pb2.CompileSnapshotRequest(intent=text.encode(), file_name="su1.yaml")
    code, reason, fields = refused(lambda: stub.CompileSnapshot(request, timeout=30))
    assert (code, reason) == (BAD_REQUEST, "INPUT_INVALID")
    lines = text.splitlines()
    assert f"su1.yaml:{lines.index('kind: Fabrik') + 1}:7" in fields
    assert f"su1.yaml:{len(lines)}:1" in fields


@pytest.mark.parametrize(
    ("request_", "code", "reason"),
    [
        ({"snapshot": ""}, BAD_REQUEST, "NAME_MISSING"),
        ({"snapshot": "snapshots/1"}, BAD_REQUEST, "NAME_INVALID"),
        ({"snapshot": f"snapshots/{'0' * 64}"}, grpc.StatusCode.NOT_FOUND, "NOT_FOUND"),
    ],
)
def test_a_run_of_what_is_not_there(
    channel: grpc.Channel, request_: dict[str, str], code: grpc.StatusCode, reason: str
) -> None:
    stub = check_pb2_grpc.CheckServiceStub(channel)
    request = check_pb2.CreateCheckRunRequest(**request_)
    assert refused(lambda: stub.CreateCheckRun(request, timeout=10))[:2] == (code, reason)


def test_findings_of_a_run_without_a_verdict(channel: grpc.Channel) -> None:
    stub = check_pb2_grpc.CheckServiceStub(channel)
    held = upload(channel, {"a": b"1"})
    spec = check_pb2.CheckSpec()
    spec.time_limit.FromMicroseconds(1)
    run = judged(channel, held.name, spec)
    assert run.state == check_pb2.CHECK_RUN_STATE_FAILED
    request = check_pb2.ListFindingsRequest(check_run=run.name)
    assert refused(lambda: stub.ListFindings(request, timeout=10))[:2] == (
        grpc.StatusCode.FAILED_PRECONDITION, "RUN_NOT_SUCCEEDED",
    )  # fmt: skip


def test_runs_by_page_and_forged_tokens(channel: grpc.Channel) -> None:
    stub = check_pb2_grpc.CheckServiceStub(channel)
    held = upload(channel, {"pages": b"1"})
    made = [judged(channel, held.name).name for _ in range(3)]
    seen: list[str] = []
    request = check_pb2.ListCheckRunsRequest(snapshot=held.name, page_size=2)
    while True:
        page = stub.ListCheckRuns(request, timeout=10)
        seen += [run.name for run in page.check_runs]
        if not page.next_page_token:
            break
        request.page_token = page.next_page_token
    assert seen == made[::-1]
    request.page_token = "forged"
    assert refused(lambda: stub.ListCheckRuns(request, timeout=10))[1] == "PAGE_TOKEN_INVALID"


def test_rules_by_page(channel: grpc.Channel) -> None:
    stub = rule_pb2_grpc.RuleServiceStub(channel)
    seen: list[str] = []
    request = rule_pb2.ListRulesRequest(page_size=7)
    while True:
        page = stub.ListRules(request, timeout=10)
        assert len(page.rules) <= 7
        seen += [rule.id for rule in page.rules]
        if not page.next_page_token:
            break
        request.page_token = page.next_page_token
    from twin.checks.registry import load_rules

    assert seen == list(load_rules())
    rule = stub.GetRule(rule_pb2.GetRuleRequest(name="rules/PFC001"), timeout=10).rule
    headings = [section.heading for section in rule.sections]
    assert headings == ["What it checks", "Why it matters", "How to fix", "Source"]


def test_health(channel: grpc.Channel) -> None:
    stub = health_pb2_grpc.HealthStub(channel)
    for name in ("", "twin.api.v1.CheckService"):
        answer = stub.Check(health_pb2.HealthCheckRequest(service=name), timeout=10)
        assert answer.status == health_pb2.HealthCheckResponse.SERVING
