"""Models that the flat QoS files can hold."""

from __future__ import annotations

from hypothesis import strategies as st

from twin.model.config import Config, Forwarding
from twin.model.interface import Interface
from twin.model.qos import (
    EcnClass,
    EcnProfile,
    PauseProfile,
    PortQos,
    Qos,
    QosMapping,
    QueueMapping,
    Remark,
    RemarkClass,
    Scheduler,
    SchedulerClass,
    TrafficPool,
)

GLOBAL = "default-global"
NAMES = ("a", "lossless-3m", "X_2")
PORTS = ("swp1", "swp2", "swp3", "swp10", "swp7s0", "swp7s1", "bond1")

flags = st.none() | st.booleans()
priority = st.integers(0, 7)
size = st.none() | st.integers(0, 2**32 - 1)
layers = ("pcp", "dscp", "both")

mapping = st.builds(
    QosMapping,
    trust=st.sampled_from([None, *layers, "port"]),
    dscp=st.dictionaries(st.integers(0, 63), priority, max_size=4),
    pcp=st.dictionaries(priority, priority, max_size=3),
    default_priority=st.none() | priority,
)
marks = st.builds(
    RemarkClass, pcp=st.none() | priority, dscp=st.none() | st.integers(0, 63)
).filter(lambda found: found != RemarkClass())
remark = st.builds(
    Remark,
    rewrite=st.sampled_from([None, *layers]),
    priorities=st.dictionaries(priority, marks, max_size=3),
)
ordered = st.sets(priority, max_size=3).map(lambda found: tuple(sorted(found)))


def pause(priorities: st.SearchStrategy[tuple[int, ...]]) -> st.SearchStrategy[PauseProfile]:
    return st.builds(
        PauseProfile,
        priorities=priorities,
        tx=flags,
        rx=flags,
        cable_m=st.none() | st.integers(1, 100_000),
        buffer_bytes=size,
        pause_level_bytes=size,
        resume_delta_bytes=size,
    )


ecn_class = st.builds(
    EcnClass,
    ecn=flags,
    red=flags,
    min_bytes=size,
    max_bytes=size,
    probability_percent=st.none() | st.integers(0, 100),
)
ecn = st.builds(EcnProfile, st.dictionaries(priority, ecn_class, max_size=3))
share = st.just(SchedulerClass("strict")) | st.builds(
    SchedulerClass, st.just("dwrr"), st.integers(1, 100)
)
scheduler = st.builds(Scheduler, st.dictionaries(priority, share, max_size=4))
percent = st.none() | st.integers(0, 100)
quota = st.sampled_from([None, "ALPHA_1", "ALPHA_1_128", "ALPHA_INFINITY"])


def pools_with(priorities: st.SearchStrategy[tuple[int, ...]]) -> st.SearchStrategy[TrafficPool]:
    return st.builds(
        TrafficPool,
        memory_percent=percent,
        priorities=priorities,
        egress_percent=percent,
        egress_infinite=flags,
        port_quota=quota,
        egress_port_quota=quota,
    )


pool = pools_with(ordered).filter(lambda found: found != TrafficPool())
lossless_pool = pools_with(st.just(()))


def shelf(
    profile: st.SearchStrategy[object], empty: object
) -> st.SearchStrategy[dict[str, object]]:
    """Profiles by name; of all ports there is none without a word."""
    names = st.sampled_from([GLOBAL, *NAMES])
    return st.dictionaries(names, profile, max_size=2).map(
        lambda found: {k: v for k, v in found.items() if (k, v) != (GLOBAL, empty)}
    )


@st.composite
def configs(draw: st.DrawFn) -> Config:
    pools: dict[str, TrafficPool] = draw(
        st.dictionaries(st.sampled_from(["default-lossy", "mc-lossy", "service-pool-5"]), pool)
    )
    if draw(st.booleans()):
        pools["default-lossless"] = draw(lossless_pool)
    shared = "default-lossless" not in pools and draw(st.booleans())
    qos = Qos(
        mappings=draw(shelf(mapping, QosMapping())),  # type: ignore[arg-type]
        remarks=draw(shelf(remark, Remark())),  # type: ignore[arg-type]
        pfc=draw(st.dictionaries(st.sampled_from([GLOBAL, *NAMES]), pause(ordered), max_size=2)),
        link_pause=draw(
            st.dictionaries(st.sampled_from([GLOBAL, *NAMES]), pause(st.just(())), max_size=2)
        ),
        ecn=draw(st.dictionaries(st.sampled_from([GLOBAL, *NAMES]), ecn, max_size=2)),
        queues=draw(
            st.just({})
            | st.dictionaries(priority, priority, min_size=1).map(
                lambda classes: {GLOBAL: QueueMapping(classes)}
            )
        ),
        schedulers=draw(shelf(scheduler, Scheduler())),  # type: ignore[arg-type]
        pools=pools,
        shared_ingress_pool=True if shared else None,
        lossless_egress_pool=draw(st.sampled_from([None, *pools])),
        lossless_quota=draw(quota),
        lossless_egress_quota=draw(quota),
    )
    interfaces = {name: Interface(qos=draw(bindings(qos))) for name in draw(st.sets(ports))}
    # Groups of one profile are told together by the ports that have both.
    bound = {item.qos.ecn for item in interfaces.values() if item.qos}
    for name, profile in list(qos.ecn.items()):
        if name != GLOBAL and name not in bound and len(set(profile.classes.values())) > 1:
            interfaces[f"swp{100 + len(interfaces)}"] = Interface(qos=PortQos(ecn=name))
    told = {name: item for name, item in interfaces.items() if item != Interface(qos=PortQos())}
    return Config(
        interfaces=told,
        qos=qos if qos != Qos() else None,
        forwarding=draw(st.none() | forwarding),
    )


ports = st.sampled_from(PORTS)
fields = ("ip-protocol", "source-ip", "inner-source-port", "gtp-teid")
lag_fields = ("source-mac", "vlan", "destination-port")
forwarding = st.builds(
    Forwarding,
    hash_seed=st.none() | st.integers(0, 2**32 - 1),
    ecmp_resilient=flags,
    hash_fields=st.dictionaries(st.sampled_from(fields), st.booleans()),
    lag_hash_fields=st.dictionaries(st.sampled_from(lag_fields), st.booleans()),
).filter(lambda found: found != Forwarding())


@st.composite
def bindings(draw: st.DrawFn, qos: Qos) -> PortQos:
    def one(profiles: dict[str, object]) -> str | None:
        return draw(st.sampled_from([None, *(name for name in profiles if name != GLOBAL)]))

    return PortQos(
        mapping=one(qos.mappings),  # type: ignore[arg-type]
        remark=one(qos.remarks),  # type: ignore[arg-type]
        pfc=one(qos.pfc),  # type: ignore[arg-type]
        link_pause=one(qos.link_pause),  # type: ignore[arg-type]
        ecn=one(qos.ecn),  # type: ignore[arg-type]
        scheduler=one(qos.schedulers),  # type: ignore[arg-type]
        watchdog=draw(st.sampled_from([None, True])),
    )
