"""Files that are made to take long, judged as a whole: a few seconds, and a report one can open.

What such a file costs is bounded by its size, whatever it says; the clock is generous, so that only
work which grows with the square of a file is found by it.
"""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from twin.app.check import check_path
from twin.checks.problems import MOST
from twin.report.json import check_document, dump

PORTS, COMMANDS = "etc/cumulus/ports.conf", "etc/nvue.d/change.nv"
FRR, INTERFACES = "etc/frr/frr.conf", "etc/network/interfaces"
SLOW_S = 10.0
LARGEST = 3_000_000  # characters of a report; one about a thousand lines has a third of it


def _lines(count: int, text: str) -> str:
    return "".join(text.format(n) for n in range(1, count + 1))


HOSTILE = {
    "breakouts of 8,000 cages": (PORTS, _lines(8_000, "{0}=4x\n")),
    "9,999 lines that are no breakout": (PORTS, _lines(9_999, "{0}=q\n")),
    "16,000 lines that are nothing": (PORTS, _lines(16_000, "a{0}\n")),
    "breakouts of 4,000 ports": (
        COMMANDS, _lines(4_000, "nv set interface swp{0} link breakout 4x\n"),
    ),
    "a command of 100,000 words": (COMMANDS, "nv set " + "a " * 100_000),
    "a command of quoted words": (COMMANDS, "nv set " + "'a' " * 100_000),
    "a command of 16,000 dotted words": (COMMANDS, "nv set " + ".a " * 16_000),
    "a command on 20,000 lines": (COMMANDS, "nv set a\\\n" * 20_000),
    "a prompt of colons": (COMMANDS, "nv set system hostname a\na@b" + ":" * 60 + " x\n"),
    "8,000 unknown lines of FRR": (FRR, _lines(8_000, "foo{0} a\n")),
    "8,000 unknown lines of a neighbour": (
        FRR, "router bgp 1\n" + _lines(8_000, " neighbor swp1 remote-foo{0}\n"),
    ),
    "8,000 unknown lines of a port": (INTERFACES, "iface swp1\n" + _lines(8_000, " foo{0} a\n")),
    "values of 2 MB": (
        INTERFACES, f"iface swp1\n mtu {'x' * 2_000_000}\n foo {'y' * 1_900_000}\n",
    ),
    "a name of 1 MB": (COMMANDS, f"nv set interface {'z' * 1_000_000} foo\n"),
    "a key of 1 MB": ("etc/cumulus/datapath/traffic.conf", f"{'b' * 1_000_000} = 1\n"),
}  # fmt: skip


def _snapshot(folder: Path, path: str, text: str) -> Path:
    file = folder / "configs" / "leaf01" / path
    file.parent.mkdir(parents=True)
    file.write_text(text)
    return folder


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files_are_judged_soon(tmp_path: Path, name: str) -> None:
    started = time.process_time()
    verdict = check_path(_snapshot(tmp_path, *HOSTILE[name]))
    size = len(dump(check_document(verdict)))
    assert time.process_time() - started < SLOW_S
    assert not verdict.crashed
    assert size < LARGEST


@pytest.mark.parametrize(
    ("path", "rule", "line"),
    [(FRR, "PAR001", "foo{0} a\n"), (PORTS, "PAR002", "{0}=q\n")],
)
def test_a_file_has_so_many_findings_and_one_for_the_rest(
    tmp_path: Path, path: str, rule: str, line: str
) -> None:
    verdict = check_path(_snapshot(tmp_path, path, _lines(MOST + 500, line)))
    found = [finding for finding in verdict.findings if finding.rule == rule]
    assert len(found) == MOST + 1
    (rest,) = [finding for finding in found if "more from line" in finding.message]
    assert rest.message.endswith(f"500 more from line {MOST + 1} on")
    assert rest.location is not None
    assert rest.location.line == MOST + 1
    assert {finding.severity for finding in found} == {rest.severity}
