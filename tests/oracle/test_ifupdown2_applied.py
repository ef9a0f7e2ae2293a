"""Interfaces files that the real ifupdown2 carries out, against the model that is read from them.

Each file is applied in network and mount namespaces of its own, so nothing of this machine's
network is read or changed; ports are veth pairs. Needs root and Debian's package `ifupdown2`,
installed or unpacked at `$IFUPDOWN2_ROOT`.
"""

from __future__ import annotations

import ipaddress
import json
import shutil
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.dialects.ifupdown2.support import CONTEXT, check
from tests.oracle.ifupdown2 import ROOT, need_ifupdown2
from twin.dialects.base import Source
from twin.dialects.ifupdown2 import DIALECT
from twin.dialects.ifupdown2.collect import MAIN
from twin.model.config import Config
from twin.model.interface import Interface
from twin.model.records import build

pytestmark = pytest.mark.oracle

PORTS = ("swp1", "swp2", "swp3", "swp4")
FILES = 8
# Reads only: the folders of the package and the file lie over this machine's own.
_APPLY = """
set -e
mount -t overlay t -o lowerdir=$1/etc:/etc /etc
[ "$2" = / ] || mount -t overlay t -o lowerdir=$2/usr/share:/usr/share /usr/share
mount -t tmpfs t /run; mount -t tmpfs t /var/tmp; mkdir -p /run/network /var/tmp/network
mount -t sysfs t /sys || true
for port in $3; do ip link add $port type veth peer name x$port; ip link set x$port up; done
ln -s /usr/share/ifupdown2/__main__.py /run/ifup
/usr/bin/python3 /run/ifup -a >&2 || true
ip -json address; ip -json link; ip -json route; ip -json -6 route
"""


@pytest.fixture(scope="module", autouse=True)
def _has_ifupdown2() -> None:
    need_ifupdown2()


def _attributes(random: Random, name: str, number: int) -> list[str]:
    lines = []
    for index in range(random.randint(0, 3)):
        address = f"10.{number}.{index}.{random.randint(1, 250)}"
        form = random.choice(("plain", "mask", "length", "six"))
        if form == "mask":
            mask = random.choice(("255.255.255.0", "20", "255.255.255.254"))
            lines += [f"address {address}", f"netmask {mask}"]
        elif form == "six":
            lines.append(f"address fd00:{number}::{index + 1}/64")
        else:
            lines.append(f"address {address}{'/24' if form == 'length' else ''}")
    for _ in range(random.randint(0, 3)):
        lines.append(
            random.choice(
                [
                    f"mtu {random.choice((1400, 1450))}", f"alias word {random.randint(1, 9)}",
                    f"hwaddress 02:00:00:00:{number:02x}:{random.randint(1, 9):02x}",
                    "link-down yes", f"post-up ip link set {name} mtu 1350",
                    f"up ip address add 10.9{number}.0.1/24 dev $IFACE",
                    f"post-up ip route add 10.8{number}.0.0/16 dev $IFACE || true",
                    "post-up echo up > /dev/null", "down ip link set $IFACE down",
                ]
            )
        )  # fmt: skip
    return lines


def _file(random: Random) -> str:
    blocks = [["auto lo", "iface lo inet loopback", "    address 10.255.0.1/32"]]
    bridged = random.random() < 0.5
    for number, name in enumerate(PORTS, 1):
        lines = [f"iface {name}", *(f"    {x}" for x in _attributes(random, name, number))]
        if bridged and number > 2:
            lines = [f"iface {name}", f"    mtu {1500 - number}"]
        if random.random() < 0.3 and len(lines) > 2:  # a second stanza, which may say it again
            lines += [
                f"iface {name} inet static",
                "    mtu 1420",
                f"    address 10.7{number}.0.1/30",
            ]
        blocks.append([*random.choice(([f"auto {name}"], [f"auto {name}"], [])), *lines])
    if bridged:
        ports = random.choice(("swp3 swp4", "glob swp3-4", "regex swp[34]"))
        blocks.append(
            ["auto br1", "iface br1", f"    bridge-ports {ports}", "    address 10.6.0.1/24"]
        )
    return "\n".join(line for block in blocks for line in [*block, ""])


def _applied(folder: Path, text: str) -> tuple[dict[str, Any], set[tuple[str, str]]]:
    own = folder / "etc/network"
    shutil.copytree(ROOT / "etc/network", own)
    (own / "interfaces").write_text(text, encoding="utf-8")
    done = subprocess.run(
        ["unshare", "--net", "--mount", "--uts", "--propagation", "private", "sh", "-c", _APPLY,
         "sh", str(folder), str(ROOT), " ".join(PORTS)],
        text=True, capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    addresses, links, *routes = (json.loads(line) for line in done.stdout.splitlines())
    found = {(route["dst"], route["dev"]) for table in routes for route in table if "dev" in route}
    live = {item["ifname"]: item for item in links}
    for item in addresses:
        live[item["ifname"]]["addr_info"] = item["addr_info"]
    return live, found


def _own_addresses(item: dict[str, Any]) -> set[str]:
    texts = {f"{info['local']}/{info['prefixlen']}" for info in item["addr_info"]}
    return {
        text
        for text in texts
        if not (ip := ipaddress.ip_interface(text)).is_link_local and not ip.is_loopback
    }


def _compare(name: str, interface: Interface, item: dict[str, Any]) -> None:
    is_up = "UP" in item["flags"]
    if interface.admin_up is not None:
        assert is_up is interface.admin_up, name
    if not interface.admin_up:
        return
    assert _own_addresses(item) == {*interface.ipv4, *interface.ipv6}, name
    if interface.mtu is not None:
        assert item["mtu"] == interface.mtu, name
    assert item.get("ifalias") == interface.description, name
    if interface.mac is not None:
        assert item["address"] == interface.mac, name
    assert item.get("master") == next(iter(interface.bridges), None), name


@pytest.mark.parametrize("seed", range(FILES))
def test_what_ifupdown2_makes_of_a_file(seed: int, tmp_path: Path) -> None:
    text = _file(Random(seed))
    reading = DIALECT.read(Source("f", MAIN, text.encode()), CONTEXT)
    check(reading)
    assert not reading.unread, text
    config = build(Config, reading.tree)
    live, routes = _applied(tmp_path, text)
    print(text)
    assert set(config.interfaces) <= set(live)
    for name, interface in config.interfaces.items():
        _compare(name, interface, live[name])
    up = {name for name, interface in config.interfaces.items() if interface.admin_up}
    table = config.vrfs["default"].routes if "default" in config.vrfs else {}
    told = {(prefix, via) for prefix, route in table.items() for via in route.via if via in up}
    assert told <= routes
