"""QoS in terms of flat files: explicit, and the switch behaves as with the RoCE mode."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.dialects.deletion import read
from tests.support.intents import clos, designed
from twin.assemble.defaults import effective
from twin.assemble.merge import freeze
from twin.assemble.twin import Device, Twin
from twin.design import Designed, design
from twin.design.flat_qos import flat_qos
from twin.dialects.base import Context, Reading
from twin.dialects.registry import dialect
from twin.engine.facts import Facts
from twin.engine.lossless_port import PortLossless
from twin.engine.lossless_profiles import complete_qos
from twin.intent import load_intent
from twin.model.config import Config
from twin.model.interface import Interface
from twin.model.platforms import platform_named
from twin.model.qos import (
    EcnClass,
    EcnProfile,
    PauseProfile,
    PortQos,
    Qos,
    QosMapping,
    Scheduler,
    SchedulerClass,
    TrafficPool,
)

EXAMPLES = Path(__file__).parents[2] / "examples"
WRITERS = ("qos_files", "switchd", "ports_conf")
GLOBAL = "default-global"
LOSSLESS = "  lossless: {mode: lossless}\n"


def written_and_read(config: Config) -> Config:
    """What the flat files of a switch say after they were written."""
    context = Context("leaf01")
    readings = []
    for name in WRITERS:
        for path, text in dialect(name).render(config, context).items():
            readings.append(read(dialect(name), path, text, context))
    assert not [r for r in readings if r.unread or r.problems]
    return freeze(readings)


def with_qos_of(config: Config, flat: Config) -> Config:
    """A configuration with the QoS that another says, port by port."""
    names = dict.fromkeys((*config.interfaces, *flat.interfaces))
    interfaces = {}
    for name in names:
        told = flat.interfaces.get(name, Interface())
        base = config.interfaces.get(name, Interface())
        interfaces[name] = replace(
            base, qos=told.qos, adaptive_routing=told.adaptive_routing
        )  # fmt: skip
    return replace(
        config, interfaces=interfaces, qos=flat.qos, adaptive_routing=flat.adaptive_routing
    )


def facts(plan: Designed, configs: dict[str, Config]) -> Facts:
    """The twin of some configurations in the plan's cables."""
    devices = {}
    for name, config in configs.items():
        node = plan.topology.nodes[name]
        platform = platform_named(node.model) if node.model else None
        devices[name] = Device(
            node,
            config,
            effective(config, node=node, platform=platform, release=node.release),
            platform=platform,
            release=node.release,
            readings=[Reading("x", f"configs/{name}/x")],
        )
    return Facts(Twin("t", "", devices, plan.topology, "topology.yaml"))


def behaviour(port: PortLossless) -> dict[str, Any]:
    """All that decides what a port does with lossless traffic, without who said it."""
    pause = port.pause
    return {
        "trust": port.trust,
        "dscp": port.dscp_to_priority,
        "pcp": port.pcp_to_priority,
        "default": port.classification.default_priority,
        "classes": port.priority_to_class,
        "pause": (pause.priorities, pause.tx, pause.rx, pause.cable_m, pause.buffer_bytes),
        "levels": (pause.pause_level_bytes, pause.resume_delta_bytes, pause.headroom_bytes),
        "ecn": port.ecn,
        "schedule": port.schedule,
        "pools": sorted(
            (p.is_lossless, p.percent, p.priorities) for p in port.switch.pools.values()
        ),
        "lossless": port.switch.lossless_priorities,
        "watchdog": port.binding.watchdog,
        "profiles": [port.profile(kind) for kind in ("mapping", "pfc", "ecn", "scheduler")],
        "required": port.required,
    }


@pytest.mark.parametrize("example", ["two-tier", "rail-su"])
def test_a_compiled_fabric_behaves_as_with_the_mode(example: str) -> None:
    file = EXAMPLES / example / "intent.yaml"
    plan = design(load_intent(file.read_bytes(), "intent.yaml"))
    flat = {}
    for name, config in plan.configs.items():
        told = flat_qos(config)
        if config.qos is not None:
            assert (told.qos or Qos()).roce_enabled is None
            told = with_qos_of(config, written_and_read(told))
        flat[name] = told
    before, after = facts(plan, dict(plan.configs)), facts(plan, flat)
    assert len(before.lossless.ports) > 10
    assert [str(p) for p in before.lossless.ports] == [str(p) for p in after.lossless.ports]
    for old, new in zip(before.lossless.ports, after.lossless.ports, strict=True):
        assert behaviour(old) == behaviour(new)
    name = next(iter(plan.configs))
    assert plan.configs[name].adaptive_routing == flat[name].adaptive_routing


