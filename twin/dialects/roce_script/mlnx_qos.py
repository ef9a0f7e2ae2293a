"""`mlnx_qos`: trust, PFC, buffers and egress classes of a netdev.

Options, ranges and the order in which one call carries them out are those of the tool itself
(Mellanox/mlnx-tools, `python/mlnx_qos`): `--cable_len` and `--pfc` are one write, so that
`--cable_len` alone writes a PFC mask of zeros; `--trust` and `--dscp2prio` refuse each other; a
mask has eight items; an option it does not know makes it do nothing.
"""

from __future__ import annotations

from typing import Any

from twin.core.facts import Path
from twin.dialects.roce_script.calls import Arg, Call, NotUnderstoodError, number

_OPTIONS = {
    "-f": "pfc", "-p": "prio_tc", "-s": "tsa", "-t": "tcbw", "-r": "ratelimit", "-d": "dcbx",
    "-i": "interface",
}  # fmt: skip
_LONG = frozenset(_OPTIONS.values()) | {
    "trust", "dscp2prio", "defltprio", "cable_len", "prio2buffer", "buffer_size",
}  # fmt: skip
PRIORITIES = 8
CABLE_MOST = 0xFFFF
DSCP_MOST = 63
BUFFER_MOST = 0xFFFFFFFF  # the tool keeps a size in 32 bits
RATE_MOST_GBPS = 1_000_000
TSA = ("strict", "ets", "vendor")


def read_mlnx_qos(call: Call) -> None:
    """One call; raises NotUnderstoodError where the tool would print its usage and stop."""
    found = _parse(call)
    if "interface" not in found:
        raise NotUnderstoodError(("nic",))
    base: Path = ("nics", found["interface"][-1].text)
    if set(found) == {"interface"}:
        call.claims.inert()  # prints what is set
        return
    if "trust" in found and "dscp2prio" in found:
        need = "two calls, the tool refuses both in one"
        call.refuse((*base, "trust"), found["trust"][-1], need, "--trust with --dscp2prio")
        return
    last = {name: args[-1] for name, args in found.items()}
    if "dcbx" in last:
        _word(call, (*base, "dcbx"), last["dcbx"], ("os", "fw"))
    _pfc(call, base, last.get("pfc"), last.get("cable_len"))
    for arg in found.get("dscp2prio", ()):
        _dscp_priority(call, base, arg)
    if "defltprio" in last:
        _default_priority(call, base, last["defltprio"])
    if "trust" in last:
        _word(call, (*base, "trust"), last["trust"], ("pcp", "dscp"))
    _maps(call, base, last)


def _parse(call: Call) -> dict[str, list[Arg]]:
    """Option name → its values, in order."""
    found: dict[str, list[Arg]] = {}
    words = iter(call.args)
    for word in words:
        text = word.text
        name, sign, value = text.partition("=")
        if text == "-a":
            continue  # print every class
        if name.startswith("--") and name[2:] in _LONG:
            name, attached = name[2:], value if sign else None
        elif text[:2] in _OPTIONS:
            name, attached = _OPTIONS[text[:2]], text[2:] or None
        else:
            raise NotUnderstoodError(("nic",))
        if attached is None:
            arg = next(words, None)
            if arg is None:
                raise NotUnderstoodError(("nic",))
        else:
            arg = Arg(attached, word.line, word.column + len(text) - len(attached))
        found.setdefault(name, []).append(arg)
    return found


def _word(call: Call, path: Path, arg: Arg, allowed: tuple[str, ...]) -> None:
    if arg.text in allowed:
        call.put(path, arg.text, arg)
    else:
        call.refuse(path, arg, " or ".join(allowed))


def _pfc(call: Call, base: Path, mask: Arg | None, cable: Arg | None) -> None:
    if cable is not None:
        call.put_number((*base, "cable_m"), cable, 0, CABLE_MOST)
    if mask is not None:
        items = mask.text.split(",")
        need = f"{PRIORITIES} items of 0 or 1"
        if len(items) != PRIORITIES:
            call.refuse((*base, "pfc_mask"), mask, need, f"{mask.text}, {len(items)} items")
        elif set(items) - {"0", "1"}:
            call.refuse((*base, "pfc_mask"), mask, need)
        else:
            call.claims.drop((*base, "pfc_cleared_by_cable_len"))
            call.put((*base, "pfc_mask"), "".join(items), mask)
    elif cable is not None and call.claims.get((*base, "pfc_mask")) is not None:
        call.put((*base, "pfc_cleared_by_cable_len"), True, cable)


def _dscp_priority(call: Call, base: Path, arg: Arg) -> None:
    path: Path = (*base, "dscp_priority")
    action, *rest = arg.text.split(",")
    values = [number(item) for item in rest]
    need = f"set,DSCP,PRIORITY with a DSCP up to {DSCP_MOST} and a priority up to 7"
    if action == "flush" and not rest:
        call.claims.replace(path, {}, arg.line, arg.column)
        call.claims.claim()
    elif action not in ("set", "del") or len(values) != 2 or None in values:
        call.refuse(path, arg, need)
    else:
        dscp, priority = int(values[0] or 0), int(values[1] or 0)
        if not 0 <= dscp <= DSCP_MOST or not 0 <= priority < PRIORITIES:
            call.refuse((*path, dscp), arg, need)
        else:
            # A deleted mapping falls back to priority 0, as the tool's help says.
            call.put((*path, dscp), priority if action == "set" else 0, arg)


def _default_priority(call: Call, base: Path, arg: Arg) -> None:
    path: Path = (*base, "default_priority")
    action, _, text = arg.text.partition(",")
    priority = number(text)
    if action not in ("set", "del") or priority is None or not 0 <= priority < PRIORITIES:
        call.refuse(path, arg, "set,PRIORITY with a priority up to 7")
    else:
        call.put(path, priority if action == "set" else 0, arg)


def _maps(call: Call, base: Path, last: dict[str, Arg]) -> None:
    """Lists with one item per priority, buffer or class; some must have all eight."""
    _list(call, (*base, "priority_buffer"), last.get("prio2buffer"), range(8))
    _list(call, (*base, "buffer_bytes"), last.get("buffer_size"), range(BUFFER_MOST))
    rates = range(RATE_MOST_GBPS + 1)
    _list(call, (*base, "tc_rate_gbps"), last.get("ratelimit"), rates, whole=True)
    _list(call, (*base, "tc_algorithm"), last.get("tsa"), TSA, whole=True)
    _list(call, (*base, "tc_percent"), last.get("tcbw"), range(101), whole=True)
    _list(call, (*base, "priority_tc"), last.get("prio_tc"), range(8), whole=True)


def _list(
    call: Call,
    path: Path,
    arg: Arg | None,
    allowed: range | tuple[str, ...],
    *,
    whole: bool = False,
) -> None:
    if arg is None:
        return
    texts = arg.text.split(",")
    values: list[Any] = [number(t) for t in texts] if isinstance(allowed, range) else list(texts)
    if isinstance(allowed, range):
        kind = f"numbers from {allowed.start} to {allowed.stop - 1}"
    else:
        kind = f"words of {', '.join(allowed)}"
    count = f"{PRIORITIES} {kind}" if whole else f"up to {PRIORITIES} {kind}"
    fits = len(values) == PRIORITIES if whole else len(values) <= PRIORITIES
    if not fits or any(value is None or value not in allowed for value in values):
        call.refuse(path, arg, count)
        return
    for index, value in enumerate(values):
        call.put((*path, index), value, arg)
    call.claims.mark(path, arg.line, arg.column)
