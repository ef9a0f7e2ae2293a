"""Route-maps: twin/model/policy.py says how matches and sets are keyed."""

from __future__ import annotations

from collections.abc import Iterator

from twin.core.facts import Path
from twin.dialects.communities import communities
from twin.dialects.frr.builders import claim, enter, fact, inert, unread
from twin.dialects.frr.phrases import keep
from twin.dialects.frr.rows import Call, Row
from twin.dialects.frr.run import Run

NODE = "routemap"
R = "policy.route_maps.$map.rules.$seq"
# Protocols of `match source-protocol` (FRR 10.3; lib/route_types.txt).
PROTOCOLS = (
    "kernel|connected|local|static|rip|ripng|ospf|ospf6|isis|bgp|eigrp|nhrp|table|vnc|babel|"
    "openfabric|table-direct|pim|sharp|pbr|bfd|ldp"
)
LIST, COUNT = "WORD$v [<exact-match|any>]$more", "(0-4294967295)$v"
FLAG = "on"  # the value of a statement that has none

# Words of the statement, what follows, and the value that is kept: `$v` and the words after it.
MATCHES: tuple[tuple[str, str, str], ...] = (
    ("alias", "NAME$v", "$v"),
    ("as-path", "NAME$v", "$v"),
    ("community", LIST, "$v $more"),
    ("community-limit", "(0-65535)$v", "$v"),
    ("evpn default-route", "", FLAG),
    ("evpn rd", "RD$v", "$v"),
    ("evpn vni", "(1-16777215)$v", "$v"),
    ("extcommunity", LIST, "$v $more"),
    ("interface", "IFNAME$v", "$v"),
    ("ip address", "NAME$v", "$v"),
    ("ip address prefix-len", "(0-32)$v", "$v"),
    ("ip address prefix-list", "NAME$v", "$v"),
    ("ip next-hop", "NAME$v", "$v"),
    ("ip next-hop address", "IP4$v", "$v"),
    ("ip next-hop prefix-len", "(0-32)$v", "$v"),
    ("ip next-hop prefix-list", "NAME$v", "$v"),
    ("ip next-hop type", "<blackhole>$v", "$v"),
    ("ip route-source", "NAME$v", "$v"),
    ("ip route-source prefix-list", "NAME$v", "$v"),
    ("ipv6 address", "NAME$v", "$v"),
    ("ipv6 address prefix-len", "(0-128)$v", "$v"),
    ("ipv6 address prefix-list", "NAME$v", "$v"),
    ("ipv6 next-hop", "NAME$v", "$v"),
    ("ipv6 next-hop address", "IP6$v", "$v"),
    ("ipv6 next-hop prefix-list", "NAME$v", "$v"),
    ("ipv6 next-hop type", "<blackhole>$v", "$v"),
    ("large-community", LIST, "$v $more"),
    ("local-preference", COUNT, "$v"),
    ("mac address", "NAME$v", "$v"),
    ("metric", COUNT, "$v"),
    ("origin", "<egp|igp|incomplete>$v", "$v"),
    ("peer", "<local|PEER>$v", "$v"),
    ("probability", "(0-100)$v", "$v"),
    ("rpki", "<valid|invalid|notfound>$v", "$v"),
    ("rpki-extcommunity", "<valid|invalid|notfound>$v", "$v"),
    ("source-instance", "(0-255)$v", "$v"),
    ("source-protocol", f"<{PROTOCOLS}>$v", "$v"),
    ("source-vrf", "NAME$v", "$v"),
    ("src-peer", "PEER$v", "$v"),
    ("tag", "<untagged|(1-4294967295)>$v", "$v"),
)
ROUTE_TYPES = {"1": "ead", "2": "macip", "3": "multicast", "4": "es", "5": "prefix"}

SETS: tuple[tuple[str, str, str], ...] = (
    ("aggregator as", "ASN$v IP4", "$v $ip4"),
    ("aigp-metric", "<igp-metric|(0-4294967295)>$v", "$v"),
    ("as-path exclude", "<all>$v", "$v"),
    ("as-path exclude", "ASN...$v", "$v"),
    ("as-path replace", "<any|ASN>$v [ASN$to]", "$v $to"),
    ("as-path replace", "as-path-access-list NAME$v [ASN$to]", "as-path-access-list $v $to"),
    ("atomic-aggregate", "", FLAG),
    ("distance", "(0-255)$v", "$v"),
    ("evpn gateway-ip ipv4", "IP4$v", "$v"),
    ("evpn gateway-ip ipv6", "IP6$v", "$v"),
    ("extcommunity bandwidth", "<(1-4294967295)|cumulative|num-multipaths>$v "
     "[non-transitive]$more", "$v $more"),
    ("extcommunity color", "WORD...$v", "$v"),
    ("extcommunity none", "", FLAG),
    ("extcommunity nt", "RT...$v", "$v"),
    ("extcommunity rt", "RT...$v", "$v"),
    ("extcommunity soo", "RT...$v", "$v"),
    ("forwarding-address", "IP6$v", "$v"),
    ("ip next-hop", "<IP4|peer-address|unchanged>$v", "$v"),
    ("ipv4 vpn next-hop", "IP$v", "$v"),
    ("ipv6 next-hop global", "IP6$v", "$v"),
    ("ipv6 next-hop local", "IP6$v", "$v"),
    ("ipv6 next-hop peer-address", "", FLAG),
    ("ipv6 next-hop prefer-global", "", FLAG),
    ("ipv6 vpn next-hop", "IP$v", "$v"),
    ("l3vpn next-hop encapsulation", "<gre>$v", "$v"),
    ("label-index", "(0-1048560)$v", "$v"),
    ("large-community", "<none>$v", "$v"),
    ("large-community", "SETLARGE...$v", "$v"),
    ("max-metric", COUNT, "$v"),
    ("metric-type", "<type-1|type-2>$v", "$v"),
    ("min-metric", COUNT, "$v"),
    ("origin", "<egp|igp|incomplete>$v", "$v"),
    ("originator-id", "IP4$v", "$v"),
    ("sr-te color", "(1-4294967295)$v", "$v"),
    ("src", "IP$v", "$v"),
    ("table", "(1-4294967295)$v", "$v"),
    ("tag", "<untagged|(1-4294967295)>$v", "$v"),
    ("weight", COUNT, "$v"),
)  # fmt: skip


