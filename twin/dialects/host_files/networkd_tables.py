"""Settings of systemd-networkd and udev's link files, by section.

Source: systemd.network(5), systemd.netdev(5), systemd.link(5).
"""

from __future__ import annotations

from twin.dialects.host_files import words
from twin.dialects.host_files.ini import Row
from twin.dialects.netplan import values

NEED = values.NEED
_MTU = Row(("mtu",), words.mtu, NEED["mtu"])
_MAC = Row(("mac",), words.mac, NEED["mac"])
_BOOL = NEED["bool"]

# (section, key) → the fact that it sets below the interface.
NETWORK = {
    ("Link", "MTUBytes"): _MTU,
    ("Link", "MACAddress"): _MAC,
    ("Network", "VRF"): Row(("vrf",), words.name, NEED["name"]),
}
NETDEV = {
    ("NetDev", "MTUBytes"): _MTU,
    ("NetDev", "MACAddress"): _MAC,
    ("VLAN", "Id"): Row(("vlan",), words.vlan, NEED["vlan"]),
    ("Bond", "Mode"): Row(("bond", "mode"), values.read_bond_mode, NEED["bond_mode"]),
    ("Bond", "TransmitHashPolicy"): Row(("bond", "hash_policy"), values.read_hash, NEED["hash"]),
    ("Bond", "LACPTransmitRate"): Row(
        ("bond", "lacp_rate"), values.read_lacp_rate, NEED["lacp_rate"]
    ),
    ("Bond", "MinLinks"): Row(("bond", "min_links"), words.number, NEED["number"]),
    ("VXLAN", "VNI"): Row(("vxlan", "vni"), words.vni, NEED["vni"]),
    ("VXLAN", "Id"): Row(("vxlan", "vni"), words.vni, NEED["vni"]),
    ("VXLAN", "Local"): Row(("vxlan", "source"), words.host, NEED["host"]),
    ("VXLAN", "Remote"): Row(("vxlan", "remotes"), words.host, NEED["host"], many=True),
    ("VXLAN", "DestinationPort"): Row(("vxlan", "udp_port"), words.port, NEED["port"]),
    ("VXLAN", "MacLearning"): Row(("vxlan", "mac_learning"), words.switch, _BOOL),
    ("VXLAN", "ReduceARPProxy"): Row(("vxlan", "arp_nd_suppress"), words.switch, _BOOL),
}
# Kind of a netdev → kind of the interface in the model; a VRF is no interface there.
KINDS = {
    "vlan": "sub", "bond": "bond", "bridge": "bridge", "vxlan": "vxlan", "dummy": "dummy",
    "veth": "veth", "vrf": "",
}  # fmt: skip
LINK = {
    ("Link", "MTUBytes"): _MTU,
    ("Link", "MACAddress"): _MAC,
    ("Link", "AutoNegotiation"): Row(("auto_negotiate",), words.switch, _BOOL),
}
# By which marks a link is found: its name is what counts, the others are inert.
MATCHES = frozenset({
    "Name", "OriginalName", "MACAddress", "PermanentMACAddress", "Path", "Driver", "Type", "Kind",
    "Property", "Host", "Virtualization", "KernelCommandLine", "KernelVersion", "Architecture",
    "Credential", "Firmware",
})  # fmt: skip
PAUSE = {"RxFlowControl": "pause_rx", "TxFlowControl": "pause_tx"}

_WAITING = "what boot waits for"
_NAMES = "names and times come from elsewhere than the fabric"
_DAEMON = "what the daemon keeps or tells, not what the interface is"
_RA = "whether and how the host listens to routers; what it hears stands in no file"
_DHCP = "what the host asks of a DHCP server; what it says stands in no file"
_KERNEL = "how the host's own stack takes packets"
_TIMERS = "how soon a link that fails is noticed or used again"
_LINKS = "which of two ways through bridges is blocked; a host bridges to one switch port"
_OFFLOAD = "where packets are cut, joined and checked, and how many queues there are"
_OUTER = "a field of the outer packet, which no rule reads"

