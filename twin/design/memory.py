"""Port buffers against the memory of the switch that holds them: INT005."""

from __future__ import annotations

from collections import defaultdict

from twin.core.units import whole
from twin.design.places import Places
from twin.design.plan import Problems
from twin.intent.document import Place
from twin.model.config import Config
from twin.model.platform import Platform

_MB = 1_000_000


def check_memory(places: Places, configs: dict[str, Config], problems: Problems) -> None:
    """INT005 where the lossless buffers of all ports together are larger than the buffer memory.

    Equal switches of one tier are one problem, told where the largest buffer comes from.
    """
    short: dict[tuple[Place, str, str], list[str]] = defaultdict(list)
    for name, platform in places.site.platforms.items():
        sizes = _buffers(configs[name])
        memory = platform.shared_memory_bytes
        if memory is None or sum(sizes.values()) <= memory:
            continue
        largest = max(sizes, key=lambda port: sizes[port])
        cable = places.cable_at[name, largest]
        told = places.override(name, "ports", largest, "pfc", "buffer_bytes")
        metres = whole(cable.link.cable_m or 0)
        found = (
            f"asks for {_megabytes(sum(sizes.values()))} of port buffers in {len(sizes)} ports,"
            f" the largest {_megabytes(sizes[largest])} for {largest} with {metres} m of cable"
        )
        short[told or places.cable(cable), found, _need(platform, memory)].append(name)
    for (place, found, need), names in short.items():
        more = f" (and {len(names) - 1} more)" if len(names) > 1 else ""
        problems.add("INT005", place, f"on {names[0]}{more} {found}", need)


def _buffers(config: Config) -> dict[str, int]:
    """Port → bytes of its lossless buffer."""
    profiles = config.qos.pfc if config.qos else {}
    bound = {
        port: profiles[interface.qos.pfc].buffer_bytes
        for port, interface in config.interfaces.items()
        if interface.qos is not None and interface.qos.pfc is not None
    }
    return {port: size for port, size in bound.items() if size is not None}


def _need(platform: Platform, memory: int) -> str:
    sourced = platform.sources.get("shared_memory_bytes")
    word = " (assumed)" if sourced is not None and sourced.assumed else ""
    return f"at most the {_megabytes(memory)}{word} of {platform.name}: shorter cables, fewer ports"


def _megabytes(size: int) -> str:
    return f"{size / _MB:.1f} MB"
