"""Which commands are in the reviewed tables, by their name or by what they are told."""

from __future__ import annotations

from collections.abc import Callable

from twin.dialects.roce_script import kernel, tables
from twin.dialects.roce_script.calls import Call
from twin.dialects.roce_script.unit_tables import DAEMONS

_PRINTING = frozenset({"echo", "printf"})
_KERNEL = ("/sys/", "/proc/")


def is_inert(call: Call) -> bool:
    """A command of the reviewed tables."""
    name, args = call.name, call.args
    if name in _PRINTING:
        return not any(target.text.startswith(_KERNEL) for target in call.writes)
    if name == "ethtool":
        asks = len(args) == 1 and not args[0].text.startswith("-")
        told = bool(args) and args[0].text in tables.INERT_ETHTOOL
        return asks or told or (bool(args) and args[0].text.startswith("--show-"))
    if name == "sysctl":
        return kernel.is_inert(call)
    if name in _ASKED:
        return _ASKED[name]([arg.text for arg in args if not arg.text.startswith("-")])
    return name in tables.INERT


def _systemctl(words: list[str]) -> bool:
    units = [unit.removesuffix(".service") for unit in words[1:]]
    return bool(words) and (words[0] in tables.ASKING_VERBS or (
        bool(units) and all(unit in DAEMONS or f"{unit}d" in DAEMONS for unit in units)
    ))  # fmt: skip


def _rdma(words: list[str]) -> bool:
    return len(words) < 2 or words[1] in ("show", "list")


def _tc(words: list[str]) -> bool:
    asks = len(words) < 2 or words[1] in ("show", "list", "ls")
    at = words.index("root") + 1 if "root" in words else len(words)
    plain = words[:1] == ["qdisc"] and words[at : at + 1] and words[at] in tables.PLAIN_QUEUES
    return asks or bool(plain)


_ASKED: dict[str, Callable[[list[str]], bool]] = {
    "systemctl": _systemctl, "rdma": _rdma, "tc": _tc,
}  # fmt: skip
