"""YAML 1.2 at C speed, with positions.

PyYAML's own loaders follow YAML 1.1: `enable: on` becomes True, an unquoted MAC a sexagesimal
integer, `010` becomes 8, and of two equal keys the last wins in silence. Here the C parser composes
the nodes (with their marks), scalars are read by the core schema of YAML 1.2.2 (section 10.3.2),
and duplicate keys, deep nesting and exploding aliases are refused.
"""

from __future__ import annotations

import re
from typing import Any

import yaml
from yaml.cyaml import CParser  # type: ignore[attr-defined]

from twin.core.errors import InputError, LimitError, Problem

MAX_BYTES = 64 * 1024 * 1024
MAX_DEPTH = 100
MAX_ALIASES = 1_000
MAX_DIGITS = 1_000  # a longer number is a text: converting it takes quadratic time

Node = yaml.Node
ScalarNode = yaml.ScalarNode
MappingNode = yaml.MappingNode
SequenceNode = yaml.SequenceNode

_INTEGER = re.compile(r"[-+]?[0-9]+\Z")
_OCTAL = re.compile(r"0o[0-7]+\Z")
_HEX = re.compile(r"0x[0-9a-fA-F]+\Z")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?\Z")
_WORDS: dict[str, Any] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys((".inf", ".Inf", ".INF", "+.inf"), float("inf")),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), float("-inf")),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), float("nan")),
}


class _Composer(CParser):
    """The C parser without PyYAML's tag resolution, which costs more than parsing."""

    def resolve(self, kind: type[Node], value: Any, implicit: Any) -> str:
        return ""

    def descend_resolver(self, parent: Node | None, index: Any) -> None:
        pass

    def ascend_resolver(self) -> None:
        pass


def _problem(file: str, line: int, column: int, found: str, need: str) -> Problem:
    return Problem(file, line, column, "PAR002", "", found, need)


def _decode(data: bytes, file: str) -> str:
    if len(data) > MAX_BYTES:
        found = f"{len(data)} B"
        raise LimitError(_problem(file, 0, 0, found, f"at most {MAX_BYTES} B"))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        found = f"byte 0x{data[error.start]:02x} is not UTF-8"
        raise InputError(_problem(file, line, column, found, "UTF-8 text")) from None


def compose(source: str | bytes, file: str) -> Node | None:
    """Parse one YAML document into nodes with marks; None when it is empty.

    Raises InputError (PAR002: syntax, encoding, more than one document) and LimitError. Duplicate
    keys are found by `plain` and `pairs`, which see the keys.
    """
    text = _decode(source, file) if isinstance(source, bytes) else source
    try:
        return _Composer(text).get_single_node()
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (0, 0)
        found = " ".join(str(part) for part in (error.context, error.problem) if part)
        raise InputError(_problem(file, line, column, found, "well-formed YAML")) from None
    except yaml.reader.ReaderError as error:
        before = text.encode("utf-8", "replace")[: error.position]  # the C parser counts bytes
        line = before.count(b"\n") + 1
        column = len(before[before.rfind(b"\n") + 1 :].decode("utf-8", "replace")) + 1
        found = f"character U+{error.character:04X}"
        raise InputError(_problem(file, line, column, found, "printable text")) from None
    except yaml.YAMLError as error:
        found = " ".join(str(error).split())
        raise InputError(_problem(file, 0, 0, found, "well-formed YAML")) from None


def scalar(node: ScalarNode) -> Any:
    """The value of a scalar by the YAML 1.2 core schema; quoted and block scalars are strings."""
    text: str = node.value
    return text if node.style else plain_scalar(text)


def plain_scalar_1_1(text: str) -> Any:
    """What a YAML 1.1 reader (PyYAML's SafeLoader) makes of an unquoted scalar."""
    resolvers = yaml.SafeLoader.yaml_implicit_resolvers.get(text[:1], ())
    tag = next((tag for tag, pattern in resolvers if pattern.match(text)), None)
    if tag is None:
        return text
    try:
        return yaml.SafeLoader("").construct_object(ScalarNode(tag, text))
    except (ValueError, yaml.YAMLError):
        return text


def plain_scalar(text: str) -> Any:
    """The value of an unquoted scalar by the YAML 1.2 core schema."""
    if text in _WORDS:
        return _WORDS[text]
    first = text[0]
    if first.isdigit() or first in "+-.":
        if len(text) > MAX_DIGITS:
            return text
        if _INTEGER.match(text):
            return int(text)
        if _OCTAL.match(text):
            return int(text, 0)
        if _HEX.match(text):
            return int(text, 0)
        if _FLOAT.match(text):
            return float(text)
    return text


def pairs(node: MappingNode, file: str, problems: list[Problem]) -> list[tuple[Any, Node, Node]]:
    """(key, key node, value node) of a mapping; duplicates and non-scalar keys become problems."""
    seen: dict[Any, ScalarNode] = {}
    result: list[tuple[Any, Node, Node]] = []
    for key_node, value_node in node.value:
        mark = key_node.start_mark
        place = (file, mark.line + 1, mark.column + 1)
        if not isinstance(key_node, ScalarNode):
            problems.append(_problem(*place, "a key that is no scalar", "a plain key"))
            continue
        key = scalar(key_node)
        if key in seen:
            first = seen[key].start_mark.line + 1
            found = f"key {key_node.value!r} stands twice, first on line {first}"
            problems.append(_problem(*place, found, "each key once"))
            continue
        seen[key] = key_node
        result.append((key, key_node, value_node))
    return result


def _refusal(node: Node, file: str, found: str, need: str) -> LimitError:
    mark = node.start_mark
    return LimitError(_problem(file, mark.line + 1, mark.column + 1, found, need))


def check_bounds(node: Node, file: str) -> None:
    """LimitError when a document is nested too deeply, or its aliases expand to too much.

    Only a text with an anchor (`&`) can hold a cycle, or expand: others need not be asked.
    """
    seen: set[int] = set()
    expansions = 0
    todo: list[tuple[Node, int]] = [(node, 0)]
    while todo:
        item, depth = todo.pop()
        if isinstance(item, ScalarNode):
            continue
        if depth > MAX_DEPTH:
            found = f"nesting deeper than {MAX_DEPTH} levels"
            raise _refusal(item, file, found, "a flatter document")
        if id(item) in seen:
            expansions += 1
            if expansions > MAX_ALIASES:
                found = f"more than {MAX_ALIASES} alias expansions"
                raise _refusal(item, file, found, "aliases that expand to less")
        seen.add(id(item))
        if isinstance(item, MappingNode):
            todo.extend((part, depth + 1) for pair in item.value for part in pair)
        else:
            todo.extend((part, depth + 1) for part in item.value)


def plain(node: Node | None, file: str) -> Any:
    """Plain Python data of a composed document; InputError with every duplicate key."""
    problems: list[Problem] = []

    def convert(item: Node) -> Any:
        if isinstance(item, ScalarNode):
            return scalar(item)
        if isinstance(item, MappingNode):
            return {key: convert(value) for key, _, value in pairs(item, file, problems)}
        return [convert(value) for value in item.value]

    if node is None:
        return None
    check_bounds(node, file)
    data = convert(node)
    if problems:
        raise InputError(problems)
    return data
