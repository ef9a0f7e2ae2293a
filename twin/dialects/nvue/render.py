"""From a configuration to the text of a startup.yaml, through `templates/nvue/`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from twin.core.units import format_speed
from twin.core.yaml12 import plain_scalar, plain_scalar_1_1
from twin.dialects.base import Context
from twin.dialects.nvue import layout, unfold
from twin.dialects.nvue.release import (
    FIRST_NEW,
    NEWEST,
    Generation,
    generation_of,
    listed_minor,
    parse_release,
)
from twin.dialects.nvue.tell import Teller
from twin.dialects.rendering import render_template
from twin.model.config import Config
from twin.model.interface import VirtualRouter
from twin.model.ports import natural_key
from twin.model.qos import PortQos

_PLAIN = re.compile(r"[A-Za-z0-9_./](?:[A-Za-z0-9_./:+@ -]*[A-Za-z0-9_./+@-])?\Z")
_SINGLE = re.compile(r"[^'\n\r\t]*\Z")
FIRST_HEADER = (5, 4)  # the first release with a header (paths.tsv)
_ABLE = {None: None, True: "enable", False: "disable"}
_ON = {
    Generation.OLD: {None: None, True: "on", False: "off"},
    Generation.NEW: {None: None, True: "enabled", False: "disabled"},
}
_LAYER = {None: None, "pcp": "l2", "dscp": "l3", "port": "port", "both": "both"}


@lru_cache(maxsize=65_536)
def quoted(text: str | None) -> str | None:
    """A YAML scalar that every reader takes for this text, with quotes only where needed."""
    if text is None:
        return None
    plain = _PLAIN.match(text) and plain_scalar(text) == text and plain_scalar_1_1(text) == text
    if plain and ": " not in text:
        return text
    if text.isprintable():
        return "'" + text.replace("'", "''") + "'"
    inner = "".join(
        f"\\U{ord(char):08x}" if not char.isprintable() or char in '"\\' else char for char in text
    )
    return f'"{inner}"'


def number(value: object | None) -> str | None:
    """A number as a key: NVUE quotes it, so that it stays a text."""
    return None if value is None else f"'{value}'"


def numbers(values: Iterable[int]) -> list[str]:
    """Numbers as keys, ascending."""
    return [f"'{value}'" for value in sorted(values)]


def numbers_or_auto(values: Iterable[int]) -> list[str]:
    """Numbers as keys; 0 is `auto`."""
    return [f"'{value}'" if value else "auto" for value in sorted(values)]


def texts(values: Iterable[str]) -> list[str | None]:
    """Texts as keys, in natural order."""
    return [quoted(value) for value in sorted(values, key=natural_key)]


def natural(items: Mapping[Any, Any]) -> list[tuple[Any, Any]]:
    """Items of a keyed collection; numbers inside of names count as numbers."""
    return sorted(items.items(), key=lambda item: natural_key(str(item[0])))


def auto(value: int | None) -> int | str | None:
    """0 is `auto`."""
    return "auto" if value == 0 else value


def speed(gbps: float | None) -> str | None:
    """`400G`; 0 is `auto`."""
    if gbps is None:
        return None
    return format_speed(gbps) if gbps else "auto"


def by_family(router: VirtualRouter | None) -> dict[int, list[str]]:
    """Address family → addresses of a virtual router; one without addresses counts as IPv4."""
    if router is None:
        return {}
    found: dict[int, list[str]] = {}
    for address in router.addresses:
        found.setdefault(6 if ":" in address else 4, []).append(address)
    return found or {4: []}


def bindings(qos: PortQos) -> list[tuple[str, str | None]]:
    """(NVUE feature, profile) of a port, sorted."""
    profiles = {
        "congestion-control": qos.ecn,
        "egress-scheduler": qos.scheduler,
        "link-pause": qos.link_pause,
        "mapping": qos.mapping,
        "pfc": qos.pfc,
        "remark": qos.remark,
    }
    return [(feature, quoted(name)) for feature, name in profiles.items() if name is not None]


def _version(release: str | None) -> str | None:
    """`5.16` → `Cumulus Linux 5.16.0`."""
    if parse_release(release) is None or release is None:
        return None
    number_ = release.removeprefix("Cumulus Linux ")
    return f"Cumulus Linux {number_}{'.0' if number_.count('.') == 1 else ''}"


def _listed(release: str | None) -> int:
    """The release whose names are written: the declared one, or the nearest that is listed."""
    minor = listed_minor(release)
    if minor is not None:
        return minor
    return FIRST_NEW - 1 if generation_of(release) is Generation.OLD else NEWEST


def _says_something(config: Config) -> bool:
    """True when the configuration has a part that NVUE holds."""
    parts = (
        config.hostname, config.interfaces, config.bridges, config.vrfs, config.bgp, config.vxlan,
        config.evpn, config.vrr_enabled, config.anycast_mac, config.anycast_id, config.system_mac,
        config.fabric_mac, config.fabric_id,
        config.qos, config.adaptive_routing, config.forwarding, config.policy, config.mlag,
        config.bfd, config.acls, config.control_plane_acls, config.ospf, config.ospf6, config.vrrp,
    )  # fmt: skip
    return any(part not in (None, {}) for part in parts)


def render_startup(config: Config, context: Context) -> str:
    """The whole file, empty when the configuration says nothing that NVUE holds."""
    if not _says_something(config):
        return ""
    generation = generation_of(context.release)
    teller = Teller(_listed(context.release), quoted)
    return render_template(
        "nvue/startup.yaml.j2",
        config=config,
        generation=generation.value,
        state="enable" if generation is Generation.OLD else "state",
        on=_ON[generation],
        able=_ABLE,
        layer=_LAYER,
        model=context.node.model if context.node else None,
        version=_version(context.release),
        has_header=(parse_release(context.release) or FIRST_HEADER) >= FIRST_HEADER,
        q=quoted,
        number=number,
        numbers=numbers,
        numbers_or_auto=numbers_or_auto,
        texts=texts,
        natural=natural,
        auto=auto,
        speed=speed,
        by_family=by_family,
        bindings=bindings,
        tell=teller.lines,
        tell_leaf=teller.one,
        release_has=teller.has,
        unfold=unfold,
        section=layout.section,
        entry=layout.entry,
        line=layout.line,
        members=layout.members,
    )
