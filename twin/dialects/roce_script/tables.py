"""Commands of boot scripts that cannot matter, with the reason; and what the others may touch.

A command stands here only if nothing that it does can change a class, a buffer, an MTU or an
address of a NIC. Whatever is in none of the tables is reported as not understood.
"""

from __future__ import annotations

INERT = {
    "set": "how the shell treats errors and unset names",
    "shopt": "how the shell treats patterns",
    "exit": "the end of the script, or of a branch that has failed",
    "return": "the end of a function",
    "true": "does nothing",
    ":": "does nothing",
    "test": "asks, and changes nothing",
    "[": "asks, and changes nothing",
    "[[": "asks, and changes nothing",
    "sleep": "waits",
    "wait": "waits for commands in the background",
    "trap": "what happens when the script is stopped",
    "echo": "prints (into a file of the kernel it is read, not listed here)",
    "printf": "prints (into a file of the kernel it is not understood)",
    "logger": "writes to the log",
    "date": "prints the time",
    "cat": "prints a file",
    "lsmod": "lists drivers",
    "modprobe": "loads a driver; what it sets stands in other files",
    "mst": "opens the devices of the firmware tools",
    "ibdev2netdev": "lists which netdev belongs to which RDMA device",
    "ibv_devinfo": "lists RDMA devices",
    "ibstat": "lists RDMA devices",
    "show_gids": "lists addresses of RDMA devices",
    "udevadm": "waits until the kernel has created its devices",
    "break": "the end of a loop, where something has failed",
    "continue": "the end of a round of a loop, where something has failed",
    "mkdir": "makes a folder (configfs: of the connection manager), and sets nothing in it",
    "which": "looks for a program",
    "type": "looks for a program",
    "hash": "looks for a program",
    "hostname": "asks for a name",
    "uname": "asks for the kernel",
    "lspci": "lists devices",
    "lldpcli": "asks for neighbours",
    "lldpctl": "asks for neighbours",
    "dmesg": "prints what the kernel has said",
    "set_irq_affinity.sh": "which processor takes an interrupt",
    "set_irq_affinity_bynode.sh": "which processor takes an interrupt",
    "set_irq_affinity_cpulist.sh": "which processor takes an interrupt",
    "mlnx_affinity": "which processor takes an interrupt",
    "read": "asks for a word, which then has no known value",
    "unset": "forgets a name",
    "umask": "modes of files",
    "chown": "who may write a file",
    "chmod": "who may write or run a file",
    "grep": "asks, and changes nothing",
    "uniq": "prints (names of neighbours, into /etc/hosts)",
    "apt-get": "installs programs; what they are told stands in other files",
    "apt": "installs programs; what they are told stands in other files",
    "apk": "installs programs; what they are told stands in other files",
    "yum": "installs programs; what they are told stands in other files",
    "dnf": "installs programs; what they are told stands in other files",
    "frrinit.sh": "starts the daemons of FRR, which read files of their own",
    "hostnamectl": "the host's own name",
    "cd": "the folder that it runs in; paths of the kernel are absolute",
    "local": "a name of a function without a value",
}
# Commands after which nothing else of the script runs.
ENDING = ("exit", "return", "exec", "break", "continue")
# What makes `sleep` wait for ever, in any case (coreutils `sleep`: a number as strtod takes it).
FOR_EVER = frozenset({"inf", "infinity"})

