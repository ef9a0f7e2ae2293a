"""Single-value mutations of compiled files, the way a hand slips.

Every line of every file kind is classed by the place it speaks of (`leaf interface.swp#.link.mtu`);
from each class a few lines are taken, and the value, or the key, is changed to another plausible
one, or the line is deleted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

_TOGGLES = {
    "on": "off", "off": "on", "enabled": "disabled", "disabled": "enabled",
    "enable": "disable", "disable": "enable", "true": "false", "false": "true",
    "external": "internal", "internal": "external", "strict": "dwrr", "dwrr": "strict",
    "lossless": "lossy", "both": "l2", "up": "down", "down": "up", "dscp": "pcp",
    "unnumbered": "numbered", "lacp": "static", "l3": "l2",
}  # fmt: skip
_MAC = re.compile(r"\A([0-9a-fA-F]{2}:){5}[0-9a-fA-F]{2}\Z")
_IP = re.compile(r"\A(\d+\.\d+\.\d+)\.(\d+)(/\d+)?\Z")
_SPEED = re.compile(r"\A(\d+)G\Z")


@dataclass(frozen=True)
class Mutant:
    """One change of one line; `new_line` None deletes it."""

    file: str
    place: str  # class of the line
    number: int  # line, from 1
    old_line: str
    new_line: str | None
    what: str  # `9216 -> 1500`, `deleted`

    def apply(self, text: str) -> str:
        """The whole text after the change."""
        lines = text.split("\n")
        if self.new_line is None:
            del lines[self.number - 1]
        else:
            lines[self.number - 1] = self.new_line
        return "\n".join(lines)


def other_value(value: str) -> str | None:
    """Another plausible value of the same kind, or None for free text."""
    bare = value.strip("'\"")
    quote = value[: len(value) - len(value.lstrip("'\""))][:1]
    if bare in _TOGGLES:
        changed = _TOGGLES[bare]
    elif _MAC.match(bare):
        changed = bare[:-2] + ("77" if bare[-2:] != "77" else "66")
    elif match := _IP.match(bare):
        changed = f"{match[1]}.{(int(match[2]) + 2) % 250}{match[3] or ''}"
    elif match := _SPEED.match(bare):
        changed = f"{int(match[1]) // 2}G"
    elif bare.isdigit():
        number = int(bare)
        changed = "1500" if number in (9216, 9000) else str(number + 1)
    else:
        return None
    return f"{quote}{changed}{quote}"


def _class_of(part: str) -> str:
    part = part.strip("'\"")
    if _IP.match(part):
        return "<ip>"
    return re.sub(r"\d+", "#", part)


def yaml_lines(text: str) -> Iterator[tuple[int, str, str | None, str, str]]:
    """(line number, dotted class, key, value, line) of a block-style YAML text."""
    stack: list[tuple[int, str]] = []
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        match = re.match(r"^(\s*)((?:- )*)(.*)$", line)
        assert match
        indent = len(match[1]) + len(match[2])
        body = match[3]
        split = re.match(r"^('[^']*'|\"[^\"]*\"|[^\s'\"{\[][^\s]*?):(?:\s+(.*))?$", body)
        key, value = (split[1], (split[2] or "").strip()) if split else (None, body.strip())
        while stack and stack[-1][0] >= indent:
            stack.pop()
        path = [part for _, part in stack] + ([_class_of(key)] if key else [])
        if key:
            stack.append((indent, _class_of(key)))
        yield number, ".".join(path), key, value, line


def yaml_mutants(file: str, role: str, text: str, *, per_class: int = 1) -> Iterator[Mutant]:
    """Value, key and deletion mutants of a YAML file, `per_class` of each class and kind."""
    taken: dict[tuple[str, str], int] = {}

    def take(place: str, kind: str) -> bool:
        count = taken.get((place, kind), 0)
        taken[(place, kind)] = count + 1
        return count < per_class

    for number, dotted, key, value, line in yaml_lines(text):
        place = f"{role} {dotted}"
        if value in ("", "{}") and key is not None:
            changed = other_value(key)
            if changed and take(place, "key"):
                new = line.replace(key, changed, 1)
                yield Mutant(file, place, number, line, new, f"key {key} -> {changed}")
            if value == "{}" and take(place, "delete"):
                yield Mutant(file, place, number, line, None, "deleted")
            continue
        changed = other_value(value)
        if changed and take(place, "value"):
            head, _, tail = line.rpartition(value)
            new = f"{head}{changed}{tail}"
            yield Mutant(file, place, number, line, new, f"{value} -> {changed}")
        if key is not None and take(place, "delete"):
            yield Mutant(file, place, number, line, None, "deleted")


def word_mutants(file: str, role: str, text: str, *, per_class: int = 1) -> Iterator[Mutant]:
    """Each changeable word of a line-shaped file (scripts, name = value), and deletions."""
    taken: dict[tuple[str, str], int] = {}
    for number, line in enumerate(text.split("\n"), 1):
        stripped = line.strip()
        if not stripped or stripped.startswith("#"):
            continue
        place = f"{role} {re.sub(r'[0-9]+', '#', stripped)}"
        words = list(re.finditer(r"[\w.:/]+", line))
        for position, word in enumerate(words):
            if not (word[0].isdigit() or word[0] in _TOGGLES):
                continue
            changed = {"1": "0", "0": "1"}.get(word[0]) or other_value(word[0])
            if changed and not taken.get((place, str(position))):
                taken[(place, str(position))] = 1
                new = line[: word.start()] + changed + line[word.end() :]
                yield Mutant(file, place, number, line, new, f"{stripped} -> {new.strip()}")
        if not taken.get((place, "delete")):
            taken[(place, "delete")] = 1
            yield Mutant(file, place, number, line, None, "deleted")


_TOPOLOGY_SLIPS = (
    (r"(cable_m: )[\d.]+", r"\g<1>300"),
    (r"(speed_gbps: )200", r"\g<1>100"),
    (r"(speed_gbps: )400", r"\g<1>200"),
    (r'(a: "[^"]*?)\d+(s\d)?"', r'\g<1>27\2"'),
    (r'(b: "[^"]*?)\d+(s\d)?"', r'\g<1>28\2"'),
    (r"(model: )SN\d+", r"\g<1>SN3700"),
    (r'(release: )"[\d.]+"', r'\g<1>"5.3"'),
    (r"(netdev: )eth1", r"\g<1>eth9"),
    (r"(rdma: )mlx5_0", r"\g<1>mlx5_9"),
    (r"(role: )\w+", r"\g<1>tor"),
)


def topology_mutants(text: str) -> Iterator[Mutant]:
    """Slips in a topology file: lengths, speeds, ports, models, names; lines gone or doubled."""
    taken: set[tuple[str, str]] = set()
    for number, line in enumerate(text.split("\n"), 1):
        place = "topology " + re.sub(r"\d+", "#", line.strip())
        for pattern, new in _TOPOLOGY_SLIPS:
            changed = re.sub(pattern, new, line, count=1)
            if changed != line and (place, pattern) not in taken:
                taken.add((place, pattern))
                what = f"{line.strip()} -> {changed.strip()}"
                yield Mutant("topology.yaml", place[:70], number, line, changed, what)
        if "{" in line and (place, "delete") not in taken:
            taken.add((place, "delete"))
            yield Mutant("topology.yaml", place[:70], number, line, None, f"deleted {line.strip()}")


def all_mutants(files: dict[str, bytes], *, devices: tuple[str, ...]) -> Iterator[Mutant]:
    """Mutants of the named devices' files; the name `topology` stands for topology.yaml."""
    if "topology" in devices:
        yield from topology_mutants(files["topology.yaml"].decode())
    for file, data in sorted(files.items()):
        parts = file.split("/")
        if parts[0] != "configs" or parts[1] not in devices:
            continue
        role = re.sub(r"\d+$", "", parts[1])
        text = data.decode()
        if file.endswith((".yaml", ".yml")):
            yield from yaml_mutants(file, f"{role} {parts[-1]}", text)
        else:
            yield from word_mutants(file, f"{role} {parts[-1]}", text)