def test_files_hold_what_the_design_says() -> None:
    config = flat_qos(designed(clos(more=LOSSLESS)).configs["leaf01"])
    found = written_and_read(config)
    assert found.qos == config.qos
    bound = {name: item.qos for name, item in found.interfaces.items() if item.qos}
    assert bound == {name: item.qos for name, item in config.interfaces.items() if item.qos}


def completed(qos: Qos | None, told: Qos) -> Any:
    """What a switch does with the profile of all ports, and with those that were told."""
    found = complete_qos("leaf01", qos)
    return {
        "classes": found.priority_to_class,
        "pools": sorted(
            (p.is_lossless, p.percent, p.priorities)
            for p in found.pools.values()
            if p.percent  # the others hold nothing at ingress
        ),
        "single": found.single_pool,
        "mapping": [
            (c.trust, c.dscp, c.pcp, c.default_priority)
            for c in map(found.classification, (GLOBAL, *told.mappings))
        ],
        "ecn": [found.marking(name) for name in (GLOBAL, *told.ecn)],
        "schedule": [found.schedule(name) for name in (GLOBAL, *told.schedulers)],
        "pause": [
            (p.priorities, p.tx, p.rx, p.cable_m, p.buffer_bytes, p.headroom_bytes)
            for p in map(found.pause, (GLOBAL, *told.pfc))
            if p.priorities  # without any, nothing of it counts
        ],
    }


TOLD = Qos(
    mappings={"m": QosMapping(trust="dscp", dscp={26: 4})},
    ecn={"e": EcnProfile({3: EcnClass(min_bytes=10)})},
    schedulers={"s": Scheduler({2: SchedulerClass("dwrr", 7)})},
    pfc={"p": PauseProfile(priorities=(4,), buffer_bytes=10, pause_level_bytes=4)},
)


@pytest.mark.parametrize("mode", ["lossless", "lossy", "lossless-single-ipool"])
@pytest.mark.parametrize(
    "told",
    [
        Qos(),
        TOLD,
        Qos(
            mappings={GLOBAL: QosMapping(dscp={10: 3})},
            ecn={GLOBAL: EcnProfile({3: EcnClass(max_bytes=9), 5: EcnClass(red=True)})},
            schedulers={GLOBAL: Scheduler({5: SchedulerClass("dwrr", 10)})},
            pfc={GLOBAL: PauseProfile(cable_m=5)},
        ),
        Qos(pools={"default-lossy": TrafficPool(70)}),
    ],
)
def test_each_mode_written_out_and_read_back(mode: str, told: Qos) -> None:
    with_mode = replace(told, roce_enabled=True, roce_mode=mode)
    flat = flat_qos(Config(qos=with_mode))
    assert completed(written_and_read(flat).qos, told) == completed(with_mode, told)


def test_a_switch_without_roce_stays_as_it_is() -> None:
    config = Config(
        interfaces={"swp1": Interface(qos=PortQos(pfc="p", ecn=GLOBAL))}, qos=TOLD
    )  # fmt: skip
    flat = flat_qos(config)
    assert flat.qos == TOLD
    assert flat.interfaces == {"swp1": Interface(qos=PortQos(pfc="p"))}
    assert flat_qos(Config()) == Config()


def test_the_lossless_pool_has_its_flat_name() -> None:
    flat = flat_qos(designed(clos(more=LOSSLESS)).configs["leaf01"]).qos
    assert flat is not None
    # Quality of Service, Flow Control Buffers: the lines that the guide adds by hand.
    assert flat.pools == {
        "default-lossy": TrafficPool(50, (0, 1, 2, 4, 5, 6, 7), egress_percent=50),
        "default-lossless": TrafficPool(
            50, (), 50, True, port_quota="ALPHA_1", egress_port_quota="ALPHA_INFINITY"
        ),
    }
    assert flat.lossless_egress_pool == "default-lossless"
    assert (flat.lossless_quota, flat.lossless_egress_quota) == ("ALPHA_1", "ALPHA_INFINITY")


def test_a_mode_that_nobody_published() -> None:
    with pytest.raises(ValueError, match="dci-1"):
        flat_qos(Config(qos=Qos(roce_mode="dci-1")))
