"""`router ospf6`: OSPF version 3."""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.frr.builders import call, claim, enter, fact, inert
from twin.dialects.frr.ospf_statements import AREA, area_range, common_rows, nssa_rows
from twin.dialects.frr.phrases import labelled, option
from twin.dialects.frr.rows import Call, Outside, Row
from twin.dialects.frr.run import Run

NODE = "ospf6"
OSPF6 = "vrfs.$vrf.ospf6"
SOURCES = (
    "kernel|connected|local|static|ripng|isis|bgp|nhrp|table|vnc|babel|openfabric|table-direct"
    "|sharp|pbr"
)


def rows() -> Iterator[Row]:
    """All rows of this module."""
    yield from _heads()
    yield from common_rows(NODE, "ospf6", SOURCES)
    yield claim(NODE, "router-id IP4", fact(f"{OSPF6}.router_id", "$ip4"))
    yield claim(NODE, "stub-router administrative", fact(f"{OSPF6}.max_metric"))
    yield from _areas()
    yield from _without_effect()
    summary = "summary-address NET6"
    rest = "[tag (1-4294967295)$tag] [{metric (0-16777215)$metric|metric-type (1-2)$metric_type}]"
    yield option(
        NODE, f"{summary} {rest}", OSPF6, "summary-address $net6",
        labelled("tag", "metric", "metric-type"), no=f"{summary} {rest}",
    )  # fmt: skip
    hidden = f"{summary} no-advertise"
    yield option(NODE, hidden, OSPF6, "summary-address $net6", "no-advertise", no=hidden)


def _heads() -> Iterator[Row]:
    for words, vrf in (("", "default"), (" vrf NAME", "$name")):
        head = f"router ospf6{words}"
        yield claim(
            "config", head, enter(NODE, vrf=vrf, version="ospf6"),
            fact(f"vrfs.{vrf}.ospf6.enabled"), no=False,
        )  # fmt: skip
        yield claim("config", f"no {head}", Call(_no_process), no=False)


def _no_process(run: Run, _: bool) -> None:
    run.drop(("vrfs", run.values.get("name", "default"), "ospf6"))


def _areas() -> Iterator[Row]:
    area = f"{OSPF6}.areas.$area"
    head = f"area {AREA}"
    rest = "[<advertise|not-advertise|cost (0-16777215)$cost>]"
    yield claim(
        NODE, f"{head} range NET6$prefix {rest}", call(area_range, f"{area}.ranges.$prefix"),
        no=f"{head} range NET6$prefix {rest}",
    )  # fmt: skip
    member = "interface IFNAME$port area AREA"
    port = "interfaces.$port.ospf6"
    yield claim(NODE, member, fact(f"{port}.enabled"), fact(f"{port}.area", "$area"), no=member)
    # FRR 8 takes it for the beginning of the statement above, and refuses it; FRR 10 has no such.
    yield claim(
        NODE, "interface IFNAME [vrf NAME]", Outside(), fact("interfaces.$ifname.vrf", "$name"),
        enter("interface", interface="$ifname"), no=False,
    )  # fmt: skip
    yield from nssa_rows(NODE, area, "NET6")


def _without_effect() -> Iterator[Row]:
    yield from inert(
        NODE, "how fast a change is told and computed; the outcome is the same",
        "aggregation timer (5-1800)", "timers lsa min-arrival (0-600000)",
        "timers throttle spf (0-600000) (0-600000) (0-600000)", "write-multiplier (1-100)",
        "ospf6 write-multiplier (1-100)",
    )  # fmt: skip
    yield from inert(
        NODE, "what holds while a router restarts", "graceful-restart [grace-period (1-1800)]",
        "graceful-restart [period (1-1800)]", "graceful-restart helper enable [IP4]",
        "graceful-restart helper <planned-only|lsa-check-disable>",
        "graceful-restart helper supported-grace-time (10-1800)",
    )  # fmt: skip
    yield from inert(NODE, "logging", "log-adjacency-changes [detail]")
    yield from inert(NODE, "told to other programs", "ospf6 send-extra-data zebra")
