"""`ip` commands of boot scripts and `post-up` lines, as facts of the model.

`read_ip(words)` takes the words behind `ip` and says what the command makes so: facts as (path,
value) from the root of a `Config`, in the order in which they are set. Source: iproute2's manual
pages ip-address(8), ip-link(8), ip-route(8), ip-rule(8); names may be cut short as they allow.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from twin.core.facts import Path
from twin.dialects.ip_kinds import MOST_TABLE, kind_facts
from twin.dialects.ip_words import BadWordError, Fact, destination, next_hop, on_link, whole
from twin.model.interface import table_key

__all__ = [
    "DEFAULTS", "MASTER", "BadWordError", "Fact", "IpCommand", "Removed", "read_ip", "removed",
]  # fmt: skip

DEFAULTS = ("0.0.0.0/0", "::/0")
MASTER = "master"  # ("master", PORT, OWNER): a VRF, bridge or bond, which the reader has to tell
_ROUTE_TYPES = ("blackhole", "unreachable", "prohibit")
_ADD = ("add", "replace", "append", "change", "prepend")
_MAIN = {"main": None, "254": None, "default": "253", "local": "255"}
_MAC = re.compile(r"(?:[0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}\Z")


@dataclass(frozen=True, slots=True)
class IpCommand:
    """What a command does. facts: what it sets. reason: why it sets nothing, where that is so.

    open: the facets that it may touch in a way the model has no place for; () when understood.
    """

    facts: tuple[Fact, ...] = ()
    reason: str = ""
    open: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Removed:
    """What a command takes away. kind: address | route.

    key: the address with its length, or the route's `table_key`; "" for all addresses of a device.
    flush: all that fit, of which there may be none.
    """

    kind: str
    key: str
    device: str = ""
    flush: bool = False


def read_ip(words: Sequence[str], interface: str | None = None) -> IpCommand:
    """The command `ip WORDS…`; BadWordError for a value that it refuses.

    interface: the one whose stanza the command stands in; policy rules are told there.
    """
    rest = list(words)
    is_v6 = False
    while rest and rest[0].startswith("-"):
        option = rest.pop(0)
        is_v6 = is_v6 or option in ("-6", "-inet6")
        if option.lstrip("-") in ("n", "netns", "b", "batch", "force"):
            return IpCommand(open=("address", "routing"))
    if not rest:
        return IpCommand(reason="prints how it is used")
    thing, rest = rest[0], [_of_family(word, is_v6) for word in rest[1:]]
    for name, read, facets in _OBJECTS:
        if name.startswith(thing) and thing:
            verb = _verb(rest[0] if rest else "show")
            if verb in ("show", "list", "get"):
                return IpCommand(reason="prints what is there")
            return read(verb, rest[1:], interface) or IpCommand(open=facets)
    return IpCommand(open=("address", "routing", "port"))


def removed(words: Sequence[str]) -> Removed | None:
    """What `ip addr del`, `ip addr flush`, `ip route del` or `flush` names; None for others."""
    is_v6 = any(word in ("-6", "-inet6") for word in words)
    thing, verb, *rest = [*(word for word in words if not word.startswith("-")), "", ""]
    rest = [_of_family(word, is_v6) for word in rest[:-2]]
    verb = _verb(verb) if verb else ""
    if not thing or verb not in ("delete", "flush") or not rest:
        return None
    is_flush = verb == "flush"
    if "address".startswith(thing):
        if is_flush:
            return Removed("address", "", rest[1], True) if _is_device(rest) else None
        return Removed("address", on_link(rest[0]), rest[2]) if _is_device(rest[1:]) else None
    if not "route".startswith(thing):
        return None
    rest = _prefix_first(rest[1:] if rest[0] == "unicast" else rest)
    options = _options(rest[1:], ("onlink",)) if rest else {}
    if not rest or not set(options) <= _ROUTE_INERT | {"via", "dev", "table", "metric"}:
        return None
    key = table_key(destination(rest[0], is_v6=is_v6), _table(options.get("table", "main")))
    return Removed("route", key, options.get("dev", ""), is_flush)


def _is_device(words: list[str]) -> bool:
    """`dev eth1`, and nothing else."""
    return len(words) == len(("dev", "eth1")) and words[0] == "dev"


def _of_family(word: str, is_v6: bool) -> str:
    return "::/0" if is_v6 and word == "default" else word


def _verb(word: str) -> str:
    verbs = (*_ADD, "set", "delete", "show", "list", "get", "flush")
    return next((verb for verb in verbs if verb.startswith(word)), word)


def _options(words: Sequence[str], flags: tuple[str, ...]) -> dict[str, str]:
    """`dev eth1 mtu 9000 onlink` as names and values; a flag's value is empty."""
    found: dict[str, str] = {}
    at = 0
    while at < len(words):
        word = words[at]
        takes = word not in flags and at + 1 < len(words)
        found[word] = words[at + 1] if takes else ""
        at += 2 if takes else 1
    return found


