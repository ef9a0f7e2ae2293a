"""Names of software images ↔ the system of a node and its release."""

from __future__ import annotations

import re

# Image names as NVIDIA Air lists them (`cumulus-vx-5.16.1`, `sonic-vs-202305`,
# `generic/ubuntu2404`), Vagrant boxes (`CumulusCommunity/cumulus-vx`), and containers
# (`networkop/cx:5.3.0`, `quay.io/frrouting/frr:10.1.0`). The first that matches tells.
_SYSTEMS = (
    (re.compile(r"cumulus|(?:^|/)cx:", re.IGNORECASE), "cumulus"),
    (re.compile(r"sonic", re.IGNORECASE), "sonic"),
    (re.compile(r"(?:^|[/:_-])frr(?:outing)?(?:$|[/:_-])", re.IGNORECASE), "frr"),
    (
        re.compile(
            r"^linux$|ubuntu|debian|alpine|centos|rhel|rocky|almalinux|fedora|opensuse|busybox"
            r"|netshoot|multitool|^generic/",
            re.IGNORECASE,
        ),
        "linux",
    ),
)
_RELEASE = re.compile(r"(?<![\d.])v?(?P<release>\d{1,2}\.\d{1,2})(?:\.\d+)*(?![\d.])")
_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z", re.IGNORECASE)

# What stands for a system where an image has to be named. Air names images in full
# (docs.nvidia.com, nvidia-air: Custom Topology).
AIR_LINUX = "generic/ubuntu2404"


def system_of(image: str) -> tuple[str | None, str | None]:
    """("cumulus", "5.16") for `cumulus-vx-5.16.1`; an unknown name is a system of its own.

    A release is told for Cumulus Linux alone: rules of this tool follow no other. An image that is
    named by its UUID tells nothing.
    """
    text = image.strip()
    if not text or _UUID.match(text):
        return None, None
    system = next((name for pattern, name in _SYSTEMS if pattern.search(text)), text)
    found = _RELEASE.search(text) if system == "cumulus" else None
    return system, found["release"] if found else None


def air_image(system: str | None, release: str | None) -> str:
    """The image of NVIDIA Air that runs a system; Air has no image of plain FRR."""
    if system == "cumulus":
        parts = (release or "").split(".")
        full = ".".join([*parts, "0"]) if len(parts) == 2 else release
        return f"cumulus-vx-{full}" if release else "cumulus-vx"
    if system == "sonic":
        return "sonic-vs"
    return AIR_LINUX if system in (None, "linux", "frr") else system
