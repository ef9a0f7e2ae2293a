"""PFC010 lossless-priority-without-buffer."""

from __future__ import annotations

from collections import defaultdict

from twin.checks.judge import Judge
from twin.checks.qos.culprits import culprit, place_name, port_names
from twin.checks.qos.mend import mend, set_profile
from twin.checks.registry import rule
from twin.core.facts import FactRef
from twin.core.finding import Severity
from twin.engine.facts import Facts
from twin.engine.lossless_port import PortLossless
from twin.engine.lossless_profiles import DeviceQos
from twin.model.qos_defaults import LOSSLESS_POOLS, OFF


@rule(
    "PFC010", "lossless-priority-without-buffer", Severity.ERROR,
    subject="lossless priority of a switch", needs=("lossless",), facets=("qos",),
    consequence_of=("PFC001", "PFC002", "QOS001", "QOS007"),
)  # fmt: skip
def check(facts: Facts, judge: Judge) -> None:
    """A priority pauses, but no buffer is set aside for what arrives after the pause.

    What it checks
    --------------
    For every priority with PFC on a cabled port of a switch: a lossless pool (`roce-lossless` or
    `default-lossless`) with memory serves it, and no port's configured headroom is zero. In the
    mode lossless-single-ipool the common pool counts.

    Why it matters
    --------------
    PFC without a lossless pool or headroom pauses too late: the packets under way find no buffer
    and are dropped, on the class that applications believe to be lossless.

    How to fix
    ----------
    Give the lossless pool memory and the priority; put `port-buffer` above `xoff-threshold`.

    Source
    ------
    Cumulus Linux user guide, Quality of Service, Flow Control Buffers and Traffic Pools.
    """
    users: dict[tuple[str, int], list[PortLossless]] = defaultdict(list)
    unknown: set[str] = set()
    for port in facts.lossless.ports:
        if port.switch.unknown and port.device not in unknown:
            unknown.add(port.device)
            judge.see(port.device)
            judge.unknown(port.device, port.switch.unknown)
        for priority in port.pfc_priorities if not port.switch.unknown else ():
            users[port.device, priority].append(port)
    for (device, priority), ports in users.items():
        subject = f"{device} priority {priority}"
        if judge.see(subject, device):
            _judge_pool(facts, judge, priority, ports)
            _judge_headroom(facts, judge, priority, ports)


def _serves(switch: DeviceQos, priority: int) -> bool:
    return switch.single_pool or any(
        pool.is_lossless and pool.percent > 0 and priority in pool.priorities
        for pool in switch.pools.values()
    )


def _judge_pool(facts: Facts, judge: Judge, priority: int, ports: list[PortLossless]) -> None:
    switch = ports[0].switch
    if _serves(switch, priority):
        return
    profiles = {port.pause.profile: port for port in ports}
    pools = [
        switch.ref("pools", name, *field)
        for name in sorted(LOSSLESS_POOLS & set(switch.pools))
        for field in (("memory_percent",), ("priorities",), ())
    ]
    asked = [port.profile_ref("pfc", "priorities", priority) for port in profiles.values()]
    at = culprit(facts, asked[:1], (*asked, *pools, switch.ref("pools"), *switch.mode_refs))
    judge.fail(
        at,
        f"{switch.device} priority {priority}",
        f"PFC on {port_names(ports)} but no lossless pool serves it",
        "a lossless pool with memory and this priority",
        related=pools,
        because=(*asked, *pools),
        evidence={
            "ports": port_names(ports),
            "pools": {
                name: {"percent": pool.percent, "priorities": list(pool.priorities)}
                for name, pool in switch.pools.items()
            },
        },
        remedy=mend(facts, at, _remedy(switch, priority)),
    )


def _remedy(switch: DeviceQos, priority: int) -> str:
    name = "default-lossless" if switch.mode == OFF else "roce-lossless"
    pool = switch.pools.get(name)
    if pool is not None and priority in pool.priorities:
        others = sum(p.percent for p in switch.pools.values() if p.name != name)
        return f"nv set qos traffic-pool {name} memory-percent {max(1, 100 - others)}"
    return f"nv set qos traffic-pool {name} switch-priority {priority}"


def _judge_headroom(facts: Facts, judge: Judge, priority: int, ports: list[PortLossless]) -> None:
    faults: dict[FactRef, list[PortLossless]] = defaultdict(list)
    for port in ports:
        if port.headroom_bytes is not None and port.headroom_bytes <= 0:
            levels = [port.profile_ref("pfc", n) for n in ("buffer_bytes", "pause_level_bytes")]
            faults[culprit(facts, levels, (port.binding_ref("pfc"),))].append(port)
    for at, found in faults.items():
        first = found[0]
        judge.fail(
            at,
            place_name(at),
            f"port-buffer {first.buffer_bytes} B at or below xoff-threshold "
            f"{first.pause_level_bytes} B: no headroom for priority {priority}",
            "port-buffer above xoff-threshold",
            related=(first.profile_ref("pfc"),),
            evidence={"ports": port_names(found)},
            remedy=mend(facts, at, _more_buffer(first)),
        )


def _more_buffer(port: PortLossless) -> str:
    level = port.pause_level_bytes or 0
    need = port.required.xoff_bytes if port.required else 1
    return set_profile(port.profile_ref("pfc", "buffer_bytes"), level + need)
