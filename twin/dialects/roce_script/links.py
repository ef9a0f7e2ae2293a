"""`ip`, `ifconfig` and `ethtool`: addresses, routes, MTU, state and pause of a netdev."""

from __future__ import annotations

import ipaddress
from functools import lru_cache
from itertools import islice

from twin.core.facts import KEY, Path
from twin.dialects.ip_command import MASTER, BadWordError, Fact, read_ip
from twin.dialects.netplan.values import MTU_LEAST, MTU_MOST, NEED, read_address
from twin.dialects.roce_script.calls import Arg, Call, NotUnderstoodError

_FACETS = ("address", "mtu", "port", "routing")
_MOST_ADDRESSES = 64  # of one host that are looked at for the interface of a next hop
_MAIN_ROUTES: Path = ("vrfs", "default", "routes")


def _pairs(words: list[Arg]) -> dict[str, Arg]:
    """`NAME VALUE NAME VALUE`."""
    if len(words) % 2:
        raise NotUnderstoodError(_FACETS)
    return {words[i].text: words[i + 1] for i in range(0, len(words), 2)}


def read_ip_command(call: Call) -> None:
    """One `ip` command; what it makes so is what netplan would have said of the interface."""
    texts = [word.text for word in call.args]
    device = _device(texts)
    base: Path = ("interfaces", device) if device else ()
    try:
        found = read_ip(texts, _ruled(call, texts))
    except BadWordError as error:
        at = next((word for word in call.args if word.text == error.found), call.words[0])
        call.refuse(base, at, error.need, error.found)
        return
    if found.open:
        raise NotUnderstoodError(found.open, base)
    if not found.facts:
        call.claims.inert()
    for fact in found.facts:
        path, value = _owned(call, fact, device)
        if path[0] == "interfaces" and path[-1] == "interface" and value == path[1]:
            continue  # the route stands at that interface
        if path[-1] == KEY:
            call.claims.declare(path[:-1])
            continue
        call.put(path, value, _place(call.args, path, value))


def _device(texts: list[str]) -> str | None:
    """The interface that a command names: behind `dev`, or as what `link set` sets."""
    if "dev" in texts[:-1]:
        return texts[texts.index("dev") + 1]
    plain = [text for text in texts if not text.startswith("-")]
    if len(plain) > 2 and "link".startswith(plain[0]) and plain[1] in ("set", "change"):
        return plain[2]
    return None


def _ruled(call: Call, texts: list[str]) -> str | None:
    """The interface that a policy rule is told of: the one that has the source, or the table."""
    if "from" not in texts[:-1]:
        return None
    source = texts[texts.index("from") + 1]
    return _interface_of(call, source.partition("/")[0])


def _interface_of(call: Call, address: str) -> str | None:
    """The interface of this script whose subnet an address is in."""
    try:
        wanted = ipaddress.ip_address(address)
    except ValueError:
        return None
    interfaces = call.claims.reading.tree.get("interfaces", {})
    held = (
        (name, text)
        for name, interface in interfaces.items()
        for field in ("ipv4", "ipv6")
        for text in interface.get(field, ())
    )
    for name, text in islice(held, _MOST_ADDRESSES):
        if wanted in _subnet(text):
            return str(name)
    return None


