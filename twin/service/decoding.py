"""Requests that are no messages: refused in words, before any method sees them.

gRPC itself would answer UNKNOWN with the name of a Python class, and log a traceback.
"""

from __future__ import annotations

import inspect
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import grpc
from google.protobuf.message import DecodeError
from grpc_status.rpc_status import to_status

from twin.service.errors import invalid

Handler = Any  # grpc.RpcMethodHandler, whose fields the stubs do not have


class Decoding(grpc.aio.ServerInterceptor):
    """Takes the parsing of requests over from gRPC, for every method of the server."""

    async def intercept_service(
        self,
        continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Handler]],
        handler_call_details: grpc.HandlerCallDetails,
    ) -> Handler:
        """The handler of a method, fed with bytes; None stays None (no such method)."""
        handler = await continuation(handler_call_details)
        return handler and _guarded(handler, handler_call_details.method.rpartition("/")[2])


def _guarded(handler: Handler, method: str) -> Handler:
    async def decoded(data: bytes, context: Any) -> Any:
        try:
            return handler.request_deserializer(data)
        except DecodeError:
            found = f"cannot be decoded, need the message that {method} takes"
            error = invalid("REQUEST_UNREADABLE", "request", found)
            await context.abort_with_status(to_status(error.status()))

    async def each(stream: AsyncIterator[bytes], context: Any) -> AsyncIterator[Any]:
        async for data in stream:
            yield await decoded(data, context)

    async def taken(request: Any, context: Any) -> Any:
        streams = handler.request_streaming
        return each(request, context) if streams else await decoded(request, context)

    async def answered(request: Any, context: Any) -> Any:
        return await behaviour(await taken(request, context), context)

    async def generated(request: Any, context: Any) -> AsyncIterator[Any]:
        async for answer in behaviour(await taken(request, context), context):
            yield answer

    asks = "stream" if handler.request_streaming else "unary"
    kind = f"{asks}_{'stream' if handler.response_streaming else 'unary'}"
    behaviour = getattr(handler, kind)
    guarded = generated if inspect.isasyncgenfunction(behaviour) else answered
    build = getattr(grpc, f"{kind}_rpc_method_handler")
    return build(guarded, response_serializer=handler.response_serializer)
