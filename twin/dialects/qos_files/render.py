"""QoS of a configuration as the flat files say it.

They hold no RoCE mode, one map of priorities to queues, and one set of thresholds per ECN group: a
profile whose classes differ becomes several groups on the same ports.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from twin.dialects.qos_files.groups import GLOBAL
from twin.dialects.qos_files.pools import LOSSLESS, NAMES
from twin.dialects.qos_files.port_sets import ALL, write_port_set
from twin.dialects.qos_files.spreading import HASH, LAG_HASH
from twin.dialects.rendering import render_template
from twin.model.config import Config
from twin.model.ports import natural_key
from twin.model.qos import EcnClass, PauseProfile, Qos, QosMapping, Remark, Scheduler, TrafficPool

FEATURES_FILE = "etc/cumulus/datapath/qos/qos_features.conf"
INFRA_FILE = "etc/mlx/datapath/qos/qos_infra.conf"
TRAFFIC_FILE = "etc/cumulus/datapath/traffic.conf"
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_-]*\Z")
_LAYERS = {
    "pcp": "[802.1p]", "dscp": "[dscp]", "both": "[802.1p,dscp]", "port": "[port]",
}  # fmt: skip
_PRIORITIES = range(8)
_NUMBER_OF = {name: number for number, name in NAMES.items()} | {LOSSLESS: 1}
_GROUP_OF = {0: "bulk"}  # the others are `serviceN`, by the comments of the installed file


@dataclass
class Group:
    """A port group: its lines after `FEATURE.NAME.`."""

    name: str
    ports: str | None
    lines: list[tuple[str, Any]] = field(default_factory=list)


@dataclass
class Feature:
    """All groups of one feature."""

    name: str
    groups: list[Group] = field(default_factory=list)

    @property
    def names(self) -> str:
        """`[a,b]`."""
        return _list(group.name for group in self.groups)


def _list(values: Any) -> str:
    return f"[{','.join(str(value) for value in values)}]"


def _checked(name: str) -> str:
    """A name that can be a part of a key."""
    if not _NAME.match(name):
        raise ValueError(f"QoS profile {name!r}: flat files need letters, digits, - and _ only")
    return name


def _bound(config: Config, binding: str) -> dict[str, list[str]]:
    """Profile → the ports bound to it."""
    found: dict[str, list[str]] = defaultdict(list)
    for port, interface in config.interfaces.items():
        name = getattr(interface.qos, binding) if interface.qos else None
        if name is not None:
            found[name].append(port)
    return found


def _ports(name: str, bound: Mapping[str, list[str]]) -> str | None:
    if name == GLOBAL:
        return ALL
    return write_port_set(bound[name]) if name in bound else None


def _sorted(profiles: Mapping[str, Any]) -> list[tuple[str, Any]]:
    return sorted(profiles.items(), key=lambda item: natural_key(item[0]))


def _flag(value: bool | None) -> str | None:
    return None if value is None else str(value).lower()


def _told(*lines: tuple[str, Any]) -> list[tuple[str, Any]]:
    return [(key, value) for key, value in lines if value is not None]


def _by_priority(marks: Mapping[int, int], word: str) -> list[tuple[str, str]]:
    """`cos_N.priority_source.WORD` of each priority that has marks."""
    found: dict[int, list[int]] = defaultdict(list)
    for mark, priority in sorted(marks.items()):
        found[priority].append(mark)
    return [(f"cos_{p}.priority_source.{word}", _list(found[p])) for p in sorted(found)]


def _mapping(profile: QosMapping, default: str) -> list[tuple[str, Any]]:
    """`default`: the key of the default priority."""
    trust = _LAYERS[profile.trust] if profile.trust else None
    return [
        *_told(("packet_priority_source_set", trust), (default, profile.default_priority)),
        *_by_priority(profile.pcp, "8021p"),
        *_by_priority(profile.dscp, "dscp"),
    ]


def _remark(profile: Remark) -> list[tuple[str, Any]]:
    rewrite = _LAYERS[profile.rewrite] if profile.rewrite else None
    lines = _told(("packet_priority_remark_set", rewrite))
    for priority, marks in sorted(profile.priorities.items()):
        for word, mark in (("8021p", marks.pcp), ("dscp", marks.dscp)):
            if mark is not None:
                lines.append((f"cos_{priority}.priority_remark.{word}", _list([mark])))
    return lines


def _pause(profile: PauseProfile) -> list[tuple[str, Any]]:
    return _told(
        ("cos_list", _list(sorted(profile.priorities)) if profile.priorities else None),
        ("port_buffer_bytes", profile.buffer_bytes),
        ("xoff_size", profile.pause_level_bytes),
        ("xon_delta", profile.resume_delta_bytes),
        ("tx_enable", _flag(profile.tx)),
        ("rx_enable", _flag(profile.rx)),
        ("cable_length", profile.cable_m),
    )


def _scheduler(profile: Scheduler) -> list[tuple[str, Any]]:
    """Strict priority is 0; a class with a weight of 0 is one without a line."""
    return [
        (f"egr_queue_{number}.bw_percent", 0 if share.mode == "strict" else share.percent)
        for number, share in sorted(profile.classes.items())
        if share.mode == "strict" or share.percent
    ]


def _marking(queues: list[int], told: EcnClass) -> list[tuple[str, Any]]:
    return [
        ("egress_queue_list", _list(queues)),
        *_told(
            ("ecn_enable", _flag(told.ecn)),
            ("red_enable", _flag(told.red)),
            ("min_threshold_bytes", told.min_bytes),
            ("max_threshold_bytes", told.max_bytes),
            ("probability", told.probability_percent),
        ),
    ]


def _alike(classes: Mapping[int, EcnClass]) -> list[tuple[EcnClass, list[int]]]:
    """Classes that are marked alike, together."""
    found: dict[EcnClass, list[int]] = defaultdict(list)
    for number, told in sorted(classes.items()):
        found[told].append(number)
    return list(found.items())


def _features(config: Config, qos: Qos) -> Iterator[Feature]:
    for feature, binding, profiles, lines in (
        ("source", "mapping", qos.mappings, lambda p: _mapping(p, "port_default_priority")),
        ("remark", "remark", qos.remarks, _remark),
        ("pfc", "pfc", qos.pfc, _pause),
        ("link_pause", "link_pause", qos.link_pause, _pause),
        ("egress_sched", "scheduler", qos.schedulers, _scheduler),
    ):
        bound = _bound(config, binding)
        has_lines_of_its_own = feature in ("source", "remark", "egress_sched")
        yield Feature(
            feature,
            [
                Group(_checked(name), _ports(name, bound), lines(profile))
                for name, profile in _sorted(profiles)
                if not (has_lines_of_its_own and name == GLOBAL)
            ],
        )
    yield Feature("ecn_red", list(_ecn(config, qos)))
    watched = [port for port, item in config.interfaces.items() if item.qos and item.qos.watchdog]
    groups = [Group("pfc_wd_port_group", write_port_set(watched))] if watched else []
    yield Feature("pfc_watchdog", groups)


def _ecn(config: Config, qos: Qos) -> Iterator[Group]:
    """The first set of thresholds of all ports has lines of its own, everything else a group."""
    bound = _bound(config, "ecn")
    for name, profile in _sorted(qos.ecn):
        alike = _alike(profile.classes)
        for position, (told, queues) in enumerate(alike):
            if name == GLOBAL and position == 0:
                continue
            group = _checked(name) if position == 0 else f"{_checked(name)}_queue{queues[0]}"
            yield Group(group, _ports(name, bound), _marking(queues, told))
        if not alike and name != GLOBAL:
            yield Group(_checked(name), _ports(name, bound))


def _globals(qos: Qos) -> list[tuple[str, Any]]:
    """Lines of all ports that are in no group."""
    lines: list[tuple[str, Any]] = []
    if GLOBAL in qos.mappings:
        found = _mapping(qos.mappings[GLOBAL], "port_default_priority")
        lines += [(f"traffic.{key}", value) for key, value in found]
    if GLOBAL in qos.remarks:
        lines += [(f"traffic.{key}", value) for key, value in _remark(qos.remarks[GLOBAL])]
    if GLOBAL in qos.ecn:
        alike = _alike(qos.ecn[GLOBAL].classes)
        told, queues = alike[0] if alike else (EcnClass(), [])
        lines += [(f"default_ecn_red_conf.{k}", v) for k, v in _marking(queues, told)]
    if GLOBAL in qos.schedulers:
        shares = _scheduler(qos.schedulers[GLOBAL])
        lines += [(f"default_egress_sched.{key}", value) for key, value in shares]
    return lines


def _pool_number(name: str) -> int:
    number = name.removeprefix("service-pool-")
    found = _NUMBER_OF.get(name, int(number) if number.isdecimal() else None)
    if found is None:
        raise ValueError(f"traffic pool {name!r}: flat files have no pool of that name")
    return found


@dataclass(frozen=True, slots=True)
class _Pool:
    number: int
    told: TrafficPool
    group: str | None
    priorities: str
    infinite: str | None


def _pools(qos: Qos) -> list[_Pool]:
    found = []
    for name, pool in qos.pools.items():
        number = _pool_number(name)
        if name == LOSSLESS and pool.priorities:
            raise ValueError(f"traffic pool {name!r}: flat files give it no priorities")
        group = _GROUP_OF.get(number, f"service{number}") if name != LOSSLESS else None
        found.append(
            _Pool(
                number,
                pool,
                group if pool.priorities else None,
                _list(sorted(pool.priorities)),
                None if pool.egress_infinite is None else str(pool.egress_infinite).upper(),
            )
        )
    return sorted(found, key=lambda pool: pool.number)


def _flow_control(qos: Qos) -> int | None:
    if LOSSLESS in qos.pools:
        return _NUMBER_OF[LOSSLESS]
    return 0 if qos.shared_ingress_pool else None


def _lossless_egress(qos: Qos) -> list[tuple[str, Any]]:
    """What priorities that pause have beside the pool that holds them."""
    pool = qos.lossless_egress_pool
    return _told(
        ("egress_service_pool", None if pool is None else _pool_number(pool)),
        ("ingress_buffer.dynamic_quota", qos.lossless_quota),
        ("egress_buffer.dynamic_quota", qos.lossless_egress_quota),
    )


def _hashing(fields: Mapping[str, bool], names: Mapping[str, str]) -> list[tuple[str, str]]:
    return [(key, str(fields[n]).lower()) for key, n in names.items() if n in fields]


def render(config: Config) -> dict[str, str]:
    """Path on the device → text. ValueError where the flat files cannot say it."""
    files = {}
    qos = config.qos
    if qos is None and any(item.qos and item.qos.watchdog for item in config.interfaces.values()):
        qos = Qos()
    if qos is not None and qos.roce_enabled:
        raise ValueError("flat files know no RoCE mode: its values have to be written out")
    if qos is not None:
        features = [item for item in _features(config, qos) if item.groups]
        lines = _globals(qos)
        if features or lines:
            files[FEATURES_FILE] = render_template(
                "qos_files/qos_features.conf.j2", lines=lines, features=features
            )
        queues = qos.queues[GLOBAL].classes if GLOBAL in qos.queues else {}
        pools, flow = _pools(qos), _flow_control(qos)
        if queues or pools or flow is not None or _lossless_egress(qos):
            files[INFRA_FILE] = render_template(
                "qos_files/qos_infra.conf.j2",
                pools=pools,
                flow_control=flow,
                egress=_lossless_egress(qos),
                queues=sorted(queues.items()),
                priorities=_PRIORITIES,
            )
    told = config.forwarding
    if told is not None and (
        told.hash_fields
        or told.lag_hash_fields
        or (told.hash_seed, told.ecmp_resilient) != (None, None)
    ):
        files[TRAFFIC_FILE] = render_template(
            "qos_files/traffic.conf.j2",
            seed=told.hash_seed,
            resilient=told.ecmp_resilient,
            ecmp=_hashing(told.hash_fields, HASH),
            lag=_hashing(told.lag_hash_fields, LAG_HASH),
        )
    return files
