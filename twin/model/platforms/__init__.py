"""The platform profiles: one YAML file per model, read on first use.

`platform_named` knows a model by its name or an alias (MSN4700, bluefield3, connectx-7, …), in any
case and with or without blanks and dashes. A model without a profile is None, never a guess.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

from twin.core.yaml12 import compose, plain
from twin.model.platform import CageGroup, Platform, Sourced

# Fields that a profile may hold beside name, kind, aliases and cages: one Sourced value each.
_FIELDS = (
    "asic", "logical_port_limit", "cell_bytes", "shared_memory_bytes", "ingress_lossless_bytes",
    "egress_lossless_bytes", "port_headroom_limit_bytes", "pause_quanta", "adaptive_routing_gbps",
    "max_mtu", "ecmp_limit",
)  # fmt: skip


def platform_named(name: str) -> Platform | None:
    """The profile of a switch or NIC model, or None when there is none."""
    return _index().get(_key(name))


def platform_names() -> list[str]:
    """The models that have a profile, switches first, by name."""
    profiles = sorted(_profiles(), key=lambda p: (p.kind != "switch", p.name))
    return [profile.name for profile in profiles]


def _key(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())


@cache
def _index() -> dict[str, Platform]:
    return {
        _key(name): profile for profile in _profiles() for name in (profile.name, *profile.aliases)
    }


@cache
def _profiles() -> tuple[Platform, ...]:
    return tuple(_read_all())


def _read_all() -> Iterator[Platform]:
    folder = files(__name__)
    for entry in sorted(folder.iterdir(), key=lambda item: item.name):
        if entry.name.endswith(".yaml"):
            yield _profile(plain(compose(entry.read_bytes(), entry.name), entry.name))


def _profile(data: dict[str, Any]) -> Platform:
    sources = {name: _sourced(data[name]) for name in _FIELDS if name in data}
    values = {name: _frozen(item.value) for name, item in sources.items()}
    groups = []
    for number, group in enumerate(data["cages"]):
        sources[f"cages[{number}]"] = Sourced(
            None, group["source"], assumed=group.get("assumed", False)
        )
        groups.append(_cages(group))
    return Platform(
        name=data["name"],
        kind=data["kind"],
        aliases=tuple(data.get("aliases", ())),
        cages=tuple(groups),
        sources=sources,
        **values,
    )


def _sourced(item: dict[str, Any]) -> Sourced:
    return Sourced(item["value"], item["source"], assumed=item.get("assumed", False))


def _frozen(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _cages(group: dict[str, Any]) -> CageGroup:
    return CageGroup(
        first=group["first"],
        last=group["last"],
        lanes=group["lanes"],
        speeds_gbps=tuple(group["speeds_gbps"]),
        lane_speeds_gbps=tuple(group["lane_speeds_gbps"]),
        breakouts={name: (split[0], split[1]) for name, split in group["breakouts"].items()},
        blocks=_blocked(group),
        blocking=tuple(group.get("blocking", ())),
    )


def _blocked(group: dict[str, Any]) -> dict[int, tuple[int, ...]]:
    """`odd-blocks-next`: cage 1 disables 2, 3 disables 4, …; without it nothing is disabled."""
    if group.get("blocks") != "odd-blocks-next":
        return {}
    return {cage: (cage + 1,) for cage in range(group["first"], group["last"], 2)}
