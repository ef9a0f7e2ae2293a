"""What a comparison with the real thing needs of the machine."""

from __future__ import annotations

import os

import pytest


def need(lack: str) -> None:
    """Skip the test where something is lacking, or fail it where CI must have run it."""
    if lack and os.environ.get("CI") == "true":
        pytest.fail(f"CI must compare with the real thing, but this machine {lack}")
    if lack:
        pytest.skip(lack)
