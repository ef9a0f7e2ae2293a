"""Files of the kernel that boot scripts write with `echo`.

Paths: Linux mlx5 and MLNX_OFED (`/sys/class/net/IF/ecn`, `/sys/class/infiniband/DEV/tc`), and the
configfs of rdma_cm, which is what `cma_roce_tos` writes.
"""

from __future__ import annotations

import re

from twin.core.facts import Path
from twin.dialects.netplan.values import MTU_LEAST, MTU_MOST
from twin.dialects.roce_script.calls import Arg, Call, NotUnderstoodError

_NET = r"/sys/class/net/(?P<netdev>[\w.-]+)/"
_RDMA_DEVICE = r"(?P<rdma>[\w.-]+)"
_ENABLE = re.compile(_NET + r"ecn/roce_(?P<point>np|rp)/enable/(?P<priority>[0-7])\Z")
_RATE = re.compile(_NET + r"ecn/roce_rp/(?P<name>\w+)\Z")
# Files of RDMA devices and of congestion control: no MTU and no address.
_RDMA_FILE = re.compile(r"/sys/class/infiniband/|/sys/kernel/config/rdma_cm/|" + _NET + "ecn/")
_ANYTHING = ("nic", "mtu", "address", "port", "routing")
TOS_MOST, DSCP_MOST, PRIORITY_MOST, WORD_MOST = 255, 63, 7, 0xFFFFFFFF

# File → (where in the model, field, least and largest value).
_NUMBERS: tuple[tuple[re.Pattern[str], str, str, int, int], ...] = (
    (re.compile(_NET + r"mtu\Z"), "interfaces", "mtu", MTU_LEAST, MTU_MOST),
    (re.compile(_NET + r"ecn/roce_np/cnp_dscp\Z"), "nics", "cnp_dscp", 0, DSCP_MOST),
    (
        re.compile(_NET + r"ecn/roce_np/cnp_802p_prio\Z"),
        "nics", "cnp_priority", 0, PRIORITY_MOST,
    ),
    (
        re.compile(_NET + r"ecn/roce_np/min_time_between_cnps\Z"),
        "nics", "min_time_between_cnps_us", 0, 4095,
    ),
    (
        re.compile(rf"/sys/class/infiniband/{_RDMA_DEVICE}/tc/1/traffic_class\Z"),
        "rdma", "traffic_class", 0, TOS_MOST,
    ),
    (
        re.compile(rf"/sys/kernel/config/rdma_cm/{_RDMA_DEVICE}/ports/1/default_roce_tos\Z"),
        "rdma", "cma_tos", 0, TOS_MOST,
    ),
)  # fmt: skip
# Reaction point parameters (NVIDIA's DCQCN parameter page), as their files are named.
RATE_PARAMETERS = frozenset({
    "clamp_tgt_rate", "clamp_tgt_rate_after_time_inc", "dce_tcp_g", "dce_tcp_rtt",
    "initial_alpha_value", "rate_reduce_monitor_period", "rate_to_set_on_first_cnp",
    "rpg_ai_rate", "rpg_byte_reset", "rpg_gd", "rpg_hai_rate", "rpg_max_rate", "rpg_min_dec_fac",
    "rpg_min_rate", "rpg_threshold", "rpg_time_reset",
})  # fmt: skip


# Files that leave classes, buffers, MTU and addresses alone, with the reason.
INERT: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(_NET + r"queues/"), "which processor takes or sends the kernel's packets"),
    (re.compile(_NET + r"tx_queue_len\Z"), "the length of the kernel's own queue"),
    (re.compile(_NET + r"gro_flush_timeout\Z"), "how long the kernel joins packets"),
    (re.compile(_NET + r"napi_defer_hard_irqs\Z"), "how soon the host is told"),
    (
        re.compile(_NET + r"device/sriov_(?:numvfs|drivers_autoprobe)\Z"),
        "virtual functions, which are no ports of the fabric",
    ),
    (
        re.compile(r"/proc/sys/net/ipv4/conf/[\w.-]+/arp_\w+\Z"),
        "which interface answers for an address; each rail has its own subnet",
    ),
    (re.compile(r"/proc/irq/"), "which processor takes an interrupt"),
    (re.compile(r"/sys/devices/system/cpu/"), "processors of the host"),
    (re.compile(r"/proc/sys/(?:vm|kernel|fs)/"), "the host's own affairs"),
    (re.compile(r"/sys/kernel/mm/"), "memory of the host"),
)


def read_echo(call: Call) -> None:
    """`echo VALUE > FILE`, or through `tee FILE`; one file of the kernel per call."""
    targets = [word for word in call.writes if word.text.startswith(("/sys/", "/proc/"))]
    values = [word for word in call.args if word.text not in ("-n", "-e")]
    if len(targets) != 1 or len(values) != 1:
        raise NotUnderstoodError(("nic",))
    write(call, targets[0].text, values[0])


def write(call: Call, file: str, value: Arg) -> None:
    """A value goes into a file of the kernel."""
    for pattern, kind, field, least, most in _NUMBERS:
        match = pattern.match(file)
        if match is not None:
            call.put_number((kind, match[1], field), value, least, most)
            return
    match = _ENABLE.match(file)
    if match is not None:
        _enable(call, ("nics", match["netdev"]), match["point"], int(match["priority"]), value)
        return
    match = _RATE.match(file)
    if match is not None and match["name"] in RATE_PARAMETERS:
        path: Path = ("nics", match["netdev"], "rate_parameters", match["name"])
        call.put_number(path, value, 0, WORD_MOST)
        return
    if not any(pattern.match(file) for pattern, _ in INERT):
        raise NotUnderstoodError(_facets(file))
    call.claims.inert()


def _facets(file: str) -> tuple[str, ...]:
    """What an unknown file of the kernel may touch."""
    if _RDMA_FILE.match(file):
        return ("nic",)
    return ("nic", "mtu", "port") if file.startswith("/sys/class/net/") else _ANYTHING


def _enable(call: Call, base: Path, point: str, priority: int, value: Arg) -> None:
    """Switch a point on or off for one priority."""
    path: Path = (*base, f"ecn_{point}", priority)
    if value.text in ("0", "1"):
        call.put(path, value.text == "1", value)
    else:
        call.refuse(path, value, "0 or 1")
