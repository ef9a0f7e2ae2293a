"""Rows for features that the model does not hold: switched off they are inert, else unread.

Files of real switches say `enable: off` of many features that nobody uses.
"""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.nvue import values
from twin.dialects.nvue.table import Claim, leaf
from twin.dialects.nvue.values import Special

_OLD_AND_NEW = (
    "bridge.domain.*.multicast.snooping",
    "bridge.domain.*.multicast.snooping.querier",
    "interface.*.port-security",
    "interface.*.router.pim",
    "mlag",
    "router.igmp",
    "router.ospf",
    "router.ospf6",
    "router.pbr",
    "router.pim",
    "router.vrrp",
    "vrf.*.router.ospf",
    "vrf.*.router.ospf6",
    "vrf.*.router.pim",
)
_OLD_ONLY = ("interface.*.ip.igmp", "interface.*.ip.vrrp", "router.ptm")
_NEW_ONLY = (
    "evpn.l3vxi",
    "interface.*.ipv4.igmp",
    "interface.*.ipv4.vrrp",
    "interface.*.ipv6.vrrp",
    "router.bfd",
    "system.link-tracking",
)
_ONE_NAME = (
    "router.bgp.graceful-shutdown",
    "vrf.*.router.bgp.neighbor.*.graceful-shutdown",
    "vrf.*.router.bgp.peer-group.*.graceful-shutdown",
)


def rows() -> Iterator[Claim]:
    """Rows without a target: their words set nothing."""
    off_or_on = {True: Special.UNREAD, False: Special.UNSET}
    on_off = values.remapped(values.ON_OFF, off_or_on)
    enabled = values.remapped(values.ENABLED, off_or_on)
    for path in (*_OLD_AND_NEW, *_OLD_ONLY):
        yield leaf(f"{path}.enable", "", on_off)
    for path in (*_OLD_AND_NEW, *_NEW_ONLY):
        yield leaf(f"{path}.state", "", enabled)
    for path in _ONE_NAME:
        yield leaf(path, "", values.remapped_switch(off_or_on))
