"""`ip` commands of boot scripts and `post-up` lines, as facts of the model.

`read_ip(words)` takes the words behind `ip` and says what the command makes so: facts as (path,
value) from the root of a `Config`, in the order in which they are set. Source: iproute2's manual
pages ip-address(8), ip-link(8), ip-route(8), ip-rule(8); names may be cut short as they allow.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Sequence
from dataclasses import dataclass

from twin.core.facts import Path
from twin.model.interface import table_key

Fact = tuple[Path, object]

MASTER = "master"  # ("master", PORT, OWNER): a VRF, bridge or bond, which the reader has to tell
_ROUTE_TYPES = ("blackhole", "unreachable", "prohibit")
_ADD = ("add", "replace", "append", "change", "prepend")
_MAIN = {"main": None, "254": None, "default": "253", "local": "255"}
_MOST_TABLE = 4_294_967_295  # rtnetlink RTA_TABLE is 32 bits wide
_MAC = re.compile(r"(?:[0-9A-Fa-f]{2}:){5}[0-9A-Fa-f]{2}\Z")


@dataclass(frozen=True, slots=True)
class IpCommand:
    """What a command does. facts: what it sets. reason: why it sets nothing, where that is so.

    open: the facets that it may touch in a way the model has no place for; () when understood.
    """

    facts: tuple[Fact, ...] = ()
    reason: str = ""
    open: tuple[str, ...] = ()


class BadWordError(ValueError):
    """A word that `ip` refuses: found, and what it needs."""

    def __init__(self, found: str, need: str) -> None:
        super().__init__(f"{found}, need {need}")
        self.found, self.need = found, need


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


def on_link(text: str) -> str:
    """`10.0.0.1/24`; without a length it is one host's."""
    try:
        return str(ipaddress.ip_interface(text))
    except ValueError:
        raise BadWordError(text, "an address with its prefix length") from None


def destination(text: str, *, is_v6: bool = False) -> str:
    """`10.0.0.0/8`, `default`, an address alone."""
    if text == "default":
        return "::/0" if is_v6 else "0.0.0.0/0"
    if text.isdigit():  # `ip route add 10/8`: legal once, and nothing that anybody should guess at
        raise BadWordError(text, "a prefix such as 10.0.0.0/8, or default")
    try:
        return str(ipaddress.ip_network(text))
    except ValueError:
        raise BadWordError(text, "a prefix such as 10.0.0.0/8, or default") from None


def next_hop(text: str) -> str:
    """An address alone."""
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        raise BadWordError(text, "an address of a next hop") from None


def _number(text: str, least: int, most: int, what: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) < 12 and least <= int(text) <= most):
        raise BadWordError(text or "nothing", f"{what} from {least} to {most}")
    return int(text)


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
    for option, value in options.items():
        if option in ("up", "down"):
            facts.append(((*base, "admin_up"), option == "up"))
        elif option == "mtu":
            facts.append(((*base, "mtu"), _number(value, 68, 65_536, "a number of bytes")))
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
    made = _kind_facts(name, kind, below, _options(after, _LINK_FLAGS))
    if facts is None or made is None:
        return None
    return IpCommand((*made, *facts))


def _kind_facts(
    name: str, kind: str, below: str | None, options: dict[str, str]
) -> list[Fact] | None:
    base: Path = ("interfaces", name)
    if kind == "vlan" and below and set(options) <= {"id", "protocol"}:
        vlan = _number(options.get("id", ""), 1, 4094, "a VLAN")
        facts: list[Fact] = [((*base, "kind"), "sub"), ((*base, "vlan"), vlan)]
        return [*facts, ((*base, "base"), below)]
    if kind == "vrf":
        table = _number(options.get("table", ""), 1, _MOST_TABLE, "a table")
        return [(("vrfs", name, "table"), str(table))]
    if kind in ("dummy", "veth"):
        return [((*base, "kind"), kind)]
    if kind == "bridge":
        is_aware = options.get("vlan_filtering", "0") == "1"
        return [(("bridges", name, "kind"), "vlan-aware" if is_aware else "traditional")]
    if kind == "bond":
        return [((*base, "kind"), "bond")] if not options else None
    return _vxlan_facts(base, options) if kind == "vxlan" else None


def _vxlan_facts(base: Path, options: dict[str, str]) -> list[Fact] | None:
    device: Path = (*base, "vxlan")
    known = {"id", "local", "dstport", "nolearning", "learning", "dev", "ttl", "tos", "remote"}
    if "id" not in options or not set(options) <= known:
        return None
    vni = _number(options["id"], 1, 16_777_215, "a VNI")
    facts: list[Fact] = [((*base, "kind"), "vxlan"), ((*device, "vni"), vni)]
    if "local" in options:
        facts.append(((*device, "source"), next_hop(options["local"])))
    if "remote" in options:
        facts.append(((*device, "remotes", next_hop(options["remote"])), True))
    if "dstport" in options:
        port = _number(options["dstport"], 1, 65_535, "a port")
        facts.append(((*device, "udp_port"), port))
    if "nolearning" in options:
        facts.append(((*device, "mac_learning"), False))
    return facts


_ROUTE_INERT = {"proto", "protocol", "scope", "src", "pref", "onlink", "mtu", "advmss", "initcwnd"}
_ROUTE_READ = {"via", "dev", "metric", "preference", "priority", "table", "vrf"}


def _table(text: str) -> int | None:
    named = _MAIN.get(text, text)
    return None if named is None else _number(named, 1, _MOST_TABLE, "a table")


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
            weight = _number(option["weight"], 1, 256, "a weight")
            facts.append(((*route, "hops", way, "weight"), weight))
    if table is not None:
        facts.append(((*route, "table"), table))
    metric = shared.get("metric") or shared.get("preference") or shared.get("priority")
    if metric:
        facts.append(((*route, "distance"), _number(metric, 0, _MOST_TABLE, "a metric")))
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
            number = _number(options[word], 0, _MOST_TABLE, "a priority")
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
