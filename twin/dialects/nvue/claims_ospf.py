"""Rows for OSPF, version 2 and 3, and for VRRP and BFD beside it."""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.nvue import keys, values
from twin.dialects.nvue.table import Claim, element, fixed, leaf, record, switch
from twin.dialects.nvue.values import integer, same, with_default, words

_SOURCES = ("bgp", "connected", "kernel", "static")
_MAP = with_default(values.NAME, "none")
_DISTANCE = with_default(integer(1, 255, "a distance"), "none")
_METRIC = with_default(integer(0, 16_777_214, "a metric"), "none")
_KIND = integer(1, 2, "a metric type")


def instances() -> Iterator[Claim]:
    """The instance of a VRF, and what all instances inherit."""
    for name in ("ospf", "ospf6"):
        yield from switch(f"router.{name}", f"{name}.enabled")
        identity = with_default(values.IPV4, "none")
        yield leaf(f"router.{name}.router-id", f"{name}.router_id", identity)
        path, target = f"vrf.*.router.{name}", f"vrfs.$1.{name}"
        yield fixed(path, target)
        yield from switch(path, f"{target}.enabled")
        yield leaf(f"{path}.router-id", f"{target}.router_id", with_default(values.IPV4, "auto"))
        width = integer(1, 4_294_967, "Mbit/s")
        yield leaf(f"{path}.reference-bandwidth", f"{target}.reference_bandwidth_mbps", width)
        for kind in ("external", "inter-area", "intra-area"):
            field = f"{target}.distance_{kind.replace('-', '_')}"
            yield leaf(f"{path}.distance.{kind}", field, _DISTANCE)
        for source in _SOURCES:
            yield from _redistribute(name, f"{path}.redistribute.{source}", target, source)
        yield from _area(name, f"{path}.area.*", f"{target}.areas.$2")
    path, target = "vrf.*.router.ospf", "vrfs.$1.ospf"
    yield leaf(f"{path}.max-metric.administrative", f"{target}.max_metric", values.SWITCH)
    stub = "vrf.*.router.ospf6.stub-router"
    yield leaf(stub, "vrfs.$1.ospf6.max_metric", values.SWITCH)
    told, target = f"{path}.default-originate", f"{target}.default_information"
    yield from switch(told, f"{target}.enabled")
    yield leaf(f"{told}.always", f"{target}.always", values.SWITCH)
    yield leaf(f"{told}.metric", f"{target}.metric", _METRIC)
    yield leaf(f"{told}.metric-type", f"{target}.metric_type", _KIND)
    yield leaf(f"{told}.route-map", f"{target}.route_map", _MAP)


def _redistribute(name: str, path: str, target: str, source: str) -> Iterator[Claim]:
    field = f"{target}.redistribute.{source}"
    yield fixed(path, field)
    yield from switch(path, f"{field}.enabled")
    yield leaf(f"{path}.route-map", f"{field}.route_map", _MAP)
    if name == "ospf":
        yield leaf(f"{path}.metric", f"{field}.metric", _METRIC)
        yield leaf(f"{path}.metric-type", f"{field}.metric_type", _KIND)


def _area(name: str, path: str, target: str) -> Iterator[Claim]:
    yield record(path, target, keys.AREA)
    kinds = ("normal", "stub", "totally-stub", "nssa", "totally-nssa")
    kind = "type" if name == "ospf" else "area-type"
    yield leaf(f"{path}.{kind}", f"{target}.~type", same(*(kinds if name == "ospf" else kinds[:3])))
    for way in ("in", "out"):
        yield leaf(f"{path}.filter-list.{way}", f"{target}.filter_{way}", _MAP)
    told, field = f"{path}.range.*", f"{target}.ranges.$3"
    yield record(told, field, keys.PREFIX)
    cost = with_default(integer(0, 16_777_215, "a cost"), "auto")
    yield leaf(f"{told}.cost", f"{field}.cost", cost)
    hidden = values.remapped_switch({True: False, False: True})
    yield leaf(f"{told}.suppress", f"{field}.advertise", hidden)
    if name == "ospf":
        yield leaf(f"{path}.default-lsa-cost", f"{target}.default_cost", integer(0, 16_777_215))
        yield element(f"{path}.network.*", f"{target}.~networks.$3", keys.PREFIX)


