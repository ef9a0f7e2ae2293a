"""Attributes of an interface: addresses, state, VLAN, VRF, gateway redundancy."""

from __future__ import annotations

from twin.core.facts import Path
from twin.dialects.ifupdown2 import attributes, values
from twin.dialects.ifupdown2.attributes import Field
from twin.dialects.ifupdown2.collect import Port
from twin.dialects.ifupdown2.device import Fabric
from twin.dialects.ifupdown2.inert import EVERYTHING
from twin.dialects.ifupdown2.syntax import Statement

_KINDS = (("swp", "swp"), ("eth", "eth"))
# Methods of an `iface` line that say no more than the attributes below it, per ifupdown2.
_PLAIN_METHODS = ("static", "manual", "loopback", "v4tunnel", "tunnel", "6to4", "dhcp-none")
_PEERLINK = "peerlink"


def kind_of(name: str) -> str | None:
    """What the name of a physical interface says, as Cumulus Linux names them."""
    if name == "lo":
        return "loopback"
    if "." in name:
        return None
    kinds = (kind for prefix, kind in _KINDS if name.startswith(prefix))
    kind = next(kinds, None)
    return kind if kind and name[3:4].isdigit() else None


def said_by_name(name: str) -> dict[str, str | int]:
    """The fields of an interface that has no lines of its own: `swp1`, `swp1.100`."""
    base, _, digits = name.rpartition(".")
    if base and digits.isascii() and digits.isdigit() and 1 <= int(digits[:9]) <= values.VLAN_MOST:
        return {"kind": "sub", "vlan": int(digits), "base": base}
    kind = kind_of(name)
    return {} if kind is None else {"kind": kind}


def read_field(
    fabric: Fabric, base: Path, row: Field, port: Port, lines: list[Statement], *others: Statement
) -> None:
    """An attribute of one value: the first line counts."""
    first = lines[0]
    path = (*base, *row.path)
    try:
        value = row.read(first.value)
    except ValueError:
        fabric.ledger.problem(first, path, row.need)
    else:
        fabric.ledger.put(path, value, first, *others)
        if len(lines) > 1 and lines[1].value == first.value:
            fabric.ledger.put(path, value, lines[1])  # either may go, and nothing changes
    ignore_repeats(fabric, path, lines)


def ignore_repeats(fabric: Fabric, path: Path, lines: list[Statement]) -> None:
    """Later lines of an attribute that has one value are not looked at by ifupdown2."""
    first = lines[0]
    for line in lines[1:]:
        fabric.ledger.inert(line)
        if line.value != first.value:
            need = f"one `{line.word}`: the first counts, {first.value[:40]}"
            fabric.ledger.problem(line, path, need, severity="warning")


def read_heads(fabric: Fabric, port: Port, base: Path) -> None:
    """Family and method of the `iface` lines."""
    for stanza in port.heads:
        head, words = stanza.head, stanza.words
        family, method = words[0] if words else "inet", words[1] if len(words) > 1 else "static"
        if "inherits" in words:
            fabric.ledger.unread(head, EVERYTHING, base)
        elif words and words[0][0] == "#":
            need = "an `iface` line without a comment behind it"
            fabric.ledger.problem(head, base, need, " ".join(words), "warning")
        elif family not in ("inet", "inet6"):
            fabric.ledger.problem(head, base, "inet or inet6", family)
        elif method in ("dhcp", "bootp"):
            field = "dhcp4" if family == "inet" else "dhcp6"
            fabric.ledger.put((*base, field), True, head)
        elif method == "dhcp6":
            fabric.ledger.put((*base, "dhcp6"), True, head)
        elif method == "auto" and family == "inet6":
            fabric.ledger.put((*base, "ipv6_autoconf"), True, head)
        elif method in ("ppp", "wvdial"):
            fabric.ledger.unread(head, ("address", "routing"), base)
        elif method not in _PLAIN_METHODS:
            fabric.ledger.problem(head, base, "static, manual, loopback, dhcp or auto", method)


def read_state(fabric: Fabric, port: Port, base: Path) -> None:
    """Whether the interface is up after boot: an `auto` line, and no `link-down yes`."""
    ledger, path = fabric.ledger, (*base, "admin_up")
    lines = port.attributes.get("link-down")
    if lines:
        try:
            is_down = values.switch(lines[0].value)
        except ValueError:
            ledger.problem(lines[0], path, values.need(values.switch))
        else:
            if is_down:
                ledger.put(path, False, lines[0])
        ignore_repeats(fabric, path, lines)
        if ledger.get(path) is False:
            return  # down it is, whoever brings it up
    if port.up is not None:
        ledger.put(path, True, port.up)
    elif fabric.is_whole and port.name not in fabric.bridged.of | fabric.bonded.of:
        ledger.put(path, False, port.head)  # a port of a bridge or bond comes up with that