def _name(text: str, what: str = "the name of an interface") -> str:
    if not text or "/" in text or "$" in text or len(text) > 15:
        raise BadWordError(text or "nothing", what)
    return text


def _address(verb: str, words: list[str], interface: str | None) -> IpCommand | None:
    if verb not in _ADD or not words:
        return None
    options = _options(words[1:], ("home", "nodad", "noprefixroute", "autojoin", "mngtmpaddr"))
    address = on_link(words[0])
    if "dev" not in options:
        raise BadWordError(" ".join(words), "`dev` and an interface")
    if {"peer", "pointopoint"} & set(options):
        return None
    field = "ipv6" if ":" in address else "ipv4"
    return IpCommand(((("interfaces", _name(options["dev"]), field, address), True),))


_LINK_FLAGS = ("up", "down", "nomaster", "nolearning", "learning", "external", "vnifilter")
# Settings of a link without consequence for what the model says.
_LINK_INERT = {
    "txqueuelen", "promisc", "allmulticast", "multicast", "arp", "group", "numtxqueues",
    "numrxqueues", "index", "qlen", "gso_max_size", "gso_max_segs", "addrgenmode", "carrier",
}  # fmt: skip


def _link(verb: str, words: list[str], interface: str | None) -> IpCommand | None:
    if verb in ("add", "replace"):
        return _new_link(words)
    if verb not in ("set", "change") or not words:
        return None
    if "dev" in words[:-1]:  # it may stand behind what is set: `promisc on dev swp1`
        at = words.index("dev")
        words = [words[at + 1], *words[:at], *words[at + 2 :]]
    if words[0] == "group":
        return None
    name, options = _name(words[0]), _options(words[1:], _LINK_FLAGS)
    facts = _link_facts(name, options)
    if facts is None:
        return None
    return IpCommand(tuple(facts), "" if facts else "nothing hangs on it")


def _link_facts(name: str, options: dict[str, str]) -> list[Fact] | None:
    base: Path = ("interfaces", name)
    facts: list[Fact] = []
    if options.get("type") == "bridge" and set(options) == {"type", "stp_state"}:
        return [(("bridges", name, "stp"), options["stp_state"] != "0")]
    for option, value in options.items():
        if option in ("up", "down"):
            facts.append(((*base, "admin_up"), option == "up"))
        elif option == "mtu":
            facts.append(((*base, "mtu"), whole(value, 68, 65_536, "a number of bytes")))
        elif option == "address":
            if not _MAC.match(value):
                raise BadWordError(value, "six pairs of hexadecimal digits")
            facts.append(((*base, "mac"), value.lower()))
        elif option == "alias":
            facts.append(((*base, "description"), value))
        elif option == "vrf":
            facts.append(((*base, "vrf"), _name(value)))
        elif option == MASTER:
            facts.append(((MASTER, name, _name(value)), True))
        elif option not in _LINK_INERT:
            return None
    return facts


def _new_link(words: list[str]) -> IpCommand | None:
    """`ip link add [link BASE] [name] NAME … type KIND …`."""
    if "type" not in words:
        return None
    at = words.index("type")
    before, kind, after = words[:at], "".join(words[at + 1 : at + 2]), words[at + 2 :]
    named = [word for word in before[:1] if word not in ("link", "name", "dev")]
    options = _options(before[len(named) :], _LINK_FLAGS)
    name = _name(options.pop("name", "") or options.pop("dev", "") or "".join(named))
    below = options.pop("link", None)
    facts = _link_facts(name, options)
    made = kind_facts(name, kind, below, _options(after, _LINK_FLAGS))
    if facts is None or made is None:
        return None
    return IpCommand((*made, *facts))


_ROUTE_INERT = {"proto", "protocol", "scope", "src", "pref", "onlink", "mtu", "advmss", "initcwnd"}
_ROUTE_READ = {"via", "dev", "metric", "preference", "priority", "table", "vrf"}


def _table(text: str) -> int | None:
    named = _MAIN.get(text, text)
    return None if named is None else whole(named, 1, MOST_TABLE, "a table")


