"""How one end of a cable takes a DSCP: a switch port by its mapping, a NIC by its own table."""

from __future__ import annotations

from dataclasses import dataclass

from twin.checks.qos.roce import carries_roce
from twin.core.facts import FactRef
from twin.engine.cable import PortEnd
from twin.engine.facts import Facts
from twin.engine.lossless_port import PortLossless
from twin.engine.nic_port import Nic
from twin.model.qos_defaults import DSCPS

_TOS_TO_DSCP = 2  # the lower two bits of the ToS byte are ECN (RFC 3168)


@dataclass(frozen=True)
class SwitchEnd:
    """A switch port: every DSCP has a priority, declared or by default."""

    port: PortLossless

    @property
    def unknown(self) -> str | None:
        """Why nothing can be said."""
        return self.port.switch.unknown

    @property
    def dscps(self) -> tuple[int, ...]:
        """The DSCPs that this end has an opinion about."""
        return DSCPS

    @property
    def table(self) -> tuple[int, ...]:
        """All 64 priorities."""
        return self.port.dscp_to_priority

    def priority(self, dscp: int) -> int:
        """The priority of a packet with this mark."""
        return self.table[dscp]

    def refs(self, dscp: int) -> tuple[FactRef, ...]:
        """Facts that decide it, the most direct first."""
        return self.port.refs("dscp_to_priority", dscp)

    def __str__(self) -> str:
        return str(self.port)


@dataclass(frozen=True)
class NicEnd:
    """A NIC port: the marks of its RoCE traffic and notifications, and what its files map."""

    nic: Nic

    @property
    def unknown(self) -> str | None:
        """Why nothing can be said."""
        return self.nic.unknown

    @property
    def dscps(self) -> tuple[int, ...]:
        """Marks that a NIC under trust pcp sends are no business of its DSCP table."""
        if self.nic.trust.value != "dscp":
            return ()
        marks = {tos.value >> _TOS_TO_DSCP for tos in self.nic.traffic_classes.values()}
        return tuple(sorted({*marks, self.nic.cnp_dscp.value, *self.nic.port_values.dscp_priority}))

    def priority(self, dscp: int) -> int:
        """The priority of a packet with this mark."""
        return self.nic.priority_of(dscp).value

    def refs(self, dscp: int) -> tuple[FactRef, ...]:
        """The fact that decides it."""
        return (self.nic.priority_of(dscp).ref,)

    def __str__(self) -> str:
        return str(self.nic)


DscpEnd = SwitchEnd | NicEnd


def dscp_end(facts: Facts, end: PortEnd) -> DscpEnd | None:
    """The end of a cable as a classifier; None when it carries no RoCE."""
    port = facts.lossless.port(end.device, end.port)
    if port is not None:
        return SwitchEnd(port) if carries_roce(port.switch) else None
    nic = facts.nics.port(end.device, end.port)
    return NicEnd(nic) if nic is not None else None
