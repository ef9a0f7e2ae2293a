"""A declared configuration as frr.conf, as `twin compile` writes it, to be held against FRR."""

from __future__ import annotations

from dataclasses import replace

from twin.design.flat_bgp import flat_process
from twin.dialects.base import Context
from twin.dialects.frr.render import FRR_CONF, render_frr
from twin.model.config import Config, RoutingSuite
from twin.model.routing import BgpDefaults, BgpPeer, BgpProcess


def frr_conf(name: str, config: Config) -> str:
    """The default VRF's BGP of a device; timers are short, so that tests are."""
    vrf = config.vrfs["default"]
    process = vrf.bgp
    told = None if process is None else flat_process(process, config.bgp or BgpDefaults())
    if told is not None:
        told = replace(told, keepalive_s=1, hold_s=3, neighbors=_accepted(told))
    suite = RoutingSuite(defaults="datacenter")
    vrfs = {"default": replace(vrf, bgp=told, routes={})}
    files = render_frr(Config(hostname=name, vrfs=vrfs, evpn=config.evpn, frr=suite), Context(name))
    return files[FRR_CONF]


def _accepted(process: BgpProcess) -> dict[str, BgpPeer]:
    """bgpd refuses every word about a neighbour that has neither remote-as nor group."""
    return {
        key: replace(peer, connect_s=1)
        for key, peer in process.neighbors.items()
        if peer.remote_as or peer.peer_group
    }
