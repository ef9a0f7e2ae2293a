"""Why the service could not answer, for machines and people.

ServiceError      a status with a reason; everything below becomes one
├── not_found     no such snapshot, run or rule
├── invalid       the request itself is wrong: which field, and what it needs
├── exhausted     beyond a limit of the server
├── incident      a failure of ours, logged under the number it answers with
└── from_twin     an error of the product: every problem with file, line and column
"""

from __future__ import annotations

import functools
import logging
import uuid
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, TypeVar

import grpc
from google.protobuf.any_pb2 import Any as AnyMessage
from grpc_status.rpc_status import to_status

from twin.core.errors import (
    InputError,
    LimitError,
    NotBuildableError,
    Problem,
    TwinError,
    UnsupportedError,
)
from twin.service.rpc import BadRequest, Code, ErrorInfo, RetryInfo, Status

DOMAIN = "twin.api.v1"
# gRPC refuses trailers beyond 8 KiB by default, and they travel as base64 (4/3) beside the message.
DETAIL_BYTES = 4 * 1024
MESSAGE_CHARACTERS = 400

LOG = logging.getLogger("twin.service")

Violation = tuple[str, str]  # field or file:line:column, what is wrong with it


class ServiceError(Exception):
    """A gRPC status with `reason` (UPPER_SNAKE_CASE) and the fields at fault."""

    def __init__(
        self,
        code: int,
        reason: str,
        message: str,
        violations: Iterable[Violation] = (),
        retry_s: int | None = None,
    ) -> None:
        super().__init__(message)
        self.code = code
        self.reason = reason
        self.message = message
        self.violations = list(violations)
        self.retry_s = retry_s

    def status(self) -> Status:
        """The status with its details; violations beyond what a trailer holds are only counted."""
        status = Status(code=self.code, message=self.message[:MESSAGE_CHARACTERS])
        info = ErrorInfo(reason=self.reason, domain=DOMAIN)
        details: list[Any] = [info]
        if self.violations:
            details.append(_bad_request(self.violations))
            info.metadata["problems"] = str(len(self.violations))
            info.metadata["problems_listed"] = str(len(details[-1].field_violations))
        if self.retry_s is not None:
            details.append(RetryInfo())
            details[-1].retry_delay.FromSeconds(self.retry_s)
        for detail in details:
            packed = AnyMessage()
            packed.Pack(detail)
            status.details.append(packed)
        return status


def _bad_request(violations: list[Violation]) -> BadRequest:
    """As many violations as fit, the first always."""
    request = BadRequest()
    for field, description in violations:
        request.field_violations.add(field=field[:300], description=description[:300])
        if request.ByteSize() > DETAIL_BYTES and len(request.field_violations) > 1:
            del request.field_violations[-1]
            break
    return request


def not_found(name: str) -> ServiceError:
    """No such resource, or no longer."""
    return ServiceError(Code.NOT_FOUND, "NOT_FOUND", f"{name}: not found, or no longer kept")


def invalid(reason: str, field: str, description: str) -> ServiceError:
    """One field of the request is wrong."""
    message = f"{field}: {description}"
    return ServiceError(Code.INVALID_ARGUMENT, reason, message, [(field, description)])


def exhausted(reason: str, message: str, retry_s: int | None = None) -> ServiceError:
    """Beyond a limit of the server; with `retry_s` it may pass later."""
    return ServiceError(Code.RESOURCE_EXHAUSTED, reason, message, retry_s=retry_s)


def from_twin(error: TwinError) -> ServiceError:
    """An error of the product as a status."""
    if not isinstance(error, InputError):
        reason = "UNSUPPORTED" if isinstance(error, UnsupportedError) else "FAILED"
        return ServiceError(Code.FAILED_PRECONDITION, reason, str(error))
    code, reason = Code.INVALID_ARGUMENT, "INPUT_INVALID"
    if isinstance(error, LimitError):
        code, reason = Code.RESOURCE_EXHAUSTED, "LIMIT_EXCEEDED"
    elif isinstance(error, NotBuildableError):
        reason = "NOT_BUILDABLE"
    first, more = error.problems[0], len(error.problems) - 1
    message = f"{first} (and {more} more)" if more else str(first)
    return ServiceError(code, reason, message, [_violation(p) for p in error.problems])


def _violation(problem: Problem) -> Violation:
    place = f"{problem.file}:{problem.line}:{problem.column}" if problem.line else problem.file
    return place, str(problem).removeprefix(f"{place}: ")


def incident(reason: str, message: str, error: Exception) -> ServiceError:
    """A failure of ours: the client gets a number, the log under that number all there is to it."""
    number = uuid.uuid4().hex[:12]
    LOG.error("incident %s", number, exc_info=error)
    return ServiceError(Code.INTERNAL, reason, f"{message}, incident {number} in its log")


def from_any(error: Exception) -> ServiceError:
    """Every exception as a status; a defect of ours is logged under the number it answers with."""
    if isinstance(error, ServiceError):
        return error
    if isinstance(error, TwinError):
        return from_twin(error)
    return incident("DEFECT", "defect of the service", error)


Answer = TypeVar("Answer")
Method = Callable[[Any, Any, "grpc.aio.ServicerContext[Any, Any]"], Awaitable[Answer]]


def answers(method: Method[Answer]) -> Method[Answer]:
    """A servicer method whose exceptions become statuses with details."""

    @functools.wraps(method)
    async def guarded(self: Any, request: Any, context: Any) -> Answer:
        try:
            return await method(self, request, context)
        except grpc.aio.AbortError:
            raise
        except Exception as error:
            await context.abort_with_status(to_status(from_any(error).status()))
            raise AssertionError("abort raises") from error

    return guarded