def read_addresses(fabric: Fabric, port: Port, base: Path) -> None:
    """`address` lines, each with the mask that belongs to it."""
    for line in port.attributes.get("address", ()):
        mask = port.masks.get(line)
        try:
            text = values.address(line.value, mask.value if mask else "")
        except ValueError:
            is_mask = mask is not None and values.is_address(line.value)
            wrong = mask if is_mask and mask is not None else line
            fabric.ledger.problem(wrong, (*base, "ipv4"), values.need(values.address))
            continue
        field = "ipv6" if ":" in text else "ipv4"
        used = (mask,) if mask is not None and "/" not in line.value else ()
        fabric.ledger.put((*base, field, text), True, line, *used)
        fabric.ledger.mark((*base, field), line)


def read_gateways(fabric: Fabric, port: Port, base: Path) -> None:
    """`gateway` lines: default routes by way of the interface."""
    for line in port.attributes.get("gateway", ()):
        try:
            text = values.host(line.value)
        except ValueError:
            fabric.ledger.problem(line, (*base, "ipv4_gateways"), values.need(values.host))
            continue
        field = "ipv6_gateways" if ":" in text else "ipv4_gateways"
        fabric.ledger.put((*base, field, text), True, line)


def read_virtual(fabric: Fabric, port: Port, base: Path) -> None:
    """`address-virtual MAC ADDRESS…`: an anycast gateway (VRR).

    Without a MAC the switch's own for gateways is taken (Cumulus Linux 4.3 and later).
    """
    router = (*base, "virtual_router")
    for line in port.attributes.get("address-virtual", ()):
        words = line.value.split()
        try:
            mac = values.mac(words[0]) if values.is_mac(words[0]) else None
            texts = [values.address(word) for word in (words[1:] if mac else words)]
        except ValueError:
            need = "a MAC address and addresses with their prefix lengths"
            fabric.ledger.problem(line, router, need)
            continue
        fabric.ledger.put((*router, "enabled"), True, line)
        fabric.ledger.put((*router, "up"), True, line)
        if mac is not None:
            fabric.ledger.put((*router, "mac"), mac, line)
            if fabric.ledger.get((*router, "mac")) != mac:
                fabric.ledger.unread(line, ("address",), router)  # a second MAC has no place
                continue
        for text in texts:
            fabric.ledger.put((*router, "addresses", text), True, line)


def read_vrrp(fabric: Fabric, port: Port, base: Path) -> None:
    """`vrrp ID ADDRESS…`; and `vrrp-id`, `vrrp-priority`, `vrrp-virtual-ip` of vrrpd."""
    ledger, groups = fabric.ledger, (*base, "vrrp")
    for line in port.attributes.get("vrrp", ()):
        number, *words = line.value.split()
        try:
            group = (*groups, values.whole(1, 255)(number))
            # FRR and NVUE name the address alone; its length is that of the interface's subnet.
            texts = [values.address(word).partition("/")[0] for word in words]
        except ValueError:
            ledger.problem(line, groups, "a group from 1 to 255 and its addresses")
            continue
        ledger.exists(group, line)
        for text in texts:
            ledger.put((*group, "addresses", text), True, line)
    numbered = port.first("vrrp-id")
    rows = {
        "vrrp-priority": Field(("priority",), values.whole(0, 255), "a priority from 0 to 255"),
        "vrrp-virtual-ip": Field(("addresses",), values.host, values.need(values.host)),
    }
    if numbered is None:
        for word in rows:
            for line in port.attributes.get(word, ()):
                ledger.unread(line, ("address",), base)
        return
    try:
        group = (*groups, values.whole(1, 255)(numbered.value))
    except ValueError:
        ledger.problem(numbered, groups, "a group from 1 to 255")
        return
    ledger.exists(group, numbered)
    priority = port.attributes.get("vrrp-priority")
    if priority:
        read_field(fabric, group, rows["vrrp-priority"], port, priority, numbered)
    for line in port.attributes.get("vrrp-virtual-ip", ()):
        try:
            text = values.host(line.value)
        except ValueError:
            ledger.problem(line, group, values.need(values.host))
            continue
        ledger.put((*group, "addresses", text), True, line, numbered)


