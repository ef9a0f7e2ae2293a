"""Commands of boot scripts and directives of their units for the page of supported syntax."""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.roce_script import tables, unit_tables
from twin.dialects.supported import Supported, claimed, inert, unread

SCRIPT, UNIT = "boot scripts", "systemd units"
# What the functions of this package follow; words below `echo … >` are files of the kernel.
_FOLLOWED = (
    "mlnx_qos -i … --trust|--pfc|--cable_len|--buffer_size|--prio2buffer|--dscp2prio|--prio_tc|…",
    "cma_roce_tos", "cma_roce_mode", "ethtool -A|-s", "mlxconfig set", "mlxreg ROCE_ACCL|PPCC",
    "doca_spcx_cc", "ip address|link|route|rule", "bridge link set … learning", "sysctl -w …",
    "echo … > /sys/class/{net,infiniband}/…",
    "for, if, case, functions, variables, arrays",
)  # fmt: skip


def supported() -> Iterator[Supported]:
    """Scripts, then units."""
    yield from claimed(SCRIPT, _FOLLOWED)
    yield from inert(SCRIPT, sorted(tables.INERT.items()))
    yield from unread(SCRIPT, sorted((f"{k}, other forms", v) for k, v in tables.FACETS.items()))
    yield from claimed(UNIT, ("Service.ExecStart", "Install.WantedBy"))
    for name, reasons in sorted(unit_tables.INERT.items()):
        if isinstance(reasons, dict):
            yield from inert(UNIT, sorted((f"{name}.{key}", why) for key, why in reasons.items()))
        else:
            yield from inert(UNIT, [(str(name), reasons)])
