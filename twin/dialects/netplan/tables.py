"""Keys of netplan below an interface: which are read, and which cannot matter, with the reason.

Source: netplan reference (`netplan-yaml.md`), properties for all device types and for ethernets.
"""

from __future__ import annotations

INERT_TOP = {
    "version": "the only version there is; another one is refused",
    "renderer": "which daemon carries the file out; what it says is the same",
}
INERT = {
    "optional": "whether boot waits for the interface",
    "optional-addresses": "which addresses boot waits for",
    "critical": "whether addresses stay when the daemon stops",
    "ignore-carrier": "whether addresses are set before the cable is in",
    "nameservers": "names are resolved elsewhere than in the fabric",
    "wakeonlan": "how a powered-off host is started",
    "emit-lldp": "what the host tells about itself",
    "dhcp-identifier": "how a DHCP server recognises the host",
    "receive-checksum-offload": "where checksums are computed",
    "transmit-checksum-offload": "where checksums are computed",
    "tcp-segmentation-offload": "where TCP is cut into packets",
    "generic-segmentation-offload": "where TCP is cut into packets",
    "generic-receive-offload": "where TCP is put together",
    "large-receive-offload": "where TCP is put together",
    "match": "by which mark the card is found; its name is what counts",
}
# What a key that is not read may touch, where it is less than everything about addresses.
FACETS = {
    "gateway6": ("address", "routing"),
    "accept-ra": ("address", "routing"),
    "dhcp4-overrides": ("address", "routing", "mtu"),
    "dhcp6-overrides": ("address", "routing"),
    "virtual-function-count": ("nic",),
    "embedded-switch-mode": ("nic",),
    "delay-virtual-functions-rebind": ("nic",),
}
OTHER = ("address", "mtu", "routing")
# Other kinds of devices (bonds, bridges, vlans, vrfs, tunnels …) may take ports and addresses.
OTHER_KINDS = ("port", "mtu", "address", "l2", "vrf", "routing")
