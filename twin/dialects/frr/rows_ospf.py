"""`router ospf`: OSPF version 2."""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.frr.builders import call, claim, elements, fact, inert
from twin.dialects.frr.ospf_statements import (
    AREA,
    area_range,
    common_rows,
    nssa_rows,
    process_path,
)
from twin.dialects.frr.phrases import labelled, option
from twin.dialects.frr.rows import Call, Row
from twin.dialects.frr.run import Run

NODE = "ospf"
OSPF = "vrfs.$vrf.ospf"
FACETS = ("ospf", "routing")
SOURCES = (
    "kernel|connected|local|static|rip|isis|bgp|eigrp|nhrp|table|vnc|babel|openfabric"
    "|table-direct|sharp|pbr|ospf"
)
INSTANCE = "[(1-65535)$instance]"


def rows() -> Iterator[Row]:
    """All rows of this module."""
    yield from _heads()
    yield from common_rows(NODE, "ospf", SOURCES)
    yield claim(NODE, "router-id IP4", fact(f"{OSPF}.router_id", "$ip4"))
    yield claim(NODE, "default-metric (0-16777214)", fact(f"{OSPF}.default_metric", "$n"))
    yield claim(NODE, "max-metric router-lsa administrative", fact(f"{OSPF}.max_metric"))
    yield claim(
        NODE, f"network NET4 area {AREA}", call(_network, f"{OSPF}.networks.$net4"),
        no=f"network NET4 area {AREA}",
    )  # fmt: skip
    yield claim(NODE, "passive-interface default", fact(f"{OSPF}.passive_default"))
    port = "passive-interface IFNAME$port [IP4]"
    yield claim(NODE, port, fact("interfaces.$port.ospf.passive"), no=port)
    neighbor = elements(f"{OSPF}.neighbors", "$ip4")
    yield claim(NODE, "neighbor IP4", neighbor, no="neighbor IP4")
    words = "priority (0-255)$priority|poll-interval (1-65535)$poll_interval"
    yield claim(NODE, f"neighbor IP4 {{{words}}}", neighbor, call(_neighbor, OSPF), no=False)
    yield claim(NODE, f"no neighbor IP4 {{{words}}}", Call(_no_neighbor), no=False)
    yield from _areas()
    yield from _without_effect()
    yield from _known()


def _heads() -> Iterator[Row]:
    head = "router ospf [{(1-65535)$instance|vrf NAME}]"
    yield claim("config", head, Call(_process), no=head)


def _process(run: Run, negated: bool) -> None:
    """Several instances of one VRF are several daemons: the model has room for one."""
    vrf, number = run.values.get("name", "default"), run.values.get("instance")
    path = ("vrfs", vrf, NODE)
    if negated:
        run.drop(path)
        return
    run.put((*path, "enabled"), True)
    if number != run.memory.setdefault(path, number):
        run.miss(FACETS, path)
    elif number is not None:
        run.put((*path, "instance"), number, "$instance")
    run.enter(NODE, {"vrf": vrf, "version": NODE})


def _network(run: Run, negated: bool) -> None:
    """An interface inside of the prefix is in the area; a prefix has one (ospfd/ospf_vty.c)."""
    path = (*process_path(run), "networks", run.values["net4"])
    area, known = run.values["area"], run.get(path)
    if negated:
        if known == area:
            run.drop(path)
    elif known not in (None, area):
        run.problem(path, f"a second area for {run.values['net4']}", f"one area: {known}", "area")
    else:
        run.put(path, area, "$area")


def _default_cost(run: Run, negated: bool) -> None:
    """Of a stub only, which it has to be already (ospfd/ospf_vty.c)."""
    path = (*process_path(run), "areas", run.values["area"])
    if negated:
        run.drop((*path, "default_cost"))
    elif run.get((*path, "kind")) is None:
        run.problem((*path, "default_cost"), "an area that is no stub", "stub or nssa before it")
    else:
        run.put((*path, "default_cost"), run.values["n"], "$n")


def _areas() -> Iterator[Row]:
    area = f"{OSPF}.areas.$area"
    head = f"area {AREA}"
    cost = call(_default_cost, f"{area}.default_cost")
    yield claim(NODE, f"{head} default-cost (0-16777215)", cost)
    path = f"{area}.authentication"
    yield claim(NODE, f"{head} authentication", fact(path, "simple"))
    yield claim(NODE, f"{head} authentication message-digest", fact(path, "message-digest"))
    ranged = call(area_range, f"{area}.ranges.$prefix")
    summary = f"{head} range NET4$prefix"
    for rest, no in (
        ("[advertise [cost (0-16777215)$cost]]", "[advertise] [cost [(0-16777215)]]"),
        ("not-advertise", "not-advertise"),
        ("{cost (0-16777215)$cost|substitute NET4$substitute}", "substitute NET4"),
    ):
        yield claim(NODE, f"{summary} {rest}", ranged, no=f"{summary} {no}")
    far = elements(f"{area}.virtual_links", "$ip4")
    link = f"{head} virtual-link IP4"
    yield claim(NODE, link, far, no=link)
    key = "<message-digest-key (1-255) md5 WORD|authentication-key WORD>"
    timers = (
        "hello-interval", "retransmit-interval", "retransmit-window", "transmit-delay",
        "dead-interval",
    )  # fmt: skip
    each = "|".join(f"{word} [(1-65535)]" for word in timers)
    for words in (
        f"{{{each}}}",
        key,
        f"authentication [<message-digest|null|key-chain NAME>] [{key}]",
    ):
        yield claim(NODE, f"{link} {words}", far, call(_link, area), no=f"{link} {words}")
    yield from nssa_rows(NODE, area, "NET4")
    shortcut = f"{head} shortcut <default|enable|disable>$v"
    yield option(NODE, shortcut, area, "shortcut", "$v")
    yield from inert(NODE, "how changes are flooded", f"{head} flood-reduction")


