"""How a fault of a switch in flat files is mended: a line of a file, and who reads it again.

Rules give NVUE's commands; a switch that NVUE does not configure has no use for them.
"""

from __future__ import annotations

from twin.checks.flat_change import FlatEditors
from twin.checks.plan import planned
from twin.core.facts import FactRef
from twin.core.finding import Location
from twin.engine.facts import Facts
from twin.model.records import flatten

NVUE = "nv "
_SHOWN = 3  # parts of a whole record
# Cumulus Linux user guide: Network Interfaces (`ifreload -a`), FRRouting Overview, Quality of
# Service and Switch Port Attributes (`switchd` reads its files when it is reloaded).
_RELOADS = (
    ("etc/network/", "ifreload -a"),
    ("etc/frr/", "systemctl reload frr.service"),
    ("etc/cumulus/", "systemctl reload switchd.service"),
    ("etc/mlx/", "systemctl reload switchd.service"),
)


def in_flat_words(
    facts: Facts, editors: FlatEditors, at: FactRef, remedy: str, place: Location | None
) -> str:
    """The remedy; where the switch has flat files, one in NVUE's words becomes the lines to edit.

    What no renderer can tell as lines names the place of the fault alone.
    """
    device = facts.twin.devices.get(at.device)
    if device is None or NVUE not in remedy or not device.is_flat:
        return remedy
    told = editors.told(device, remedy)
    if told:
        reloads = dict.fromkeys(words for start, words in _RELOADS if f"in {start}" in told)
        return "; ".join([told, *(f"then `{words}`" for words in reloads)])
    if place is None or not remedy.startswith(NVUE):
        return remedy
    path = place.file.split("/", 2)[-1]
    line = f" line {place.line}" if place.line else ""
    reload = next((words for start, words in _RELOADS if path.startswith(start)), "")
    wanted = _wanted(facts, at)
    return f"edit /{path}{line}{wanted}" + (f", then `{reload}`" if reload else "")


def _wanted(facts: Facts, at: FactRef) -> str:
    """What the plan has there, where the text differs from it."""
    if not facts.deviations.is_deviating(at):
        return ""
    value = planned(facts, at)
    if isinstance(value, bool):
        return f" ({at.path[-1]} {'on' if value else 'off'})"
    if isinstance(value, (int, float, str)):
        return f" ({at.path[-1]} {value})"
    if value in (None, ()):
        return f" (without {at.path[-1]})"
    named = [".".join(map(str, path)) for path, _ in flatten(value, at.path[-1:])]
    return f" ({', '.join(named[:_SHOWN])})"
