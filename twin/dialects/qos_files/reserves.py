"""Rows of `qos_infra.conf` on which nothing hangs: memory of lossy and of the switch's traffic."""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.settings import Row, inert


def rows() -> Iterator[tuple[str, Row]]:
    """All rows of this module."""
    dynamic = "a dynamic pool, as installed"
    for side in ("ingress", "egress"):
        yield f"{side}_service_pool.#.mode", inert(dynamic, "1")
    yield "flow_control.egress_buffer.reserved", inert("nothing kept, as installed", "0")
    kept = "bytes of each port beside its headroom"
    yield "port.service_pool.#.ingress_buffer.reserved", inert(kept)
    yield "port.service_pool.#.ingress_buffer.shared_size", inert("of a static pool", "0")
    lossy = "memory of lossy traffic, which no rule asks for"
    for key in ("reserved", "shared_size", "dynamic_quota", "lossy_headroom"):
        yield f"priority_group.*.ingress_buffer.{key}", inert(lossy)
    yield "*.headroom.lossy.extra-threshold", inert(lossy)
    yield "priority_group.*.unlimited_egress_buffer", inert(lossy)
    for region in ("uc", "mc", "cpu"):
        for key in ("min_percent", "sp_percent"):
            yield f"priority_group.*.egress_buffer.{region}.{key}", inert(lossy)
    for key in ("min_percent", "shared_percent"):
        yield f"priority_group.*.ingress_buffer.{key}", inert(lossy)
    egress = "memory of a lossy queue at egress: what pauses is the ingress side"
    for key in ("reserved", "shared_size", "dynamic_quota"):
        yield f"egress_buffer.egr_queue_#.uc.{key}", inert(egress)
        yield f"egress_buffer.egr_queue_#.mc.{key}", inert(egress)
        yield f"egress_buffer.cos_#.mc.{key}", inert(egress)
        yield f"port.egress_buffer.mc.{key}", inert(egress)
    for key in ("reserved", "shared_size"):
        yield f"port.service_pool.#.egress_buffer.uc.{key}", inert(egress)
    cpu = "traffic of the switch's own processor"
    yield "cos_egr_queue.cos_#.cpu", inert(cpu)
    for side in ("ingress", "egress"):
        yield f"management.{side}_service_pool", inert(cpu)
        for key in ("reserved", "shared_size", "shared-size", "dynamic_quota", "shared-alpha"):
            yield f"management.{side}_buffer.{key}", inert(cpu)
            yield f"port.management.{side}_buffer.{key}", inert(cpu)
    yield "management.ingress_buffer.lossy_headroom", inert(cpu)
    yield "priority_group.*.id", inert("the number of a group in the chip")
    yield "priority_group.*.alias", inert("a name for people")
