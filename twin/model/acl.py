"""Access lists of the data plane: NVUE `acl` and the rule files of cl-acltool."""

from __future__ import annotations

from dataclasses import field

from twin.core.record import record


@record(frozen=True, slots=True)
class AclRule:
    """One rule, keyed by its number. action: permit | deny, or another target as it is written.

    Prefixes and ports are as written (`10.0.0.0/8`, `any`, `1024-2048`); `matches` and `actions`
    hold what has no field of its own, by its name in the text (`tcp flags`, `icmp-type`, `log`,
    `set dscp`, `police rate`) with the value as written, `on` where there is none.
    """

    action: str | None = None
    remark: str | None = None
    protocol: str | None = None
    source: str | None = None
    destination: str | None = None
    source_ports: tuple[str, ...] = ()
    destination_ports: tuple[str, ...] = ()
    in_interface: str | None = None
    out_interface: str | None = None
    dscp: str | None = None
    source_mac: str | None = None
    destination_mac: str | None = None
    ethertype: str | None = None
    matches: dict[str, str] = field(default_factory=dict)
    actions: dict[str, str] = field(default_factory=dict)


@record(frozen=True, slots=True)
class Acl:
    """An access list. kind: ipv4 | ipv6 | mac.

    Rules of cl-acltool stand in a list per file, tool, table and chain, named `FILE TOOL TABLE
    CHAIN` (`00control_plane iptables filter INPUT`), numbered from 1 in the order of the file;
    `chain` and `table` are then set.
    """

    kind: str | None = None
    chain: str | None = None
    table: str | None = None
    rules: dict[int, AclRule] = field(default_factory=dict)


@record(frozen=True, slots=True)
class AclBinding:
    """Where an interface applies a list, keyed by the list's name."""

    inbound: bool | None = None
    outbound: bool | None = None
    inbound_control_plane: bool | None = None
    outbound_control_plane: bool | None = None
