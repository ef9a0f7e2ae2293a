"""Port names and what they stand for.

A port is (device, cage, first lane, lanes); `swp1s0` is a spelling of it. The arithmetic of names
(order, ranges as Cumulus writes them) is here too, so that nobody splits a name with a regular
expression of their own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

RANGE_LIMIT = 16_384  # names in one range key; the largest switch has 514 ports

_PORT = re.compile(r"(?P<prefix>[a-z]+)(?P<cage>\d+)(?:s(?P<sub>\d+))?\Z")
_SUB_PREFIXES = ("swp",)  # `enp1s0` is a PCI address, not a split port
_CHUNK = re.compile(r"\d+|\D+")
# One item of a range key: `swp1-2s0-1`, or what repeats of the item before it: `5`, `s2-3`.
_ITEM = re.compile(
    r"(?P<prefix>(?!s\d)[A-Za-z_][A-Za-z_-]*?(?=\d))?"
    r"(?:(?P<first>\d+)(?:-(?P<last>\d+))?)?"
    r"(?:s(?P<sub_first>\d+)(?:-(?P<sub_last>\d+))?)?\Z"
)


class PortName(NamedTuple):
    """A front-panel name taken apart: `swp1s0` → ("swp", 1, 0); `sub` is None on a whole cage."""

    prefix: str
    cage: int
    sub: int | None = None

    def __str__(self) -> str:
        whole = f"{self.prefix}{self.cage}"
        return whole if self.sub is None else f"{whole}s{self.sub}"


@dataclass(frozen=True, slots=True, order=True)
class Port:
    """Identity of a port: the lanes it drives. Lanes count from 0 within the cage."""

    device: str
    cage: int
    first_lane: int
    lanes: int

    def overlaps(self, other: Port) -> bool:
        """True when both drive a common lane, so that they cannot exist at one time."""
        return (
            (self.device, self.cage) == (other.device, other.cage)
            and self.first_lane < other.first_lane + other.lanes
            and other.first_lane < self.first_lane + self.lanes
        )


@lru_cache(maxsize=65_536)
def parse_port(name: str) -> PortName | None:
    """The parts of a name, or None when it is no prefix and number (`lo`, `swp1.100`, `enp1s0`)."""
    match = _PORT.match(name)
    if match is None:
        return None
    prefix, cage, sub = match["prefix"], match["cage"], match["sub"]
    if sub is not None and prefix not in _SUB_PREFIXES:
        return None
    return PortName(prefix, int(cage), None if sub is None else int(sub))


def natural_key(name: str) -> tuple[tuple[int, int, str], ...]:
    """Sort key under which `swp2` comes before `swp10`, and `swp1s1` before `swp2`."""
    return tuple(
        (0, int(chunk), chunk) if chunk.isdecimal() else (1, 0, chunk)
        for chunk in _CHUNK.findall(name)
    )


def _runs(numbers: Iterable[int]) -> Iterator[str]:
    """Ascending numbers as `1-3`, `5`, …"""
    for _, group in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        run = [number for _, number in group]
        yield str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}"


def fold_ports(names: Iterable[str]) -> str:
    """Names as one range key, sorted: `swp1-3,5,swp7s0-1`; the inverse of `expand_ports`."""
    whole: dict[str, set[int]] = {}
    split: dict[tuple[str, int], set[int]] = {}
    other: set[str] = set()
    for name in names:
        port = parse_port(name)
        if port is None or str(port) != name:
            other.add(name)
        elif port.sub is None:
            whole.setdefault(port.prefix, set()).add(port.cage)
        else:
            split.setdefault((port.prefix, port.cage), set()).add(port.sub)
    parts = sorted(other, key=natural_key)
    parts += [prefix + ",".join(_runs(sorted(cages))) for prefix, cages in sorted(whole.items())]
    for (prefix, cage), subs in sorted(split.items()):
        parts += [f"{prefix}{cage}s{run}" for run in _runs(sorted(subs))]
    return ",".join(parts)


def _span(first: str, last: str | None, key: str) -> range:
    start, stop = int(first), int(last if last is not None else first)
    if stop < start or stop - start >= RANGE_LIMIT:
        raise ValueError(f"range {key!r}: {start}-{stop}, need an ascending range of few names")
    return range(start, stop + 1)


def expand_ports(key: str) -> list[str]:
    """The names that a range key stands for, in its order; a plain name is itself.

    `swp1-3,5` → swp1 swp2 swp3 swp5; `swp1-2s0-1` spans cages and parts; `swp20s3,s5` repeats the
    cage; `swp1s0,2` is refused, because it has two readings. ValueError on a malformed range.
    """
    names: list[str] = []
    prefix, cages, was_split = "", range(0), False
    for text in (part.strip() for part in key.split(",")):
        item = _ITEM.match(text)
        if item is None or not text or text in ("s", "-"):
            names.append(_plain(text, key))
            prefix, cages, was_split = "", range(0), False
            continue
        bare = item["prefix"] is None
        if bare and (not prefix or (item["first"] and was_split and not item["sub_first"])):
            raise ValueError(f"range {key!r}: {text!r} follows no name, need a full name")
        prefix = item["prefix"] or prefix
        if item["first"]:
            cages = _span(item["first"], item["last"], key)
        was_split = item["sub_first"] is not None
        if not was_split:
            names += [f"{prefix}{cage}" for cage in cages]
        else:
            subs = _span(item["sub_first"], item["sub_last"], key)
            names += [f"{prefix}{cage}s{sub}" for cage in cages for sub in subs]
        if len(names) > RANGE_LIMIT:
            raise ValueError(f"range {key[:60]!r}: over {RANGE_LIMIT} names")
    return names


def _plain(text: str, key: str) -> str:
    """A name without a number, as it stands."""
    if not text:
        raise ValueError(f"range {key!r}: an empty item, need a name")
    return text
