"""PFC of a port against NVIDIA's published buffer tables, and names of profiles."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.intents import clos, designed, rails, read
from twin.core.errors import NotBuildableError
from twin.design import design
from twin.design.lossless import LosslessPort, lossless_switch, pause_profile
from twin.intent.policies import Lossless, PfcOverride
from twin.model.platform import Platform
from twin.model.platforms import platform_named


# sonic-buildimage, device/mellanox/*/pg_profile_lookup.ini: (size, xoff) for speed and cable. There
# xoff is the size of the headroom: what must be left above the level at which pause starts.
@pytest.mark.parametrize(
    ("asic", "speed", "cable", "lanes", "size", "headroom"),
    [
        ("spectrum4", 200, 5, 2, 150_528, 131_072),
        ("spectrum4", 200, 40, 2, 177_152, 157_696),
        ("spectrum4", 800, 40, 8, 410_624, 362_496),
        ("spectrum3", 400, 40, 8, 124_928, 77_824),
        ("spectrum3", 200, 5, 4, 55_296, 35_840),
    ],
)
def test_published_rows(
    asic: str, speed: float, cable: float, lanes: int, size: int, headroom: int
) -> None:
    profile = pause_profile(asic, LosslessPort(speed, lanes, cable, 9216), 3)
    assert profile.buffer_bytes == size
    assert profile.pause_level_bytes is not None
    assert size - profile.pause_level_bytes == headroom
    assert profile.resume_delta_bytes is not None
    assert 0 < profile.resume_delta_bytes < profile.pause_level_bytes
    assert profile.priorities == (3,)
    assert (profile.tx, profile.rx, profile.cable_m) == (True, True, cable)


def test_a_buffer_is_whole_kilobytes_whatever_the_mtu() -> None:
    profile = pause_profile("spectrum3", LosslessPort(400, 8, 30.5, 9000), 4)
    assert profile.buffer_bytes is not None
    assert profile.buffer_bytes % 1024 == 0
    assert profile.cable_m == 31  # whole metres, never shorter than the cable
    assert profile.priorities == (4,)


def names(ports: list[LosslessPort]) -> list[str]:
    platform = platform_named("SN5600")
    assert platform is not None
    switch = lossless_switch(Lossless(), platform, {f"swp{n}": p for n, p in enumerate(ports, 1)})
    assert set(switch.qos.pfc) == {binding.pfc for binding in switch.ports.values()}
    return [str(binding.pfc) for binding in switch.ports.values()]


@pytest.mark.parametrize(
    ("ports", "expected"),
    [
        ([(400, 4, 3, 9000), (400, 4, 30, 9216)], ["lossless-3m", "lossless-30m"]),
        ([(400, 4, 3, 9000), (200, 2, 3, 9000)], ["lossless-3m-400g", "lossless-3m-200g"]),
        ([(400, 4, 3, 9000), (400, 8, 3, 9000)], ["lossless-3m-4lanes", "lossless-3m-8lanes"]),
        ([(400, 4, 3, 9000), (400, 4, 3, 9216)], ["lossless-3m-mtu9000", "lossless-3m-mtu9216"]),
        ([(400, 4, 0.5, 9000)], ["lossless-0_5m"]),
    ],
)
def test_names_say_what_differs(
    ports: list[tuple[float, int, float, int]], expected: list[str]
) -> None:
    assert names([LosslessPort(*port) for port in ports]) == expected


def test_an_override_has_a_profile_of_its_own() -> None:
    usual = LosslessPort(400, 4, 3, 9000)
    told = LosslessPort(400, 4, 3, 9000, PfcOverride(pause_level_bytes=9_999, tx=False))
    assert names([usual, told]) == ["lossless-3m", "lossless-swp2"]
    profile = pause_profile("spectrum4", told, 3)
    assert (profile.pause_level_bytes, profile.tx, profile.rx) == (9_999, False, True)


def test_the_class_as_the_intent_names_it() -> None:
    text = clos(
        4,
        more="  lossless: {priority: 4, dscp: 34, cnp: {priority: 5, dscp: 40}, watchdog: false,\n"
        "    ecn: {min: 1000, max: 2000, probability: 5}, pools: {lossless: 60, lossy: 40}}\n"
        "  nics: {model: ConnectX-7}\n",
    )
    fabric = designed(text)
    qos = fabric.configs["spine01"].qos
    assert qos is not None
    mapping = qos.mappings["default-global"]
    assert (mapping.trust, mapping.dscp, mapping.pcp) == ("both", {34: 4, 40: 5}, {4: 4, 5: 5})
    # roce keeps priorities 3 and 6 in classes of their own unless it is told otherwise.
    assert qos.queues["default-global"].classes == {4: 4, 5: 5, 3: 0, 6: 0}
    modes = {n: (c.mode, c.percent) for n, c in qos.schedulers["default-global"].classes.items()}
    assert modes == {
        0: ("dwrr", 50), 4: ("dwrr", 50), 5: ("strict", None), 3: ("strict", None),
    }  # fmt: skip
    ecn = qos.ecn["default-global"].classes[4]
    assert (ecn.min_bytes, ecn.max_bytes, ecn.probability_percent) == (1000, 2000, 5)
    assert (ecn.ecn, ecn.red) == (True, False)
    pools = {n: (p.memory_percent, p.priorities) for n, p in qos.pools.items()}
    assert pools == {
        "default-lossy": (40, (0, 1, 2, 3, 5, 6, 7)), "roce-lossless": (60, (4,)),
    }  # fmt: skip
    assert qos.watchdog is None
    host = fabric.configs["gpu001"]
    assert host.nics["eth1"].pfc_mask == "00001000"
    assert host.nics["eth1"].dscp_priority == {}  # 34 and 40 are in 4 and 5 by themselves
    assert host.nics["eth1"].cnp_dscp == 40
    assert host.rdma["mlx5_0"].traffic_class == 34 * 4 + 2
    assert host.library is not None
    assert host.library.nccl_ib_tc == 138


def test_equal_switches_share_their_records() -> None:
    configs = designed(rails(32, spines=2, more="  lossless: {}\n")).configs
    assert configs["leaf01"].qos is configs["leaf04"].qos
    ports = configs["leaf01"].interfaces
    assert ports["swp1s0"].qos is ports["swp32s1"].qos


def test_an_asic_without_published_buffers_has_no_lossless_port() -> None:
    def unheard_of(name: str) -> Platform | None:
        platform = platform_named(name)
        return None if platform is None else replace(platform, asic="spectrum9")

    with pytest.raises(NotBuildableError, match="cannot be lossless: asic spectrum9: no published"):
        design(read(clos(4, more="  lossless: {}\n")), platforms=unheard_of)
    assert design(read(clos(4)), platforms=unheard_of).configs["leaf01"].qos is None
