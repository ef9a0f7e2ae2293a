"""Which files are boot scripts, and which of them have anything to do with the network."""

from __future__ import annotations

import re
from functools import cache

# Scripts that a unit may run: where operators put programs of their own (hier(7)).
SCRIPT = re.compile(r"(?:usr/local|usr/s?bin|opt|root|srv)/(?:[\w.@+-]+/)*[\w.@+-]+\.sh\Z")
# Tools that set something of a NIC, files of the kernel, and other scripts that may hold both.
_NETWORK = (
    r"\b(?:mlnx_\w+|cma_roce_\w+|mlx(?:config|reg|link|fwreset|privhost)|mst(?:config|reg|link)"
    r"|doca_\w+|ethtool|ifconfig|ip|ifup|ifdown|bridge|tc|dcb|dcbtool|lldptool|devlink|netplan"
    r"|nmcli|networkctl|sysctl|iptables|nft|vconfig|brctl|route|ifenslave|ibdev2netdev|rdma"
    r"|setpci|modprobe|insmod|dhclient|dhcpcd)\b"
    r"|/sys/|/proc/sys|\.sh\b|roce|(?:^|\s)(?:\.|source)\s"
)


def mentions_network(text: str) -> bool:
    """False where no word of a text could set a NIC, so that its commands are another matter."""
    return _pattern().search(text) is not None


@cache
def _pattern() -> re.Pattern[str]:
    return re.compile(_NETWORK, re.IGNORECASE)
