"""`etc/frr/daemons`: shell assignments that say which daemons are started.

zebra, mgmtd and staticd always run, whatever the file says (FRR, tools/frrcommon.sh.in).
"""

from __future__ import annotations

import re
from functools import lru_cache

from twin.dialects.base import Reading
from twin.dialects.claims import Claims
from twin.dialects.lines import text_lines, told_lines

FACETS = ("bgp", "evpn", "ospf", "routing")
PATH = ("frr", "daemons")
# FRR, tools/etc/frr/daemons
DAEMONS = (
    "zebra", "bgpd", "ospfd", "ospf6d", "ripd", "ripngd", "isisd", "pimd", "pim6d", "ldpd", "nhrpd",
    "eigrpd", "babeld", "sharpd", "pbrd", "bfdd", "fabricd", "vrrpd", "pathd", "staticd", "mgmtd",
    "watchfrr",
)  # fmt: skip
INERT = {
    "vtysh_enable": "whether the configuration is read by vtysh at the start",
    "MAX_FDS": "how many files a daemon may open",
    "frr_global_options": "options of every daemon",
    "FRR_NO_ROOT": "the user that runs the daemons",
    "watchfrr_options": "how the daemons are watched",
    "watchfrr_enable": "how the daemons are watched",
    "watchfrr_debug": "how the daemons are watched",
    "valgrind_enable": "a debugger of memory",
    "valgrind": "a debugger of memory",
    "debug": "logging",
    "bgpd_wrap": "a program around the daemon",
    "all_wrap": "a program around every daemon",
} | {f"{daemon}_options": "addresses and modules of the daemon itself" for daemon in DAEMONS}
# FRR, tools/frrcommon.sh.in: what `is_enabled` takes for on; everything else is off.
_ON = re.compile(r"(?:yes|[1-9][0-9]*)\Z")
_KNOWN = re.compile(r"(?:yes|no|[0-9]+|)\Z")
_ASSIGNMENT = re.compile(r"(?:export\s+)?(\w+)=(.*)\Z")
_PROFILE = "frr_profile"
_PROFILES = ("traditional", "datacenter")


@lru_cache(maxsize=256)
def read_daemons(data: bytes) -> Reading:
    """The reading of one file, without its name."""
    reading = Reading("frr", "")
    claims = Claims(reading)
    for number, line in told_lines(text_lines(data, reading, FACETS, PATH)):
        claims.begin()
        _read(claims, number, line)
    return claims.finish()


def _read(claims: Claims, number: int, line: str) -> None:
    told = line.strip()
    column = line.index(told[0]) + 1
    found = _ASSIGNMENT.match(told)
    if found is None:
        claims.unread(number, column, told[:200], FACETS, PATH)
        return
    name, value = found[1], _unquoted(found[2])
    place = column + found.start(2)
    if name in DAEMONS:
        if _KNOWN.match(value):
            claims.put((*PATH, name), bool(_ON.match(value)), number, place)
        else:
            claims.problem(number, place, (*PATH, name), value[:200], "yes or no")
    elif name == _PROFILE:
        if value in _PROFILES:
            claims.put(("frr", "defaults"), value, number, place)
        else:
            need = " or ".join(_PROFILES)
            claims.problem(number, place, ("frr", "defaults"), value[:200] or "no value", need)
    elif name in INERT:
        claims.inert()
    else:
        claims.unread(number, column, told[:200], FACETS, PATH)


def _unquoted(text: str) -> str:
    """A shell word without its quotes and the comment behind it."""
    text = text.strip()
    if text[:1] in ("'", '"'):
        end = text.find(text[0], 1)
        return text[1 : end if end > 0 else None].strip()
    return text.split("#", 1)[0].strip()
