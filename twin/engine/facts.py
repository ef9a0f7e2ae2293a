"""All engine results of one twin, computed on first use and kept.

A rule names the results it reads in `needs`; each is an attribute here.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from twin.assemble.twin import Twin

if TYPE_CHECKING:
    from twin.engine.cabling import Cabling
    from twin.engine.capacity import Capacity
    from twin.engine.deviation import Deviations
    from twin.engine.evpn import Overlay
    from twin.engine.lossless import Lossless
    from twin.engine.nic import Nics
    from twin.engine.ospf import OspfDomain
    from twin.engine.reachability import Underlay
    from twin.engine.sessions import Sessions


class Facts:
    """Lazy, memoised engine results; imports follow use, so that a light question stays light."""

    def __init__(self, twin: Twin) -> None:
        self.twin = twin

    @cached_property
    def deviations(self) -> Deviations:
        """Where the devices differ from the intent, and who of two ends is to blame."""
        from twin.engine.deviation import find_deviations

        return find_deviations(self.twin)

    @cached_property
    def cabling(self) -> Cabling:
        """Cables with the effective port at each end."""
        from twin.engine.cabling import resolve_cabling

        return resolve_cabling(self.twin)

    @cached_property
    def ospf(self) -> OspfDomain:
        """OSPF routers: who is adjacent, who knows the way to which address."""
        from twin.engine.ospf import solve_ospf

        return solve_ospf(self.twin, self.cabling)

    @cached_property
    def sessions(self) -> Sessions:
        """BGP sessions: both ends, state, and why not up."""
        from twin.engine.sessions import solve_sessions

        return solve_sessions(self)

    @cached_property
    def underlay(self) -> Underlay:
        """Who learns whose loopback over established sessions."""
        from twin.engine.reachability import solve_underlay

        return solve_underlay(self)

    @cached_property
    def overlay(self) -> Overlay:
        """VTEPs, VNIs, and who hears whom."""
        from twin.engine.evpn import solve_overlay

        return solve_overlay(self)

    @cached_property
    def lossless(self) -> Lossless:
        """Effective classification, PFC, ECN and headroom per switch port."""
        from twin.engine.lossless import solve_lossless

        return solve_lossless(self)

    @cached_property
    def nics(self) -> Nics:
        """Effective NIC settings per host port."""
        from twin.engine.nic import solve_nics

        return solve_nics(self)

    @cached_property
    def capacity(self) -> Capacity:
        """Oversubscription per switch and tier."""
        from twin.engine.capacity import solve_capacity

        return solve_capacity(self)
