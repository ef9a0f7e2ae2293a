"""Addresses and routes that a script takes away: `ip addr del`, `ip route flush default`.

A script that sets an address often deletes it first, so that it may run twice. What it sets again
further down it has not taken away; anything else may stand in another file of the host, and then
the command matters. Default routes that no line of the script has set are those of the system:
a router's advertisement, or DHCP.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice

from twin.core.facts import Path
from twin.dialects.claims import Claims
from twin.dialects.ip_command import DEFAULTS, BadWordError, Removed, removed
from twin.dialects.roce_script.calls import Arg, Call

_MOST = 256  # removals of one script that are looked at
_MOST_OWNERS = 64  # interfaces of a script that are asked for a route
_FACETS = {"address": ("address",), "route": ("routing",)}


@dataclass
class Removals:
    """What one script has taken away and not yet set again."""

    claims: Claims
    _open: list[tuple[int, Arg, str, Removed]] = field(default_factory=list)

    def takes(self, call: Call, line: str) -> bool:
        """Whether a command, the text of whose line is given, takes what the script has not set."""
        if call.name != "ip" or len(self._open) >= _MOST:
            return False
        try:
            what = removed([arg.text for arg in call.args])
        except BadWordError:
            return False
        if what is None or self._is_set(what):
            return False
        self.claims.inert()
        if not self._is_new(what.device) and not (what.flush and what.key in DEFAULTS):
            self._open.append((self.claims.current, call.words[0], line, what))
        return True

    def settle(self) -> None:
        """At the end of the script: what it has not set again is not understood."""
        for statement, word, line, what in self._open:
            if not self._is_set(what):
                self.claims.current = statement
                path: Path = ("interfaces", what.device) if what.device else ()
                self.claims.unread(word.line, word.column, line, _FACETS[what.kind], path)
        self._open.clear()

    def _is_new(self, device: str) -> bool:
        """The script has made the interface itself: no other file has set anything there."""
        tree = self.claims.reading.tree
        made = tree.get("interfaces", {}).get(device, {}).get("kind")
        return bool(device) and (made is not None or device in tree.get("bridges", {}))

    def _is_set(self, what: Removed) -> bool:
        tree = self.claims.reading.tree
        interfaces = tree.get("interfaces", {})
        if what.kind == "address":
            held = interfaces.get(what.device, {})
            family = "ipv6" if ":" in what.key else "ipv4"
            if what.flush:
                return bool(held.get("ipv4") or held.get("ipv6"))
            return what.key in held.get(family, ())
        owners = [*tree.get("vrfs", {}).values(), *islice(interfaces.values(), _MOST_OWNERS)]
        return any(what.key in owner.get("routes", ()) for owner in owners)
