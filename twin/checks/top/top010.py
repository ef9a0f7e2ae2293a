"""TOP010 admin-state-mismatch."""

from __future__ import annotations

from twin.checks.commands import set_up
from twin.checks.judge import Judge
from twin.checks.registry import rule
from twin.checks.top.cables import without_cables
from twin.core.finding import Severity
from twin.engine.cable import Cable
from twin.engine.facts import Facts


def _report(facts: Facts, judge: Judge, cable: Cable) -> None:
    down, up = cable.ends if cable.a.admin_up is False else (cable.b, cable.a)
    blamed = facts.deviations.blame(down.admin_ref, up.admin_ref)
    if blamed == [up.admin_ref]:
        judge.fail(
            up.admin_ref,
            str(up),
            f"up, while {down} is down as planned",
            "the same state at both ends",
            related=[down.admin_ref],
            because=facts.cabling.doubts(cable),
            evidence={"cable": cable.link.key},
            remedy=f"nv set interface {up.port} link state down",
        )
        return
    judge.fail(
        down.admin_ref,
        str(down),
        "administratively down" if down.is_configured else "not configured, so it stays down",
        f"up like {up}",
        related=[up.admin_ref],
        because=facts.cabling.doubts(cable),
        evidence={"cable": cable.link.key},
        remedy=set_up(facts.twin.devices[down.device], down.port),
    )


@rule(
    "TOP010", "admin-state-mismatch", Severity.ERROR,
    subject="cable", needs=("cabling",), facets=("port",),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """One end of a cable is administratively down.

    What it checks
    --------------
    The admin state at both ends of each cable. A port that is configured is up unless it is set
    down; a switch port without any configuration stays down. Both ends down is a dark port, held
    for later, and no fault.

    Why it matters
    --------------
    The link is down although one side is configured to use it: its sessions and its share of the
    capacity are missing.

    How to fix
    ----------
    Bring the port up, or set the other end down too.

    Source
    ------
    NVIDIA NetQ, `netq check interfaces`, admin state; Cumulus Linux user guide 5.16, Interface
    Configuration and Management, bring an interface up or down.
    """
    without_cables(facts, judge)
    for cable in facts.cabling.cables:
        if not judge.see(cable.link.key, cable.a.device, cable.b.device) or not cable.is_plugged:
            continue
        silent = [end for end in cable.ends if end.admin_up is None]
        if silent:
            judge.unknown(cable.link.key, f"{silent[0]} has no configuration that says its state")
        elif cable.a.admin_up != cable.b.admin_up:
            _report(facts, judge, cable)
