"""Models of hosts for property tests, and one host that has everything."""

from __future__ import annotations

from hypothesis import strategies as st

from twin.dialects.base import Context
from twin.model.config import Config
from twin.model.host import BootUnit, NicPort, RdmaDevice, pfc_mask
from twin.model.topology import NicSlot, Node

NODE = Node(
    "gpu001",
    role="host",
    os="linux",
    nics=tuple(
        NicSlot(f"eth{rail + 1}", rail=rail, rdma=f"mlx5_{rail}", pci=f"0000:{rail + 16:x}:00.0")
        for rail in range(4)
    ),
)
CONTEXT = Context("gpu001", NODE)

priorities = st.sets(st.integers(0, 7), max_size=8)
tos = st.none() | st.integers(0, 255)
word = st.integers(0, 2**32 - 1)


def _prefix(values: list[int]) -> dict[int, int]:
    """mlnx_qos sets buffers from the first one on."""
    return dict(enumerate(values))


def _whole(values: st.SearchStrategy[object]) -> st.SearchStrategy[dict[int, object]]:
    return st.just({}) | st.lists(values, min_size=8, max_size=8).map(lambda v: dict(enumerate(v)))


@st.composite
def nic_ports(draw: st.DrawFn) -> NicPort:
    """Everything that a script can set on a netdev, in a state that a script can reach."""
    mask = draw(st.none() | priorities.map(pfc_mask))
    cable_m = draw(st.none() | st.integers(0, 65535))
    cleared = mask is not None and cable_m is not None and draw(st.booleans())
    switched = st.dictionaries(st.integers(0, 7), st.booleans())
    return NicPort(
        trust=draw(st.sampled_from([None, "pcp", "dscp"])),
        pfc_mask=mask,
        pfc_cleared_by_cable_len=True if cleared else None,
        cable_m=cable_m,
        buffer_bytes=_prefix(draw(st.lists(st.integers(0, 500_000), max_size=8))),
        priority_buffer=_prefix(draw(st.lists(st.integers(0, 7), max_size=8))),
        dscp_priority=draw(st.dictionaries(st.integers(0, 63), st.integers(0, 7), max_size=4)),
        pause_rx=draw(st.none() | st.booleans()),
        pause_tx=draw(st.none() | st.booleans()),
        ecn_np=draw(switched),
        ecn_rp=draw(switched),
        cnp_dscp=draw(st.none() | st.integers(0, 63)),
        cnp_priority=draw(st.none() | st.integers(0, 7)),
        min_time_between_cnps_us=draw(st.none() | st.integers(0, 4095)),
        rate_parameters=draw(
            st.dictionaries(st.sampled_from(["rpg_ai_rate", "dce_tcp_g", "rpg_gd"]), word)
        ),
        default_priority=draw(st.none() | st.integers(0, 7)),
        dcbx=draw(st.sampled_from([None, "os", "fw"])),
        priority_tc=draw(_whole(st.integers(0, 7))),
        tc_algorithm=draw(_whole(st.sampled_from(["strict", "ets", "vendor"]))),
        tc_percent=draw(_whole(st.integers(0, 100))),
        tc_rate_gbps=draw(_whole(st.integers(0, 400))),
    )


@st.composite
def rdma_devices(draw: st.DrawFn) -> RdmaDevice:
    """Everything that a script can set on an RDMA device (not its firmware)."""
    names = ["roce_adp_retrans_en", "roce_tx_window_en", "adaptive_routing_forced_en"]
    return RdmaDevice(
        traffic_class=draw(tos),
        cma_tos=draw(tos),
        cma_roce_mode=draw(st.sampled_from([None, 1, 2])),
        accelerations=draw(st.dictionaries(st.sampled_from(names), st.integers(0, 1))),
        cc_slots=draw(st.dictionaries(st.integers(0, 15), st.booleans(), max_size=3)),
        cc_parameters=draw(st.dictionaries(st.integers(0, 21), word, max_size=3)),
        cc_process=draw(st.sampled_from([None, True])),
    )


def _told(record: object, empty: object) -> bool:
    return record != empty


@st.composite
def scripted(draw: st.DrawFn) -> Config:
    """The part of a host that its boot script and unit say."""
    nics = draw(st.dictionaries(st.sampled_from(["eth1", "eth2", "ens9f0"]), nic_ports()))
    rdma = draw(st.dictionaries(st.sampled_from(["mlx5_0", "mlx5_1", "mlx5_9"]), rdma_devices()))
    targets = ("multi-user.target",)
    unit = BootUnit(runs=("/usr/local/sbin/roce-setup.sh",), wanted_by=targets)
    return Config(
        nics={name: nic for name, nic in nics.items() if _told(nic, NicPort())},
        rdma={name: device for name, device in rdma.items() if _told(device, RdmaDevice())},
        boot_units=draw(st.sampled_from([{}, {"roce-setup.service": unit}])),
    )


FULL_NIC = NicPort(
    trust="dscp", pfc_mask="00010000", cable_m=5, buffer_bytes={0: 19872, 1: 220896},
    priority_buffer=dict.fromkeys(range(8), 0) | {3: 1}, dscp_priority={26: 3, 48: 6},
    pause_rx=False, pause_tx=False, ecn_np={3: True, 0: False}, ecn_rp={3: True},
    cnp_dscp=48, cnp_priority=6, min_time_between_cnps_us=4,
    rate_parameters={"rpg_ai_rate": 5}, default_priority=0, dcbx="os",
    priority_tc={index: index for index in range(8)}, tc_percent=dict.fromkeys(range(8), 0),
    tc_algorithm=dict.fromkeys(range(8), "strict"), tc_rate_gbps=dict.fromkeys(range(8), 0),
)  # fmt: skip
FULL_RDMA = RdmaDevice(
    traffic_class=106, cma_tos=106, cma_roce_mode=2,
    accelerations={"roce_adp_retrans_en": 1, "roce_slow_restart_en": 0},
    cc_slots={0: True, 15: False}, cc_parameters={0: 400, 1: 6553}, cc_process=True,
)  # fmt: skip
