"""Texts that are made to take long or to grow: each is read within a moment, or refused."""

from __future__ import annotations

import time

import pytest

from tests.dialects.host_models import CONTEXT
from twin.dialects.base import Source
from twin.dialects.roce_script import DIALECT

SCRIPT, RULES = "usr/local/sbin/roce.sh", "etc/udev/rules.d/x.rules"
_MOST_S = 10.0  # under a second on an idle machine; quadratic ones take minutes
TEXTS = {
    "a word that doubles": "A=x\n" + "A=$A$A\n" * 60 + "ip link set eth$A up\n",
    "an array that doubles": "A=(x y)\n" + 'A=("${A[@]}" "${A[@]}")\n' * 60 + "echo ${A[@]}\n",
    "one word of many names": f"A={'x' * 9000}\nip link set {'$A' * 20000} up\n",
    "thousands of calls": "f() { ip link set $1 up; }\n" + "f eth1\n" * 9000,
    "calls of calls": "f0() { echo; }\n"
    + "".join(f"f{i}() {{ f{i - 1}; f{i - 1}; }}\n" for i in range(1, 19))
    + "f18\n",
    "loops in loops": "for i in {1..99}; do for j in {1..99}; do for k in {1..99}; do\n"
    "ip addr add 10.$i.$j.$k/32 dev eth1; done; done; done\n",
    "routes without an interface": "".join(
        f"ip addr add 10.0.{i // 250}.{i % 250}/32 dev eth{i}\n"
        f"ip route add 172.16.{i % 250}.0/24 via 10.255.0.1\n"
        for i in range(2500)
    ),
    "expansions without an end": "${a[" * 20000,
    "quotes of expansions": '"$(' * 20000,
    "parentheses": "$((" * 20000,
    "processes": "cat <(" * 20000,
    "patterns": f"A={'a' * 500}\n" + "ip link set ${A%%*a*a*a*a*b} up\n" * 200,
    "numbers that grow": "A=3\n" + "A=$((A * A))\n" * 300 + "ip link set eth$A up\n",
    "heads of loops": "for ((i" * 5000,
}


@pytest.mark.parametrize("name", TEXTS)
def test_scripts(name: str) -> None:
    _read(SCRIPT, TEXTS[name])


@pytest.mark.parametrize(
    "text",
    [
        'KERNEL=="eth1", ' + 'ATTR{mtu}="9000", ' * 20000,
        'KERNEL=="eth1", ATTR{mtu}="9000", \\\n' * 20000,
        "A" * 200_000,
        'KERNEL=="eth1", ' + 'RUN+="ip link set %k $x up", ' * 5000,
    ],
)
def test_rules(text: str) -> None:
    _read(RULES, text)


def _read(path: str, text: str) -> None:
    start = time.monotonic()
    reading = DIALECT.read(Source("f", path, text.encode()), CONTEXT)
    assert time.monotonic() - start < _MOST_S
    assert reading.lines == reading.claimed + reading.inert + len(reading.unread)
