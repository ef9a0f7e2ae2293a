"""Messages between the server and a worker: one byte of kind, four of length, the payload.

Payloads are protobuf messages or UTF-8 JSON: what a worker that read a hostile file sends back is
data, never code.
"""

from __future__ import annotations

import asyncio
import struct
from enum import Enum
from typing import IO

_HEAD = struct.Struct(">cI")


class Kind(Enum):
    """What a frame carries; the first is for the worker, the others come from it."""

    JOB = b"j"  # JSON: what to do
    FINDING = b"f"  # twin.api.v1.Finding
    RESULT = b"r"  # the message that the job ends with
    ERROR = b"e"  # google.rpc.Status: the job could not be done


def pack(kind: Kind, payload: bytes) -> bytes:
    """One frame."""
    return _HEAD.pack(kind.value, len(payload)) + payload


def read(stream: IO[bytes]) -> tuple[Kind, bytes] | None:
    """The next frame of a blocking stream; None at its end."""
    head = stream.read(_HEAD.size)
    if len(head) < _HEAD.size:
        return None
    kind, length = _HEAD.unpack(head)
    payload = stream.read(length)
    return (Kind(kind), payload) if len(payload) == length else None


async def receive(stream: asyncio.StreamReader) -> tuple[Kind, bytes] | None:
    """The next frame; None when the other side is gone."""
    try:
        kind, length = _HEAD.unpack(await stream.readexactly(_HEAD.size))
        return Kind(kind), await stream.readexactly(length)
    except asyncio.IncompleteReadError:
        return None
