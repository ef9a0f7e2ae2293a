"""One NIC port as lossless behaviour sees it: declared values over those of firmware and driver."""

from __future__ import annotations

from dataclasses import dataclass

from twin.assemble.twin import Device
from twin.core.facts import FactRef
from twin.engine import nic_values as default
from twin.engine.cable import PortEnd
from twin.engine.nic_values import DRIVER, FIRMWARE, Setting
from twin.model.firmware import number_of
from twin.model.host import NicPort, RdmaDevice, RoceLibraries, paused_by
from twin.model.topology import NicSlot

SPECTRUM_X, DCQCN = "spectrum-x", "dcqcn"
_NO_PORT, _NO_RDMA, _NO_LIBRARY = NicPort(), RdmaDevice(), RoceLibraries()


@dataclass(frozen=True, slots=True)
class Nic:
    """A netdev of a host, its RDMA device, and the switch port at the other end of its cable.

    unknown: why nothing can be said about its settings, else None. cleared_by: the fact of the call
    that wrote a PFC mask of zeros (`mlnx_qos --cable_len` after `--pfc`), or None.
    """

    device: Device
    netdev: str
    slot: NicSlot | None
    switch: PortEnd | None
    mtu: Setting[int]
    unknown: str | None = None
    cleared_by: FactRef | None = None

    def __str__(self) -> str:
        return f"{self.device.name}:{self.netdev}"

    @property
    def host(self) -> str:
        """Name of the host."""
        return self.device.name

    @property
    def rdma(self) -> str | None:
        """Name of the RDMA device; None where the topology does not tie one to the netdev."""
        return self.slot.rdma if self.slot else None

    @property
    def has_files(self) -> bool:
        """Some file sets NICs of this host, or one that is there may do so: nobody read it."""
        declared = self.device.declared
        return bool(declared.nics or declared.rdma or declared.library) or any(
            "nic" in (*reading.blind, *(facet for line in reading.unread for facet in line.facets))
            for reading in self.device.readings
        )

    @property
    def is_untied(self) -> bool:
        """Files set RDMA devices, and nobody says which of them this port is."""
        return self.rdma is None and bool(self.device.declared.rdma)

    @property
    def port_values(self) -> NicPort:
        """What files say of the netdev."""
        return self.device.declared.nics.get(self.netdev, _NO_PORT)

    @property
    def rdma_values(self) -> RdmaDevice:
        """What files say of the RDMA device."""
        return self.device.declared.rdma.get(self.rdma or "", _NO_RDMA)

    @property
    def library(self) -> RoceLibraries:
        """What files say of the libraries above; one record for all NICs of the host."""
        return self.device.declared.library or _NO_LIBRARY

    def ref(self, *path: str | int) -> FactRef:
        """A fact of the netdev's NIC settings."""
        return FactRef(self.host, ("nics", self.netdev, *path))

    def rdma_ref(self, *path: str | int) -> FactRef:
        """A fact of the RDMA device."""
        return FactRef(self.host, ("rdma", self.rdma or self.netdev, *path))

    def library_ref(self, field: str) -> FactRef:
        """A fact of the libraries."""
        return FactRef(self.host, ("library", field))

    @property
    def trust(self) -> Setting[str]:
        """pcp | dscp."""
        ref = self.ref("trust")
        told = self.port_values.trust
        return Setting(told, ref) if told else Setting(default.TRUST, ref, DRIVER)

    @property
    def pfc_priorities(self) -> Setting[frozenset[int]]:
        """Priorities that pause; none unless a mask says so."""
        if self.cleared_by is not None:
            return Setting(frozenset(), self.cleared_by)
        mask, ref = self.port_values.pfc_mask, self.ref("pfc_mask")
        if mask is None:
            return Setting(frozenset(), ref, DRIVER)
        return Setting(paused_by(mask), ref)

    def priority_of(self, dscp: int) -> Setting[int]:
        """The priority that a packet with this DSCP leaves with, and waits in, under trust dscp."""
        ref = self.ref("dscp_priority", dscp)
        told = self.port_values.dscp_priority.get(dscp)
        if told is not None:
            return Setting(told, ref)
        return Setting(default.DSCP_PRIORITY[dscp], ref, DRIVER)

    @property
    def cnp_dscp(self) -> Setting[int]:
        """DSCP of congestion notifications: the boot script's, else the firmware's."""
        told = self.port_values.cnp_dscp
        if told is not None:
            return Setting(told, self.ref("cnp_dscp"))
        return self._nv("CNP_DSCP_P1", default.CNP_DSCP, self.ref("cnp_dscp"))

    @property
    def traffic_classes(self) -> dict[str, Setting[int]]:
        """ToS bytes that RoCE packets carry, by who sets them; only those that a file sets."""
        told = {
            "traffic_class": (self.rdma_values.traffic_class, self.rdma_ref("traffic_class")),
            "cma_roce_tos": (self.rdma_values.cma_tos, self.rdma_ref("cma_tos")),
            "NCCL_IB_TC": (self.library.nccl_ib_tc, self.library_ref("nccl_ib_tc")),
            "UCX_IB_TRAFFIC_CLASS": (
                self.library.ucx_traffic_class, self.library_ref("ucx_traffic_class"),
            ),
        }  # fmt: skip
        return {n: Setting(value, ref) for n, (value, ref) in told.items() if value is not None}

    @property
    def profile(self) -> str:
        """spectrum-x where the host has that profile, else dcqcn."""
        named = self.library.spectrum_x_version is not None or self.library.spectrum_x_enabled
        return SPECTRUM_X if named and self.library.spectrum_x_enabled is not False else DCQCN

    def congestion_point(self, point: str, priority: int) -> Setting[bool]:
        """Whether `np` notifies or `rp` reacts on a priority: files over the firmware's mask."""
        told = self.port_values.ecn_np if point == "np" else self.port_values.ecn_rp
        ref = self.ref(f"ecn_{point}", priority)
        if priority in told:
            return Setting(told[priority], ref)
        mask = self._nv("ROCE_CC_PRIO_MASK_P1", default.CC_PRIORITY_MASK, ref)
        return Setting(bool(mask.value >> priority & 1), mask.ref, mask.origin)

    @property
    def is_programmable(self) -> Setting[bool]:
        """The firmware lets a program control congestion (USER_PROGRAMMABLE_CC)."""
        name, ref = "USER_PROGRAMMABLE_CC", self.rdma_ref("nv", "USER_PROGRAMMABLE_CC")
        found = self._nv(name, default.USER_PROGRAMMABLE_CC, ref)
        return Setting(bool(found.value), ref, found.origin)

    def _nv(self, name: str, fallback: int, unset: FactRef) -> Setting[int]:
        """A firmware value; a fact that nobody set is looked for at `unset`."""
        text = self.rdma_values.nv.get(name)
        value = number_of(text) if text is not None else None
        if value is None:
            return Setting(fallback, unset, FIRMWARE)
        return Setting(value, self.rdma_ref("nv", name))