# `ethtool` options that ask, or that set what no class and no buffer of the port depends on.
INERT_ETHTOOL = {
    "-a": "asks for pause settings",
    "-c": "asks for interrupt moderation",
    "-C": "interrupt moderation: how soon the host is told, not how the port forwards",
    "-g": "asks for ring sizes",
    "-G": "ring sizes: descriptors in host memory",
    "-i": "asks for the driver",
    "-k": "asks for offloads",
    "-K": "offloads: where the host computes checksums and segments",
    "-l": "asks for channels",
    "-S": "asks for counters",
    "-n": "asks for rules of flows",
    "-N": "which queue of the host takes a flow",
    "-x": "asks how the host spreads flows",
    "-X": "how the host spreads flows over its queues",
    "-L": "channels: how many queues the host spreads interrupts over",
    "-T": "asks for clocks",
    "-m": "asks for the module",
    "-P": "asks for the MAC",
    "--statistics": "asks for counters",
    "--driver": "asks for the driver",
    "--coalesce": "interrupt moderation: how soon the host is told, not how the port forwards",
    "--set-ring": "ring sizes: descriptors in host memory",
    "--features": "offloads: where the host computes checksums and segments",
    "--offload": "offloads: where the host computes checksums and segments",
    "--set-channels": "channels: how many queues the host spreads interrupts over",
    "--module-info": "asks for the module",
}
# `sysctl -w` names by their beginning.
INERT_SYSCTL = {
    "net.ipv4.tcp_": "TCP; RoCE passes the kernel by",
    "net.core.": "socket buffers and queues of the kernel; RoCE passes the kernel by",
    "vm.": "memory of the host",
    "kernel.": "the host's own affairs",
    "fs.": "files of the host",
    "net.ipv4.conf.all.arp_": "which interface answers for an address; rails have own subnets",
    "net.ipv4.conf.default.arp_": "the same for interfaces to come",
    "net.ipv4.neigh.": "how long the host keeps what ARP has told",
    "net.ipv6.neigh.": "how long the host keeps what neighbour discovery has told",
    "net.ipv4.ip_local_port_range": "ports of the host's own connections",
    "net.ipv4.udp_": "buffers of UDP sockets; RoCE passes the kernel by",
    "net.ipv4.fib_multipath_hash_": "how the kernel spreads its own packets; RoCE passes it by",
    "net.ipv6.fib_multipath_hash_": "how the kernel spreads its own packets; RoCE passes it by",
}
# The last word of keys that each interface has: `net.ipv6.conf.eth0.accept_ra`.
INERT_SYSCTL_INTERFACE = {
    "accept_ra": "how a host gets addresses that no file says",
    "accept_ra_defrtr": "how a host gets a default route that no file says",
    "accept_ra_pinfo": "how a host gets addresses that no file says",
    "accept_dad": "how a second holder of an address is looked for",
    "dad_transmits": "how a second holder of an address is looked for",
    "keep_addr_on_down": "addresses of a link that is down",
    "addr_gen_mode": "how a link-local address is made",
    "use_tempaddr": "which of several own addresses is used",
    "autoconf": "how a host gets addresses that no file says",
    "enhanced_dad": "how a second holder of an address is looked for",
    "arp_accept": "which answers of neighbours are kept",
    "arp_announce": "which own address asks for a neighbour",
    "arp_ignore": "which interface answers for an address; rails have own subnets",
    "arp_notify": "who is told of a new address",
}
# `systemctl VERB UNIT`: verbs that ask or read files again, and units that set no NIC.
ASKING_VERBS = frozenset({
    "status", "is-active", "is-enabled", "is-failed", "show", "cat", "list-units", "daemon-reload",
    "daemon-reexec", "list-unit-files",
})  # fmt: skip
# `tc qdisc … root KIND`: how the kernel queues its own packets; RoCE passes it by.
PLAIN_QUEUES = frozenset({"mq", "fq", "fq_codel", "noqueue", "pfifo", "pfifo_fast"})
# What the output of a command may go through without a change to what the command does.
FILTERS = frozenset({"logger", "grep", "tee", "cat", "head", "tail", "awk", "sed", "wc", "sort"})
# `command -v NAME` asks whether there is such a program.
ASKING = frozenset({"-v", "-V"})
# Words before a command that leave it the same command.
PREFIXES = frozenset({"sudo", "nohup", "exec", "command", "time"})

_NIC = ("nic",)
_PORT = ("nic", "port", "mtu", "address")
_ROUTING = ("address", "mtu", "port", "routing")
# What a command that is not understood may touch; one that is not listed may touch `ANYTHING`.
FACETS = {
    "mlnx_qos": _NIC,
    "cma_roce_tos": _NIC,
    "cma_roce_mode": _NIC,
    "mlxreg": _NIC,
    "mstreg": _NIC,
    "mlxconfig": _NIC,
    "mstconfig": _NIC,
    "mlnx_tune": _NIC,
    "doca_spcx_cc": _NIC,
    "echo": _NIC,
    "printf": _NIC,
    "tc": _NIC,
    "dcb": _NIC,
    "lldptool": _NIC,
    "lldpad": _NIC,
    "mlxlink": _NIC,
    "mlxfwreset": _NIC,
    "mlxprivhost": _NIC,
    "rdma": _NIC,
    "nmcli": _ROUTING,
    "ifup": _ROUTING,
    "ifdown": _ROUTING,
    "setpci": (),
    "nvidia-smi": (),
    "cpupower": (),
    "ethtool": ("nic", "port"),
    "ip": _ROUTING,
    "ifconfig": _ROUTING,
    "netplan": _ROUTING,
    "devlink": _PORT,
    "sysctl": ("address", "routing"),
    "iptables": ("acl",),
}
ANYTHING = ("nic", "mtu", "address", "port", "routing")
