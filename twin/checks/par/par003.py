"""PAR003 key-not-in-release."""

from __future__ import annotations

from twin.checks.judge import Judge
from twin.checks.problems import report_problems, see_files
from twin.checks.registry import rule
from twin.core.finding import Severity
from twin.engine.facts import Facts


@rule("PAR003", "key-not-in-release", Severity.ERROR, subject="file")
def check(facts: Facts, judge: Judge) -> None:
    """A key that the device's declared release does not have.

    What it checks
    --------------
    Each NVUE path of a file exists in the release that the node, or else the file's header,
    declares. Where the other generation names the same thing, this release's name is given.

    Why it matters
    --------------
    Between 5.14 and 5.15 the object model renamed 263 paths. `nv config replace` refuses a file
    with an unknown key, and the switch keeps its old configuration.

    How to fix
    ----------
    Use the name of the declared release, or declare the release the switch runs.

    Source
    ------
    Published NVUE models 5.0-5.18 (package nvueschema), compared path by path.
    """
    see_files(facts, judge)
    for device in facts.twin.devices.values():
        for reading in device.readings:
            if reading.unlisted_release:
                reason = f"no published object model of release {reading.unlisted_release}"
                judge.unknown(reading.file, reason)
    report_problems(facts, judge, "use the declared release's path, or correct the release")
