"""The configuration of one host: addresses and routes, and its NICs for RoCE."""

from __future__ import annotations

import math
from collections import Counter
from functools import lru_cache

from twin.design.addressing import HostPort
from twin.design.cabling import Cable
from twin.design.plan import PlannedNode
from twin.design.switches import FABRIC_MTU, Site
from twin.intent.policies import Lossless
from twin.model.config import Config
from twin.model.host import ROCE_BOOT, NicPort, RdmaDevice, RoceLibraries, pfc_mask
from twin.model.interface import Interface, PolicyRule, Route, table_key
from twin.model.topology import NicSlot

ECT0 = 2  # ECN-capable transport, the low bits of the ToS byte (RFC 3168)
# mlx5 takes DSCP 8n to 8n+7 as priority n (output of `mlnx_qos -i IF` after `--trust dscp`).
DSCPS_OF_A_PRIORITY = 8
# Register ROCE_ACCL of a Spectrum-X host (reference architecture; public dumps of mlxreg).
ACCELERATIONS = {
    "roce_adp_retrans_en": 1, "roce_tx_window_en": 1, "roce_slow_restart_en": 0,
    "roce_slow_restart_idle_en": 0, "adaptive_routing_forced_en": 1,
}  # fmt: skip
DCQCN_SLOT, SPECTRUM_X_SLOT = 15, 0  # algorithm slots of DOCA PCC
ETHERNET = "2"  # value of LINK_TYPE_P1 (mlxconfig)
FIRST_TABLE = 101  # routing table of rail 0; Linux keeps 253 to 255 for itself
SPECTRUM_X_VERSION = "RA2.0"  # the first whose slot 0 is Spectrum-X congestion control


def rdma_name(slot: int) -> str:
    """mlx5_N for the N-th NIC of a host."""
    return f"mlx5_{slot}"


def traffic_class(lossless: Lossless) -> int:
    """The ToS byte of RoCE: DSCP and ECT(0); 106 for DSCP 26."""
    return lossless.dscp << 2 | ECT0


