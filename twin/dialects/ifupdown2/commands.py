"""`pre-up`, `up` and `post-up` lines: commands that set what attributes could set as well.

`up` and `post-up` run after the attributes of the stanza and override them, `pre-up` before.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import pairwise

from twin.core.facts import Path
from twin.dialects.ifupdown2 import command_words
from twin.dialects.ifupdown2.collect import Port
from twin.dialects.ifupdown2.command_words import INERT, KERNEL_INERT, OPEN, UNKNOWN
from twin.dialects.ifupdown2.device import Fabric
from twin.dialects.ifupdown2.syntax import Statement
from twin.dialects.ip_command import MASTER, BadWordError, Fact, IpCommand, read_ip

AFTER = ("up", "post-up")
WORDS = ("pre-up", *AFTER)
_NO_ADDRESS = "0.0.0.0"  # noqa: S104 - what people write for an interface without an address
_LONGEST = 4096  # characters of a command line
_BETWEEN = re.compile(r" ?(?:;|&&|\|\|) ?")
_OF_INTERFACE = re.compile(r"\bip\b.* ru?")  # rules and routes may stand at the interface
_SILENCED = re.compile(r" ?(?:[12&]?>>? ?/dev/null|2>&1)")
_SHELL = re.compile(r"[`|<>(){}]|\$")
_WRITES = re.compile(r"echo\s+(\S+)\s*>+\s*/proc/sys/(\S+)\Z")
_TABLE_KEY = re.compile(r"(.*) table (\d+)\Z")


def find_devices(fabric: Fabric) -> None:
    """Devices that commands make before anything else is known of them."""
    for port in fabric.ports.values():
        for line in port.attributes.get("pre-up", ()):
            made = "add" in line.value or "addbr" in line.value
            for path, value in _facts(_with_name(line.value, port.name)) if made else ():
                if path[0] == "interfaces" and path[2:] == ("kind",):
                    fabric.devices.setdefault(str(path[1]), str(value))
                elif path[0] == "vrfs" and path[2:] == ("table",):
                    fabric.devices.setdefault(str(path[1]), "vrf")
                elif path[0] == "bridges" and path[2:] == ("kind",):
                    fabric.devices.setdefault(str(path[1]), "bridge")


def _with_name(value: str, name: str) -> str:
    """The shell knows the interface's name."""
    return value.replace("${IFACE}", name) if "$" in value else value


def _facts(text: str) -> list[Fact]:
    """What a line makes, for a first look: what is wrong with it is said later."""
    try:
        return [fact for command in _commands(text) or () for fact in command.facts]
    except BadWordError:
        return []


def read_commands(fabric: Fabric, port: Port) -> None:
    """All commands of an interface, in the order in which they run."""
    for word in WORDS:
        for line in port.attributes.get(word, ()):
            _read_line(fabric, port, line)


def _read_line(fabric: Fabric, port: Port, line: Statement) -> None:
    ledger, base = fabric.ledger, ("interfaces", port.name)
    fabric.commands_left -= 1
    if fabric.commands_left < 0:
        ledger.unread(line, UNKNOWN, base)
        return
    text = _with_name(line.value, port.name)
    try:
        commands = _commands(text, port.name if _OF_INTERFACE.search(text) else None)
    except BadWordError as error:
        ledger.problem(line, base, error.need, error.found)
        return
    open_facets = [facet for command in commands or () for facet in command.open]
    if commands is None or open_facets:
        ledger.unread(line, tuple(dict.fromkeys(open_facets or UNKNOWN)), base)
    for command in commands or ():
        for fact in command.facts:
            for path, value in _placed(fabric, fact):
                if path[0] == "interfaces" and path[4:5] == ("vlans",):
                    ledger.add_to_set(path[:5], path[5], line)
                else:
                    ledger.put(path, value, line, overrides=line.word in AFTER)
    ledger.inert(line)  # unless it says something, or is not understood