def rows() -> Iterator[Row]:
    """All rows of this module."""
    yield from _heads()
    for words, rest, value in MATCHES:
        yield keep(NODE, f"match {words} {rest}", f"{R}.matches.{words}", value)
    yield from _other_matches()
    for words, rest, value in SETS:
        yield keep(NODE, f"set {words} {rest}", f"{R}.sets.{words}", value)
    yield from _other_sets()
    yield from _flow()


def _heads() -> Iterator[Row]:
    head = "route-map NAME$map"
    yield claim(
        "config", f"{head} <permit|deny>$action (1-65535)$seq",
        enter(NODE, map="$map", seq="$seq"), fact(f"{R}.action", "$action"), no=False,
    )  # fmt: skip
    yield claim("config", f"no {head} [<permit|deny> (1-65535)$seq]", Call(_take_back), no=False)
    yield from inert("config", "how fast a map is gone through", f"{head} optimization")


def _take_back(run: Run, _: bool) -> None:
    """A rule, or the whole map; the map goes with its last rule (FRR's lib/routemap.c)."""
    path = ("policy", "route_maps", run.values["map"])
    if "seq" in run.values:
        run.drop((*path, "rules", run.values["seq"]))
        if rules(run, path):
            return
    run.drop(path)


def rules(run: Run, path: Path) -> bool:
    """True while a map has rules."""
    node = run.claims.reading.tree
    for part in (*path, "rules"):
        node = node.get(part, {})
    return bool(node)


def _other_matches() -> Iterator[Row]:
    address = f"{R}.matches.ipv6 next-hop address"
    yield keep(NODE, "match ipv6 next-hop IP6$v", address, "$v")
    kinds = "|".join(word for pair in ROUTE_TYPES.items() for word in pair)

    def route_type(run: Run) -> str:
        told: str = run.values["v"]
        return ROUTE_TYPES.get(told, told)

    path = f"{R}.matches.evpn route-type"
    yield keep(NODE, f"match evpn route-type <{kinds}>$v", path, route_type)
    yield from unread(NODE, ("policy", "bgp"), "match script NAME", path=f"{R}.matches")


def _other_sets() -> Iterator[Row]:
    for words, kinds in (("local-preference", ""), ("metric", "rtt|+rtt|-rtt|igp|aigp|")):
        path, no = f"{R}.sets.{words}", f"set {words} [WORD]"
        yield keep(NODE, f"set {words} <{kinds}METRIC>$v", path, "$v", no=no)
    path = f"{R}.sets.as-path exclude"
    no = "set as-path exclude as-path-access-list [NAME]"
    pattern = "set as-path exclude as-path-access-list NAME$v"
    yield keep(NODE, pattern, path, "as-path-access-list $v", no=no)
    path = f"{R}.sets.community"
    yield keep(NODE, "set community <none>$v", path, "$v")
    yield keep(
        NODE, "set community SETCOMMUNITY...$v", path, lambda run: communities(run.values["v"])
    )
    for words in ("comm-list", "large-comm-list", "extended-comm-list"):
        yield keep(
            NODE, f"set {words} NAME$v delete", f"{R}.sets.{words}", "$v delete",
            no=f"set {words} [NAME$v] [delete]",
        )  # fmt: skip
    path = f"{R}.sets.as-path prepend"
    yield keep(NODE, "set as-path prepend ASN...$v", path, "$v", instead=f"{path} last-as")
    yield keep(NODE, "set as-path prepend last-as (1-10)$v", f"{path} last-as", "$v", instead=path)


def _flow() -> Iterator[Row]:
    yield claim(NODE, "call NAME", fact(f"{R}.call", "$name"))
    yield claim(NODE, "description LINE", fact(f"{R}.description", "$line"))
    yield claim(NODE, "on-match next", fact(f"{R}.on_match", "next"))
    yield claim(NODE, "continue", fact(f"{R}.on_match", "next"))  # of Quagga
    for words in ("on-match goto", "continue"):
        yield claim(NODE, f"{words} (1-65535)$to", Call(_goto))


def _goto(run: Run, negated: bool) -> None:
    """FRR jumps forwards only (lib/routemap_northbound.c)."""
    values = run.values
    path = ("policy", "route_maps", values["map"], "rules", values["seq"], "on_match")
    if negated:
        run.drop(path)
    elif values["to"] <= values["seq"]:
        found, need = f"goto {values['to']}", f"a rule after {values['seq']}"
        run.problem(path, found, need, "to")
    else:
        run.put(path, f"goto {values['to']}", "$to")
