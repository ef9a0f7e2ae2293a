"""EVPN route targets: what a VTEP exports, what it imports, and whether the two meet.

Automatic targets are ASN:VNI on export and *:VNI on import. FRR bgpd encodes the automatic export
as a two-octet-AS target (the low 16 bits of a longer ASN) and compares an automatic import without
type and administrator, so that fabrics of many ASNs import each other; an explicit target must be
equal. Source: FRR bgpd, bgp_evpn.c (form_auto_rt, mask_ecom_global_admin); RFC 8365, section
5.1.2.1; checked against FRR 8.4.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

AUTO = "auto"
TWO_OCTET_AS, IPV4, FOUR_OCTET_AS = 0, 1, 2  # RFC 4360 and RFC 5668, types of a target


class Target(NamedTuple):
    """A route target; `admin` None stands for any administrator of any type."""

    kind: int
    admin: int | str | None
    number: int

    def __str__(self) -> str:
        return f"{'*' if self.admin is None else self.admin}:{self.number}"


def parse_target(text: str) -> Target | None:
    """`65000:10010`, `10.0.0.1:10` → a target; None when it is malformed."""
    admin, _, number = text.rpartition(":")
    if not number.isdigit():
        return None
    if "." in admin:
        return Target(IPV4, admin, int(number))
    if not admin.isdigit():
        return None
    return Target(FOUR_OCTET_AS if int(admin) > 0xFFFF else TWO_OCTET_AS, int(admin), int(number))


def automatic_export(asn: int, vni: int) -> Target:
    """What a VTEP exports unless told otherwise."""
    return Target(TWO_OCTET_AS, asn & 0xFFFF, vni)


def automatic_import(vni: int) -> Target:
    """What a VTEP imports unless told otherwise."""
    return Target(TWO_OCTET_AS, None, vni)


def meet(exported: Iterable[Target], imported: Iterable[Target]) -> bool:
    """Whether a route with these targets is imported."""
    held = set(imported)
    return any(t in held or automatic_import(t.number) in held for t in exported)
