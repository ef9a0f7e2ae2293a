"""Address families of BGP: what each neighbour gets and gives."""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.frr.builders import call, claim, clear, fact, inert
from twin.dialects.frr.families import ALL, P
from twin.dialects.frr.rows import Row
from twin.dialects.frr.run import Run

EVERY = ("bgp", *ALL)
PEER_FLAGS = {
    "activate": "enabled",
    "as-override": "as_override",
    "route-reflector-client": "route_reflector_client",
    "route-server-client": "route_server_client",
    "soft-reconfiguration inbound": "soft_reconfiguration",
}
PEER_VALUES = (
    ("maximum-prefix-out (1-4294967295)", "maximum_prefixes_out", "$n"),
    ("unsuppress-map NAME", "unsuppress_map", "$name"),
    ("weight (0-65535)", "weight", "$n"),
    ("soo RD", "site_of_origin", "$rd"),
)
PEER_FILTERS = {
    "route-map": "map",
    "prefix-list": "prefix_list",
    "filter-list": "as_path_list",
    "distribute-list": "access_list",
}


def _peers() -> Iterator[Row]:
    for words, field in PEER_FLAGS.items():
        yield claim(EVERY, f"neighbor PEER {words}", fact(f"{P}.{field}"))
    for words, field, value in PEER_VALUES:
        yield claim(EVERY, f"neighbor PEER {words}", fact(f"{P}.{field}", value))
    for words, field in PEER_FILTERS.items():
        for way, prefix in (("in", "import"), ("out", "export")):
            yield claim(
                EVERY, f"neighbor PEER {words} NAME {way}",
                fact(f"{P}.{prefix}_{field}", "$name"), no=f"neighbor PEER {words} NAME {way}",
            )  # fmt: skip
    yield claim(
        EVERY, "neighbor PEER allowas-in [<(1-10)$times|origin>]",
        clear(f"{P}.allow_own_asn_times"),
        clear(f"{P}.allow_own_asn_origin"), fact(f"{P}.allow_own_asn"),
        fact(f"{P}.allow_own_asn_times", "$times"), fact(f"{P}.allow_own_asn_origin", "?origin"),
    )  # fmt: skip
    next_hop = call(_next_hop, f"{P}.next_hop")
    yield claim(EVERY, "neighbor PEER next-hop-self [<force|all>]", next_hop)
    yield claim(
        EVERY, "neighbor PEER default-originate [route-map NAME]",
        clear(f"{P}.default_originate_map"), fact(f"{P}.default_originate"),
        fact(f"{P}.default_originate_map", "$name"),
    )  # fmt: skip
    yield claim(
        EVERY, "neighbor PEER advertise-map NAME <exist-map NAME$exist|non-exist-map NAME$absent>",
        fact(f"{P}.advertise_map", "$name"), clear(f"{P}.exist_map"), clear(f"{P}.non_exist_map"),
        fact(f"{P}.exist_map", "$exist"), fact(f"{P}.non_exist_map", "$absent"),
    )  # fmt: skip
    yield claim(
        EVERY,
        "neighbor PEER maximum-prefix (1-4294967295) [(1-100)$percent]"
        " [<restart (1-65535)$minutes|warning-only>] [force]",
        clear(f"{P}.maximum_prefix_restart_min"), clear(f"{P}.maximum_prefix_warning_only"),
        clear(f"{P}.maximum_prefix_threshold_percent"),
        fact(f"{P}.maximum_prefixes", "$n"),
        fact(f"{P}.maximum_prefix_threshold_percent", "$percent"),
        fact(f"{P}.maximum_prefix_restart_min", "$minutes"),
        fact(f"{P}.maximum_prefix_warning_only", "?warning-only"),
        no="neighbor PEER maximum-prefix [(1-4294967295) [(1-100)] [restart (1-65535)]"
           " [warning-only] [force]]",
    )  # fmt: skip
    yield claim(
        EVERY,
        "neighbor PEER remove-private-AS [all] [replace-AS]",
        call(_private, f"{P}.remove_private_asn"),
    )
    kinds = "<both|all|extended|standard|large>"
    yield claim(EVERY, f"neighbor PEER send-community [{kinds}]", call(_communities, P))
    yield claim(EVERY, "neighbor PEER attribute-unchanged [{as-path|next-hop|med}]",
                call(_unchanged, P))  # fmt: skip
    yield claim(EVERY, "neighbor PEER addpath-tx-all-paths", fact(f"{P}.add_path", "all"))
    per_as = fact(f"{P}.add_path", "per-as")
    yield claim(EVERY, "neighbor PEER addpath-tx-bestpath-per-AS", per_as)
    yield claim(EVERY, "neighbor PEER addpath-tx-best-selected (1-6)", call(_best, f"{P}.add_path"))
    yield claim(
        EVERY, "neighbor PEER disable-addpath-rx", fact(f"{P}.add_path_receive", False, off=True)
    )
    limit = fact(f"{P}.add_path_limit", "$n")
    yield claim(EVERY, "neighbor PEER addpath-rx-paths-limit (1-65535)", limit)
    local = fact(f"{P}.nexthop_local_unchanged")
    yield claim("bgp ipv6", "neighbor PEER nexthop-local unchanged", local)


