"""`address-family l2vpn evpn` and its VNIs."""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.frr.builders import call, claim, elements, enter, fact, inert, record, unread
from twin.dialects.frr.families import B
from twin.dialects.frr.rows import Leave, Row
from twin.dialects.frr.run import Run

EVPN = "bgp evpn"
VNI = "bgp evpn vni"
_VNI = "(1-16777215)$vni"


def _advertise(run: Run, negated: bool) -> None:
    """Routes of a VRF's table as type 5."""
    family = f"{run.values['ip']}-{run.values['safi']}"
    base = ("vrfs", run.values["vrf"], "bgp", "families", family)
    run.forget((*base, "to_evpn_map"))
    run.forget((*base, "to_evpn_gateway_ip"))
    run.put((*base, "to_evpn"), not negated)
    if negated:
        return
    if "gateway-ip" in run.words:
        run.put((*base, "to_evpn_gateway_ip"), True)
    if "name" in run.values:
        run.put((*base, "to_evpn_map"), run.values["name"], "$name")


def _default(run: Run, negated: bool) -> None:
    path = ("vrfs", run.values["vrf"], "bgp", "families", f"{run.values['ip']}-unicast")
    run.put((*path, "to_evpn_default"), not negated)


def _flooding(run: Run, negated: bool) -> None:
    run.put(("vxlan", "flooding"), negated is ("disable" in run.words))


def _announced() -> Iterator[Row]:
    yield claim(EVPN, "advertise-all-vni", fact("evpn.enabled"))
    yield claim(EVPN, "advertise-default-gw", fact("evpn.advertise_default_gateway"))
    yield claim(EVPN, "advertise-svi-ip", fact("evpn.advertise_svi_ip"))
    yield claim(
        EVPN,
        "advertise <ipv4|ipv6>$ip <unicast|multicast|vpn>$safi [gateway-ip] [route-map NAME]",
        call(_advertise, B),
    )
    yield claim(EVPN, "default-originate <ipv4|ipv6>$ip", call(_default, B))
    yield claim(
        EVPN, "advertise-pip [ip IP4 [mac <MAC|MACMASK>$mac]]", fact(f"{B}.advertise_pip"),
        fact(f"{B}.pip_ip", "$ip4"), fact(f"{B}.pip_mac", "$mac"),
    )  # fmt: skip
    yield claim(EVPN, "flooding <disable|head-end-replication>", call(_flooding, "vxlan.flooding"))
    yield claim(EVPN, "autort rfc8365-compatible", fact("evpn.autort_rfc8365"))
    yield claim(EVPN, "enable-resolve-overlay-index", fact("evpn.resolve_overlay_index"))
    yield claim(EVPN, "mac-vrf soo RD", fact("evpn.mac_vrf_soo", "$rd"))
    yield claim(EVPN, "disable-ead-evi-rx", fact("evpn.ead_evi_routes_needed", False, off=True))
    yield claim(EVPN, "disable-ead-evi-tx", fact("evpn.ead_evi_routes", False, off=True))


def _duplicates() -> Iterator[Row]:
    yield claim(
        EVPN, "dup-addr-detection [max-moves (2-1000)$moves time (2-1800)$seconds]",
        fact("evpn.duplicate_detection"), fact("evpn.duplicate_moves", "$moves"),
        fact("evpn.duplicate_time_s", "$seconds"),
    )  # fmt: skip
    yield claim(
        EVPN, "dup-addr-detection freeze <permanent|(30-3600)>$freeze",
        fact("evpn.duplicate_freeze", "$freeze", text=True),
    )  # fmt: skip


def _targets() -> Iterator[Row]:
    yield claim(EVPN, "rd RD", fact(f"{B}.rd", "$rd"))
    yield claim(VNI, "rd RD", fact("evpn.vnis.$vni.rd", "$rd"))
    for way in ("import", "export", "both"):
        targets = elements(f"{B}.{way}_targets", "$rt")
        yield claim(EVPN, f"route-target {way} RT...", targets)
        targets = elements(f"evpn.vnis.$vni.{way}_targets", "$rt")
        yield claim(VNI, f"route-target {way} RT", targets)
    yield from inert(EVPN, "what FRR does unasked", "route-target <import|export|both> auto")


def _vnis() -> Iterator[Row]:
    yield claim(EVPN, f"vni {_VNI}", record("evpn.vnis.$vni"), enter(VNI, vni="$vni"))
    yield claim(VNI, "exit-vni", Leave(), no=False)
    gateway = fact("evpn.vnis.$vni.advertise_default_gateway")
    yield claim(VNI, "advertise-default-gw", gateway)
    yield claim(VNI, "advertise-svi-ip", fact("evpn.vnis.$vni.advertise_svi_ip"))
    yield from unread(VNI, ("evpn",), "advertise-subnet", path="evpn.vnis.$vni")


def _known() -> Iterator[Row]:
    yield from inert(
        EVPN, "how routes of a segment are packed and installed; who is reached is the same",
        "use-es-l3nhg", "ead-es-frag evi-limit (1-1000)",
    )  # fmt: skip
    test = "a segment made up for tests of FRR itself"
    yield from inert(EVPN, test, "test es NAME [state NAME]", "test es NAME vni (1-16777215)")
    yield from unread(
        EVPN, ("bgp", "evpn"), "ead-es-route-target export RT",
        "network NET rd RD ethtag WORD label WORD esi WORD gwip IP [routermac WORD]"
        " [route-map NAME]",
        path=B,
    )  # fmt: skip


def rows() -> Iterator[Row]:
    """All rows of this module."""
    yield from _announced()
    yield from _duplicates()
    yield from _targets()
    yield from _vnis()
    yield from _known()
