"""Files that travel with the package: templates, schemas, platform profiles.

In a wheel they lie in `twin/_resources/`; in a source tree at its top.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent.parent


@cache
def resource_dir(name: str) -> Path:
    """The folder `templates`, `schemas`, … wherever this installation has it."""
    for root in (_PACKAGE / "_resources", _PACKAGE.parent):
        if (root / name).is_dir():
            return root / name
    raise FileNotFoundError(f"this installation lacks its {name}/ folder")
