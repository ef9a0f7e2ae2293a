"""A systemd unit that sets NICs at boot: which script it runs, or the commands it holds itself.

A unit that nothing wants never runs, and a script that no unit runs is run by nobody that the
snapshot knows of: both are facts (`boot_units`), so that deleting `ExecStart` or `WantedBy` shows.
"""

from __future__ import annotations

import re

from twin.core.facts import Path
from twin.dialects.claims import Claims
from twin.dialects.roce_script.calls import Handler
from twin.dialects.roce_script.shell import Shell
from twin.model.topology import NicSlot

_SETTING = re.compile(r"([A-Za-z]+)\s*=\s*(.*)\Z")
_HEADING = re.compile(r"\[([A-Za-z]+)\]\Z")
_SCRIPT = re.compile(r"(?:(?:/usr)?/bin/(?:ba)?sh\s+)?(/[\w./-]*\.sh)\Z")
_SCRIPT_READ = re.compile(r"/usr/local/sbin/[\w.-]*roce[\w.-]*\.sh\Z")
_EXEC_PREFIX = "@-:+!"  # systemd.service(5), "special executable prefixes"
_RUNS = frozenset({"ExecStart", "ExecStartPre", "ExecStartPost"})
_WANTED = frozenset({"WantedBy", "RequiredBy"})
# Section → the field that its settings fill: where to look for what nobody says.
_FILLS = {"Service": "runs", "Install": "wanted_by"}

# Settings that do not change what is run at boot, by section, with the reason (systemd.unit(5) and
# systemd.service(5)).
INERT = {
    "Unit": {
        "Description": "words for people",
        "Documentation": "words for people",
        "After": "when in the boot it runs, not whether or what",
        "Before": "when in the boot it runs, not whether or what",
        "Wants": "what else is started",
        "Requires": "what else is started",
    },
    "Service": {
        "Type": "how systemd follows the process; the commands are the same",
        "RemainAfterExit": "what systemd says of the unit afterwards",
        "TimeoutStartSec": "how long systemd waits",
        "StandardOutput": "where it prints",
        "StandardError": "where it prints",
        "User": "root, or it could not set a NIC at all",
    },
    "Install": {"Alias": "another name of the unit"},
}


class UnitReader:
    """One unit file; every setting is one statement, a heading says nothing by itself."""

    def __init__(
        self, name: str, claims: Claims, handlers: dict[str, Handler], slots: tuple[NicSlot, ...]
    ) -> None:
        self._base: Path = ("boot_units", name)
        self._claims, self._handlers, self._slots = claims, handlers, slots
        self._runs_script = False

    def read(self, lines: list[str]) -> None:
        """Every line of the unit."""
        section = ""
        settings = (_SETTING.match(line.strip()) for line in lines)
        commands = [m[2].lstrip(_EXEC_PREFIX) for m in settings if m and m[1] in _RUNS]
        self._runs_script = any(_SCRIPT.match(command) for command in commands)
        for number, line in enumerate(lines, 1):
            text = line.strip()
            if not text or text[0] in "#;":
                continue
            heading = _HEADING.match(text)
            if heading:
                section = heading[1]
                self._heading(section, number, text)
                continue
            setting = _SETTING.match(text)
            column = line.index(text) + 1
            if setting is None:
                self._unread(number, column, text)
            else:
                self._setting(section, setting[1], setting[2], number, column + setting.start(2))

    def _heading(self, section: str, number: int, text: str) -> None:
        if section in INERT:
            self._claims.begin()
            self._claims.inert()  # says nothing itself; a setting below a wrong one is unread
            if section in _FILLS:
                self._claims.mark((*self._base, _FILLS[section]), number, 1)
        else:
            self._unread(number, 1, text)

    def _unread(self, number: int, column: int, text: str, field: str = "") -> None:
        self._claims.begin()
        path = (*self._base, field) if field else self._base
        self._claims.unread(number, column, text, ("nic",), path)

    def _setting(self, section: str, name: str, value: str, number: int, column: int) -> None:
        if name in INERT.get(section, {}):
            self._claims.begin()
            self._claims.inert()
        elif section == "Install" and name in _WANTED:
            self._claims.begin()
            for target in value.split():
                self._claims.put((*self._base, "wanted_by", target), True, number, column)
        elif section == "Service" and name in _RUNS:
            self._run(value.lstrip(_EXEC_PREFIX), number, column)
        else:
            field = "runs" if name in _RUNS else "wanted_by" if name in _WANTED else ""
            self._unread(number, column - len(name) - 1, f"{name}={value}", field)

    def _run(self, command: str, number: int, column: int) -> None:
        script = _SCRIPT.match(command)
        if script and _SCRIPT_READ.match(script[1]):
            self._claims.begin()
            self._claims.put((*self._base, "runs", script[1]), True, number, column)
        elif script or self._runs_script or "%" in command or "$" in command:
            # A script elsewhere, a name of systemd's, or a command before or after a script: files
            # are read one by one, so that nobody knows which of the two has the last word.
            self._unread(number, column, command, "runs")
        else:
            padding = "\n" * (number - 1) + " " * (column - 1)  # so that places are the unit's
            Shell(padding + command, self._claims, self._handlers, self._slots).run()
