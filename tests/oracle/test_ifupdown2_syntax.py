"""The lines of generated interfaces files, as ifupdown2's own parser takes them.

The parser runs by itself, in a process of its own: nothing of this machine's network is looked at.
It is that of Debian's package `ifupdown2`, installed, or unpacked at `$IFUPDOWN2_ROOT`.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.dialects.ifupdown2.support import check, read
from tests.oracle.needs import need
from twin.dialects.base import Reading
from twin.dialects.ifupdown2.collect import Collection
from twin.dialects.ifupdown2.ledger import Ledger
from twin.dialects.ifupdown2.syntax import statements

pytestmark = pytest.mark.oracle

ROOT = Path(os.environ.get("IFUPDOWN2_ROOT", "/")) / "usr/share/ifupdown2"
PYTHON = "/usr/bin/python3"  # Debian's, which the package is written for
FILES = 150
UP = ("auto", "hotplug", "mgmt")  # classes that are brought up when the device starts
_ASK = """
import json, logging, sys
sys.path.insert(0, sys.argv[1])
logging.disable(logging.CRITICAL)
from ifupdown.networkinterfaces import networkInterfaces
answers = []
for text in json.load(sys.stdin):
    found = []
    parser = networkInterfaces(None, text)
    parser.subscribe("iface_found", found.append)
    parser.subscribe("validateifaceattr", lambda *_: True)
    parser.load()
    answers.append([[i.name, bool(i.auto), sorted(i.classes or []),
                     {k: [str(v) for v in values] for k, values in i.config.items()}]
                    for i in found])
json.dump(answers, sys.stdout)
"""
Ports = dict[str, tuple[bool, dict[str, list[str]]]]


@pytest.fixture(scope="module", autouse=True)
def _has_ifupdown2() -> None:
    is_there = (ROOT / "ifupdown/networkinterfaces.py").exists() and Path(PYTHON).exists()
    need("" if is_there else "needs ifupdown2 (apt-get install ifupdown2, or IFUPDOWN2_ROOT)")


NAMES = ("swp1", "swp2", "swp1s0", "lo", "vlan10", "br.10", "eth0:1", "swp[1-3]", "swp[2-3].100")
VALUES = {
    "mtu": ("9000", "1500", "9000 # x"), "address": ("10.0.0.1/31", "fd00::1/64", "10.1.0.1"),
    "alias": ("to spine", "$IFACE here", '"a  b"'), "bridge-ports": ("swp1 swp2", "swp3", "none"),
    "bridge_vids": ("10 20", "30-40"), "vrf": ("red",), "post-up": ("ip link set $IFACE up",),
    "bond-slaves": ("swp5",), "clag-id": ("1",), "vlan-id": ("10",), "unknown": ("words here",),
}  # fmt: skip


def _file(random: Random) -> str:
    lines = []
    for _ in range(random.randint(1, 12)):
        kind = random.random()
        if kind < 0.3:
            words = random.choices((*NAMES, "all", "#", "swp[1-5]"), k=random.randint(1, 3))
            keyword = random.choice(("auto", "auto", "allow-hotplug", "allow-rack"))
            lines.append(keyword + random.choice(" \t") + " ".join(words))
        elif kind < 0.4:
            lines.append(random.choice(("", "# comment", "  # comment \\", "\t", " \\")))
        else:
            family = random.choice(("", "", " inet static", " inet6 manual", " inet dhcp"))
            lines.append(f"iface {random.choice(NAMES)}{family}")
            for _ in range(random.randint(0, 4)):
                word = random.choice(list(VALUES))
                gap = random.choice((" ", "  ", "\t", " \\\n  ", " \\\n\n"))
                value = random.choice(VALUES[word])
                tail = random.choice(("", "", " ", "\\\n", "\r"))
                indent = random.choice((" ", "    ", "\t", ""))
                lines.append(f"{indent}{word}{gap}{value}{tail}")
    return "\n".join(lines) + "\n"


def _theirs(answer: list[Any]) -> Ports:
    found: Ports = {}
    for name, auto, classes, config in answer:
        up, attributes = found.get(name, (False, {}))
        for word, values in config.items():
            attributes.setdefault(word, []).extend(values)
        found[name] = up or auto or any(word in UP for word in classes), attributes
    return found


def _ours(text: str) -> Ports:
    collection = Collection(Ledger(()), any_order=False)
    collection.add(list(statements(text, Reading("ifupdown2", "f"))), {})
    return {
        name: (
            port.up is not None,
            {word: [line.value for line in lines] for word, lines in port.attributes.items()},
        )
        for name, port in collection.ports.items()
    }


def test_lines_are_taken_as_ifupdown2_takes_them() -> None:
    random = Random(20)
    files = [_file(random) for _ in range(FILES)]
    done = subprocess.run(
        [PYTHON, "-c", _ASK, str(ROOT)],
        input=json.dumps(files), text=True, capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    for text, answer in zip(files, json.loads(done.stdout), strict=True):
        assert _ours(text) == _theirs(answer), text
        check(read(text))