def _without_effect() -> Iterator[Row]:
    yield from inert(
        NODE, "how fast a change is told and computed; the outcome is the same",
        "aggregation timer (5-1800)", "refresh timer (10-1800)",
        "timers throttle spf (0-600000) (0-600000) (0-600000)",
        "timers throttle lsa all (0-5000)", "timers lsa min-arrival [(0-600000)]",
        "timers lsa arrival (0-1000)",
        "timers spf (0-4294967295) (0-4294967295)", "ospf lsa-refresh [(120-1800)]",
        "ospf maxage-delay [(0-60)]", "[ospf] write-multiplier (1-100)", "flood-reduction",
        "socket buffer <send|recv|all> [(1-4000000000)]", "socket-per-interface",
    )  # fmt: skip
    yield from inert(
        NODE, "what holds while a router starts, stops or restarts",
        "graceful-restart [grace-period (1-1800)]", "graceful-restart helper enable [IP4]",
        "graceful-restart helper <planned-only|strict-lsa-checking>",
        "graceful-restart helper supported-grace-time (10-1800)",
        "max-metric router-lsa on-startup (5-86400)", "max-metric router-lsa on-shutdown (5-100)",
    )  # fmt: skip
    yield from inert(NODE, "logging", "log-adjacency-changes [detail]")
    yield from inert(
        NODE, "told to other programs; routes are the same", "capability opaque",
        "ospf opaque-lsa", "ospf send-extra-data zebra", "proactive-arp",
        "router-info <as|area [IP4]>", "pce address IP4", "pce domain as (0-65535)",
        "pce flag WORD", "pce neighbor as (0-65535)", "pce scope WORD", "mpls-te [on]",
        "mpls-te export", "mpls-te inter-as", f"mpls-te inter-as <as|area {AREA}>",
        "mpls-te router-address IP4",
    )  # fmt: skip


def _neighbor(run: Run, _: bool) -> None:
    """How a neighbour without multicast is asked, and whether it may be designated."""
    told = labelled("priority", "poll-interval")(run)
    run.put((*process_path(run), "options", f"neighbor {run.values['ip4']}"), told)


def _no_neighbor(run: Run, _: bool) -> None:
    run.drop((*process_path(run), "options", f"neighbor {run.values['ip4']}"))
    run.drop((*process_path(run), "neighbors", run.values["ip4"]))


def _link(run: Run, negated: bool) -> None:
    """Timers and keys of a virtual link, in the words of the line."""
    first, rest = run.text.split()[5 if negated else 4 :][0], run.text.split()[4:]
    path = (*process_path(run), "areas", run.values["area"], "options")
    kind = "timers" if first.startswith(("h", "r", "t", "d")) else "authentication"
    key = f"virtual-link {run.values['ip4']} {kind}"
    if negated:
        run.drop((*path, key))
    else:
        run.put((*path, key), " ".join(rest))


def _known() -> Iterator[Row]:
    for pattern, name, value in (
        ("<compatible rfc1583|ospf rfc1583compatibility>", "compatible rfc1583", ""),
        ("ospf abr-type <cisco|ibm|shortcut|standard>$v", "abr-type", "$v"),
        ("distribute-list NAME$v in", "distribute-list in", "$v"),
    ):
        yield option(NODE, pattern, OSPF, name, value)
    head = f"distribute-list NAME$v out <{SOURCES}>$source"
    yield option(NODE, head, OSPF, "distribute-list out $source", "$v", no=head)
    summary = "summary-address NET4"
    yield option(
        NODE, f"{summary} [tag (1-4294967295)$tag]", OSPF, "summary-address $net4",
        labelled("tag"), no=f"{summary} [tag (1-4294967295)$tag]",
    )  # fmt: skip
    hidden = f"{summary} no-advertise"
    yield option(NODE, hidden, OSPF, "summary-address $net4", "no-advertise", no=hidden)
    yield from inert(
        NODE, "labels, and what holds until they are there, do not change where packets go",
        "fast-reroute ti-lfa [node-protection]", "mpls ldp-sync",
        "mpls ldp-sync holddown [(0-10000)]", "segment-routing [on]",
        "segment-routing global-block (16-1048575) (16-1048575) "
        "[local-block (16-1048575) (16-1048575)]",
        "segment-routing node-msd (1-16)",
        "segment-routing prefix NET4 [index (0-65535)] [<no-php-flag|explicit-null>]",
    )  # fmt: skip
