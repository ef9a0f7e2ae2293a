"""Keys of a Spectrum-X profile for the page of supported syntax."""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.spectrum_x import KEYS, ROOT
from twin.dialects.supported import Supported, claimed


def supported() -> Iterator[Supported]:
    """All of them are claimed."""
    return claimed("profile.yaml", (f"{ROOT}.{key}" for key in KEYS))
