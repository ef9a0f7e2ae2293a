"""A worker whose jobs are instructions: answer, die, hang, or report an error."""

import json
import os
import sys
import time

from twin.service.errors import invalid
from twin.service.frames import Kind, pack, read
from twin.service.generated import check_pb2 as pb
from twin.service.generated.finding_pb2 import Finding


def judged() -> bytes:
    run = pb.CheckRun(verdict=pb.VERDICT_FAIL, finding_count=1)
    run.conditions.add(
        type="Deployable", status=pb.CONDITION_STATUS_FALSE, reason="FINDINGS", message="1 finding"
    )
    return run.SerializeToString()


results = os.fdopen(os.dup(1), "wb", 0)
while frame := read(sys.stdin.buffer):
    job = json.loads(frame[1])
    order = job.get("name", job["do"])
    if order == "die":
        os.kill(os.getpid(), 9)
    if order == "exit":
        sys.exit(3)
    if order == "hang":
        time.sleep(600)
    if order == "error":
        status = invalid("WRONG", "field", "text").status()
        results.write(pack(Kind.ERROR, status.SerializeToString()))
        continue
    results.write(pack(Kind.FINDING, Finding(rule="BGP001").SerializeToString()))
    is_check = job["do"] == "check"
    results.write(pack(Kind.RESULT, judged() if is_check else str(os.getpid()).encode()))