def read_ipv6(fabric: Fabric, port: Port, base: Path) -> None:
    """Lines that switch IPv6, or only the link-local address, on or off."""
    path = (*base, "ipv6_enabled")
    for word, negate in (("disable-ipv6", True), ("disable-ip6", True), ("ipv6-addrgen", False)):
        lines = port.attributes.get(word)
        if not lines:
            continue
        try:
            value = values.switch(lines[0].value) is not negate
        except ValueError:
            fabric.ledger.problem(lines[0], path, values.need(values.switch))
            continue
        # Without a generated link-local address there is no IPv6 unless it is set by hand.
        has_own = any(":" in line.value for line in port.attributes.get("address", ()))
        if negate or (not value and not has_own):
            fabric.ledger.put(path, value, lines[0])
        ignore_repeats(fabric, path, lines)


def read_vlan(fabric: Fabric, port: Port, base: Path) -> None:
    """A VLAN of a bridge (an SVI), or of a port (a subinterface)."""
    ledger = fabric.ledger
    raw, numbered = port.first("vlan-raw-device"), port.first("vlan-id")
    stem, _, suffix = port.name.rpartition(".")
    below = raw.value if raw else stem
    by = raw or port.head
    digits = numbered.value if numbered else suffix.removeprefix("vlan") if raw else suffix
    is_svi = fabric.carries_vlans(below) if below else port.name.startswith("vlan")
    ledger.put((*base, "kind"), "svi" if is_svi else "sub", port.head)
    try:
        ledger.put((*base, "vlan"), values.vlan(digits), numbered or port.head)
        if raw and numbered and suffix.removeprefix("vlan") == digits:
            ledger.put((*base, "vlan"), values.vlan(digits), port.head)  # the name says it, too
    except ValueError:
        ledger.problem(numbered or port.head, (*base, "vlan"), values.need(values.vlan), digits)
    if not below:
        if fabric.is_whole:
            need = "a `vlan-raw-device` as well: without one ifupdown2 makes no VLAN"
            ledger.problem(numbered or port.head, base, need, severity="warning")
    elif is_svi and below == fabric.default_bridge:
        ledger.claim(by)
    else:
        try:
            ledger.put((*base, "base"), values.name(below), by)
        except ValueError:
            ledger.problem(by, (*base, "base"), values.need(values.name), below)
    for lines in (port.attributes.get("vlan-raw-device"), port.attributes.get("vlan-id")):
        ignore_repeats(fabric, base, lines or [port.head])


def read_kind(fabric: Fabric, port: Port, base: Path, role: str) -> None:
    """What kind of interface it is."""
    kind = kind_of(port.name) if role == "plain" else role
    made = port.first("link-type")
    if role == "bond" and port.name == _PEERLINK:
        kind = _PEERLINK
    if role == "plain" and made is not None and made.value in ("dummy", "veth"):
        kind = made.value
    if "tunnel-mode" in port.attributes or "mode" in port.attributes:
        kind = "tunnel"
    if kind is not None and not fabric.is_made(port, kind):
        fabric.ledger.put((*base, "kind"), kind, port.head)


FIELDS = attributes.INTERFACE


def check_vrfs(fabric: Fabric) -> None:
    """A VRF is a device of its own: ifupdown2 leaves ports of one that nobody makes where they are.

    One problem for each VRF, at the first port that is to be in it. That of the management port is
    there on every switch from the factory.
    """
    missing: dict[str, list[tuple[Port, Statement]]] = {}
    for port in fabric.ports.values():
        line = port.first("vrf")
        if line is not None and line.value != "mgmt" and not _is_vrf(fabric, line.value):
            missing.setdefault(line.value, []).append((port, line))
    for vrf, users in missing.items():
        (first, line), *rest = users
        others: tuple[Path, ...] = tuple((*fabric.path(port), "vrf") for port, _ in rest)
        need = f"`iface {vrf}` with `vrf-table auto`: nothing makes VRF {vrf}"
        fabric.ledger.problem(line, (*fabric.path(first), "vrf"), need, others=others)


def _is_vrf(fabric: Fabric, name: str) -> bool:
    port = fabric.ports.get(name)
    made = fabric.role(port) if port is not None else fabric.devices.get(name)
    return made == "vrf"
