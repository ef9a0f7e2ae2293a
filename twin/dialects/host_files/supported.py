"""Keys of systemd-networkd, ifcfg and NetworkManager files for the page of supported syntax."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from twin.dialects.host_files import ifcfg, keyfile, modules, networkd_tables
from twin.dialects.supported import Supported, claimed, inert, unread


def _dotted(keys: Iterable[Any]) -> list[str]:
    return sorted(".".join(key) if isinstance(key, tuple) else str(key) for key in keys)


def _reasons(table: Mapping[Any, Any]) -> list[tuple[str, str]]:
    """`section.key` → reason, of a table of tables or of reasons."""
    found: list[tuple[str, str]] = []
    for key, value in table.items():
        name = ".".join(key) if isinstance(key, tuple) else str(key)
        if isinstance(value, Mapping):
            found += [(f"{name}.{inner}", reason) for inner, reason in value.items()]
        else:
            found.append((name, str(value)))
    return sorted(found)


def supported() -> Iterator[Supported]:
    """By kind of file."""
    yield from claimed(
        "*.network",
        (*_dotted(networkd_tables.NETWORK), "Address.*", "Route.*", "RoutingPolicyRule.*"),
    )
    yield from claimed("*.netdev", _dotted(networkd_tables.NETDEV))
    yield from claimed("*.link", _dotted((*networkd_tables.LINK, *networkd_tables.PAUSE)))
    yield from inert("systemd-networkd", _reasons(networkd_tables.INERT))
    yield from inert("systemd-networkd", _reasons(networkd_tables.INERT_SECTIONS))
    yield from claimed("ifcfg-*", (*_dotted(ifcfg.ROWS), "IPADDR*", "PREFIX*", "GATEWAY*"))
    yield from inert("ifcfg-*", _reasons(ifcfg.INERT))
    yield from claimed("*.nmconnection", _dotted(keyfile.ROWS))
    yield from inert("*.nmconnection", _reasons(keyfile.INERT))
    yield from inert("modprobe.d", _reasons(modules.INERT))
    yield from unread("modprobe.d", sorted(modules.FACETS.items()))
