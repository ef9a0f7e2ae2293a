"""Compiled and generated interfaces files against the real ifupdown2: syntax, and attributes.

`ifreload --syntax-check` reads the policies, the addons and the file, in namespaces of its own. It
is that of Debian's package `ifupdown2`, installed, or unpacked at `$IFUPDOWN2_ROOT`.
"""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.dialects.ifupdown2 import models
from tests.oracle.ifupdown2 import ROOT, need_ifupdown2
from tests.support.lab import base
from twin.dialects.base import Context
from twin.dialects.ifupdown2.render import INTERFACES, render_interfaces

pytestmark = pytest.mark.oracle

# The folders of the package and the file lie over this machine's own; what is started reads only.
_ASK = """
set -e
mount -t overlay t -o lowerdir=$1/etc:$2/etc:/etc /etc
[ "$2" = / ] || mount -t overlay t -o lowerdir=$2/usr/share:/usr/share /usr/share
mount -t tmpfs t /run; mount -t tmpfs t /var/tmp; mkdir -p /run/network /var/tmp/network
ip link set lo up
for name in ifreload ifquery; do ln -s /usr/share/ifupdown2/__main__.py /run/$name; done
/usr/bin/python3 /run/ifreload -a -s >&2 || true
/usr/bin/python3 /run/ifquery -a --format json -i /etc/network/interfaces
"""
# Said of every single VXLAN device without VLANs of its own: NVUE writes it so, and the user guide
# (VXLAN Devices) has it so; Debian's 3.0.0 checks it as if it were a traditional one.
_SINGLE = re.compile(r"bridge-access` attribute is mandatory when vxlan device \(vxlan\d+\)")
# The ports are not there, nor (on some kernels) VRFs.
_ABSENT = re.compile(r"interface not recognized")
_REFUSED = re.compile(r"unsupported|invalid|unknown|syntax", re.IGNORECASE)


@pytest.fixture(scope="module", autouse=True)
def _has_ifupdown2() -> None:
    need_ifupdown2()


def _asked(text: str, folder: Path) -> tuple[list[str], list[dict[str, Any]]]:
    """What the syntax check says, and the file as ifupdown2 has parsed it."""
    place = folder / INTERFACES
    place.parent.mkdir(parents=True)
    place.write_text(text)
    done = subprocess.run(
        ["unshare", "--net", "--mount", "--uts", "sh", "-c", _ASK, "sh", str(folder), str(ROOT)],
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    said = [line for line in done.stderr.splitlines() if line.strip()]
    assert done.stdout, said
    return said, json.loads(done.stdout)


def _attributes(text: str) -> dict[str, dict[str, list[str]]]:
    """Interface → word → values, as the file has them."""
    found: dict[str, dict[str, list[str]]] = {}
    own: dict[str, list[str]] = {}
    for line in text.splitlines():
        words = line.split(None, 1)
        if line.startswith("iface "):
            own = found.setdefault(line.split()[1], {})
        elif line.startswith(" ") and words:
            own.setdefault(words[0], []).append(words[1])
    return found


def _compare(text: str, folder: Path) -> list[str]:
    """What is said, when ifupdown2 has taken all attributes as they are written."""
    said, parsed = _asked(text, folder)
    theirs: dict[str, dict[str, list[str]]] = {}
    for item in parsed:
        own = theirs.setdefault(item["name"], {})
        for word, value in item.get("config", {}).items():
            own.setdefault(word, []).extend([value] if isinstance(value, str) else value)
    ours = _attributes(text)
    assert {n: {w: v for w, v in told.items() if v} for n, told in ours.items()} == theirs
    return said


@pytest.mark.parametrize("device", ["leaf01", "spine01"])
@pytest.mark.parametrize("name", ["two-tier", "rail-su"])
def test_compiled_files_are_taken(name: str, device: str, tmp_path: Path) -> None:
    files = base(name, "linux").files
    said = _compare(files[f"configs/{device}/{INTERFACES}"].decode(), tmp_path)
    assert [line for line in said if not _SINGLE.search(line) and not _ABSENT.search(line)] == []


@pytest.mark.parametrize("position", [0, -1])
def test_every_attribute_is_known(position: int, tmp_path: Path) -> None:
    """The samples contradict each other (members of two bonds); no word of theirs is refused."""
    said = _compare(render_interfaces(models.full(position), Context("x"))[INTERFACES], tmp_path)
    assert [line for line in said if _REFUSED.search(line)] == []
