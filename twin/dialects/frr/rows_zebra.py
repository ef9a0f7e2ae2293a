"""What stands outside of the routing protocols."""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.frr.builders import claim, enter, fact, inert, record
from twin.dialects.frr.rows import Row


def rows() -> Iterator[Row]:
    """All rows of this module."""
    yield claim("config", "hostname NAME", fact("hostname", "$name"))
    yield claim("config", "frr version WORD", fact("frr.version", "$word"), no=False)
    defaults = fact("frr.defaults", "$profile")
    yield claim("config", "frr defaults <traditional|datacenter>$profile", defaults, no=False)
    yield from inert("config", "logging", "log syslog [LINE]")
    yield from inert("config", "who may log in by terminal", "line vty", effects=(enter("vty"),))
    yield from inert("vty", "who may log in by terminal", "login", "access-class WORD")
    yield claim("config", "interface IFNAME", enter("interface", interface="$ifname"), no=False)
    yield claim("interface", "description LINE", fact("interfaces.$interface.description", "$line"))
    yield claim("config", "vrf NAME", record("vrfs.$name"), enter("vrf", vrf="$name"))
