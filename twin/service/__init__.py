"""The gRPC service: an asyncio front, process workers, a bounded store.

A fabric with faults is an OK answer that carries findings; an error status means that the service
could not judge, and says why in its details (`google.rpc.ErrorInfo`, `BadRequest`).
"""
