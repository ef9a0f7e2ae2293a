"""What a NIC does where no file says otherwise: firmware and driver of ConnectX and BlueField.

Each value names its source beside it. The defaults of a switch are in `twin.model.qos_defaults`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

from twin.core.facts import FactRef

T = TypeVar("T")

FIRMWARE = "default of the NIC's firmware"
DRIVER = "default of the mlx5 driver"

TRUST = "pcp"  # Linux mlx5, register QPTS after reset; what `mlnx_qos -i IF` prints on a new NIC
# DSCP 8n to 8n+7 → priority n (output of `mlnx_qos -i IF` after `--trust dscp`, att/netarbiter).
DSCP_PRIORITY = tuple(dscp >> 3 for dscp in range(64))
CNP_DSCP = 48  # CNP_DSCP_P1 in dumps of `mlxconfig query`; NVIDIA's DCQCN parameter page
CNP_PRIORITY = 6  # CNP_802P_PRIO_P1, as above
CC_PRIORITY_MASK = 0xFF  # ROCE_CC_PRIO_MASK_P1, as above: DCQCN reacts on all priorities
USER_PROGRAMMABLE_CC = 0  # False(0) in dumps of `mlxconfig query` on BlueField-3
ROCE_MTU = 4096  # InfiniBand MTU that RoCE takes when the port lets it (IBTA; ibv_devinfo max_mtu)
ROCE_PORT_MTU = {4096: 4200, 2048: 2200}  # port MTU that each needs, headers included (NVIDIA)
SPECTRUM_X_SLOT, DCQCN_SLOT = 0, 15  # algorithm slots of DOCA PCC (reference architecture 2.0)


@dataclass(frozen=True, slots=True)
class Setting(Generic[T]):
    """A value in force, the fact that sets it (or would), and who says so when no file does."""

    value: T
    ref: FactRef
    origin: str = ""

    @property
    def is_declared(self) -> bool:
        """Some file says it."""
        return not self.origin

    def __str__(self) -> str:
        return f"{self.value} ({self.origin})" if self.origin else str(self.value)
