"""From a configuration to `frr.conf` and `daemons`, through `templates/frr/`.

Statements stand in the order of `show running-config`, but for lists and route-maps: these come
before what uses them, or FRR warns that they do not exist.
"""

from __future__ import annotations

from twin.dialects.base import Context
from twin.dialects.frr.render_bgp import bgp_blocks
from twin.dialects.frr.render_ospf import ospf_blocks
from twin.dialects.frr.render_policy import forwarding_blocks, list_groups, route_map_blocks
from twin.dialects.frr.render_zebra import (
    bfd_block,
    interface_blocks,
    route_lines,
    table_lines,
    vrf_blocks,
    vrrp_lines,
)
from twin.dialects.rendering import render_template
from twin.dialects.statements import Block
from twin.model.config import Config, RoutingSuite

FRR_CONF = "etc/frr/frr.conf"
DAEMONS = "etc/frr/daemons"
_NO_SUITE = RoutingSuite()


def _blocks(config: Config) -> list[Block]:
    bfd = bfd_block(config.bfd)
    return [
        *vrf_blocks(config), *forwarding_blocks(config.policy), *interface_blocks(config),
        *route_map_blocks(config.policy),
        *bgp_blocks(config), *ospf_blocks(config), *([bfd] if bfd else []),
    ]  # fmt: skip


def _global(config: Config) -> list[list[str]]:
    """Groups of lines that stand in no block."""
    default = config.vrfs.get("default")
    routes = [*table_lines(default), *route_lines(default.routes)] if default is not None else []
    evpn = config.evpn
    delay = evpn.multihoming_startup_delay_s if evpn is not None else None
    started = [*vrrp_lines(config.vrrp)]
    started += [f"evpn mh startup-delay {delay}"] if delay is not None else []
    return [group for group in (started, routes, *list_groups(config.policy)) if group]


def render_frr(config: Config, context: Context) -> dict[str, str]:
    """Path on the device → text; empty when the configuration says nothing that FRR holds."""
    del context  # FRR's own words do not depend on the release of the switch
    blocks, groups = _blocks(config), _global(config)
    suite = config.frr or _NO_SUITE
    files = {}
    if blocks or groups or suite.defaults or suite.version:
        files[FRR_CONF] = render_template(
            "frr/frr.conf.j2", suite=suite, hostname=config.hostname, blocks=blocks, groups=groups
        )
    if suite.daemons:
        files[DAEMONS] = render_template("frr/daemons.j2", daemons=suite.daemons)
    return files
