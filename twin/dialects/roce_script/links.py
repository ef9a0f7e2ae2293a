"""`ip`, `ifconfig` and `ethtool`: MTU, state and pause of a netdev."""

from __future__ import annotations

from twin.core.facts import Path
from twin.dialects.netplan.values import MTU_LEAST, MTU_MOST, NEED, is_ipv6, read_address
from twin.dialects.roce_script.calls import Arg, Call, NotUnderstoodError

_FACETS = ("address", "mtu", "port", "routing")
_QUERIES = ("show", "list", "ls")


def _pairs(words: list[Arg]) -> dict[str, Arg]:
    """`NAME VALUE NAME VALUE`."""
    if len(words) % 2:
        raise NotUnderstoodError(_FACETS)
    return {words[i].text: words[i + 1] for i in range(0, len(words), 2)}


def read_ip(call: Call) -> None:
    """`ip link set [dev] IF [up|down] [mtu N]`, `ip addr add ADDRESS dev IF`; `show` is inert."""
    words = [word for word in call.args if not word.text.startswith("-")]
    texts = [word.text for word in words]
    if len(texts) < 2 or texts[1] in _QUERIES:  # `ip link` shows as well
        call.claims.inert()
    elif texts[0] in ("link", "l") and texts[1] == "set":
        _set_link(call, words[2:])
    elif texts[0] in ("addr", "address", "a") and texts[1] in ("add", "replace"):
        _add_address(call, words[2:])
    else:
        raise NotUnderstoodError(_FACETS)


def _set_link(call: Call, words: list[Arg]) -> None:
    if words and words[0].text == "dev":
        words = words[1:]
    if not words:
        raise NotUnderstoodError(_FACETS)
    base: Path = ("interfaces", words[0].text)
    states = [word for word in words[1:] if word.text in ("up", "down")]
    others = _pairs([word for word in words[1:] if word not in states])
    if set(others) - {"mtu", "txqueuelen"} or len(words) == 1:
        raise NotUnderstoodError(_FACETS, base)
    for state in states:
        call.put((*base, "admin_up"), state.text == "up", state)
    if "mtu" in others:
        call.put_number((*base, "mtu"), others["mtu"], MTU_LEAST, MTU_MOST)
    elif not states:
        call.claims.inert()  # the length of the kernel's own queue


def _add_address(call: Call, words: list[Arg]) -> None:
    if not words:
        raise NotUnderstoodError(_FACETS)
    others = _pairs(words[1:])
    if set(others) != {"dev"}:
        raise NotUnderstoodError(_FACETS)
    field = "ipv6" if is_ipv6(words[0].text) else "ipv4"
    path: Path = ("interfaces", others["dev"].text, field)
    address = read_address(words[0].text)
    if address is None:
        call.refuse(path, words[0], NEED["address"])
    else:
        call.put((*path, address), True, words[0])


def read_ifconfig(call: Call) -> None:
    """`ifconfig IF mtu N [up]`."""
    words = [word for word in call.args if word.text not in ("up", "down")]
    if not words or len(words) != 3 or words[1].text != "mtu":
        raise NotUnderstoodError(_FACETS)
    base: Path = ("interfaces", words[0].text)
    call.put_number((*base, "mtu"), words[2], MTU_LEAST, MTU_MOST)
    for state in (word for word in call.args if word.text in ("up", "down")):
        call.put((*base, "admin_up"), state.text == "up", state)


def read_ethtool(call: Call) -> None:
    """`ethtool -A IF rx off tx off`: link pause."""
    words = call.args
    if len(words) < 2 or words[0].text not in ("-A", "--pause"):
        raise NotUnderstoodError(("nic", "port"))
    base: Path = ("nics", words[1].text)
    settings = _pairs(words[2:])
    if set(settings) - {"rx", "tx", "autoneg"} or not set(settings) & {"rx", "tx"}:
        raise NotUnderstoodError(("nic",), base)
    for direction in ("rx", "tx"):
        if direction in settings:
            path: Path = (*base, f"pause_{direction}")
            value = settings[direction]
            if value.text in ("on", "off"):
                call.put(path, value.text == "on", value)
            else:
                call.refuse(path, value, "on or off")
