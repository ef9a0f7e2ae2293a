"""`sysctl -w`: what the kernel of a host forwards, and whether an interface speaks IPv6.

Keys by the kernel's Documentation/networking/ip-sysctl; sysctl(8) takes slashes for dots.
"""

from __future__ import annotations

import re

from twin.core.facts import Path
from twin.dialects.roce_script import tables
from twin.dialects.roce_script.calls import Arg, Call, NotUnderstoodError

_SWITCH = {"0": False, "1": True}
_GLOBAL: dict[str, Path] = {
    "net.ipv4.ip_forward": ("forwarding", "ipv4"),
    "net.ipv4.conf.all.forwarding": ("forwarding", "ipv4"),
    "net.ipv6.conf.all.forwarding": ("forwarding", "ipv6"),
}
_INTERFACE = re.compile(
    r"net\.(?P<family>ipv[46])\.conf\.(?P<port>[^.]+)\.(?P<key>forwarding|disable_ipv6)\Z"
)
_FIELDS = {
    ("ipv4", "forwarding"): "ip_forward",
    ("ipv6", "forwarding"): "ip6_forward",
    ("ipv6", "disable_ipv6"): "ipv6_enabled",
}
_ALL = ("all", "default")
_LOADING = ("--load", "--system", "-f")


def settings(call: Call) -> list[tuple[str, str, Arg]]:
    """(name with dots, value, word) of what a command sets; none where it only asks."""
    said = [arg for arg in call.args if not arg.text.startswith("-") and "=" in arg.text]
    parts = [(*arg.text.partition("=")[::2], arg) for arg in said]
    return [(_dotted(name), value.strip(), arg) for name, value, arg in parts]


def _dotted(name: str) -> str:
    """The first separator says which of the two is one (sysctl.d(5))."""
    dot, slash = name.find("."), name.find("/")
    return name.replace("/", ".") if slash >= 0 and (dot < 0 or slash < dot) else name


def is_inert(call: Call) -> bool:
    """All that the command sets is in the reviewed tables; a name alone asks."""
    names = [name for name, _, _ in settings(call)]
    return not _loads(call) and all(
        name.startswith(tuple(tables.INERT_SYSCTL)) or _is_of_interface(name) for name in names
    )


def _loads(call: Call) -> bool:
    """Settings stand in a file: `-p FILE`, `--system` (sysctl(8))."""
    return any(
        arg.text in _LOADING or (arg.text[:1] == "-" and arg.text[1:2] != "-" and "p" in arg.text)
        for arg in call.args
    )


def _is_of_interface(name: str) -> bool:
    parts = name.split(".")
    return (
        name.startswith(("net.ipv4.conf.", "net.ipv6.conf."))
        and len(parts) > len(("net", "ipv4", "conf", "all"))
        and parts[-1] in tables.INERT_SYSCTL_INTERFACE
    )


def read_sysctl(call: Call) -> None:
    """`sysctl -w net.ipv4.ip_forward=0`."""
    made: list[tuple[Path, bool, Arg]] = []
    for name, value, arg in settings(call):
        if name.startswith(tuple(tables.INERT_SYSCTL)) or _is_of_interface(name):
            continue
        path = _GLOBAL.get(name) or _path_of_interface(name)
        if path is None:
            raise NotUnderstoodError(tables.FACETS["sysctl"])
        if value not in _SWITCH:
            call.refuse(path, arg, "0 or 1", value or "nothing")
            return
        made.append((path, _SWITCH[value] is not name.endswith("disable_ipv6"), arg))
    if _loads(call):
        raise NotUnderstoodError(tables.FACETS["sysctl"])
    for path, fact, arg in made:
        call.put(path, fact, arg)


def _path_of_interface(name: str) -> Path | None:
    match = _INTERFACE.match(name)
    field = _FIELDS.get((match["family"], match["key"])) if match else None
    if match is None or field is None or match["port"] in _ALL:
        return None
    return ("interfaces", match["port"], field)
