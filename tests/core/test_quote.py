"""Quoted texts are short."""

from __future__ import annotations

from twin.checks.verdict import judge_twin
from twin.core.quote import MOST, shortened
from twin.report.json import check_document, dump
from twin.snapshot.folder import Snapshot


def test_a_short_text_stays_and_a_long_one_is_told_by_its_beginning() -> None:
    assert shortened("x" * MOST) == "x" * MOST
    assert shortened("x" * (MOST + 1)) == "x" * (MOST - 1) + "…"


def test_a_report_does_not_repeat_a_long_line() -> None:
    from twin.assemble.build import assemble

    long = "x" * 1_500
    files = {
        "configs/leaf01/etc/frr/frr.conf": f"bogus {long}\nhostname {long} {long}\n".encode(),
        "configs/leaf02/etc/network/interfaces": f"auto swp1\niface swp1\n mtu {long}\n".encode(),
        "configs/leaf03/etc/nvue.d/startup.yaml": (
            f"- set:\n    interface: {{swp1: {{link: {{mtu: {long}, {long}: 1}}}}}}\n"
        ).encode(),
    }
    text = dump(check_document(judge_twin(assemble(Snapshot.from_files("lab", files)))))
    assert "bogus xxx" in text
    assert "x" * MOST not in text
