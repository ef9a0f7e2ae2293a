"""The boot script: one command per fact, NIC by NIC, in the order that the tools demand.

Trust first; cable length before PFC, because `mlnx_qos --cable_len` writes a mask of zeros; then
traffic class, congestion control points, CNPs, and link pause off (reference order for RoCE hosts).
"""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.roce_script.firmware import DISABLE_SLOT, ENABLE_SLOT, SET_PARAMETER
from twin.model.config import Config
from twin.model.host import NicPort, RdmaDevice
from twin.model.topology import Node

_PRIORITIES = 8
_SPECTRUM_X_TOOL = "/opt/mellanox/doca/tools/doca_spcx_cc"  # where DOCA installs it


def _full(values: dict[int, int], missing: int = 0) -> str:
    """Items 0 … as a list; what is not said below the last one said is `missing`."""
    return ",".join(str(values.get(index, missing)) for index in range(max(values) + 1))


def _classes(netdev: str, nic: NicPort) -> Iterator[str]:
    """Everything that mlnx_qos sets."""
    call = f"mlnx_qos -i {netdev}"
    if nic.dcbx is not None:
        yield f"{call} --dcbx {nic.dcbx}"
    if nic.trust is not None:
        yield f"{call} --trust {nic.trust}"
    if nic.cable_m is not None and not nic.pfc_cleared_by_cable_len:
        yield f"{call} --cable_len {nic.cable_m}"
    if nic.pfc_mask is not None:
        yield f"{call} --pfc {','.join(nic.pfc_mask)}"
    if nic.cable_m is not None and nic.pfc_cleared_by_cable_len:
        yield f"{call} --cable_len {nic.cable_m}"
    if nic.buffer_bytes:
        yield f"{call} --buffer_size {_full(nic.buffer_bytes)}"
    if nic.priority_buffer:
        yield f"{call} --prio2buffer {_full(nic.priority_buffer)}"
    for dscp, priority in nic.dscp_priority.items():
        yield f"{call} --dscp2prio set,{dscp},{priority}"
    if nic.default_priority is not None:
        yield f"{call} --defltprio set,{nic.default_priority}"
    for option, values in (
        ("prio_tc", nic.priority_tc), ("tsa", nic.tc_algorithm), ("tcbw", nic.tc_percent),
        ("ratelimit", nic.tc_rate_gbps),
    ):  # fmt: skip
        if values:
            yield f"{call} --{option} " + ",".join(str(values[i]) for i in range(_PRIORITIES))


def _traffic_class(device: str, rdma: RdmaDevice) -> Iterator[str]:
    if rdma.traffic_class is not None:
        yield f"echo {rdma.traffic_class} > /sys/class/infiniband/{device}/tc/1/traffic_class"
    if rdma.cma_roce_mode is not None:
        yield f"cma_roce_mode -d {device} -p 1 -m {rdma.cma_roce_mode}"
    if rdma.cma_tos is not None:
        yield f"cma_roce_tos -d {device} -t {rdma.cma_tos}"


def _congestion_points(netdev: str, nic: NicPort) -> Iterator[str]:
    ecn = f"/sys/class/net/{netdev}/ecn"
    for point, switched in (("np", nic.ecn_np), ("rp", nic.ecn_rp)):
        for priority, is_on in switched.items():
            yield f"echo {int(is_on)} > {ecn}/roce_{point}/enable/{priority}"
    for name, number in (
        ("cnp_dscp", nic.cnp_dscp), ("cnp_802p_prio", nic.cnp_priority),
        ("min_time_between_cnps", nic.min_time_between_cnps_us),
    ):  # fmt: skip
        if number is not None:
            yield f"echo {number} > {ecn}/roce_np/{name}"
    for name, number in nic.rate_parameters.items():
        yield f"echo {number} > {ecn}/roce_rp/{name}"
    for direction, pauses in (("rx", nic.pause_rx), ("tx", nic.pause_tx)):
        if pauses is not None:
            # It fails where nothing is to change, and `set -e` would end the script there.
            yield f"ethtool -A {netdev} {direction} {'on' if pauses else 'off'} || true"


def _registers(device: str, rdma: RdmaDevice) -> Iterator[str]:
    call = f"mlxreg -d {device} --yes --reg_name"
    for name, value in rdma.accelerations.items():
        yield f"{call} ROCE_ACCL --set {name}={value:#x}"
    port = "local_port=1,pnat=0,lp_msb=0"
    for slot, enabled in rdma.cc_slots.items():
        command = ENABLE_SLOT if enabled else DISABLE_SLOT
        indexes = f"{port},algo_slot={slot},algo_param_index=0"
        yield f'{call} PPCC --set cmd_type={command} --indexes "{indexes}"'
    for index, value in rdma.cc_parameters.items():
        indexes = f"{port},algo_slot=0,algo_param_index={index}"
        yield f'{call} PPCC --set cmd_type={SET_PARAMETER},value={value} --indexes "{indexes}"'
    if rdma.cc_process:
        yield f"{_SPECTRUM_X_TOOL} -d {device} &"


def sections(config: Config, node: Node | None) -> list[tuple[str, list[str]]]:
    """(heading, commands) for every NIC; netdev and RDMA device as the node ties them."""
    slots = {slot.netdev: slot for slot in node.nics} if node else {}
    tied = {slot.rdma for slot in slots.values() if slot.rdma}
    netdevs = [*slots, *(name for name in config.nics if name not in slots)]
    found = []
    for netdev in netdevs:
        slot = slots.get(netdev)
        nic = config.nics.get(netdev, NicPort())
        device = slot.rdma if slot else None
        rdma = config.rdma.get(device or "", RdmaDevice())
        heading = f"{netdev} ({device})" if device else netdev
        lines = [
            *_classes(netdev, nic),
            *_traffic_class(device or "", rdma),
            *_congestion_points(netdev, nic),
            *_registers(device or "", rdma),
        ]
        found.append((heading, lines))
    for device, rdma in config.rdma.items():
        if device not in tied:
            found.append((device, [*_traffic_class(device, rdma), *_registers(device, rdma)]))
    return [(heading, lines) for heading, lines in found if lines]
