"""Names of software images ↔ the system of a node and its release."""

from __future__ import annotations

import re

# Image names as NVIDIA Air lists them (`cumulus-vx-5.16.1`, `sonic-vs-202305`,
# `generic/ubuntu2404`), Vagrant boxes (`CumulusCommunity/cumulus-vx`), and containers
# (`networkop/cx:5.3.0`, `networkop/host:ifreload`, `quay.io/frrouting/frr:10.1.0`). The first that
# matches tells.
_SYSTEMS = (
    (re.compile(r"cumulus|(?:^|/)cx(?::|$)", re.IGNORECASE), "cumulus"),
    (re.compile(r"sonic", re.IGNORECASE), "sonic"),
    (re.compile(r"(?:^|[/:_-])frr(?:outing)?(?:$|[/:_-])", re.IGNORECASE), "frr"),
    (
        re.compile(
            r"^linux$|ubuntu|debian|alpine|centos|rhel|rocky|almalinux|fedora|opensuse|busybox"
            r"|xenial|bionic|focal|jammy|noble|bullseye|bookworm|netshoot|multitool|^generic/"
            r"|(?:^|/)host(?::|$)",
            re.IGNORECASE,
        ),
        "linux",
    ),
)
_RELEASE = re.compile(r"(?<![\d.])v?(?P<release>\d{1,2}\.\d{1,2})(?:\.\d+)*(?![\d.])")
_UUID = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\Z", re.IGNORECASE)


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


_LINUX_PORT = re.compile(r"eth(?P<number>[1-9]\d{0,3})\Z", re.ASCII)
_SONIC_PORT = re.compile(r"Ethernet(?P<lane>0|[1-9]\d{0,4})\Z", re.ASCII)
_LANES = 4  # of a port of SONiC's virtual switch: eth1 is Ethernet0, eth2 Ethernet4


def sonic_port(name: str) -> str:
    """SONiC's own name of a port that its container calls `eth1`; other names stay."""
    match = _LINUX_PORT.match(name)
    return f"Ethernet{(int(match['number']) - 1) * _LANES}" if match else name


def container_port(name: str) -> str:
    """The name in the container of SONiC's `Ethernet0`; other names stay."""
    match = _SONIC_PORT.match(name)
    if match is None or int(match["lane"]) % _LANES or int(match["lane"]) > 9998 * _LANES:
        return name
    return f"eth{int(match['lane']) // _LANES + 1}"
