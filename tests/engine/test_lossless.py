"""The effective lossless behaviour of ports."""

from __future__ import annotations

import pytest

from tests.engine.lossless_fabric import facts
from twin.core.facts import ref
from twin.engine.lossless_port import PortLossless
from twin.engine.lossless_profiles import complete_qos, roce_mode
from twin.model.qos import (
    EcnClass,
    EcnProfile,
    PauseProfile,
    Qos,
    QosMapping,
    QueueMapping,
    TrafficPool,
)


def _port(*edits: tuple[object, ...], device: str = "leaf01", port: str = "swp1") -> PortLossless:
    found = facts(*edits).lossless.port(device, port)
    assert found is not None
    return found


# Cumulus Linux user guide, RoCE page, "RoCE SP->TC mapping" and "DSCP->SP" tables.
@pytest.mark.parametrize(
    ("qos", "mode"),
    [
        (Qos(), "off"),
        (Qos(roce_enabled=True), "lossless"),
        (Qos(roce_mode="lossless"), "lossless"),  # RoCE page: a mode switches it on
        (Qos(roce_enabled=False, roce_mode="lossless"), "off"),
        (Qos(roce_enabled=True, roce_mode="lossy"), "lossy"),
    ],
)
def test_roce_mode(qos: Qos, mode: str) -> None:
    assert roce_mode(qos) == mode


def test_roce_lossless_implies_what_the_user_guide_lists() -> None:
    switch = complete_qos("leaf01", Qos(roce_enabled=True))
    assert switch.priority_to_class == (0, 0, 0, 3, 0, 0, 6, 0)
    assert switch.classification("default-global").trust == "both"
    assert switch.classification("default-global").dscp[26] == 3
    assert switch.classification("default-global").dscp[48] == 6
    pause = switch.pause("default-global")
    assert (pause.priorities, pause.tx, pause.rx, pause.cable_m) == ({3}, True, True, 100)
    assert pause.cable_origin == "default of qos roce mode lossless"
    marking = switch.marking("default-global")
    assert sorted(marking) == [0, 3]
    assert (marking[3].min_bytes, marking[3].max_bytes) == (150_000, 1_500_000)
    assert switch.schedule("default-global") == {
        0: ("dwrr", 50), 3: ("dwrr", 50), 6: ("strict", 0),
    }  # fmt: skip
    assert {n: p.priorities for n, p in switch.pools.items()} == {
        "default-lossy": (0, 1, 2, 4, 5, 6, 7), "roce-lossless": (3,),
    }  # fmt: skip


def test_without_roce_the_defaults_are_those_of_qos_features_conf() -> None:
    switch = complete_qos("leaf01", None)
    assert switch.priority_to_class == tuple(range(8))
    assert switch.classification("default-global").trust == "pcp"
    assert switch.pause("default-global").priorities == frozenset()
    assert list(switch.marking("default-global")) == [0]
    assert sum(share for _, share in switch.schedule("default-global").values()) == 100
    assert switch.pools["default-lossy"].percent == 100


def test_multi_tc_and_single_pool() -> None:
    multi = complete_qos("leaf01", Qos(roce_mode="lossy-multi-tc"))
    dscp = multi.classification("default-global").dscp
    assert (dscp[0], dscp[1], dscp[4], dscp[6], dscp[11], dscp[40], dscp[50], dscp[63]) == (
        0, 1, 2, 3, 4, 4, 5, 0,
    )  # fmt: skip
    assert multi.pause("default-global").priorities == frozenset()
    single = complete_qos("leaf01", Qos(roce_mode="lossless-single-ipool"))
    assert single.pools["default-lossy"].priorities == tuple(range(8))


def test_a_mode_nobody_published_is_unknown() -> None:
    assert "dci-1" in (complete_qos("leaf01", Qos(roce_mode="dci-1")).unknown or "")


def test_declared_values_amend_those_of_roce() -> None:
    qos = Qos(
        roce_enabled=True,
        mappings={"default-global": QosMapping(dscp={26: 4})},
        queues={"default-global": QueueMapping({4: 3})},
        ecn={"default-global": EcnProfile({3: EcnClass(min_bytes=1)})},
        pools={"default-lossy": TrafficPool(40), "roce-lossless": TrafficPool(60)},
    )
    switch = complete_qos("leaf01", qos)
    assert switch.classification("default-global").dscp[26] == 4
    assert switch.priority_to_class == (0, 0, 0, 3, 3, 0, 6, 0)
    assert switch.marking("default-global")[3].min_bytes == 1
    assert switch.marking("default-global")[3].max_bytes == 1_500_000
    assert {n: p.percent for n, p in switch.pools.items()} == {
        "default-lossy": 40, "roce-lossless": 60,
    }  # fmt: skip


def test_a_declared_ecn_profile_replaces_class_0_without_roce() -> None:
    # user guide: after `traffic-class 4,5,7 red enable` the profile shows 4, 5 and 7 alone, ECN on
    qos = Qos(ecn={"default-global": EcnProfile({n: EcnClass(red=True) for n in (4, 5, 7)})})
    marking = complete_qos("leaf01", qos).marking("default-global")
    assert sorted(marking) == [4, 5, 7]
    assert marking[4].ecn
    assert marking[4].red


