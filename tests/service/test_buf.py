"""A client that nobody here wrote: `buf curl`, through reflection, over a real socket."""

from __future__ import annotations

import base64
import json
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tests.service.conftest import INTENT, ROOT, RunningServer

_BESIDE = Path(sys.executable).with_name("buf")
BUF = str(_BESIDE) if _BESIDE.exists() else shutil.which("buf")

pytestmark = [
    pytest.mark.oracle,
    pytest.mark.skipif(BUF is None, reason="no buf; the package buf-bin brings it"),
]


def curl(server: RunningServer, call: str, *messages: dict[str, Any], fails: bool = False) -> Any:
    """The answer to `twin.api.v1.<call>`; with `fails` the error, as buf prints it."""
    url = f"http://{server.address}/twin.api.v1.{call}"
    text = "\n".join(json.dumps(message) for message in messages) or "{}"
    ended = subprocess.run(
        [str(BUF), "curl", "--http2-prior-knowledge", "--protocol", "grpc", "--reflect",
         "-d", "@-", url],
        input=text, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (ended.returncode != 0) is fails, ended.stderr
    return json.loads(ended.stderr if fails else ended.stdout)


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def judged(server: RunningServer, snapshot: str, **spec: object) -> dict[str, Any]:
    asked = {"snapshot": snapshot, "spec": spec}
    run = curl(server, "CheckService/CreateCheckRun", asked)["checkRun"]
    for _ in range(100):
        if run["state"] not in {"CHECK_RUN_STATE_QUEUED", "CHECK_RUN_STATE_RUNNING"}:
            return run
        time.sleep(0.1)
        run = curl(server, "CheckService/GetCheckRun", {"name": run["name"]})["checkRun"]
    raise AssertionError(run)


def test_compile_check_and_a_clean_verdict(server: RunningServer) -> None:
    intent = {"intent": b64(INTENT.read_bytes())}
    snapshot = curl(server, "SnapshotService/CompileSnapshot", intent)["snapshot"]
    assert snapshot["displayName"] == "two-tier"
    run = judged(server, snapshot["name"])
    assert (run["state"], run["verdict"]) == ("CHECK_RUN_STATE_SUCCEEDED", "VERDICT_PASS")
    assert run["summary"]["knownFraction"] == 1
    assert {rule["status"] for rule in run["rules"]} == {"RULE_STATUS_PASS"}
    (go,) = [c for c in run["conditions"] if c["type"] == "Deployable"]
    assert go["status"] == "CONDITION_STATUS_TRUE"


def test_upload_in_pieces_and_page_through_findings(server: RunningServer, snapshot: Path) -> None:
    files = {
        path.relative_to(snapshot).as_posix(): path.read_bytes()
        for path in sorted(snapshot.rglob("*"))
        if path.is_file() and path.name[0] != "."
    }
    path = "configs/leaf02/etc/nvue.d/startup.yaml"
    files[path] = files[path].replace(b"mtu: 9216", b"mtu: 1500", 1)
    messages: list[dict[str, Any]] = [{"header": {"displayName": "su1", "fileCount": len(files)}}]
    for name, data in files.items():
        messages.append({"file": {"path": name, "sizeBytes": len(data)}})
        messages += [{"data": b64(data[i : i + 1000])} for i in range(0, len(data), 1000)]
    held = curl(server, "SnapshotService/UploadSnapshot", *messages)["snapshot"]
    run = judged(server, held["name"], select=["TOP", "INT007"])
    assert run["verdict"] == "VERDICT_FAIL"
    found: list[dict[str, Any]] = []
    token = ""
    while True:
        asked = {"checkRun": run["name"], "pageSize": 1, "pageToken": token}
        page = curl(server, "CheckService/ListFindings", asked)
        found += page["findings"]
        token = page.get("nextPageToken", "")
        if not token:
            break
    assert len(found) == page["totalSize"] == run["findingCount"]
    (root,) = [f for f in found if "causedBy" not in f]
    assert root["rule"] == "TOP005"
    assert root["location"]["file"] == path
    assert all(root["fingerprint"] in f["causedBy"] for f in found if f is not root)


def test_an_error_has_a_code_and_a_reason(server: RunningServer) -> None:
    error = curl(server, "RuleService/GetRule", {"name": "rules/PFC999"}, fails=True)
    assert error["code"] == "not_found"
    (detail,) = error["details"]
    assert detail["type"] == "google.rpc.ErrorInfo"
    assert b"NOT_FOUND" in base64.b64decode(detail["value"] + "==")


def test_a_wrong_intent(server: RunningServer) -> None:
    text = INTENT.read_bytes().replace(b"kind: Fabric", b"kind: Fabrik")
    asked = {"intent": b64(text)}
    error = curl(server, "SnapshotService/CompileSnapshot", asked, fails=True)
    assert error["code"] == "invalid_argument"
    assert error["message"].startswith("intent.yaml:")


def test_rules(server: RunningServer) -> None:
    rules = curl(server, "RuleService/ListRules")["rules"]
    assert "PFC001" in {rule["id"] for rule in rules}


def test_reflection_lists_the_services(server: RunningServer) -> None:
    ended = subprocess.run(
        [str(BUF), "curl", "--http2-prior-knowledge", "--protocol", "grpc", "--list-services",
         f"http://{server.address}"],
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    services = set(ended.stdout.split())
    assert services >= {f"twin.api.v1.{n}Service" for n in ("Snapshot", "Check", "Rule")}
    assert "grpc.health.v1.Health" in services


def test_the_contract_is_clean() -> None:
    subprocess.run([str(BUF), "lint"], cwd=ROOT, check=True, timeout=60)
