"""Rows for quality of service, global and per port, and adaptive routing.

Cumulus Linux user guide, Quality of Service: `trust l2` means PCP, `l3` DSCP; a PFC profile's
`port-buffer` is the whole, `xoff-threshold` the fill level where pause starts, `xon-threshold` how
far below that it ends.
"""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.nvue import keys, values
from twin.dialects.nvue.table import Claim, element, leaf, record, slot, switch
from twin.dialects.nvue.values import same, words

_LAYERS = {"l2": "pcp", "l3": "dscp", "both": "both"}


def classification() -> Iterator[Claim]:
    """RoCE, trust, priorities in and out."""
    yield from switch("qos.roce", "qos.roce_enabled")
    modes = same(
        "lossless", "lossy", "lossless-single-ipool", "lossy-multi-tc", "dci-1", "dci-custom"
    )
    yield leaf("qos.roce.mode", "qos.roce_mode", modes)
    mapping, target = "qos.mapping.*", "qos.mappings.$1"
    yield record(mapping, target, keys.NAME)
    yield leaf(f"{mapping}.trust", f"{target}.trust", words({**_LAYERS, "port": "port"}))
    yield leaf(f"{mapping}.port-default-sp", f"{target}.default_priority", values.PRIORITY)
    priority = ("switch-priority", values.PRIORITY)
    yield from slot(f"{mapping}.dscp.*", f"{target}.dscp.$2", keys.DSCPS, *priority)
    yield from slot(f"{mapping}.pcp.*", f"{target}.pcp.$2", keys.PCPS, *priority)
    remark, target = "qos.remark.*", "qos.remarks.$1"
    yield record(remark, target, keys.NAME)
    yield leaf(f"{remark}.rewrite", f"{target}.rewrite", words(_LAYERS))
    yield record(f"{remark}.switch-priority.*", f"{target}.priorities.$2", keys.PRIORITIES)
    remarked = f"{target}.priorities.$2"
    yield leaf(f"{remark}.switch-priority.*.pcp", f"{remarked}.pcp", values.PRIORITY)
    yield leaf(f"{remark}.switch-priority.*.dscp", f"{remarked}.dscp", values.DSCP_OR_NAME)


def pause() -> Iterator[Claim]:
    """PFC, link pause and the watchdog."""
    for path, target in (("qos.pfc.*", "qos.pfc.$1"), ("qos.link-pause.*", "qos.link_pause.$1")):
        yield record(path, target, keys.NAME)
        yield leaf(f"{path}.tx", f"{target}.tx", values.ENABLE)
        yield leaf(f"{path}.rx", f"{target}.rx", values.ENABLE)
        yield leaf(f"{path}.cable-length", f"{target}.cable_m", values.METRES)
        yield leaf(f"{path}.port-buffer", f"{target}.buffer_bytes", values.BYTES)
        yield leaf(f"{path}.xoff-threshold", f"{target}.pause_level_bytes", values.BYTES)
        yield leaf(f"{path}.xon-threshold", f"{target}.resume_delta_bytes", values.BYTES)
    yield element("qos.pfc.*.switch-priority.*", "qos.pfc.$1.priorities.$2", keys.PRIORITIES)
    polling = values.integer(100, 5_000, "milliseconds")
    yield leaf("qos.pfc-watchdog.polling-interval", "qos.watchdog.polling_ms", polling)
    robustness = values.integer(1, 1_000)
    yield leaf("qos.pfc-watchdog.robustness", "qos.watchdog.robustness", robustness)


def queues() -> Iterator[Claim]:
    """Traffic classes: marking, scheduling, memory."""
    ecn, target = "qos.congestion-control.*", "qos.ecn.$1"
    yield record(ecn, target, keys.NAME)
    yield record(f"{ecn}.traffic-class.*", f"{target}.classes.$2", keys.CLASSES)
    row, field = f"{ecn}.traffic-class.*", f"{target}.classes.$2"
    yield leaf(f"{row}.ecn", f"{field}.ecn", values.ENABLE)
    yield leaf(f"{row}.red", f"{field}.red", values.ENABLE)
    yield leaf(f"{row}.min-threshold", f"{field}.min_bytes", values.BYTES)
    yield leaf(f"{row}.max-threshold", f"{field}.max_bytes", values.BYTES)
    yield leaf(f"{row}.probability", f"{field}.probability_percent", values.PERCENT)
    queue, target = "qos.egress-queue-mapping.*", "qos.queues.$1"
    yield record(queue, target, keys.NAME)
    chosen = f"{queue}.switch-priority.*"
    yield from slot(
        chosen, f"{target}.classes.$2", keys.PRIORITIES, "traffic-class", values.TRAFFIC_CLASS
    )
    scheduler, target = "qos.egress-scheduler.*", "qos.schedulers.$1"
    yield record(scheduler, target, keys.NAME)
    row, field = f"{scheduler}.traffic-class.*", f"{target}.classes.$2"
    yield record(row, field, keys.CLASSES)
    yield leaf(f"{row}.mode", f"{field}.mode", same("dwrr", "strict"))
    yield leaf(f"{row}.bw-percent", f"{field}.percent", values.PERCENT)
    pool, target = "qos.traffic-pool.*", "qos.pools.$1"
    yield record(pool, target, keys.NAME)
    yield leaf(f"{pool}.memory-percent", f"{target}.memory_percent", values.PERCENT)
    yield element(f"{pool}.switch-priority.*", f"{target}.priorities.$2", keys.PRIORITIES)


def ports() -> Iterator[Claim]:
    """Profiles bound to a port; adaptive routing, global and per port."""
    qos, target = "interface.*.qos", "interfaces.$1.qos"
    for name, field in (
        ("mapping", "mapping"),
        ("remark", "remark"),
        ("pfc", "pfc"),
        ("link-pause", "link_pause"),
        ("congestion-control", "ecn"),
        ("egress-scheduler", "scheduler"),
    ):
        yield leaf(f"{qos}.{name}.profile", f"{target}.{field}", values.NAME)
    yield leaf(f"{qos}.pfc-watchdog.state", f"{target}.watchdog", values.ENABLE)
    path, target = "router.adaptive-routing", "adaptive_routing"
    yield from switch(path, f"{target}.enabled")
    profiles = same("profile-1", "profile-2", "profile-custom")
    yield leaf(f"{path}.profile", f"{target}.profile", profiles)
    threshold = "link-utilization-threshold"
    yield leaf(f"{path}.{threshold}", f"{target}.link_utilization", values.SWITCH)
    path, target = "interface.*.router.adaptive-routing", "interfaces.$1.adaptive_routing"
    yield from switch(path, f"{target}.enabled")
    percent = values.integer(1, 100, "a percentage")
    yield leaf(f"{path}.{threshold}", f"{target}.link_utilization_threshold", percent)


def rows() -> Iterator[Claim]:
    """All rows of this module."""
    yield from classification()
    yield from pause()
    yield from queues()
    yield from ports()