def test_a_profile_of_its_own_expects_ten_metres_and_derives_its_buffer() -> None:
    qos = Qos(roce_enabled=True, pfc={"p": PauseProfile(priorities=(3,))})
    pause = complete_qos("leaf01", qos).pause("p")
    assert (pause.cable_m, pause.tx, pause.rx, pause.headroom_bytes) == (10, True, True, None)


def test_the_template_of_the_vendor_has_288000_bytes_of_headroom() -> None:
    told = PauseProfile((3,), True, True, 40, 363_000, 75_000, 75_000)
    assert complete_qos("leaf01", Qos(pfc={"p": told})).pause("p").headroom_bytes == 288_000


def test_pools_named_by_hand_for_pfc_without_roce() -> None:
    qos = Qos(
        pfc={"default-global": PauseProfile(priorities=(3,))},
        pools={"default-lossless": TrafficPool(50), "default-lossy": TrafficPool(50)},
    )
    pools = complete_qos("leaf01", qos).pools
    assert pools["default-lossless"].priorities == (3,)
    assert 3 not in pools["default-lossy"].priorities


def test_roce_moved_to_another_priority_as_the_user_guide_does_it() -> None:
    # RoCE page, "Change RoCE Configuration": PFC, queue and DSCP are set, the pools are not
    qos = Qos(
        roce_enabled=True,
        pfc={"default-global": PauseProfile(priorities=(2,))},
        queues={"default-global": QueueMapping({2: 3, 3: 0})},
        mappings={"default-global": QosMapping("both", {26: 2})},
    )
    switch = complete_qos("leaf01", qos)
    assert switch.pools["roce-lossless"].priorities == (2,)
    assert switch.pools["default-lossy"].priorities == (0, 1, 3, 4, 5, 6, 7)
    assert switch.priority_to_class == (0, 0, 3, 0, 0, 0, 6, 0)


def test_an_interface_profile_wins_over_the_global_one() -> None:
    own = _port()
    assert (own.pause.profile, own.cable_m, own.classification.profile) == (
        "lossless-3m", 3, "default-global",
    )  # fmt: skip
    bare = _port(("leaf01", "interfaces", "swp1", "qos", None))
    assert (bare.pause.profile, bare.cable_m) == ("default-global", 100)
    assert bare.pfc_priorities == {3}
    assert bare.headroom_bytes is None


def test_a_profile_nobody_defined_pauses_nothing_and_the_binding_decides() -> None:
    port = _port(("leaf01", "interfaces", "swp1", "qos", "pfc", "lossles-3m"))
    assert not port.is_lossless
    assert port.ref("pfc_priorities") == ref("leaf01", "interfaces", "swp1", "qos", "pfc")


def test_required_headroom_follows_the_planned_cable_not_the_configured_one() -> None:
    port = _port(port="swp31")
    assert (port.speed_gbps, port.lanes, port.planned_cable_m) == (200, 4, 30)
    assert port.required is not None
    assert port.headroom_bytes == port.required.xoff_bytes
    longer = facts(cables={"leaf01:swp31--spine01:swp1": {"cable_m": 300}})
    far = longer.lossless.port("leaf01", "swp31")
    assert far is not None
    assert far.required is not None
    assert far.required.xoff_bytes == 203_776  # published for 200G and 300 m on the SN3700


@pytest.mark.parametrize(
    ("cables", "edits", "reason"),
    [
        ({"gpu01:eth1--leaf01:swp1": {"cable_m": None}}, (), "no cable length"),
        (
            {"gpu01:eth1--leaf01:swp1": {"speed_gbps": None}},
            (("leaf01", "interfaces", "swp1", "speed_gbps", None),),
            None,  # both ends can do 200G
        ),
    ],
)
def test_what_is_missing_for_the_requirement_is_said(
    cables: dict[str, dict[str, object]], edits: tuple[tuple[object, ...], ...], reason: str | None
) -> None:
    port = facts(*edits, cables=cables).lossless.port("leaf01", "swp1")
    assert port is not None
    assert reason is None or reason in (port.required_unknown or "")
    assert (port.required is None) == (reason is not None)


def test_refs_name_the_profile_then_the_binding_then_the_mode() -> None:
    place, bound = ref("leaf01", "qos", "pfc", "lossless-3m", "rx"), ("interfaces", "swp1", "qos")
    mode = (ref("leaf01", "qos", "roce_mode"), ref("leaf01", "qos", "roce_enabled"))
    silent = _port(("leaf01", "qos", "pfc", "lossless-3m", "rx", None))
    assert silent.refs("pfc_rx") == (place, ref("leaf01", *bound, "pfc"), *mode)
    # a value that is written down holds in every mode
    assert _port().refs("pfc_rx") == (place, ref("leaf01", *bound, "pfc"))


def test_ports_are_the_cabled_ones_and_share_their_profiles() -> None:
    lossless = facts().lossless
    assert [str(port) for port in lossless.ports] == [
        "leaf01:swp1", "leaf01:swp31", "leaf02:swp1", "leaf02:swp31", "spine01:swp1",
        "spine01:swp2",
    ]  # fmt: skip
    one, two = lossless.ports[4:]
    assert one.pause is two.pause
    assert lossless.port("gpu01", "eth1") is None


def test_a_management_port_knows_no_qos() -> None:
    assert facts().lossless.port("leaf01", "eth0") is None
