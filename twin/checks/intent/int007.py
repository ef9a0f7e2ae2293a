"""INT007 config-differs-from-intent."""

from __future__ import annotations

from typing import Any

from twin.checks.intent.reading import intent_problems
from twin.checks.judge import Judge
from twin.checks.registry import rule
from twin.core.facts import TOPOLOGY, FactRef
from twin.core.finding import Severity
from twin.core.layout import INTENT_FILE
from twin.core.quote import shortened
from twin.core.secret import without_secrets
from twin.core.units import whole
from twin.engine.deviation import Deviation
from twin.engine.facts import Facts
from twin.model.config import Config
from twin.model.records import flag_names

FLAGS = flag_names(Config)


def _words(value: Any, *, is_flag: bool = False) -> str:
    """A value as a person reads it; a subtree as its facts, at most four."""
    if value is None:
        return "not said"
    if is_flag and isinstance(value, bool):
        return "on" if value else "off"
    if value is True:
        return "present"
    if isinstance(value, float):
        return str(whole(value))
    if isinstance(value, dict):
        shown = [k if v is True else f"{k} {v}" for k, v in list(value.items())[:4]]
        more = f" and {len(value) - 4} more" if len(value) > len(shown) else ""
        return "present" if not shown else shortened(", ".join(shown)) + more
    return shortened(str(value))


def _wanted(value: Any, *, is_flag: bool) -> str:
    return "nothing here" if value is None else _words(value, is_flag=is_flag)


def _report(judge: Judge, facts: Facts, deviation: Deviation) -> None:
    device, path = deviation.fact
    ends = (deviation.found, deviation.wanted)
    is_flag = (bool(path) and path[-1] in FLAGS) or any(end is False for end in ends)
    dotted = ".".join(str(part) for part in path)
    origin = facts.twin.intended.origin(deviation.fact) if facts.twin.intended else None
    judge.fail(
        deviation.fact,
        f"{device} {dotted}" if device else dotted,
        _words(without_secrets(path, deviation.found), is_flag=is_flag),
        f"{_wanted(without_secrets(path, deviation.wanted), is_flag=is_flag)} as the intent asks",
        because=[deviation.instead] if deviation.instead else (),
        evidence={
            **({"intent": f"{origin}"} if origin else {}),
            "said": deviation.found is not None,
        },
        remedy="compile again, or put the change into the intent",
    )


@rule("INT007", "config-differs-from-intent", Severity.ERROR, subject="device of the plan")
def check(facts: Facts, judge: Judge) -> None:
    """The text of a device, or the topology, is not what the intent compiles to.

    What it checks
    --------------
    The declared model of every device, read from its files, against the model that the intent and
    its allocations give; and the nodes and cables of the topology against the plan. One finding for
    each topmost difference. When a more specific rule explains the same fact, this finding names it
    as its cause.

    Why it matters
    --------------
    The next compile undoes a hand edit without a word, and nobody knows why it was made.

    How to fix
    ----------
    Compile again, or put the change into the intent (an override for one device or port will do).

    Source
    ------
    The snapshot's own intent.yaml and allocations.lock.yaml.
    """
    twin = facts.twin
    if twin.intended is None:
        if intent_problems(facts):
            judge.see(INTENT_FILE)
            judge.unknown(INTENT_FILE, "the intent has faults of its own")
        else:
            judge.skip(f"the snapshot has no {INTENT_FILE}")
        return
    for name in sorted(twin.intended.configs):
        judge.see(name)
        device = twin.devices.get(name)
        if device is None or not device.readings:
            judge.fail(
                FactRef(TOPOLOGY, ("nodes", name)) if device is None else FactRef(name, ()),
                name, "no configuration in the snapshot", "the device that the intent plans",
                remedy="copy the device's files into the snapshot, or compile again",
            )  # fmt: skip
    for deviations in (facts.deviations.items[key] for key in sorted(facts.deviations.items)):
        for deviation in deviations:
            _report(judge, facts, deviation)
