"""Intent → model: fabrics, pools, cabling, and what each device is told."""

from twin.design.allocations import Allocations, read_allocations, render_allocations
from twin.design.designed import Designed, design

__all__ = ["Allocations", "Designed", "design", "read_allocations", "render_allocations"]
