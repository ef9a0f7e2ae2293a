"""CheckService: runs and their findings."""

from __future__ import annotations

from typing import Any

from twin.service.errors import ServiceError, answers
from twin.service.generated import check_pb2 as pb
from twin.service.generated import check_pb2_grpc, finding_pb2
from twin.service.names import page_position, page_size, page_token
from twin.service.rpc import Code
from twin.service.runs import Runs
from twin.service.store import Store


class CheckService(check_pb2_grpc.CheckServiceServicer):
    """See proto/twin/api/v1/check.proto."""

    def __init__(self, store: Store, runs: Runs) -> None:
        self._store = store
        self._runs = runs

    @answers
    async def CreateCheckRun(  # noqa: N802
        self, request: pb.CreateCheckRunRequest, context: Any
    ) -> pb.CreateCheckRunResponse:
        """Queue a run."""
        run = self._runs.create(request.snapshot, request.spec, request.request_id)
        return pb.CreateCheckRunResponse(check_run=run)

    @answers
    async def GetCheckRun(  # noqa: N802
        self, request: pb.GetCheckRunRequest, context: Any
    ) -> pb.GetCheckRunResponse:
        """Answer how far a run is."""
        return pb.GetCheckRunResponse(check_run=self._store.run(request.name))

    @answers
    async def CancelCheckRun(  # noqa: N802
        self, request: pb.CancelCheckRunRequest, context: Any
    ) -> pb.CancelCheckRunResponse:
        """Stop a run."""
        return pb.CancelCheckRunResponse(check_run=await self._runs.cancel(request.name))

    @answers
    async def ListCheckRuns(  # noqa: N802
        self, request: pb.ListCheckRunsRequest, context: Any
    ) -> pb.ListCheckRunsResponse:
        """Answer with one page, without the results per rule."""
        listing = f"checkRuns of {request.snapshot}"
        before = page_position(listing, request.page_token)
        size = page_size(request.page_size)
        page, rest = self._store.list_runs(request.snapshot, size, before)
        for run in page:
            del run.rules[:]
        token = page_token(listing, rest) if rest is not None else ""
        return pb.ListCheckRunsResponse(check_runs=page, next_page_token=token)

    @answers
    async def ListFindings(  # noqa: N802
        self, request: pb.ListFindingsRequest, context: Any
    ) -> pb.ListFindingsResponse:
        """Answer with one page of findings."""
        run = self._store.run(request.check_run, "check_run")
        if run.state != pb.CHECK_RUN_STATE_SUCCEEDED:
            state = pb.CheckRunState.Name(run.state).removeprefix("CHECK_RUN_STATE_")
            message = f"{run.name}: state {state}, need SUCCEEDED"
            raise ServiceError(Code.FAILED_PRECONDITION, "RUN_NOT_SUCCEEDED", message)
        first = page_position(run.name, request.page_token) or 0
        bodies = self._store.findings(run.name, first, page_size(request.page_size))
        rest = first + len(bodies)
        more = bodies and rest < run.finding_count
        return pb.ListFindingsResponse(
            findings=[finding_pb2.Finding.FromString(body) for body in bodies],
            next_page_token=page_token(run.name, rest) if more else "",
            total_size=run.finding_count,
        )