@lru_cache(maxsize=1024)
def _subnet(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    return ipaddress.ip_interface(text).network


def _owned(call: Call, fact: Fact, device: str | None) -> Fact:
    """The fact where a host has it: routes at their interface, members at what they belong to."""
    path, value = fact
    if path[0] == MASTER:
        return _member(call, str(path[1]), str(path[2]))
    if path[:3] == _MAIN_ROUTES:
        owner = device or _interface_of(call, _via(call.args))
        if owner is not None:
            return ("interfaces", owner, *path[2:]), value
    return path, value


def _via(args: list[Arg]) -> str:
    texts = [arg.text for arg in args]
    return texts[texts.index("via") + 1] if "via" in texts[:-1] else ""


def _member(call: Call, port: str, owner: str) -> Fact:
    """`master OWNER`: of a VRF, a bridge or a bond, as the script has made it before."""
    tree = call.claims.reading.tree
    if owner in tree.get("vrfs", {}):
        return ("interfaces", port, "vrf"), owner
    if tree.get("interfaces", {}).get(owner, {}).get("kind") == "bond":
        return ("interfaces", owner, "bond", "members", port), True
    if owner in tree.get("bridges", {}):
        return ("interfaces", port, "bridges", owner, KEY), True
    raise NotUnderstoodError(("l2", "vrf", "port"), ("interfaces", port))


def _place(args: list[Arg], path: Path, value: object) -> Arg:
    """The word that says a fact: its value, or the name that its path ends with or goes through."""
    if path[-1] == "admin_up":
        said = ["up" if value else "down"]
    else:
        said = [str(value)] if type(value) is not bool else []
        said += [str(part).split(" ", 1)[0] for part in reversed(path)]
    for text in said:
        for arg in args:
            if arg.text and arg.text in (text, text.partition("/")[0]):
                return arg
    return args[0]


def read_bridge(call: Call) -> None:
    """`bridge link set dev IF learning on|off` (bridge(8)) of a member of one bridge."""
    texts = [word.text for word in call.args]
    if texts[:3] != ["link", "set", "dev"] or texts[4:5] != ["learning"] or len(texts) != 6:
        raise NotUnderstoodError(("l2",))
    port, value = texts[3], call.args[5]
    member = call.claims.reading.tree.get("interfaces", {}).get(port, {}).get("bridges", {})
    base: Path = ("interfaces", port)
    if len(member) != 1 or value.text not in ("on", "off"):
        raise NotUnderstoodError(("l2",), base)
    call.put((*base, "bridges", *member, "learning"), value.text == "on", value)


def read_ifconfig(call: Call) -> None:
    """`ifconfig IF [ADDRESS] [netmask MASK] [mtu N] [up|down]`."""
    if len(call.args) < 2:
        call.claims.inert()  # it prints
        return
    base: Path = ("interfaces", call.args[0].text)
    states = [word for word in call.args[1:] if word.text in ("up", "down")]
    words = [word for word in call.args[1:] if word not in states]
    address = words.pop(0) if len(words) % 2 else None
    settings = _pairs(words)
    if set(settings) - {"mtu", "netmask", "broadcast"} or ("netmask" in settings) != bool(address):
        raise NotUnderstoodError(_FACETS, base)
    if address is not None:
        text = read_address(f"{address.text}/{settings['netmask'].text}")
        if text is None:
            call.refuse((*base, "ipv4"), address, NEED["address"])
            return
        call.put((*base, "ipv4", str(ipaddress.ip_interface(text))), True, address)
    if "mtu" in settings:
        call.put_number((*base, "mtu"), settings["mtu"], MTU_LEAST, MTU_MOST)
    for state in states:
        call.put((*base, "admin_up"), state.text == "up", state)


def read_ethtool(call: Call) -> None:
    """`ethtool -A IF rx off tx off`: link pause; `-s IF speed N autoneg on|off`."""
    words = call.args
    if len(words) > 2 and words[0].text in ("-s", "--change"):
        _change(call, words[1].text, words[2:])
        return
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


_MEGABITS = 1000  # ethtool(8): `speed` is in Mbit/s
_SPEED_MOST = 1_600_000


def _change(call: Call, netdev: str, words: list[Arg]) -> None:
    base: Path = ("interfaces", netdev)
    settings = _pairs(words)
    if set(settings) - {"speed", "autoneg", "duplex", "lanes", "wol", "msglvl"}:
        raise NotUnderstoodError(("port",), base)
    if not set(settings) & {"speed", "autoneg"}:
        call.claims.inert()  # how it is woken, and what the driver prints
    if "speed" in settings:
        arg = settings["speed"]
        fits = arg.text.isdecimal() and len(arg.text) < 8 and 0 < int(arg.text) <= _SPEED_MOST
        if fits:
            call.put((*base, "speed_gbps"), int(arg.text) / _MEGABITS, arg)
        else:
            call.refuse((*base, "speed_gbps"), arg, f"Mbit/s from 1 to {_SPEED_MOST}")
    if "autoneg" in settings:
        arg = settings["autoneg"]
        if arg.text in ("on", "off"):
            call.put((*base, "auto_negotiate"), arg.text == "on", arg)
        else:
            call.refuse((*base, "auto_negotiate"), arg, "on or off")
