"""The files of cl-acltool of one device: variables, sections and rules.

Variables of `policy.conf` hold in every rule file; one of a rule file holds from its line on. A
rule stands in a list per file, tool, table and chain, in the order of the text.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from twin.core.facts import Path
from twin.dialects.acl_rules.options import KINDS
from twin.dialects.acl_rules.parse import Rule, parse_rule
from twin.dialects.acl_rules.words import (
    INCLUDE,
    SECTION,
    VARIABLE,
    expanded,
    variable_value,
    variables_of,
)
from twin.dialects.base import Reading
from twin.dialects.claims import Claims
from twin.dialects.lines import text_lines, told_lines
from twin.model.records import Tree

FACETS = ("acl",)
_PATH: Path = ("acls",)
FOLDER = "etc/cumulus/acl/policy.d/"
_MOST_CHARACTERS = 65_536  # of a rule with its variables put in; the longest real ones have 500


@dataclass(slots=True)
class _Known:
    """A variable: its value, and the statement that sets it (None of another file)."""

    value: str
    statement: int | None


@dataclass
class RuleReader:
    """Reads one file; `used` gathers the names of variables that rules use."""

    file_name: str
    claims: Claims
    variables: dict[str, _Known] = field(default_factory=dict)
    used: set[str] = field(default_factory=set)
    tool: str | None = None
    _section: int | None = None
    _last: dict[str, int] = field(default_factory=dict)  # list → number of its last rule
    _first: dict[str, int] = field(default_factory=dict)

    def read(self, lines: Iterable[tuple[int, str]]) -> Reading:
        """All statements, in order."""
        for number, line in lines:
            self._statement(number, line)
        return self.claims.finish()

    def _statement(self, number: int, line: str) -> None:
        statement = self.claims.begin()
        text = line.strip()
        column = len(line) - len(line.lstrip()) + 1
        section, variable = SECTION.match(text), VARIABLE.match(text)
        if section is not None and section["tool"] in KINDS:
            self.tool, self._section = section["tool"], statement
        elif variable is not None and self.set_variable(variable["name"], variable["value"]):
            self.variables[variable["name"]].statement = statement
        elif not (text.startswith("-") and self._rule(number, column, text)):
            self.claims.unread(number, column, text, FACETS, _PATH)

    def set_variable(self, name: str, told: str) -> bool:
        """A variable may use others; False when one of them is not known."""
        text = variable_value(told)
        names = variables_of(text)
        if any(other not in self.variables for other in names):
            return False
        value = expanded(text, {other: self.variables[other].value for other in names})
        if len(value) > _MOST_CHARACTERS:
            return False
        self._use(names)
        self.variables[name] = _Known(value, None)
        return True

    def _use(self, names: tuple[str, ...]) -> None:
        for name in names:
            statement = self.variables[name].statement
            if statement is None:
                self.used.add(name)
            else:
                self.claims.uses(statement)

    def _rule(self, number: int, column: int, text: str) -> bool:
        names = variables_of(text)
        if self.tool is None or any(name not in self.variables for name in names):
            return False
        size = sum(len(self.variables[name].value) for name in names) * text.count("$")
        if size + len(text) > _MOST_CHARACTERS:
            return False
        line = expanded(text, {name: self.variables[name].value for name in names})
        rule = parse_rule(line, self.tool)
        if rule is None:
            return False
        self._use(names)
        if self._section is not None:
            self.claims.uses(self._section)
        if "INPUT" in rule.chains and "out_interface" in rule.tree:  # cl-acltool stops here
            found = f"{rule.tree['out_interface']} with chain INPUT"
            self.claims.problem(number, column, _PATH, found, "no output interface there")
            return True
        for chain in rule.chains:
            self._put(rule, chain, number, column)
        return True

    def _put(self, rule: Rule, chain: str, line: int, column: int) -> None:
        name = f"{self.file_name} {self.tool} {rule.table} {chain}"
        base: Path = ("acls", name)
        if rule.at_head:
            position = self._first[name] = self._first.get(name, 1) - 1
        else:
            position = self._last[name] = self._last.get(name, 0) + 1
        said = {"kind": KINDS[str(self.tool)], "chain": chain, "table": rule.table}
        for key, value in said.items():
            self.claims.put((*base, key), value, line, column)
        place: Path = (*base, "rules", position)
        self.claims.reading.marks[place] = (line, column)
        node = self.claims.reading.tree["acls"][name].setdefault("rules", {})
        node[position] = {}
        self.claims.claim()
        self._facts(rule.tree, place, line, column)

    def _facts(self, tree: Tree, path: Path, line: int, column: int) -> None:
        for key, value in tree.items():
            if type(value) is dict:
                self._facts(value, (*path, key), line, column)
            else:
                self.claims.put((*path, key), value, line, column)


def read_rules(
    data: bytes, file_name: str, outer: dict[str, str]
) -> tuple[Reading, frozenset[str]]:
    """A rule file, and which of the variables of `policy.conf` it uses."""
    reading = Reading("acl_rules", "")
    lines = told_lines(text_lines(data, reading, FACETS, _PATH))
    variables = {name: _Known(value, None) for name, value in outer.items()}
    reader = RuleReader(file_name, Claims(reading), variables)
    return reader.read(lines), frozenset(reader.used & outer.keys())


def policy_variables(data: bytes) -> dict[str, str]:
    """The variables that `policy.conf` sets for every rule file."""
    reading = Reading("acl_rules", "")
    reader = RuleReader("", Claims(reading))
    for _, line in told_lines(text_lines(data, reading, FACETS, _PATH)):
        found = VARIABLE.match(line.strip())
        if found is not None:
            reader.set_variable(found["name"], found["value"])
    return {name: known.value for name, known in reader.variables.items()}


def read_policy(data: bytes, used: frozenset[str]) -> Reading:
    """`policy.conf`: what it includes from `policy.d` is read anyway, and variables that serve.

    used: names of variables that a rule file uses.
    """
    reading = Reading("acl_rules", "")
    claims = Claims(reading)
    for number, line in told_lines(text_lines(data, reading, FACETS, _PATH)):
        claims.begin()
        text = line.strip()
        variable, include = VARIABLE.match(text), INCLUDE.match(text)
        if include is not None and include["path"].lstrip("/").startswith(FOLDER):
            claims.inert()
        elif variable is not None and include is None:
            if variable["name"] in used:
                claims.claim()
            else:
                claims.inert()
        else:
            column = len(line) - len(line.lstrip()) + 1
            claims.unread(number, column, text, FACETS, _PATH)
    return claims.finish()
