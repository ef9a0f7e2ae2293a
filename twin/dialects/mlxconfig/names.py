"""Parameters of `mlxconfig` that this product knows, and how their values are written.

Names and spellings are those of `mlxconfig query` on ConnectX-4 Lx to BlueField-3 (public dumps),
of NVIDIA's DCQCN parameter page and of the profiles in Mellanox/nic-configuration-operator
(`bindata/spectrum-x`).
"""

from __future__ import annotations

import re

NUMBER = re.compile(r"(?:0x[0-9a-fA-F]+|\d+)\Z")
NAMED = re.compile(r"(\w[\w.-]*)\((0x[0-9a-fA-F]+|\d+)\)\Z")
ARRAY = re.compile(r"Array\[\d+\.\.\d+\]\Z")
_WORDS = {"true": 1, "false": 0}

# Written with `_P1` or `_P2` behind them, one value per port.
_PER_PORT = (
    "CLAMP_TGT_RATE_AFTER_TIME_INC", "CLAMP_TGT_RATE", "CNP_802P_PRIO", "CNP_DSCP", "DCBX_CEE",
    "DCBX_IEEE", "DCBX_WILLING", "DCE_TCP_G", "DCE_TCP_RTT", "DUP_MAC_ACTION",
    "IB_PROTO_WIDTH_EN_MASK", "IB_ROUTING_MODE", "INITIAL_ALPHA_VALUE", "KEEP_ETH_LINK_UP",
    "KEEP_IB_LINK_UP", "KEEP_LINK_UP_ON_BOOT", "KEEP_LINK_UP_ON_STANDBY", "LINK_TYPE",
    "LLDP_NB_DCBX", "LLDP_NB_RX_MODE", "LLDP_NB_TX_MODE", "MIN_TIME_BETWEEN_CNPS", "NUM_OF_PFC",
    "NUM_OF_PLANES", "NUM_OF_TC", "NUM_OF_VL", "PHY_FEC_OVERRIDE", "RATE_REDUCE_MONITOR_PERIOD",
    "RATE_TO_SET_ON_FIRST_CNP", "ROCE_CC_ALGORITHM", "ROCE_CC_CNP_MODERATION",
    "ROCE_CC_PRIO_MASK", "ROCE_RTT_RESP_DSCP", "ROCE_RTT_RESP_DSCP_MODE", "RPG_AI_RATE",
    "RPG_BYTE_RESET", "RPG_GD", "RPG_HAI_RATE", "RPG_MAX_RATE", "RPG_MIN_DEC_FAC",
    "RPG_MIN_RATE", "RPG_THRESHOLD", "RPG_TIME_RESET", "SRIOV_IB_ROUTING_MODE",
    "VL15_BUFFER_SIZE",
)  # fmt: skip
_PER_DEVICE = (
    "ACCURATE_TX_SCHEDULER", "ADVANCED_PCI_SETTINGS", "ATS_ENABLED", "CQE_COMPRESSION",
    "FLEX_PARSER_PROFILE_ENABLE", "INTERNAL_CPU_MODEL", "INTERNAL_CPU_OFFLOAD_ENGINE",
    "INTERNAL_CPU_RSHIM", "IP_OVER_VXLAN_EN", "LAG_RESOURCE_ALLOCATION", "MAX_ACC_OUT_READ",
    "MEMIC_BAR_SIZE", "MULTI_PORT_VHCA_EN", "NUM_OF_PF", "NUM_OF_VFS", "NUM_PF_MSIX",
    "NUM_PF_MSIX_VALID", "NUM_VF_MSIX", "PCI_ATOMIC_MODE", "PCI_WR_ORDERING",
    "PF_LOG_BAR_SIZE", "RDE_DISABLE", "RDMA_SELECTIVE_REPEAT_EN", "REAL_TIME_CLOCK_ENABLE",
    "ROCE_ADAPTIVE_ROUTING_EN", "ROCE_CC_LEGACY_DCQCN", "ROCE_CC_STEERING_EXT", "ROCE_CONTROL",
    "ROCE_NEXT_PROTOCOL", "SRIOV_EN", "TUNNEL_ECN_COPY_DISABLE", "TX_SCHEDULER_BURST",
    "TX_SCHEDULER_LOCALITY_MODE", "UCTX_EN", "USER_PROGRAMMABLE_CC", "VF_LOG_BAR_SIZE",
)  # fmt: skip
KNOWN = frozenset(_PER_DEVICE) | {f"{name}_P{port}" for name in _PER_PORT for port in (1, 2)}


def is_value(text: str) -> bool:
    """A value as mlxconfig prints or takes it: 255, 0xff, ETH(2), True(1), True, Array[0..7]."""
    return bool(
        NUMBER.match(text) or NAMED.match(text) or text.lower() in _WORDS or ARRAY.match(text)
    )


def number_of(text: str) -> int | None:
    """The number behind a written value: `ETH(2)` → 2, `True` → 1, `0xff` → 255; else None."""
    named = NAMED.match(text)
    if named:
        text = named[2]
    if NUMBER.match(text):
        return int(text, 0)
    return _WORDS.get(text.lower())
