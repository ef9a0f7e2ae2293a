"""Files of thousands of settings: each is read within a moment."""

from __future__ import annotations

import time

import pytest

from tests.dialects.host_models import CONTEXT
from twin.dialects.base import Source
from twin.dialects.host_files import DIALECT

_MOST_S = 10.0  # under a second on an idle machine; quadratic ones take minutes
_MATCH = "[Match]\nName=eth1\n"
_NETWORK = "etc/systemd/network/x.network"
_SCRIPTS = "etc/sysconfig/network-scripts"
MANY = range(6000)
FILES = {
    "routes": (
        _NETWORK,
        _MATCH + "".join(f"[Route]\nDestination=10.{n >> 8}.{n & 255}.0/24\n" for n in MANY),
    ),
    "one route": (_NETWORK, f"{_MATCH}[Route]\n" + "Gateway=10.0.0.1\n" * len(MANY)),
    "vlans": (_NETWORK, f"{_MATCH}[Network]\nBridge=b\n" + "[BridgeVLAN]\nVLAN=1-4094\n" * 500),
    "names": (
        _NETWORK,
        f"[Match]\nName={' '.join(f'e{n}' for n in MANY)}\n[Network]\n"
        + "".join(f"Address=10.0.{n >> 8}.{n & 255}/24\n" for n in MANY),
    ),
    "addresses": (
        f"{_SCRIPTS}/ifcfg-eth1",
        "".join(f"IPADDR{n}=10.0.{n >> 8}.{n & 255}\nPREFIX{n}=24\n" for n in MANY),
    ),
    "numbered routes": (
        f"{_SCRIPTS}/route-eth1",
        "".join(f"ADDRESS{n}=10.{n >> 8}.{n & 255}.0\nGATEWAY{n}=10.0.0.1\n" for n in MANY),
    ),
    "a keyfile": (
        "etc/NetworkManager/system-connections/x.nmconnection",
        "[connection]\ntype=ethernet\ninterface-name=eth1\n[ipv4]\n"
        + "".join(f"route{n}=10.{n >> 8}.{n & 255}.0/24,10.0.0.1\n" for n in MANY),
    ),
}


@pytest.mark.parametrize("name", FILES)
def test_files(name: str) -> None:
    path, text = FILES[name]
    start = time.monotonic()
    reading = DIALECT.read(Source("f", path, text.encode()), CONTEXT)
    assert time.monotonic() - start < _MOST_S
    assert reading.lines == reading.claimed + reading.inert + len(reading.unread)