@lru_cache(maxsize=4096)
def _commands(text: str, interface: str | None = None) -> list[IpCommand] | None:
    """What the parts of a line do; None when the shell would do more than run them."""
    if len(text) > _LONGEST:
        return None
    found = []
    for part in _BETWEEN.split(" ".join(text.split())):
        written = _WRITES.match(part)
        if written is not None:
            found.append(_kernel(written[2].replace("/", "."), written[1]))
            continue
        words = _words(part)
        if words is None:
            return None
        if words:
            found.append(_command(words, interface))
    return found


def _words(part: str) -> list[str] | None:
    part = _SILENCED.sub(" ", part)
    if _SHELL.search(part):
        return None
    try:
        words = shlex.split(part)
    except ValueError:
        return None
    while words and words[0] in ("sudo", "exec", "command", "env"):
        del words[0]
    return [word for word in words if word != "&"]


def _command(words: list[str], interface: str | None) -> IpCommand:
    name = words[0].rpartition("/")[2]
    if name == "ip":
        return read_ip(words[1:], interface)
    reader = _READERS.get(name)
    if reader is not None:
        return reader(words[1:])
    if name in INERT:
        return IpCommand(reason=INERT[name])
    return IpCommand(open=OPEN.get(name, UNKNOWN))


def _sysctl(words: list[str]) -> IpCommand:
    settings = [word for word in words if "=" in word]
    if not settings:
        return IpCommand(open=("routing",))
    made = [_kernel(name.replace("/", "."), value) for name, _, value in
            (word.partition("=") for word in settings)]  # fmt: skip
    return IpCommand(
        tuple(fact for command in made for fact in command.facts),
        "".join(command.reason for command in made),
        tuple(facet for command in made for facet in command.open),
    )


def _kernel(name: str, value: str) -> IpCommand:
    """A setting of the kernel: `net.ipv4.conf.swp1.forwarding` and its value."""
    is_on = value.strip("\"'") not in ("0", "")
    if name in command_words.KERNEL_GLOBAL:
        return IpCommand(((command_words.KERNEL_GLOBAL[name], is_on),))
    match = command_words.KERNEL_INTERFACE.match(name)
    if match is None:
        reason = next((r for part, r in KERNEL_INERT.items() if part in name), "")
        return IpCommand(reason=reason) if reason else IpCommand(open=("routing",))
    family, interface, setting = match.groups()
    if interface in ("all", "default"):
        return IpCommand(open=("routing", "address"))
    if setting == "disable_ipv6":
        return IpCommand(((("interfaces", interface, "ipv6_enabled"), not is_on),))
    field = "ip_forward" if family == "ipv4" else "ip6_forward"
    return IpCommand(((("interfaces", interface, field), is_on),))


_ETHTOOL_INERT = ("-K", "-G", "-C", "-L", "-N", "-X", "-U", "-i", "-S", "--offload", "--features")


def _ethtool(words: list[str]) -> IpCommand:
    if words[:1] and words[0] in _ETHTOOL_INERT:
        return IpCommand(reason="where the work on a packet is done, not what becomes of it")
    return IpCommand(open=("port",))


def _ifconfig(words: list[str]) -> IpCommand:
    """`ifconfig eth1 [0.0.0.0] up [mtu N]`; an address of its own is left to the address line."""
    if not words:
        return IpCommand(reason="prints what is there")
    rest = [word for word in words[1:] if word not in (_NO_ADDRESS, "promisc", "-promisc")]
    if any(word not in ("up", "down", "mtu") and not word.isdigit() for word in rest):
        return IpCommand(open=("address", "mtu"))
    return read_ip(["link", "set", words[0], *rest]) if rest else IpCommand(reason="no address")


def _route(words: list[str]) -> IpCommand:
    """`route add [-net] P [netmask M] gw A [dev X]` of net-tools."""
    rest = [word for word in words if word not in ("-net", "-host", "-A", "inet", "inet6", "-n")]
    if rest[:1] != ["add"] or len(rest) < 2:
        return IpCommand(open=("routing",))
    prefix, options = rest[1], rest[2:]
    if "netmask" in options[:-1]:
        at = options.index("netmask")
        prefix = f"{prefix}/{_length(options[at + 1])}"
        del options[at : at + 2]
    renamed = ["via" if word in ("gw", "gateway") else word for word in options]
    return read_ip(["route", "add", prefix, *renamed])


