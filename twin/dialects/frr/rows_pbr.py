"""Policy-based routing: pbr-maps, next hop groups, and the interfaces that use a map."""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.frr.builders import call, claim, enter, fact, inert, record
from twin.dialects.frr.phrases import keep
from twin.dialects.frr.rows import Call, Row
from twin.dialects.frr.run import Run

NODE, GROUP = "pbr-map", "nexthop-group"
P = "policy.pbr_maps.$map.rules.$seq"
G = "policy.nexthop_groups.$group"
# Names of RFC 2474 (class selectors), 2597 (assured), 3246 (expedited) and 5865 (voice-admit).
DSCP = {
    **{f"cs{n}": str(8 * n) for n in range(8)},
    **{f"af{n}{drop}": str(8 * n + 2 * drop) for n in range(1, 5) for drop in range(1, 4)},
    "ef": "46",
    "voice-admit": "44",
}
MATCHES = (
    ("dscp", "WORD$v"), ("dst-ip", "NET$v"), ("dst-port", "(1-65535)$v"), ("ecn", "(0-3)$v"),
    ("ip-protocol", "WORD$v"), ("mark", "(1-4294967295)$v"), ("pcp", "(0-7)$v"),
    ("src-ip", "NET$v"), ("src-port", "(1-65535)$v"),
    ("vlan", "<tagged|untagged|untagged-or-zero|(1-4094)>$v"),
)  # fmt: skip
SETS = (
    ("dscp", "WORD$v"), ("dst-ip", "IP$v"), ("dst-port", "(1-65535)$v"), ("ecn", "(0-3)$v"),
    ("nexthop-group", "NAME$v"), ("pcp", "(0-7)$v"), ("queue-id", "(1-65535)$v"),
    ("src-ip", "IP$v"), ("src-port", "(1-65535)$v"), ("vlan", "(1-4094)$v"), ("vrf", "NAME$v"),
)  # fmt: skip


def rows() -> Iterator[Row]:
    """All rows of this module."""
    head = "pbr-map NAME$map seq (1-700)$seq"
    yield claim("config", head, record(P), enter(NODE, map="$map", seq="$seq"), no=False)
    yield claim("config", "no pbr-map NAME$map [seq (1-700)$seq]", Call(_no_map), no=False)
    for word, value in MATCHES:
        told = _dscp if word == "dscp" else "$v"
        yield keep(NODE, f"match {word} {value}", f"{P}.matches.{word}", told)
    for word, value in SETS:
        told = _dscp if word == "dscp" else "$v"
        yield keep(NODE, f"set {word} {value}", f"{P}.sets.{word}", told)
    hop = "<IP$ip [IFNAME$port]|blackhole|IFNAME$port>$kind [nexthop-vrf NAME$vrf]"
    yield keep(NODE, f"set nexthop {hop}", f"{P}.sets.nexthop", _hop, no="set nexthop [LINE]")
    yield keep(NODE, "strip vlan", f"{P}.sets.strip vlan", "on")
    yield claim("interface", "pbr-policy NAME", fact("interfaces.$interface.pbr_map", "$name"))
    tables = "(10000-4294966272)"
    yield from inert(
        "config", "which tables are used for it", f"pbr table range {tables} {tables}",
        "pbr nexthop-resolve",
    )  # fmt: skip
    yield from _groups()


def _dscp(run: Run) -> str:
    """FRR prints the number of a name."""
    word: str = run.values["v"]
    return DSCP.get(word.lower(), word)


def _hop(run: Run) -> str:
    values = run.values
    words = [values[name] for name in ("ip", "kind", "port") if name in values]
    words += ["nexthop-vrf", values["vrf"]] if values.get("vrf", "default") != "default" else []
    return " ".join(dict.fromkeys(words))


def _no_map(run: Run, _: bool) -> None:
    path = ("policy", "pbr_maps", run.values["map"])
    run.drop((*path, "rules", run.values["seq"]) if "seq" in run.values else path)


def _groups() -> Iterator[Row]:
    head = "nexthop-group NAME$group"
    yield claim("config", head, record(G), enter(GROUP, group="$group"))
    options = (
        "{nexthop-vrf NAME$vrf|label WORD$label|vni (1-16777215)$vni|weight (1-255)$weight"
        "|backup-idx WORD$backup}"
    )
    hop = f"nexthop <IP$ip [IFNAME$port [onlink]]|IFNAME$port> [{options}]"
    yield claim(GROUP, hop, call(_member, f"{G}.hops"), no=hop)
    yield from inert(GROUP, "which hop takes over when one fails", "backup-group WORD")
    timers = "idle-timer (1-4294967295) unbalanced-timer (1-4294967295)"
    why = "how flows are spread while a group changes"
    yield from inert(GROUP, why, f"resilient [buckets (1-256) {timers}]")


def _member(run: Run, negated: bool) -> None:
    values = run.values
    words = [values[name] for name in ("ip", "port") if name in values]
    words += ["onlink"] if "onlink" in run.words else []
    for word, name in (
        ("nexthop-vrf", "vrf"), ("label", "label"), ("vni", "vni"), ("weight", "weight"),
        ("backup-idx", "backup"),
    ):  # fmt: skip
        words += [word, str(values[name])] if name in values else []
    path = ("policy", "nexthop_groups", values["group"], "hops", " ".join(words))
    if negated:
        run.drop(path)
    else:
        run.put(path, True)
