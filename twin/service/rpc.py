"""The messages of google.rpc that error answers are made of (googleapis-common-protos)."""

from __future__ import annotations

from google.rpc.code_pb2 import Code
from google.rpc.error_details_pb2 import BadRequest, ErrorInfo, RetryInfo
from google.rpc.status_pb2 import Status

__all__ = ["BadRequest", "Code", "ErrorInfo", "RetryInfo", "Status"]
