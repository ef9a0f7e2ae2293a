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
}
# Commands after which nothing else of the script runs.
ENDING = ("exit", "return", "exec")
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
    "-L": "channels: how many queues the host spreads interrupts over",
    "-S": "asks for counters",
}
# `sysctl -w` names by their beginning.
INERT_SYSCTL = {
    "net.ipv4.tcp_": "TCP; RoCE passes the kernel by",
    "net.core.": "socket buffers and queues of the kernel; RoCE passes the kernel by",
    "vm.": "memory of the host",
    "kernel.": "the host's own affairs",
}
# What the output of a command may go through without a change to what the command does.
FILTERS = frozenset({"logger", "grep", "tee", "cat", "head", "tail", "awk", "sed", "wc", "sort"})
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
