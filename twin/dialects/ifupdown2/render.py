"""From a configuration to `/etc/network/interfaces`, through `templates/ifupdown2/`.

One stanza per interface; VXLAN is one device per VLAN-aware bridge, as NVUE writes it, and devices
of their own only where the model has them.
"""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.base import Context
from twin.dialects.ifupdown2.render_rows import (
    BOND,
    BRIDGE,
    BRIDGE_PORT,
    GATEWAY,
    INTERFACE,
    MLAG,
    SEGMENT,
    SINGLE_DEVICE,
    SINGLE_VXLAN,
    VXLAN_DEVICE,
    VXLAN_LOOPBACK,
    replicated,
)
from twin.dialects.rendering import render_template
from twin.dialects.statements import Block, said
from twin.model.config import Config
from twin.model.interface import Bridge, Interface
from twin.model.ports import natural_key

INTERFACES = "etc/network/interfaces"
VLAN_AWARE = "vlan-aware"
_ORDER = (
    "loopback", "eth", "swp", "dummy", "veth", "bond", "peerlink", "sub", "svi", "tunnel", "vxlan",
    "bridge",
)  # fmt: skip
_ONLY_SPLIT = Interface(kind="swp")


def _rank(name: str, interface: Interface) -> tuple[int, object]:
    kind = interface.kind or ""
    return _ORDER.index(kind) if kind in _ORDER else len(_ORDER), natural_key(name)


def _is_only_a_cage(interface: Interface) -> bool:
    """A split cage is no interface of its own: ports.conf speaks of it."""
    return bool(interface.breakout) and not any(
        value not in (None, (), {})
        for name in interface.__dataclass_fields__
        if name not in ("kind", "breakout")
        for value in (getattr(interface, name),)
    )


def _commands(name: str, interface: Interface) -> Iterator[str]:
    """Routes and rules, for which ifupdown2 has no attributes."""
    for key, route in interface.routes.items():
        prefix = key.partition(" ")[0]
        table = f" table {route.table}" if route.table is not None else ""
        for via in route.via:
            yield f"post-up ip route add {prefix} via {via} dev {name}{table}"
    for key, rule in interface.policy_rules.items():
        words = f"post-up ip rule add from {key.partition(' ')[0]}"
        words += f" to {rule.to}" if rule.to is not None else ""
        words += f" lookup {rule.table}" if rule.table is not None else ""
        yield words + (f" priority {rule.priority}" if rule.priority is not None else "")


def _vlan_lines(name: str, interface: Interface, bridge: str | None) -> Iterator[str]:
    """Which device a VLAN interface stands on; `swp1.100` says both by its name."""
    if interface.kind == "svi":
        raw = interface.base or bridge
        if raw is not None:
            yield f"vlan-raw-device {raw}"
        if interface.vlan is not None:
            yield f"vlan-id {interface.vlan}"
    elif interface.kind == "sub":
        parent, _, number = name.rpartition(".")
        if interface.base not in (None, parent):
            yield f"vlan-raw-device {interface.base}"
        if interface.vlan is not None and str(interface.vlan) != number:
            yield f"vlan-id {interface.vlan}"


def _lines(name: str, interface: Interface, config: Config, bridge: str | None) -> Iterator[str]:
    yield from said(interface, INTERFACE)
    if interface.virtual_router is not None:
        yield from said(interface.virtual_router, GATEWAY)
    yield from _vlan_lines(name, interface, bridge)
    if interface.vxlan is not None:
        yield from said(interface.vxlan, VXLAN_DEVICE)
    if interface.bond is not None:
        yield from said(interface.bond, BOND)
    if interface.segment is not None:
        yield from said(interface.segment, SEGMENT)
    for member in interface.bridges.values():
        # A VXLAN device has said by itself whether it learns.
        yield from said(member, BRIDGE_PORT[:-1] if interface.vxlan else BRIDGE_PORT)
    if interface.kind == "loopback" and config.vxlan is not None:
        told = {device.vxlan.source for device in _own_devices(config) if device.vxlan}
        # Devices of their own may have said it already.
        yield from said(config.vxlan, VXLAN_LOOPBACK[1 if config.vxlan.source in told else 0 :])
    if config.mlag is not None and name == config.mlag.peerlink:
        yield from said(config.mlag, MLAG)
    yield from _commands(name, interface)