def interfaces() -> Iterator[Claim]:
    """OSPF on an interface."""
    for name in ("ospf", "ospf6"):
        path, target = f"interface.*.router.{name}", f"interfaces.$1.{name}"
        yield from switch(path, f"{target}.enabled")
        yield leaf(f"{path}.area", f"{target}.area", with_default(values.AREA, "none"))
        cost = with_default(integer(1, 65_535, "a cost"), "auto")
        yield leaf(f"{path}.cost", f"{target}.cost", cost)
        kinds = same("broadcast", "non-broadcast", "point-to-multipoint", "point-to-point")
        yield leaf(f"{path}.network-type", f"{target}.network_type", kinds)
        yield leaf(f"{path}.passive", f"{target}.passive", values.SWITCH)
        yield leaf(f"{path}.priority", f"{target}.priority", integer(0, 255, "a priority"))
        yield leaf(f"{path}.mtu-ignore", f"{target}.mtu_ignore", values.SWITCH)
        yield leaf(f"{path}.bfd.enable", f"{target}.bfd", values.ON_OFF)
        yield leaf(f"{path}.bfd.profile", f"{target}.bfd_profile", values.NAME)
        times = integer(2, 255, "a multiplier")
        yield leaf(f"{path}.bfd.detect-multiplier", f"{target}.bfd_detect_multiplier", times)
        pace = integer(50, 60_000, "milliseconds")
        yield leaf(f"{path}.bfd.min-receive-interval", f"{target}.bfd_receive_ms", pace)
        yield leaf(f"{path}.bfd.min-transmit-interval", f"{target}.bfd_transmit_ms", pace)
        seconds = integer(1, 65_535, "seconds")
        timers = f"{path}.timers"
        # FRR manual, `ip ospf dead-interval minimal`: one second, whatever the hellos.
        dead = words({"minimal": 1}, rest=seconds) if name == "ospf" else seconds
        yield leaf(f"{timers}.dead-interval", f"{target}.dead_s", dead)
        yield leaf(f"{timers}.hello-interval", f"{target}.hello_s", seconds)
        yield leaf(f"{timers}.retransmit-interval", f"{target}.retransmit_s", seconds)
        yield leaf(f"{timers}.transmit-delay", f"{target}.transmit_delay_s", seconds)
    path, target = "interface.*.router.ospf", "interfaces.$1.ospf"
    hellos = integer(1, 20, "hellos in a second")
    yield leaf(f"{path}.timers.hello-multiplier", f"{target}.hello_multiplier", hellos)
    proof = f"{path}.authentication"
    yield from switch(proof, f"{target}.~authentication.enabled")
    number = integer(1, 255, "the number of a key")
    yield leaf(f"{proof}.message-digest-key", f"{target}.~authentication.number", number)
    yield leaf(f"{proof}.md5-key", f"{target}.~authentication.key", values.TEXT)


def redundancy() -> Iterator[Claim]:
    """VRRP and BFD."""
    interval = with_default(integer(10, 40_950, "milliseconds"), "auto")
    priority = with_default(integer(1, 254, "a priority"), "auto")
    yield from switch("router.vrrp", "vrrp.enabled")
    yield leaf("router.vrrp.advertisement-interval", "vrrp.advertisement_ms", interval)
    yield leaf("router.vrrp.preempt", "vrrp.preempt", values.SWITCH)
    yield leaf("router.vrrp.priority", "vrrp.priority", priority)
    for family, state, key in (
        ("ip", ("enable", values.ON_OFF), keys.ADDRESS),
        ("ipv4", ("state", values.ENABLED), keys.IPV4),
        ("ipv6", ("state", values.ENABLED), keys.IPV6),
    ):
        path, target = f"interface.*.{family}.vrrp", "interfaces.$1"
        yield leaf(f"{path}.{state[0]}", f"{target}.~vrrp.enabled", state[1])
        group, target = f"{path}.virtual-router.*", f"{target}.vrrp.$2"
        yield record(group, target, keys.VRIDS)
        yield element(f"{group}.address.*", f"{target}.addresses.$3", key)
        yield leaf(f"{group}.advertisement-interval", f"{target}.advertisement_ms", interval)
        yield leaf(f"{group}.preempt", f"{target}.preempt", values.SWITCH_OR_AUTO)
        yield leaf(f"{group}.priority", f"{target}.priority", priority)
        version = with_default(integer(2, 3, "a version"), "auto")
        yield leaf(f"{group}.version", f"{target}.version", version)
    yield leaf("router.bfd.state", "bfd.enabled", values.ENABLED)
    path, target = "router.bfd.profile.*", "bfd.profiles.$1"
    yield record(path, target, keys.NAME)
    yield leaf(f"{path}.detect-multiplier", f"{target}.detect_multiplier", integer(1, 255))
    interval = integer(10, 4_294_967, "milliseconds")
    yield leaf(f"{path}.min-rx-interval", f"{target}.receive_ms", interval)
    yield leaf(f"{path}.min-tx-interval", f"{target}.transmit_ms", interval)
    yield leaf(f"{path}.minimum-ttl", f"{target}.minimum_ttl", integer(1, 254, "a TTL"))
    yield leaf(f"{path}.passive-mode", f"{target}.passive", values.ENABLED)
    yield leaf(f"{path}.shutdown", f"{target}.shutdown", values.ENABLED)


def rows() -> Iterator[Claim]:
    """All rows of this module."""
    yield from instances()
    yield from interfaces()
    yield from redundancy()
