"""Words of `ip` commands: addresses, destinations, numbers, and what is wrong with them."""

from __future__ import annotations

import ipaddress

from twin.core.facts import Path

Fact = tuple[Path, object]


class BadWordError(ValueError):
    """A word that `ip` refuses: found, and what it needs."""

    def __init__(self, found: str, need: str) -> None:
        super().__init__(f"{found}, need {need}")
        self.found, self.need = found, need


def on_link(text: str) -> str:
    """`10.0.0.1/24`; without a length it is one host's."""
    try:
        return str(ipaddress.ip_interface(text))
    except ValueError:
        raise BadWordError(text, "an address with its prefix length") from None


def destination(text: str, *, is_v6: bool = False) -> str:
    """`10.0.0.0/8`, `default`, an address alone."""
    if text == "default":
        return "::/0" if is_v6 else "0.0.0.0/0"
    if text.isdigit():  # `ip route add 10/8`: legal once, and nothing that anybody should guess at
        raise BadWordError(text, "a prefix such as 10.0.0.0/8, or default")
    try:
        return str(ipaddress.ip_network(text))
    except ValueError:
        raise BadWordError(text, "a prefix such as 10.0.0.0/8, or default") from None


def next_hop(text: str) -> str:
    """An address alone."""
    try:
        return str(ipaddress.ip_address(text))
    except ValueError:
        raise BadWordError(text, "an address of a next hop") from None


def whole(text: str, least: int, most: int, what: str) -> int:
    """A whole number within bounds."""
    if not (text.isascii() and text.isdigit() and len(text) < 12 and least <= int(text) <= most):
        raise BadWordError(text or "nothing", f"{what} from {least} to {most}")
    return int(text)