# Sections whose every setting is inert, with the reason.
INERT_SECTIONS = {
    "DHCP": _DHCP, "DHCPv4": _DHCP, "DHCPv6": _DHCP, "DHCPPrefixDelegation": _DHCP,
    "IPv6AcceptRA": _RA, "IPv6PrefixDelegation": _RA, "Neighbor": "an entry of the ARP table",
    "DHCPServer": "what the host hands out to others", "LLDP": "what the host tells of itself",
}  # fmt: skip
INERT = {
    ("Link", "RequiredForOnline"): _WAITING, ("Link", "RequiredFamilyForOnline"): _WAITING,
    ("Link", "ARP"): _KERNEL, ("Link", "Multicast"): _KERNEL, ("Link", "AllMulticast"): _KERNEL,
    ("Link", "Promiscuous"): _KERNEL, ("Link", "Group"): _DAEMON,
    ("Network", "Description"): "words for people",
    ("Network", "DNS"): _NAMES, ("Network", "Domains"): _NAMES, ("Network", "NTP"): _NAMES,
    ("Network", "DNSDefaultRoute"): _NAMES, ("Network", "LLMNR"): _NAMES,
    ("Network", "MulticastDNS"): _NAMES, ("Network", "DNSOverTLS"): _NAMES,
    ("Network", "DNSSEC"): _NAMES, ("Network", "LLDP"): _DAEMON, ("Network", "EmitLLDP"): _DAEMON,
    ("Network", "KeepConfiguration"): _DAEMON, ("Network", "ConfigureWithoutCarrier"): _WAITING,
    ("Network", "IgnoreCarrierLoss"): _DAEMON, ("Network", "IPv6AcceptRA"): _RA,
    ("Network", "IPv6PrivacyExtensions"): "which address the host's own connections come from",
    ("Network", "IPv6DuplicateAddressDetection"): _KERNEL, ("Network", "IPv6HopLimit"): _KERNEL,
    ("Network", "IPv4ProxyARP"): _KERNEL, ("Network", "IPv6ProxyNDP"): _KERNEL,
    ("Network", "DefaultRouteOnDevice"): _DAEMON,
    ("Network", "ActiveSlave"): _TIMERS, ("Network", "PrimarySlave"): _TIMERS,
    ("Address", "Label"): "a name", ("Address", "Broadcast"): _KERNEL,
    ("Address", "Scope"): _KERNEL,
    ("Address", "PreferredLifetime"): _KERNEL, ("Address", "HomeAddress"): _KERNEL,
    ("Address", "DuplicateAddressDetection"): _KERNEL, ("Address", "RouteMetric"): _KERNEL,
    ("Route", "PreferredSource"): "which of its addresses the host's own packets come from",
    ("Route", "Source"): "which of its addresses the host's own packets come from",
    ("Route", "Protocol"): "who says that he has set it", ("Route", "Scope"): _KERNEL,
    ("Route", "IPv6Preference"): _RA, ("Route", "InitialCongestionWindow"): "TCP",
    ("Route", "InitialAdvertisedReceiveWindow"): "TCP", ("Route", "QuickAck"): "TCP",
    ("Route", "FastOpenNoCookie"): "TCP", ("Route", "TCPAdvertisedMaximumSegmentSize"): "TCP",
    ("RoutingPolicyRule", "Family"): "of both families, as its prefixes say",
    ("Bridge", "Cost"): _LINKS, ("Bridge", "Priority"): _LINKS, ("Bridge", "HairPin"): _LINKS,
    ("Bridge", "FastLeave"): _KERNEL, ("Bridge", "MulticastToUnicast"): _KERNEL,
    ("Bridge", "HelloTimeSec"): _TIMERS, ("Bridge", "MaxAgeSec"): _TIMERS,
    ("Bridge", "ForwardDelaySec"): _TIMERS, ("Bridge", "AgeingTimeSec"): _TIMERS,
    ("Bridge", "MulticastSnooping"): _KERNEL, ("Bridge", "MulticastQuerier"): _KERNEL,
    ("NetDev", "Description"): "words for people",
    ("Bond", "MIIMonitorSec"): _TIMERS, ("Bond", "UpDelaySec"): _TIMERS,
    ("Bond", "DownDelaySec"): _TIMERS, ("Bond", "ARPIntervalSec"): _TIMERS,
    ("Bond", "ARPIPTargets"): _TIMERS, ("Bond", "ARPValidate"): _TIMERS,
    ("Bond", "ARPAllTargets"): _TIMERS, ("Bond", "PrimaryReselectPolicy"): _TIMERS,
    ("Bond", "LearnPacketIntervalSec"): _TIMERS, ("Bond", "GratuitousARP"): _TIMERS,
    ("Bond", "ResendIGMP"): _TIMERS, ("Bond", "PacketsPerSlave"): _TIMERS,
    ("Bond", "AllSlavesActive"): "frames that members out of use receive",
    ("Bond", "AdSelect"): "which of two aggregates is used; the members have one peer",
    ("Bond", "FailOverMACPolicy"): "which MAC a bond has after a change",
    ("VXLAN", "TTL"): _OUTER, ("VXLAN", "TOS"): _OUTER, ("VXLAN", "FlowLabel"): _OUTER,
    ("VXLAN", "UDPChecksum"): _OFFLOAD, ("VXLAN", "PortRange"): "what the underlay spreads by",
    ("VXLAN", "FDBAgeingSec"): "how long a MAC is kept", ("VXLAN", "IPDoNotFragment"): _OUTER,
    ("VXLAN", "MaximumFDBEntries"): "how many MACs are kept",
    ("VXLAN", "Independent"): "whether the device needs a link below it",
    ("Link", "Description"): "words for people", ("Link", "Alias"): "words for people",
    ("Link", "NamePolicy"): "where a name comes from that is not said here",
    ("Link", "AlternativeName"): "another name", ("Link", "AlternativeNamesPolicy"): "other names",
    ("Link", "MACAddressPolicy"): "where a MAC comes from that is not said here",
    ("Link", "Port"): "kind of the socket", ("Link", "WakeOnLan"): "how a host is started",
    ("Link", "Advertise"): "what the port offers to its neighbour", ("Link", "Duplex"): "full",
}  # fmt: skip
# Beginnings of settings of a link file that only move work between host and NIC.
OFFLOADS = (
    "RxChannels", "TxChannels", "OtherChannels", "CombinedChannels", "RxBufferSize",
    "RxMiniBufferSize", "RxJumboBufferSize", "TxBufferSize", "TransmitQueue", "ReceiveQueue",
    "Generic", "TCP", "Large", "ReceiveChecksum", "TransmitChecksum", "ReceivePacket",
    "ReceiveVLAN", "TransmitVLAN", "NTuple", "RxCoalesce", "TxCoalesce", "RxMaxCoalesced",
    "TxMaxCoalesced", "CoalescePacket", "StatisticsBlock", "UseAdaptive", "Virtual",
)  # fmt: skip
# What a section that is not read may touch, where it is less than all about addresses.
FACETS = {
    "SR-IOV": ("nic",), "BridgeFDB": ("l2",), "BridgeMDB": ("l2",), "CAN": (), "MACVLAN": ("l2",),
    "WireGuard": ("routing",), "WireGuardPeer": ("routing",), "Tunnel": ("routing",),
    "IPv6SendRA": ("address",), "VXLAN": ("vxlan",), "Bridge": ("l2",), "Bond": ("port",),
    "Link": ("port", "mtu"), "Route": ("routing",), "RoutingPolicyRule": ("routing",),
    "NextHop": ("routing",),
}  # fmt: skip


def is_inert(section: str, key: str) -> bool:
    """A setting of the tables above."""
    if section in INERT_SECTIONS or (section, key) in INERT:
        return True
    return section == "Link" and key.startswith(OFFLOADS)
