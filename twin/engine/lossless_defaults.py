"""What a Cumulus switch does where its configuration says nothing: `twin.model.qos_defaults`.

The tables are of the model, since a design has to write them out for files that know no RoCE mode.
"""

from __future__ import annotations

from twin.model.qos_defaults import (
    CABLE_M,
    DSCPS,
    ECN,
    GLOBAL,
    LOSSLESS_POOLS,
    LOSSY_POOL,
    MODES,
    OFF,
    PRIORITIES,
    ROCE_CABLE_M,
    EcnDefault,
    ModeDefaults,
)

__all__ = [
    "CABLE_M",
    "DSCPS",
    "ECN",
    "GLOBAL",
    "LOSSLESS_POOLS",
    "LOSSY_POOL",
    "MODES",
    "OFF",
    "PRIORITIES",
    "ROCE_CABLE_M",
    "EcnDefault",
    "ModeDefaults",
]
