"""Lossless behaviour of switches whose files know no RoCE mode (user guide, Quality of Service)."""

from __future__ import annotations

from twin.engine.lossless_profiles import complete_qos
from twin.model.qos import PauseProfile, Qos, TrafficPool

EVERY = tuple(range(8))
PFC = {"storage": PauseProfile(priorities=(3,))}


def pools(qos: Qos) -> dict[str, tuple[int, tuple[int, ...], bool]]:
    found = complete_qos("leaf01", qos).pools
    return {name: (p.percent, p.priorities, p.is_lossless) for name, p in found.items()}


def test_flow_control_takes_what_pauses_out_of_its_group() -> None:
    # Flow Control Buffers: the group `bulk` stays as installed, with all eight priorities.
    told = {"default-lossy": TrafficPool(50, EVERY), "default-lossless": TrafficPool(50)}
    assert pools(Qos(pfc=PFC, pools=told)) == {
        "default-lossy": (50, (0, 1, 2, 4, 5, 6, 7), False),
        "default-lossless": (50, (3,), True),
    }


def test_priorities_of_a_lossless_pool_that_names_them_stay_in_both() -> None:
    told = {"default-lossy": TrafficPool(50, EVERY), "roce-lossless": TrafficPool(50, (3,))}
    found = pools(Qos(pfc=PFC, pools=told))
    assert found["default-lossy"][1] == EVERY
    assert found["roce-lossless"][1] == (3,)


def test_one_ingress_pool_for_both() -> None:
    told = Qos(pfc=PFC, pools={"default-lossy": TrafficPool(100)}, shared_ingress_pool=True)
    switch = complete_qos("leaf01", told)
    assert switch.single_pool
    assert switch.pools["default-lossy"].priorities == EVERY
    assert not complete_qos("leaf01", Qos(pfc=PFC)).single_pool
    assert complete_qos("leaf01", Qos(roce_mode="lossless-single-ipool")).single_pool
