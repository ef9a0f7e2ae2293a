"""NVUE releases and the two generations of names.

Between 5.14 and 5.15 the object model was renamed: `enable: on` became `state: enabled`,
`interface.X.ip.*` became `ipv4.*` and `ipv6.*` (Cumulus Linux 5.15 release notes; the path table in
`paths.tsv` says which).
"""

from __future__ import annotations

import re
from enum import Enum

FIRST_NEW = 15  # 5.15 is the first release of the new names
NEWEST = 18  # the newest release in paths.tsv

_VERSION = re.compile(r"(?:Cumulus Linux )?(?P<release>(?P<major>\d+)\.(?P<minor>\d+)(?:\.\d+)*)\Z")


class Generation(Enum):
    """Which names a release uses."""

    OLD = "old"  # 5.14 and earlier
    NEW = "new"  # 5.15 and later


def parse_release(text: str | None) -> tuple[int, int] | None:
    """`5.16`, `5.16.1` or `Cumulus Linux 5.16.0` → (5, 16); None for anything else."""
    match = _VERSION.match(text.strip()) if text else None
    return (int(match["major"]), int(match["minor"])) if match else None


def release_in_header(text: str) -> str | None:
    """`Cumulus Linux 5.16.0` → `5.16`; a maintenance release keeps its number (`5.16.1`)."""
    match = _VERSION.match(text.strip())
    if match is None:
        return None
    release = match["release"]
    return release.removesuffix(".0") if release.count(".") > 1 else release


def generation_of(text: str | None) -> Generation:
    """The generation of a declared release; without one, today's names."""
    version = parse_release(text)
    return Generation.OLD if version and version < (5, FIRST_NEW) else Generation.NEW


def listed_minor(text: str | None) -> int | None:
    """The x of 5.x where the path table knows that release, else None."""
    version = parse_release(text)
    return version[1] if version and version[0] == 5 and version[1] <= NEWEST else None
