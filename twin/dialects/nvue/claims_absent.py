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
    "bridge.domain.*.svi-force-up",
    "router.igmp",
    "router.pbr",
    "router.pim",
    "system.global.svi-force-up",
    "vrf.*.router.pim",
)
_OLD_ONLY = ("interface.*.ip.igmp", "router.ptm")
_NEW_ONLY = (
    "evpn.l3vxi",
    "interface.*.ipv4.igmp",
    "system.link-tracking",
)
_ONE_NAME = ("vrf.*.router.ospf.rfc1583-compatible",)


def rows() -> Iterator[Claim]:
    """Rows without a target: their words set nothing."""
    off_or_on = {True: Special.UNREAD, False: Special.UNSET}
    on_off = values.remapped(values.ON_OFF, off_or_on)
    enabled = values.remapped(values.ENABLED, off_or_on)
    for path in (*_OLD_AND_NEW, *_OLD_ONLY):
        yield leaf(f"{path}.enable", "", on_off)
    for path in (*_OLD_AND_NEW, *_NEW_ONLY):
        yield leaf(f"{path}.state", "", enabled)
    on_or_off = {True: Special.UNSET, False: Special.UNREAD}  # on unless said otherwise
    discovery = "neighbor-discovery"
    yield leaf(f"interface.*.ip.{discovery}.enable", "", values.remapped(values.ON_OFF, on_or_off))
    state = values.remapped(values.ENABLED, on_or_off)
    yield leaf(f"interface.*.ipv6.{discovery}.state", "", state)
    duplex = {"full": Special.UNSET, "half": Special.UNREAD}
    yield leaf("interface.*.link.duplex", "", values.words(duplex))
    for path in _ONE_NAME:
        yield leaf(path, "", values.remapped_switch(off_or_on))
