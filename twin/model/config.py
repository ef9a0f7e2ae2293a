"""What one device is told: the root record that every dialect reads into and renders from."""

from __future__ import annotations

from dataclasses import field

from twin.core.record import record
from twin.model.acl import Acl, AclBinding
from twin.model.host import BootUnit, NicPort, RdmaDevice, RoceLibraries
from twin.model.interface import Bridge, Interface
from twin.model.ospf import OspfDefaults
from twin.model.overlay import Evpn, Vxlan
from twin.model.policy import RoutingPolicy
from twin.model.qos import AdaptiveRouting, Qos
from twin.model.redundancy import Bfd, Mlag, VrrpGroup
from twin.model.routing import BgpDefaults, Vrf


@record(frozen=True, slots=True)
class Forwarding:
    """How the ASIC spreads and switches, and whether the kernel forwards at all."""

    ipv4: bool | None = None
    ipv6: bool | None = None
    hash_seed: int | None = None
    hash_fields: dict[str, bool] = field(default_factory=dict)  # by their names in the text
    lag_hash_fields: dict[str, bool] = field(default_factory=dict)
    ecmp_resilient: bool | None = None


@record(frozen=True, slots=True)
class RoutingSuite:
    """What FRR's files say of FRR itself. defaults: datacenter | traditional.

    daemons: what `/etc/frr/daemons` starts or leaves out; a daemon that does not run has no
    configuration.
    """

    defaults: str | None = None
    version: str | None = None
    daemons: dict[str, bool] = field(default_factory=dict)


@record(frozen=True, slots=True)
class Config:
    """All that a device's files say, vendor-neutral; None and empty mean *not said*.

    `nics` are keyed by netdev, `rdma` by RDMA device name: which belong together is a fact of the
    topology, not of the files.
    """

    hostname: str | None = None
    interfaces: dict[str, Interface] = field(default_factory=dict)
    bridges: dict[str, Bridge] = field(default_factory=dict)
    vrfs: dict[str, Vrf] = field(default_factory=dict)
    bgp: BgpDefaults | None = None
    vxlan: Vxlan | None = None
    evpn: Evpn | None = None
    vrr_enabled: bool | None = None
    anycast_mac: str | None = None
    anycast_id: int | None = None
    port_mtu: int | None = None  # MTU of ports that say none, by a policy file of ifupdown2
    fabric_mac: str | None = None  # MAC of the gateways (VRR) that have none of their own
    fabric_id: int | None = None
    system_mac: str | None = None
    qos: Qos | None = None
    adaptive_routing: AdaptiveRouting | None = None
    frr: RoutingSuite | None = None
    forwarding: Forwarding | None = None
    policy: RoutingPolicy | None = None
    mlag: Mlag | None = None
    bfd: Bfd | None = None
    acls: dict[str, Acl] = field(default_factory=dict)
    control_plane_acls: dict[str, AclBinding] = field(default_factory=dict)
    ospf: OspfDefaults | None = None
    ospf6: OspfDefaults | None = None
    vrrp: VrrpGroup | None = None  # what every group inherits
    nics: dict[str, NicPort] = field(default_factory=dict)
    rdma: dict[str, RdmaDevice] = field(default_factory=dict)
    library: RoceLibraries | None = None
    boot_units: dict[str, BootUnit] = field(default_factory=dict)
