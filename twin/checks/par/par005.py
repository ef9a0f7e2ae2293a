"""PAR005 two-sources-disagree."""

from __future__ import annotations

from dataclasses import replace

from twin.assemble.sources import Disagreement
from twin.checks.judge import Judge
from twin.checks.registry import rule
from twin.core.facts import FactRef
from twin.core.finding import Location, Severity
from twin.core.quote import shortened
from twin.core.secret import without_secrets
from twin.engine.facts import Facts

REMEDY = (
    "`nv config apply` makes the files follow NVUE; to keep what runs, set it in NVUE first "
    "(`nv config diff` shows the same difference on the switch)"
)


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "set" if value else "off"
    return "missing" if value is None else shortened(f"{value}")


def _where(place: Location | None) -> str:
    if place is None:
        return "nowhere"
    name = place.file.split("/", 2)[-1]
    return f"{name}:{place.line}" if place.line else name


def _subject(name: str, item: Disagreement) -> str:
    return f"{name} {'.'.join(map(str, item.path))}"


@rule("PAR005", "two-sources-disagree", Severity.ERROR, subject="device with files")
def check(facts: Facts, judge: Judge) -> None:
    """NVUE and the files that NVUE generates set one thing differently.

    What it checks
    --------------
    A device may have `startup.yaml` and the flat files beside it: FRR, ifupdown2, ports and QoS
    files. Both are read, and compared as models: every value that both set is equal, and every
    address, bond member, neighbour, network, VNI and static route that one lists the other lists
    too. The flat files are the running state, which is judged; `--state next` judges NVUE instead.

    Why it matters
    --------------
    The next `nv config apply`, or the next boot, replaces what runs with what NVUE holds: a repair
    made by hand in a file is undone at the worst moment, or a change was saved and never applied.

    How to fix
    ----------
    Apply NVUE's configuration, or take the running value into NVUE.

    Source
    ------
    Cumulus Linux user guide, NVUE CLI, `nv config apply` and `nv config diff`.
    """
    for name, device in sorted(facts.twin.devices.items()):
        if not device.readings:
            continue
        judge.see(name)  # one source agrees with itself
        for item in device.disagreements:
            at, other = item.running_place, item.next_place
            runs, comes = (
                _shown(without_secrets(item.path, value)) for value in (item.running, item.next)
            )
            found = f"{runs} runs ({_where(at)}), {comes} in NVUE ({_where(other)})"
            before = len(judge.findings)
            judge.fail(
                FactRef(name, item.path), _subject(name, item), found, "one value",
                evidence={"running": runs, "next": comes},
                remedy=REMEDY, location=at or other,
            )  # fmt: skip
            if at and other:
                told = judge.findings[before]
                judge.findings[before] = replace(told, related=(*told.related, other))
    if not judge.subjects:
        judge.skip("no device has files")