def _peer_path(run: Run) -> tuple[str, ...]:
    values = run.values
    return ("vrfs", values["vrf"], "bgp", values["peers"], values["peer"], "families",
            values["family"])  # fmt: skip


def _best(run: Run, negated: bool) -> None:
    """The best few paths (FRR 10)."""
    path = (*_peer_path(run), "add_path")
    if negated:
        run.drop(path)
    else:
        run.put(path, f"best {run.values['n']}", "$n")


def _private(run: Run, negated: bool) -> None:
    told = [word.lower() for word in ("all", "replace-AS") if word in run.words]
    _say_exactly(run, negated, "remove_private_asn", " ".join(told) or "on")


def _next_hop(run: Run, negated: bool) -> None:
    is_forced = not run.words.isdisjoint(("force", "all"))
    _say_exactly(run, negated, "next_hop", "force" if is_forced else "self")


def _say_exactly(run: Run, negated: bool, field: str, value: str) -> None:
    """bgpd takes back only what was said in the same words."""
    path = (*_peer_path(run), field)
    if not negated:
        run.put(path, value)
    elif run.get(path) == value:
        run.drop(path)


# FRR's words → the kinds of communities that are sent.
COMMUNITIES = {
    "both": ("regular", "extended"),
    "all": ("regular", "extended", "large"),
    "extended": ("extended",),
    "standard": ("regular",),
    "large": ("large",),
}


def _communities(run: Run, negated: bool) -> None:
    word = next((word for word in COMMUNITIES if word in run.words), "standard")
    for kind in COMMUNITIES[word]:
        run.put((*_peer_path(run), f"send_{kind}"), not negated)


UNCHANGED = {
    "as-path": "as_path_unchanged",
    "next-hop": "next_hop_unchanged",
    "med": "med_unchanged",
}


def _unchanged(run: Run, negated: bool) -> None:
    """Without a word, all three."""
    named = [word for word in UNCHANGED if word in run.words]
    for word in named or UNCHANGED:
        run.put((*_peer_path(run), UNCHANGED[word]), not negated)


def _known() -> Iterator[Row]:
    yield from inert(
        EVERY, "the neighbour filters by itself what it asked not to be sent",
        "neighbor PEER capability orf prefix-list <both|send|receive>",
    )  # fmt: skip
    yield from inert(
        EVERY, "a mark for the origin validation (RPKI)",
        "neighbor PEER send-community extended rpki",
    )  # fmt: skip


def rows() -> Iterator[Row]:
    """All rows of this module."""
    yield from _peers()
    yield from _known()
