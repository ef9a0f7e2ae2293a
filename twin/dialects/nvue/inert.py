"""Paths that cannot change what any engine computes, each with the reason. Reviewed; no guesses.

A prefix stands for all known paths below it: a key that no release has is unread, even here.

Inert as well, wherever they stand, are statements that say nothing of their own: a section without
anything in it; a word for the default (`auto`, `none`); what another patch says again or takes
back; an `unset` of what no patch has set; a feature without a place in the model that is switched
off (`claims_absent.py`).
"""

from __future__ import annotations

INERT = {
    # The file itself
    "header.model": "names the switch that the file was saved on",
    "header.nvue-api-version": "version of the file format",
    "header.rev-id": "revision number that NVUE counts",
    "header.version": "read as the release of the file; sets nothing on the switch",
    # Management plane
    "system.aaa": "who may log in",
    "system.api": "the REST interface of NVUE",
    "system.cli": "how the shell behaves",
    "system.config.apply": "which files `nv config apply` may overwrite",
    "system.config.auto-save": "when the configuration is saved",
    "system.config.backup": "copies of the configuration",
    "system.contact": "free text",
    "system.counter": "how often counters are polled",
    "system.date-time": "the clock's zone",
    "system.dns": "name resolution of the management plane",
    "system.docker": "containers on the CPU; they forward nothing",
    "system.events": "size of the event log",
    "system.gnmi-server": "streaming of state",
    "system.grpc-tunnel": "streaming of state",
    "system.location": "free text",
    "system.log": "logging",
    "system.message": "text shown at login",
    "system.ntp": "the clock",
    "system.packages": "where packages come from",
    "system.reboot": "what the next reboot does",
    "system.security": "passwords and keys of users",
    "system.serial-console": "access by cable",
    "system.sflow": "samples of traffic; forwards nothing",
    "system.snmp-server": "reading of state",
    "system.ssh-server": "access by SSH",
    "system.syslog": "logging",
    "system.tech-support": "diagnostic archives",
    "system.telemetry": "streaming of state",
    "system.timezone": "the clock's zone",
    "system.wjh": "reports of dropped packets",
    "system.synce": "frequency of the line clock",
    "system.lldp": "how the switch announces itself; cables are judged from the topology",
    "service.dns": "name resolution of the management plane",
    "service.lldp": "how the switch announces itself; cables are judged from the topology",
    "service.ntp": "the clock",
    "service.ptp": "the clock",
    "service.snmp-server": "reading of state",
    "service.synce": "frequency of the line clock",
    "service.syslog": "logging",
    "service.telemetry": "streaming of state",
    "service.control": "memory and CPU bounds of daemons",
    "service.dhcp-relay": "addresses handed to clients; hosts are judged by their own files",
    "service.dhcp-relay6": "addresses handed to clients; hosts are judged by their own files",
    "service.dhcp-server": "addresses handed to clients; hosts are judged by their own files",
    "service.dhcp-server6": "addresses handed to clients; hosts are judged by their own files",
    "vrf.*.dhcp-server-v4": "addresses handed to clients; hosts are judged by their own files",
    "vrf.*.dhcp-server-v6": "addresses handed to clients; hosts are judged by their own files",
    "vrf.*.ptp": "the clock",
    "platform.ps-redundancy": "power supplies",
    "platform.pulse-per-second": "the clock",
    "platform.transceiver.*.temperature": "thresholds of an alarm",
    # Neighbour tables and ageing: they decide when an entry is learnt again, not what is learnt
    "system.global.arp": "how long neighbour entries live",
    "system.global.nd": "how long neighbour entries live",
    "system.global.icmp": "text of error messages",
    "interface.*.ipv4.arp-timeout": "how long neighbour entries live",
    "interface.*.ipv4.dhcp-client.set-hostname": "name of a management interface's host",
    "interface.*.ipv6.dhcp-client.set-hostname": "name of a management interface's host",
    "bridge.domain.*.ageing": "how long learnt MAC addresses live",
    "nve.vxlan.ageing": "how long learnt MAC addresses live",
    # Clocks, samples and counters of a port
    "interface.*.lldp": "how the port announces itself; cables are judged from the topology",
    "interface.*.ptp": "the clock",
    "interface.*.synce": "frequency of the line clock",
    "interface.*.sflow": "samples of traffic; forwards nothing",
    "interface.*.telemetry": "streaming of state",
    "interface.*.latency-measurement": "streaming of state",
    "bridge.domain.*.vlan.*.ptp": "the clock",
    # What repeats what other keys say
    "vrf.*.router.static.*.address-family": "repeats the family of the prefix",
    "vrf.*.router.static.*.via.*.type": "repeats the kind of the next hop",
    "vrf.*.router.static.*.distance.*.via.*.type": "repeats the kind of the next hop",
    # Pace of the control plane: the state it settles in is the same
    "router.bgp.convergence-wait": "delays the first update after a start",
    "router.bgp.wait-for-install": "delays updates until the ASIC has the routes",
    "router.bgp.policy-update-timer": "delays the effect of a policy change",
    "router.bgp.queue-limit": "memory bound of message queues",
    "router.bgp.graceful-restart": "keeps routes while a daemon restarts",
    "router.bfd.offload": "where BFD packets are built",
    "router.password-obfuscation": "how passwords are shown",
    "router.ospf.timers": "pace of OSPF calculations",
    "router.pim.timers": "pace of PIM; multicast is not judged",
    "vrf.*.router.ospf.log": "logging",
    "vrf.*.router.ospf.timers": "pace of OSPF calculations",
    "vrf.*.router.ospf6.log": "logging",
    "vrf.*.router.ospf6.timers": "pace of OSPF calculations",
    "vrf.*.router.bgp.advertisement-delay": "delays the first update after a start",
    "vrf.*.router.bgp.timers.connection-retry": "delays a new attempt to connect",
    "vrf.*.router.bgp.timers.route-advertisement": "groups updates",
    "vrf.*.router.bgp.timers.conditional-advertise": "how often conditions are looked at",
    "evpn.multihoming.mac-holdtime": "how long entries of a failed link live",
    "evpn.multihoming.neighbor-holdtime": "how long entries of a failed link live",
    "interface.*.bond.up-delay": "delays the use of a member",
    "interface.*.bond.down-delay": "delays the loss of a member",
    "mlag.debug": "logging",
    "interface.*.link.debounce": "delays the report of a lost link",
    "interface.*.link.flap-protection": "takes a flapping link down; no link flaps here",
    "system.link.flap-protection": "takes a flapping link down; no link flaps here",
    "evpn.dad.duplicate-action.warning-only": "what is said of hosts that move; none moves here",
    "vrf.*.router.ospf.max-metric.on-startup": "holds only while the daemon starts",
    "vrf.*.router.ospf.max-metric.on-shutdown": "holds only while the daemon stops",
    "router.policy.route-map.*.rule.*.action.permit.exit-policy.exit":
        "leaves the map, as every match does",
    # Spanning tree: timers and frames of the protocol, not which port it closes
    "bridge.domain.*.stp.force-protocol-version": "which frames are sent; the tree is the same",
    "bridge.domain.*.stp.vlan.*.forward-delay": "pace of spanning tree",
    "bridge.domain.*.stp.vlan.*.hello-time": "pace of spanning tree",
    "bridge.domain.*.stp.vlan.*.max-age": "pace of spanning tree",
    "bridge.domain.*.encap": "802.1Q is the only one there is",
    "bridge.domain.*.vlan.*.multicast.snooping.querier.source-ip":
        "source of queries; multicast is not judged",
    "interface.*.storm-control": "bounds floods far above what a fabric at rest has",
    # How a link trains, which either ends in a link or does not
    "interface.*.link.apsu-mode": "how a link comes up",
    "interface.*.link.fast-linkup": "how a link comes up",
    "interface.*.link.module-precoding": "how a link comes up",
    "interface.*.link.tx-squelch": "how a link goes down",
    # Tables and meters of the ASIC
    "system.acl.mode": "how rules are exchanged when they change",
    "system.control-plane.policer": "bounds packets to the CPU; protocols keep within the bounds",
    "system.forwarding.host-route-preference": "which table of the ASIC holds a host's route",
    "system.forwarding.profile": "how the ASIC's tables share its memory",
    "system.forwarding.programming": "logging",
    "system.forwarding.resource-mode": "how the ASIC's tables share its memory",
    "system.global.reserved": "numbers that the switch takes for itself; no packet carries them",
} | {
    f"interface.*.{family}.neighbor-discovery.{path}":
        "what hosts learn from advertisements; they are judged by their own files"
    for family in ("ip", "ipv6")
    for path in (
        "dnssl", "home-agent", "mtu", "prefix", "rdnss",
        *(f"router-advertisement.{name}" for name in (
            "fast-retransmit", "hop-limit", "interval", "interval-option", "lifetime",
            "managed-config", "other-config", "reachable-time", "retransmit-time",
            "router-preference",
        )),
    )
}  # fmt: skip
