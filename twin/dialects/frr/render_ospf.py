"""OSPF version 2 and 3: instances and interfaces, in FRR's words."""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.statements import Block, Row, said
from twin.model.config import Config
from twin.model.ospf import InterfaceOspf, Ospf, OspfArea


def _policy(told: object, name: str = "route_map") -> str:
    value = getattr(told, name)
    return f" route-map {value}" if value else ""


def _metric(told: object) -> str:
    words = ""
    for name, word in (("metric", "metric"), ("metric_type", "metric-type")):
        value = getattr(told, name)
        words += f" {word} {value}" if value is not None else ""
    return words


def _redistribute(ospf: Ospf) -> Iterator[str]:
    for protocol, told in ospf.redistribute.items():
        if told.enabled:
            yield f"redistribute {protocol}{_metric(told)}{_policy(told)}"
        elif told.enabled is False:
            yield f"no redistribute {protocol}"


def _default(ospf: Ospf) -> Iterator[str]:
    told = ospf.default_information
    if told is not None and told.enabled:
        always = " always" if told.always else ""
        yield f"default-information originate{always}{_metric(told)}{_policy(told)}"


def _networks(ospf: Ospf) -> Iterator[str]:
    for prefix, area in ospf.networks.items():
        yield f"network {prefix} area {area}"


def _distances(ospf: Ospf, word: str) -> str:
    words = ""
    for name, value in (
        ("intra-area", ospf.distance_intra_area), ("inter-area", ospf.distance_inter_area),
        ("external", ospf.distance_external),
    ):  # fmt: skip
        words += f" {name} {value}" if value is not None else ""
    return f"distance {word}{words}" if words else ""


def _area(name: str, area: OspfArea) -> Iterator[str]:
    head = f"area {name}"
    if area.kind in ("stub", "nssa"):
        yield f"{head} {area.kind}{' no-summary' if area.no_summary else ''}"
    if area.default_cost is not None:
        yield f"{head} default-cost {area.default_cost}"
    if area.authentication is not None:
        digest = " message-digest" if area.authentication == "message-digest" else ""
        yield f"{head} authentication{digest}"
    for prefix, told in area.ranges.items():
        cost = f" cost {told.cost}" if told.cost is not None else ""
        words = " not-advertise" if told.advertise is False else cost
        words += f" substitute {told.substitute}" if told.substitute else ""
        yield f"{head} range {prefix}{words}"
    for far in area.virtual_links:
        yield f"{head} virtual-link {far}"
    for word, listed in (
        ("import-list {}", area.import_list),
        ("export-list {}", area.export_list),
        ("filter-list prefix {} in", area.filter_in),
        ("filter-list prefix {} out", area.filter_out),
    ):
        if listed is not None:
            yield f"{head} {word.format(listed)}"
    yield from _options(f"{head} ", area.options)


def _options(head: str, options: dict[str, str]) -> Iterator[str]:
    """What has no field of its own, in FRR's words."""
    for words, value in options.items():
        yield f"{head}{words}" if value == "on" else f"{head}{words} {value}"


def _areas(ospf: Ospf) -> Iterator[str]:
    for name, area in ospf.areas.items():
        yield from _area(name, area)


OSPF: tuple[Row, ...] = (
    ("router_id", "ospf router-id {}"),
    ("reference_bandwidth_mbps", "auto-cost reference-bandwidth {}"),
    ("maximum_paths", "maximum-paths {}"),
    ("max_metric", "max-metric router-lsa administrative"),
    _redistribute,
    ("passive_default", "passive-interface default"),
    _networks,
    _areas,
    ("neighbors", "neighbor {}"),
    ("default_metric", "default-metric {}"),
    _default,
    ("distance", "distance {}"),
)
OSPF6: tuple[Row, ...] = (
    ("router_id", "ospf6 router-id {}"),
    ("reference_bandwidth_mbps", "auto-cost reference-bandwidth {}"),
    ("maximum_paths", "maximum-paths {}"),
    _redistribute,
    _areas,
    _default,
    ("distance", "distance {}"),
)


def ospf_blocks(config: Config) -> Iterator[Block]:
    """`router ospf` and `router ospf6` of every VRF that runs them."""
    for name, vrf in config.vrfs.items():
        where = "" if name == "default" else f" vrf {name}"
        for word, ospf, rows in (("ospf", vrf.ospf, OSPF), ("ospf6", vrf.ospf6, OSPF6)):
            if ospf is None or ospf.enabled is False:
                continue
            lines = [*said(ospf, rows), *_options("", ospf.options)]
            distances = _distances(ospf, word)
            number = f" {ospf.instance}" if ospf.instance is not None else ""
            yield Block(
                f"router {word}{number}{where}", lines + [distances] * bool(distances), tail="exit"
            )


def _dead(told: InterfaceOspf) -> Iterator[str]:
    if told.hello_multiplier is not None:
        yield f"dead-interval minimal hello-multiplier {told.hello_multiplier}"
    elif told.dead_s is not None:
        yield f"dead-interval {told.dead_s}"


def _authentication(told: InterfaceOspf) -> Iterator[str]:
    if told.authentication is not None:
        kind = "" if told.authentication == "simple" else f" {told.authentication}"
        yield f"authentication{kind}"
    if told.authentication_key is not None:
        yield f"authentication-key {told.authentication_key}"
    for number, key in told.digest_keys.items():
        yield f"message-digest-key {number} md5 {key}"


def _bfd(told: InterfaceOspf) -> Iterator[str]:
    timers = (told.bfd_detect_multiplier, told.bfd_receive_ms, told.bfd_transmit_ms)
    if told.bfd is False:
        yield "no bfd"
    elif None not in timers:
        yield f"bfd {timers[0]} {timers[1]} {timers[2]}"
    elif told.bfd:
        yield "bfd"
    if told.bfd_profile is not None:
        yield f"bfd profile {told.bfd_profile}"


_COMMON: tuple[Row, ...] = (
    ("area", "area {}"),
    _bfd,
    ("cost", "cost {}"),
    _dead,
    ("hello_s", "hello-interval {}"),
    ("mtu_ignore", "mtu-ignore"),
    ("network_type", "network {}"),
    ("passive", "passive"),
    ("priority", "priority {}"),
    ("retransmit_s", "retransmit-interval {}"),
    ("transmit_delay_s", "transmit-delay {}"),
)
INTERFACE: tuple[Row, ...] = (_authentication, *_COMMON)
INTERFACE6: tuple[Row, ...] = (
    *_COMMON, ("mtu", "ifmtu {}"), ("instance_id", "instance-id {}"),
)  # fmt: skip


# Statements that are for every address of an interface (FRR, `ip ospf …`).
_WITHOUT_ADDRESS = ("bfd", "network")


def interface_lines(told: InterfaceOspf | None, told6: InterfaceOspf | None) -> Iterator[str]:
    """OSPF on one interface."""
    if told is not None:
        for line in said(told, INTERFACE, "ip ospf "):
            is_for_all = told.address is None or line.split()[2] in _WITHOUT_ADDRESS
            yield line if is_for_all else f"{line} {told.address}"
        yield from _options("ip ospf ", told.options)
    if told6 is not None:
        yield from said(told6, INTERFACE6, "ipv6 ospf6 ")
        yield from _options("ipv6 ospf6 ", told6.options)