def _length(mask: str) -> str:
    bits = "".join(f"{int(p):08b}" for p in mask.split(".") if p.isascii() and p.isdigit())
    return str(bits.count("1")) if len(bits) == 32 and "01" not in bits else mask


def _bridge(words: list[str]) -> IpCommand:
    """`bridge vlan add vid N dev X`, `bridge fdb append 00:… dev X dst A`."""
    named = dict(pairwise(words))
    device, vlan = named.get("dev", ""), named.get("vid", "")
    if words[:2] == ["vlan", "add"] and device and vlan.isascii() and vlan.isdigit():
        place: Path = (MASTER, device, "")
        facts: list[Fact] = [((*place, "vlans", int(vlan)), True)]
        if "pvid" in words:
            facts.append(((*place, "untagged"), int(vlan)))
        return IpCommand(tuple(facts))
    floods = words[:1] == ["fdb"] and words[1:2] in (["append"], ["add"])
    if floods and device and "dst" in named and named.get(words[1]) == "00:00:00:00:00:00":
        address = read_ip(["route", "add", "default", "via", named["dst"]]).facts[0][0][-1]
        return IpCommand(
            (
                (("interfaces", device, "vxlan", "remotes", address), True),
                (("vxlan", "replication_list", address), True),
            )
        )
    return IpCommand(open=("l2", "vxlan"))


def _brctl(words: list[str]) -> IpCommand:
    if words[:1] == ["addif"] and len(words) == 3:
        return IpCommand((((MASTER, words[2], words[1]), True),))
    if words[:1] == ["addbr"] and len(words) == 2:
        return IpCommand(((("bridges", words[1], "kind"), "traditional"),))
    return IpCommand(open=("l2",))


_READERS: dict[str, Callable[[list[str]], IpCommand]] = {
    "sysctl": _sysctl, "ifconfig": _ifconfig, "route": _route, "bridge": _bridge, "brctl": _brctl,
    "ethtool": _ethtool,
}  # fmt: skip


def _placed(fabric: Fabric, fact: Fact) -> Iterator[Fact]:
    """The fact where the model has it: an owner is a bridge, bond or VRF, a table is a VRF's."""
    path, value = fact
    if path[0] == MASTER:
        yield from _owned(fabric, path, value)
    elif path[0] == "interfaces" and path[2:3] == ("routes",):
        yield from _route_of_vrf(fabric, path, value)
    elif path[0] == "interfaces" and path[2:] == ("base",) and fabric.carries_vlans(str(value)):
        yield (*path[:2], "kind"), "svi"
    else:
        yield path, value


def _owned(fabric: Fabric, path: Path, value: object) -> Iterator[Fact]:
    port, owner = str(path[1]), str(path[2])
    if not owner:  # a VLAN of a port, in whichever bridge that is
        for bridge, _ in fabric.bridged.of.get(port, ()):
            yield ("interfaces", port, "bridges", bridge, *path[3:]), value
        return
    held = fabric.ports.get(owner)
    role = fabric.role(held) if held else fabric.devices.get(owner, "bridge")
    if role == "vrf":
        yield ("interfaces", port, "vrf"), owner
    elif role == "bond":
        yield ("interfaces", owner, "bond", "members", port), True
    else:
        yield ("interfaces", port, "bridges", owner), {}


def _route_of_vrf(fabric: Fabric, path: Path, value: object) -> Iterator[Fact]:
    match = _TABLE_KEY.match(str(path[3]))
    vrf = fabric.vrf_of_table(match[2]) if match else None
    if vrf is None or match is None:
        yield path, value
    elif path[4:] != ("table",):
        yield ("vrfs", vrf, "routes", match[1], *path[4:]), value