def _route(verb: str, words: list[str], interface: str | None) -> IpCommand | None:
    if verb not in _ADD or not words:
        return None
    kind = words.pop(0) if words[0] in (*_ROUTE_TYPES, "unicast") else ""
    words = _prefix_first(words)
    if not words:
        return None
    hops = _split(words[1:])
    shared = _options([word for word in hops[0] if word not in ("inet", "inet6")], ("onlink",))
    options = [_options(hop, ("onlink",)) for hop in hops[1:]] or [shared]
    ways = [_way(option) for option in options]
    if kind in _ROUTE_TYPES:
        ways = ["blackhole" if kind == "blackhole" else "reject"]
    if not all(ways):
        raise BadWordError(" ".join(words), "`via` and an address, or `dev` and an interface")
    is_v6 = any(":" in way for way in ways if way)
    prefix = destination(words[0], is_v6=is_v6)
    allowed = _ROUTE_INERT | _ROUTE_READ
    if not set(shared) <= allowed or any(set(o) - allowed - {"weight"} for o in options):
        return None
    return IpCommand(tuple(_route_facts(prefix, shared, options, ways, interface)))


def _prefix_first(words: list[str]) -> list[str]:
    """The destination may stand behind options: `table 100 10.0.0.0/8 dev eth1`."""
    at = 0
    while at + 2 < len(words) and words[at] in (_ROUTE_INERT | _ROUTE_READ) - {"onlink"}:
        at += 2
    if words[at : at + 1] == ["to"]:
        return [*words[at + 1 : at + 2], *words[:at], *words[at + 2 :]]
    return [*words[at : at + 1], *words[:at], *words[at + 1 :]]


def _split(words: list[str]) -> list[list[str]]:
    """The options of the route, then those of each `nexthop`."""
    parts: list[list[str]] = [[]]
    for word in words:
        if word == "nexthop":
            parts.append([])
        else:
            parts[-1].append(word)
    return parts


def _way(options: dict[str, str]) -> str:
    if "via" in options:
        return next_hop(options["via"])
    return _name(options["dev"]) if "dev" in options else ""


def _route_facts(
    prefix: str,
    shared: dict[str, str],
    options: list[dict[str, str]],
    ways: list[str],
    interface: str | None,
) -> list[Fact]:
    table = _table(shared.get("table", "main"))
    key = table_key(prefix, table)
    vrf = shared.get("vrf", "default")
    route: Path = ("vrfs", vrf, "routes", key)
    owner = options[0].get("dev") or interface
    if table is not None and owner is not None:  # a table that policy rules of the interface name
        route = ("interfaces", _name(owner), "routes", key)
    facts: list[Fact] = [((*route, "via", way), True) for way in ways]
    for option, way in zip(options, ways, strict=False):
        is_said = route[:2] == ("interfaces", option.get("dev"))  # by whose route it is
        if "via" in option and "dev" in option and not is_said:
            facts.append(((*route, "hops", way, "interface"), _name(option["dev"])))
        if "weight" in option:
            weight = whole(option["weight"], 1, 256, "a weight")
            facts.append(((*route, "hops", way, "weight"), weight))
    if table is not None:
        facts.append(((*route, "table"), table))
    metric = shared.get("metric") or shared.get("preference") or shared.get("priority")
    if metric:
        facts.append(((*route, "distance"), whole(metric, 0, MOST_TABLE, "a metric")))
    return facts


def _rule(verb: str, words: list[str], interface: str | None) -> IpCommand | None:
    if verb not in _ADD or interface is None:
        return None
    options = _options(words, ("not",))
    known = {"from", "to", "table", "lookup", "priority", "pref", "preference", "order"}
    looked_up = options.get("table") or options.get("lookup") or ""
    if not set(options) <= known or options.get("from", "all") == "all":
        return None
    table = _table(looked_up)
    if table is None:
        return None
    rule: Path = ("interfaces", interface, "policy_rules", destination(options["from"]))
    facts: list[Fact] = [((*rule, "table"), table)]
    if "to" in options:
        facts.append(((*rule, "to"), destination(options["to"])))
    for word in ("priority", "pref", "preference", "order"):
        if word in options:
            number = whole(options[word], 0, MOST_TABLE, "a priority")
            facts.append(((*rule, "priority"), number))
    return IpCommand(tuple(facts))


def _other(verb: str, words: list[str], interface: str | None) -> IpCommand | None:
    return None


_OBJECTS = (
    ("address", _address, ("address",)),
    ("link", _link, ("port", "mtu", "l2", "vrf")),
    ("route", _route, ("routing",)),
    ("rule", _rule, ("routing",)),
    ("neighbor", _other, ("address", "l2")),
    ("neighbour", _other, ("address", "l2")),
    ("tunnel", _other, ("routing", "address")),
    ("maddress", _other, ("l2",)),
    ("netns", _other, ("port", "address")),
)