def _interface(name: str, interface: Interface, lines: list[str]) -> Iterator[Block]:
    families = [
        word for word, is_on in (("inet", interface.dhcp4), ("inet6", interface.dhcp6)) if is_on
    ]
    if interface.kind == "loopback" and name == "lo":
        yield Block(f"{name} inet loopback", lines)
    elif interface.ipv6_autoconf:
        yield Block(f"{name} inet6 auto", lines)
    elif families:
        yield Block(f"{name} {families[0]} dhcp", lines)
        for family in families[1:]:
            yield Block(f"{name} {family} dhcp")
    else:
        yield Block(name, lines)


def _vrfs(config: Config) -> Iterator[Block]:
    for name, vrf in config.vrfs.items():
        if name != "default" and (vrf.table is not None or vrf.ipv4 or vrf.ipv6):
            lines = [f"address {address}" for address in (*vrf.ipv4, *vrf.ipv6)]
            lines += [f"vrf-table {vrf.table}"] if vrf.table is not None else []
            yield Block(name, lines)


def _mapped(bridge: Bridge) -> Iterator[str]:
    for vlan, member in sorted(bridge.vlans.items()):
        for vni in member.vnis:
            yield f"{vlan}={vni}"


def _own_devices(config: Config) -> list[Interface]:
    """VXLAN devices of one VNI each."""
    return [interface for interface in config.interfaces.values() if interface.vxlan is not None]


def single_devices(config: Config) -> dict[str, str]:
    """Bridge → its single VXLAN device, for the VLAN-aware bridges with VNIs."""
    if _own_devices(config):
        return {}  # one kind of devices excludes the other (user guide, VXLAN Devices)
    number = int(SINGLE_DEVICE.removeprefix("vxlan"))
    mapped = [name for name, bridge in config.bridges.items() if any(_mapped(bridge))]
    return {name: f"vxlan{number + place}" for place, name in enumerate(mapped)}


def _vxlans(config: Config) -> Iterator[Block]:
    for bridge, device in single_devices(config).items():
        lines = [f"bridge-vlan-vni-map {' '.join(_mapped(config.bridges[bridge]))}"]
        if config.vxlan is not None:
            lines += said(config.vxlan, SINGLE_VXLAN)
            lines += replicated(config.vxlan)
        yield Block(device, lines)


def _bridges(config: Config) -> Iterator[Block]:
    devices = single_devices(config)
    for name, bridge in config.bridges.items():
        ports = [
            port
            for port in sorted(config.interfaces, key=natural_key)
            if name in config.interfaces[port].bridges
        ]
        ports += [devices[name]] if name in devices else []
        lines = [f"bridge-ports {' '.join(ports) or 'none'}"]
        if bridge.kind == VLAN_AWARE:
            lines.append("bridge-vlan-aware yes")
        lines += said(bridge, BRIDGE)
        if name in config.interfaces:
            lines += _lines(name, config.interfaces[name], config, None)
        yield Block(name, lines)


def stanzas(config: Config) -> list[Block]:
    """All stanzas of the file: `head` is what follows `iface`."""
    aware = [name for name, bridge in config.bridges.items() if bridge.kind == VLAN_AWARE]
    bridge = aware[0] if aware else None
    found: list[Block] = []
    for name, interface in sorted(config.interfaces.items(), key=lambda item: _rank(*item)):
        if name in config.bridges or _is_only_a_cage(interface):
            continue
        found += _interface(name, interface, list(_lines(name, interface, config, bridge)))
    first = [block for block in found if block.head == "lo inet loopback"]
    rest = [block for block in found if block.head != "lo inet loopback"]
    return [*first, *_vrfs(config), *rest, *_vxlans(config), *_bridges(config)]


def render_interfaces(config: Config, context: Context) -> dict[str, str]:
    """Path on the device → text; empty when the configuration says nothing that it holds."""
    del context  # the attributes are the same in every release
    blocks = stanzas(config)
    if not blocks:
        return {}
    return {INTERFACES: render_template("ifupdown2/interfaces.j2", stanzas=blocks)}
