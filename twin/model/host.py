"""The NIC side of a host: what its boot-time files set.

Names are those of the tools that set them (mlnx_qos, cma_roce_tos, mlxconfig, sysfs, DOCA PCC).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field

from twin.core.record import record


@record(frozen=True, slots=True)
class NicPort:
    """What is set on a netdev; keyed by netdev name in the device.

    trust: pcp | dscp. pfc_mask: one digit per priority, 0 first, `00010000` for priority 3; zeros
    are another thing than no mask at all. pfc_cleared_by_cable_len: a later cable length has undone
    it. cable_m 0 is what a careless script writes. `ecn_np`, `ecn_rp`: priority → whether a file
    switches the notification or reaction point on or off; the others are as the firmware has them.
    `rate_parameters` are the reaction point's `rpg_*` files, `tc_*` the egress classes (mlnx_qos
    --prio_tc, --tsa, --tcbw, --ratelimit).
    """

    trust: str | None = None
    pfc_mask: str | None = None
    pfc_cleared_by_cable_len: bool | None = None
    cable_m: int | None = None
    buffer_bytes: dict[int, int] = field(default_factory=dict)
    priority_buffer: dict[int, int] = field(default_factory=dict)
    dscp_priority: dict[int, int] = field(default_factory=dict)
    pause_rx: bool | None = None
    pause_tx: bool | None = None
    ecn_np: dict[int, bool] = field(default_factory=dict)
    ecn_rp: dict[int, bool] = field(default_factory=dict)
    cnp_dscp: int | None = None
    cnp_priority: int | None = None
    min_time_between_cnps_us: int | None = None
    rate_parameters: dict[str, int] = field(default_factory=dict)
    default_priority: int | None = None
    dcbx: str | None = None  # os | fw: who answers the switch's DCBX
    priority_tc: dict[int, int] = field(default_factory=dict)
    tc_algorithm: dict[int, str] = field(default_factory=dict)
    tc_percent: dict[int, int] = field(default_factory=dict)
    tc_rate_gbps: dict[int, int] = field(default_factory=dict)


def pfc_mask(priorities: Iterable[int]) -> str:
    """The mask that pauses these priorities: `00010000` for 3."""
    paused = set(priorities)
    return "".join(str(int(priority in paused)) for priority in range(8))


def paused_by(mask: str) -> frozenset[int]:
    """The priorities that a mask pauses."""
    return frozenset(priority for priority, digit in enumerate(mask) if digit == "1")


@record(frozen=True, slots=True)
class RdmaDevice:
    """What is set on an RDMA device (mlx5_0); keyed by its name.

    `traffic_class` is the forced ToS byte (106 = DSCP 26 + ECT(0)), `cma_tos` that of the
    connection manager. `nv` holds mlxconfig values as written, names upper-case. `accelerations`
    are fields of the register ROCE_ACCL by their own names (roce_adp_retrans_en, roce_tx_window_en,
    roce_slow_restart_en, roce_slow_restart_idle_en, adaptive_routing_forced_en). `cc_slots` are the
    algorithm slots of DOCA PCC (0 Spectrum-X, 15 DCQCN), `cc_parameters` those of slot 0 by index;
    `cc_process`: doca_spcx_cc is started.
    """

    traffic_class: int | None = None
    cma_tos: int | None = None
    cma_roce_mode: int | None = None  # 1 | 2: RoCE v1 or v2 of the connection manager
    nv: dict[str, str] = field(default_factory=dict)
    accelerations: dict[str, int] = field(default_factory=dict)
    cc_slots: dict[int, bool] = field(default_factory=dict)
    cc_parameters: dict[int, int] = field(default_factory=dict)
    cc_process: bool | None = None


@record(frozen=True, slots=True)
class RoceLibraries:
    """Traffic classes that the libraries above ask for; unset means class 0, the lossy one."""

    nccl_ib_tc: int | None = None
    nccl_ib_sl: int | None = None
    nccl_ib_gid_index: int | None = None
    ucx_traffic_class: int | None = None
    spectrum_x_enabled: bool | None = None
    spectrum_x_version: str | None = None
    spectrum_x_overlay: str | None = None
    multiplane_mode: str | None = None
    planes: int | None = None


@record(frozen=True, slots=True)
class BootUnit:
    """A systemd unit that sets NICs at boot; keyed by its file name.

    runs: the scripts that it starts, by their path on the host. wanted_by: the targets that start
    it; a unit that nothing wants does not run.
    """

    runs: tuple[str, ...] = ()
    wanted_by: tuple[str, ...] = ()


# What a host's boot looks like when nothing else is said: one unit that runs one script.
ROCE_SCRIPT = "/usr/local/sbin/roce-setup.sh"
ROCE_UNIT = "roce-setup.service"
ROCE_BOOT = {ROCE_UNIT: BootUnit(runs=(ROCE_SCRIPT,), wanted_by=("multi-user.target",))}