def _told_priorities(lossless: Lossless) -> dict[int, int]:
    """DSCP → priority, of the marks that a NIC would put elsewhere by itself."""
    wanted = {lossless.dscp: lossless.priority, lossless.cnp.dscp: lossless.cnp.priority}
    return {d: p for d, p in wanted.items() if d // DSCPS_OF_A_PRIORITY != p}


@lru_cache(maxsize=256)
def _nic(lossless: Lossless, cable_m: int, profile: str) -> NicPort:
    reacts = {lossless.priority: True}
    return NicPort(
        trust="dscp",
        pfc_mask=pfc_mask((lossless.priority,)),
        dscp_priority=_told_priorities(lossless),
        cable_m=cable_m,
        pause_rx=False,
        pause_tx=False,
        ecn_np=reacts,
        ecn_rp=reacts if profile == "dcqcn" else {},
        cnp_dscp=lossless.cnp.dscp,
        cnp_priority=lossless.cnp.priority,
    )


@lru_cache(maxsize=16)
def _rdma(lossless: Lossless, profile: str) -> RdmaDevice:
    tos = traffic_class(lossless)
    if profile == "dcqcn":
        return RdmaDevice(traffic_class=tos, cma_tos=tos, nv={"LINK_TYPE_P1": ETHERNET})
    return RdmaDevice(
        traffic_class=tos,
        cma_tos=tos,
        nv={
            "LINK_TYPE_P1": ETHERNET,
            "NUM_OF_VFS": "1",
            "ROCE_ADAPTIVE_ROUTING_EN": "1",
            "TX_SCHEDULER_LOCALITY_MODE": "2",
            "USER_PROGRAMMABLE_CC": "1",
        },
        accelerations=ACCELERATIONS,
        cc_slots={SPECTRUM_X_SLOT: True, DCQCN_SLOT: False},
        cc_process=True,
    )


@lru_cache(maxsize=16)
def _library(lossless: Lossless, profile: str, overlay: str) -> RoceLibraries:
    tos = traffic_class(lossless)
    if profile == "dcqcn":
        return RoceLibraries(nccl_ib_tc=tos, ucx_traffic_class=tos)
    return RoceLibraries(
        nccl_ib_tc=tos,
        ucx_traffic_class=tos,
        spectrum_x_version=SPECTRUM_X_VERSION,
        spectrum_x_overlay=overlay,
        multiplane_mode="none",
        planes=1,
    )


def _elsewhere(site: Site, port: HostPort) -> list[str]:
    """The subnets of the tenant that are reached through a router; on a routed port all are."""
    segment = port.segment
    return [
        str(other.subnet)
        for other in site.tenancy.segments
        if other.tenant is segment.tenant and (other is not segment or not segment.is_bridged)
    ]


def _main_routes(site: Site, port: HostPort, is_first: bool) -> dict[str, Route]:
    """Own rail by own port; all else of the tenant by the host's first port in it."""
    via = Route(via=(port.via,))
    routes = {} if port.segment.is_bridged else {str(port.part): via}
    return routes | (dict.fromkeys(_elsewhere(site, port), via) if is_first else {})


def _add_own_table(
    site: Site, port: HostPort, rail: int, routes: dict[str, Route]
) -> dict[str, PolicyRule]:
    """What leaves with the address of a rail leaves through its port, wherever it goes.

    Adds the routes of the rail's own table, and returns the rule that sends its packets there.
    """
    table = FIRST_TABLE + rail
    for subnet in _elsewhere(site, port):
        routes[table_key(subnet, table)] = Route(via=(port.via,), table=table)
    address = port.host_address.partition("/")[0]
    return {f"{address}/32": PolicyRule(table=table)}


def nic_slots(site: Site, node: PlannedNode) -> tuple[NicSlot, ...]:
    """The NICs of a host and the names each goes by, by rail."""
    model = site.spec.nics.model if site.spec.nics else None
    return tuple(
        NicSlot(netdev=cable.a, rail=cable.wire.rail, rdma=rdma_name(slot), model=model)
        for slot, cable in enumerate(_by_rail(site, node))
    )


def _by_rail(site: Site, node: PlannedNode) -> list[Cable]:
    return sorted(site.cabling.of.get(node.name, []), key=lambda cable: cable.wire.rail or 0)


def host_config(site: Site, node: PlannedNode) -> Config:
    """Everything one host is told."""
    spec = site.spec
    interfaces: dict[str, Interface] = {}
    nics: dict[str, NicPort] = {}
    rdma: dict[str, RdmaDevice] = {}
    cables = _by_rail(site, node)
    ports = [site.tenancy.ports.get((node.name, cable.a)) for cable in cables]
    tenants = Counter(port.segment.tenant.name for port in ports if port is not None)
    served: set[str] = set()
    override = spec.overrides.get(node.name)
    told = override.ports if override else {}
    for slot, (cable, port) in enumerate(zip(cables, ports, strict=True)):
        netdev = cable.a
        own = told.get(netdev)
        mtu = (own.mtu if own else None) or (spec.nics.mtu if spec.nics else FABRIC_MTU)
        routes: dict[str, Route] = {}
        rules: dict[str, PolicyRule] = {}
        if port is not None:
            tenant = port.segment.tenant.name
            routes = _main_routes(site, port, tenant not in served)
            served.add(tenant)
            if tenants[tenant] > 1 and not port.segment.is_bridged:
                rules = _add_own_table(site, port, cable.wire.rail or 0, routes)
        interfaces[netdev] = Interface(
            mtu=mtu,
            ipv4=(port.host_address,) if port else (),
            routes=routes,
            policy_rules=rules,
        )
        if spec.nics is not None and spec.lossless is not None:
            length = math.ceil(cable.link.cable_m or 0)
            nics[netdev] = _nic(spec.lossless, length, spec.nics.profile)
            rdma[rdma_name(slot)] = _rdma(spec.lossless, spec.nics.profile)
    library = None
    if spec.nics is not None and spec.lossless is not None:
        overlay = "l3" if site.tenancy.has_overlay else "none"
        library = _library(spec.lossless, spec.nics.profile, overlay)
    return Config(
        interfaces=interfaces,
        nics=nics,
        rdma=rdma,
        library=library,
        boot_units=ROCE_BOOT if nics else {},
    )
