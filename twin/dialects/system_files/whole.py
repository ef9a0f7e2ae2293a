"""Files of a switch that are known as a whole: why nothing hangs on them, or what does.

The lists of files to keep in the Cumulus Linux user guide (Upgrading Cumulus Linux; Back up and
Restore) and the chapters they name.
"""

from __future__ import annotations

import re
from functools import lru_cache

# Path on the device → reason. `*` is any part of a path, `**` any number of parts.
INERT: dict[str, str] = {
    "etc/hosts": "names for people on the switch itself",
    "etc/resolv.conf": "name servers of the management network",
    "etc/motd": "a message at login",
    "etc/issue": "a message at login",
    "etc/issue.net": "a message at login",
    "etc/timezone": "how times are printed",
    "etc/localtime": "how times are printed",
    "etc/ntp.conf": "the clock of the switch",
    "etc/ntpsec/**": "the clock of the switch",
    "etc/chrony/**": "the clock of the switch",
    "etc/ptp4l.conf": "the clock of the switch",
    "etc/passwd": "who may log in",
    "etc/shadow": "who may log in",
    "etc/group": "who may log in",
    "etc/gshadow": "who may log in",
    "etc/sudoers": "who may log in",
    "etc/sudoers.d/**": "who may log in",
    "etc/ssh/**": "who may log in",
    "etc/pam.d/**": "who may log in",
    "etc/nsswitch.conf": "who may log in",
    "etc/nslcd.conf": "who may log in",
    "etc/tacplus_servers": "who may log in",
    "etc/tacplus_nss.conf": "who may log in",
    "etc/pam_radius_auth.conf": "who may log in",
    "etc/nvue-auth.yaml": "who may log in",
    "etc/login.defs": "who may log in",
    "etc/cumulus/.license": "a licence",
    "etc/cumulus/.license.txt": "a licence",
    "etc/cumulus/etc.replace/**": "the name of the release",
    "etc/lsb-release": "the name of the release",
    "etc/os-release": "the name of the release",
    "etc/image-release": "the name of the release",
    "etc/apt/**": "where packages come from",
    "etc/snmp/**": "monitoring",
    "etc/rsyslog.conf": "monitoring",
    "etc/rsyslog.d/**": "monitoring",
    "etc/logrotate.conf": "monitoring",
    "etc/logrotate.d/**": "monitoring",
    "etc/hsflowd.conf": "monitoring",
    "etc/netq/**": "monitoring",
    "etc/cumulus/datapath/monitor.conf": "monitoring",
    "etc/lldpd.conf": "what LLDP says of the switch",
    "etc/lldpd.d/*": "what LLDP says of the switch",
    "etc/default/lldpd": "what LLDP says of the switch",
    "etc/ptm.d/*": "cables as they are expected to be: the snapshot's topology says which they are",
    "etc/default/ptmd": "how ptmd runs",
    "etc/default/isc-dhcp-relay*": "DHCP of hosts, which takes no part in routing",
    "etc/default/isc-dhcp-server*": "DHCP of hosts, which takes no part in routing",
    "etc/dhcp/**": "DHCP of hosts, which takes no part in routing",
    "etc/hostapd.conf": "which hosts are let in by 802.1X",
    "etc/iproute2/**": "names for numbers of tables and protocols",
    "etc/cumulus/nclu/**": "how NCLU prints and who may use it",
    "etc/netd.conf": "how NCLU prints and who may use it",
    "etc/cron.d/**": "programs that run by the clock",
    "etc/crontab": "programs that run by the clock",
    "etc/fstab": "file systems",
}
# Files that matter and have no reader yet, with what they leave open.
NOT_YET: dict[str, tuple[str, ...]] = {
    "etc/rdnbrd.conf": ("routing", "bgp"),
    "etc/vxrd.conf": ("vxlan",),
    "etc/vxsnd.conf": ("vxlan",),
    "etc/cumulus/neighmgr.conf": ("evpn",),
}


def _pattern(path: str) -> str:
    parts = re.split(r"(\*\*|\*)", path)
    said = {"**": ".+", "*": "[^/]*"}
    return "".join(said.get(part, re.escape(part)) for part in parts)


_KNOWN = [
    (re.compile(_pattern(path) + r"\Z"), facets)
    for path, facets in (*((path, ()) for path in INERT), *NOT_YET.items())
]


@lru_cache(maxsize=1024)
def facets_of(path: str) -> tuple[str, ...] | None:
    """() of a file on which nothing hangs, else what it leaves open; None of an unknown file."""
    return next((facets for pattern, facets in _KNOWN if pattern.match(path)), None)
