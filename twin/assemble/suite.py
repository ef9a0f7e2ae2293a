"""Defaults of FRR itself, by its profile: they hold where its own files configure it.

Sources: FRR bgpd/bgp_vty.c, FRR_CFG_DEFAULT_* (profiles `datacenter` and `traditional`, by
version), FRR user manual, chapters Basic Commands (`frr defaults`) and BGP (RFC 8212, timers).
"""

from __future__ import annotations

import dataclasses

from twin.assemble.default_values import FAMILIES
from twin.assemble.peers import fill_unset
from twin.model.config import Config
from twin.model.overlay import Vxlan
from twin.model.routing import BgpFamily, BgpProcess, Vrf

DATACENTER = "datacenter"
# The first version with RFC 8212 on in the traditional profile (FRR 7.4 release notes).
REQUIRES_POLICY_FROM = (7, 4)
# hold and keepalive time in seconds (FRR bgp_vty.c, BGP_HOLDTIME and BGP_KEEPALIVE).
_TIMERS = {DATACENTER: (9, 3), "traditional": (180, 60)}


def profile_of(config: Config, *, is_cumulus: bool) -> str:
    """`datacenter` or `traditional`: as `frr defaults` says, else as the NOS builds FRR."""
    said = config.frr.defaults if config.frr else None
    return said or (DATACENTER if is_cumulus else "traditional")


def version_of(config: Config) -> tuple[int, int] | None:
    """Major and minor version as `frr version` says, or None."""
    text = (config.frr.version if config.frr else None) or ""
    parts = text.split(".")
    if len(parts) < 2 or not parts[0].isdigit():
        return None
    minor = "".join(c for c in parts[1] if c.isdigit())
    return int(parts[0]), int(minor or 0)


def with_suite_defaults(config: Config, *, is_cumulus: bool) -> Config:
    """The configuration with what FRR fills in where its files say nothing."""
    profile = profile_of(config, is_cumulus=is_cumulus)
    version = version_of(config)
    requires = profile != DATACENTER and (version is None or version >= REQUIRES_POLICY_FROM)
    vrfs = {name: _vrf(vrf, profile, requires=requires) for name, vrf in config.vrfs.items()}
    return dataclasses.replace(config, vrfs=vrfs, vxlan=_vxlan(config.vxlan))


def _vrf(vrf: Vrf, profile: str, *, requires: bool) -> Vrf:
    """L3VNIs stand in FRR's own file, so that their VRF takes part in EVPN."""
    evpn = True if vrf.l3vnis and vrf.evpn_enabled is None else vrf.evpn_enabled
    if vrf.bgp is None:
        return dataclasses.replace(vrf, evpn_enabled=evpn)
    return dataclasses.replace(vrf, evpn_enabled=evpn, bgp=_process(vrf.bgp, profile, requires))


def _process(bgp: BgpProcess, profile: str, requires: bool) -> BgpProcess:
    hold, keepalive = _TIMERS[DATACENTER if profile == DATACENTER else "traditional"]
    return fill_unset(
        dataclasses.replace(bgp, families=_families(bgp)),
        enabled=True,
        requires_policy=requires,
        hold_s=hold,
        keepalive_s=keepalive,
    )


def _families(bgp: BgpProcess) -> dict[str, BgpFamily]:
    """No family has a switch of its own: it runs where a neighbour is activated in it."""
    names = dict.fromkeys((*FAMILIES, *bgp.families))
    return {name: fill_unset(bgp.families.get(name, BgpFamily()), enabled=True) for name in names}


def _vxlan(vxlan: Vxlan | None) -> Vxlan | None:
    """Head-end replication towards EVPN peers is on (FRR bgp_evpn, `flooding`)."""
    if vxlan is None:
        return None
    return fill_unset(vxlan, flooding=True)
