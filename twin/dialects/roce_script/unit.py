"""A systemd unit that sets NICs at boot: which script it runs, or the commands it holds itself.

A unit that nothing wants never runs, and a script that no unit runs is run by nobody that the
snapshot knows of: both are facts (`boot_units`), so that deleting `ExecStart` or `WantedBy` shows.
A drop-in (`NAME.service.d/*.conf`) speaks of its unit. A service that names no tool of the network
is a program of something else: it says nothing here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from twin.core.facts import Path
from twin.dialects.claims import Claims
from twin.dialects.roce_script.calls import Handler
from twin.dialects.roce_script.mentions import SCRIPT, mentions_network
from twin.dialects.roce_script.shell import Shell
from twin.dialects.roce_script.unit_tables import DAEMONS, INERT, is_inert
from twin.model.topology import NicSlot

_SETTING = re.compile(r"([A-Za-z]\w*)\s*=\s*(.*)\Z", re.DOTALL)
_HEADING = re.compile(r"\[([A-Za-z]+)\]\Z")
_SCRIPT = re.compile(r"(?:(?:/usr)?/bin/(?:ba)?sh\s+(?:-[ex]+\s+)?)?(/[\w./-]*\.sh)\Z")
_EXEC_PREFIX = "@-:+!|"  # systemd.service(5), "special executable prefixes"
_RUNS = frozenset({"ExecStart", "ExecStartPre", "ExecStartPost"})
_STOPS = frozenset({"ExecStop", "ExecStopPost"})
_WANTED = frozenset({"WantedBy", "RequiredBy"})
_MOST_NAMES = 128  # of one unit's environment; further ones have no known value
_YES = frozenset({"yes", "true", "on", "1"})
_VARIABLE = re.compile(r"\s*(?:\"([A-Za-z_]\w*)=([^\"]*)\"|'([A-Za-z_]\w*)=([^']*)'"
                       r"|([A-Za-z_]\w*)=(\S*))")  # fmt: skip
_INSTANCE = re.compile(r"@(.+)\.service\Z")
# Section → the field that its settings fill: where to look for what nobody says.
_FILLS = {"Service": "runs", "Install": "wanted_by"}


@dataclass(frozen=True, slots=True)
class _Line:
    """A setting, or anything else that is not a comment; a continued line is one."""

    section: str
    number: int
    column: int
    text: str
    name: str = ""
    value: str = ""
    value_column: int = 0


def _lines(texts: list[str]) -> Iterator[_Line]:
    """The lines of a unit that say something."""
    section, numbered = "", iter(enumerate(texts, 1))
    for number, line in numbered:
        text = line.strip()
        if not text or text[0] in "#;":
            continue
        while text.endswith("\\"):
            following = next(numbered, None)
            if following is None:
                break
            text += "\n" + following[1].rstrip()
        heading = _HEADING.match(text)
        if heading:
            section = heading[1]
        setting = _SETTING.match(text)
        column = len(line) - len(line.lstrip()) + 1
        if setting is None:
            yield _Line(section, number, column, text)
        else:
            places = column + setting.start(2)
            yield _Line(section, number, column, text, setting[1], setting[2], places)


def _program(command: str) -> str:
    """The name of the program that a command starts, without its folder."""
    return command.lstrip(_EXEC_PREFIX).split(" ", 1)[0].rsplit("/", 1)[-1]


class UnitReader:
    """One unit file; every setting is one statement, a heading says nothing by itself."""

    def __init__(
        self,
        name: str,
        claims: Claims,
        handlers: dict[str, Handler],
        slots: tuple[NicSlot, ...],
        *,
        is_drop_in: bool = False,
    ) -> None:
        self._unit = name
        self._base: Path = ("boot_units", name)
        self._claims, self._handlers, self._slots = claims, handlers, slots
        self._is_drop_in = is_drop_in
        instance = _INSTANCE.search(name)
        self._instance = instance[1] if instance else None
        self._runs_script = False
        self._environment: dict[str, tuple[str, int]] = {}
        self._settings: dict[str, str] = {}
        self._commands = 0

    def read(self, lines: list[str]) -> None:
        """Every line of the unit."""
        found = list(_lines(lines))
        self._settings = {line.name: line.value for line in found}
        commands = [line.value.lstrip(_EXEC_PREFIX) for line in found if line.name in _RUNS]
        self._runs_script = any(_SCRIPT.match(command) for command in commands)
        others = [command for command in commands if _program(command) not in DAEMONS]
        ours = "roce" in self._unit or any(mentions_network(command) for command in others)
        for line in found:
            if not ours and line.name:
                self._other(line)
            elif line.name:
                self._setting(line)
            else:
                self._heading(line)

    def _other(self, line: _Line) -> None:
        """A setting of a service that does something else than networks."""
        self._claims.begin()
        if line.name in _RUNS and line.value and _program(line.value) not in DAEMONS:
            facets = ("nic",) if self._settings.get("Type") == "oneshot" else ()
            self._claims.unread(line.number, line.column, line.text, facets, ())
        else:
            self._claims.inert()

    def _heading(self, line: _Line) -> None:
        if _HEADING.match(line.text) and line.section in INERT:
            self._claims.begin()
            self._claims.inert()  # says nothing itself; a setting below a wrong one is unread
            if line.section in _FILLS:
                self._claims.mark((*self._base, _FILLS[line.section]), line.number, 1)
        else:
            self._unread(line)

    def _unread(self, line: _Line, field: str = "", text: str = "") -> None:
        self._claims.begin()
        path = (*self._base, field) if field else self._base
        column = line.value_column if text else line.column
        self._claims.unread(line.number, column, text or line.text, ("nic",), path)

    def _setting(self, line: _Line) -> None:
        section, name = line.section, line.name
        if is_inert(section, name):
            self._claims.begin()
            self._claims.inert()
        elif section == "Install" and name in _WANTED:
            self._claims.begin()
            self._claims.inert()  # unless it names something
            for target in line.value.split():
                path = (*self._base, "wanted_by", target)
                self._claims.put(path, True, line.number, line.value_column)
        elif section == "Service" and name in _RUNS:
            self._run(line)
        elif section == "Service" and name == "Environment":
            self._define(line)
        elif section == "Service" and name in _STOPS and not self._stops_at_once():
            self._claims.begin()
            self._claims.inert()  # it runs when the host goes down, or somebody stops the unit
        else:
            field = "runs" if name in _RUNS else "wanted_by" if name in _WANTED else ""
            self._unread(line, field)

    def _stops_at_once(self) -> bool:
        """A unit that is over when its commands are: what it runs on stopping runs at boot."""
        remains = self._settings.get("RemainAfterExit", "no").lower() in _YES
        return self._settings.get("Type") == "oneshot" and not remains

    def _define(self, line: _Line) -> None:
        """`Environment=NAME=VALUE …`: names for the commands."""
        number = self._claims.begin()
        self._claims.inert()  # until a command uses one of them
        for match in _VARIABLE.finditer(line.value):
            name = match[1] or match[3] or match[5]
            if len(self._environment) < _MOST_NAMES:
                value = match[2] or match[4] or match[6] or ""
                self._environment[name] = value, number

    def _run(self, line: _Line) -> None:
        command = line.value.lstrip(_EXEC_PREFIX)
        column = line.value_column + len(line.value) - len(command)
        script = _SCRIPT.match(command)
        self._commands += 1
        if self._instance is not None:
            command = command.replace("%i", self._instance).replace("%I", self._instance)
        if script and SCRIPT.match(script[1][1:]):
            self._claims.begin()
            self._claims.put((*self._base, "runs", script[1]), True, line.number, column)
        elif _program(command) in DAEMONS:
            self._claims.begin()
            self._claims.inert()
        elif not command and not self._is_drop_in and self._commands == 1:
            self._claims.begin()
            self._claims.inert()  # forgets the commands before it, and there is none
        elif script or self._runs_script or not command or "%" in command.replace("%%", ""):
            # A script elsewhere, a name of systemd's, or a command before or after a script: files
            # are read one by one, so that nobody knows which of the two has the last word.
            self._unread(line, "runs", command)
        else:
            place = (line.number, column)
            shell = Shell(command, self._claims, self._handlers, self._slots, place)
            for name, (value, statement) in self._environment.items():
                shell.names.define(name, [value], statement)
            shell.run()
