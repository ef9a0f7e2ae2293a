"""Interfaces and VRFs, as zebra and bgpd are told of them."""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.frr.builders import call, claim, elements, enter, fact, inert, record, unread
from twin.dialects.frr.rows import Leave, Row
from twin.dialects.frr.run import Run

IFACE = "interface"
I = "interfaces.$interface"  # noqa: E741 - read as one letter in the rows below
_ES = f"{I}.segment"


def _peer_address(run: Run, negated: bool) -> None:
    """A point-to-point address: the own one has no length but the host's."""
    path = ("interfaces", run.values["interface"], "ipv4", f"{run.values['ip4']}/32")
    if negated:
        run.drop(path)
    else:
        run.put(path, True, "$ip4")


def _segment(run: Run, negated: bool) -> None:
    base = ("interfaces", run.values["interface"], "segment")
    if negated:
        for field in ("identifier", "local_id", "enabled"):
            run.drop((*base, field))
        return
    is_number = "n" in run.values
    run.forget((*base, "identifier" if is_number else "local_id"))
    run.put((*base, "enabled"), True)
    if is_number:
        run.put((*base, "local_id"), run.values["n"], "$n")
    else:
        run.put((*base, "identifier"), run.values["name"].lower(), "$name")


def _interfaces() -> Iterator[Row]:
    yield claim(
        "config", "interface IFNAME [vrf NAME]", fact("interfaces.$ifname.vrf", "$name"),
        enter(IFACE, interface="$ifname"), no="interface IFNAME [vrf NAME]",
    )  # fmt: skip
    yield claim(IFACE, "description LINE", fact(f"{I}.description", "$line"))
    yield claim(IFACE, "shutdown", fact(f"{I}.admin_up", False, off=True))
    yield claim(IFACE, "bandwidth (1-1000000)", fact(f"{I}.bandwidth_mbps", "$n"))
    address = elements(f"{I}.ipv4", "$address4")
    yield claim(IFACE, "ip address ADDRESS4 [label WORD]", address)
    yield claim(
        IFACE, "ip address IP4 peer ADDRESS4 [label WORD]", call(_peer_address, f"{I}.ipv4")
    )
    yield claim(IFACE, "ipv6 address ADDRESS6", elements(f"{I}.ipv6", "$address6"))
    yield claim(IFACE, "ipv6 nd suppress-ra", fact(f"{I}.ipv6_ra", False, off=True))
    yield claim(IFACE, "evpn mh es-id <(1-16777215)|NAME>", call(_segment, _ES))
    yield claim(IFACE, "evpn mh es-sys-mac MAC", fact(f"{_ES}.mac", "$mac"))
    yield claim(IFACE, "evpn mh es-df-pref (1-65535)", fact(f"{_ES}.df_preference", "$n"))
    yield claim(IFACE, "evpn mh uplink", fact(f"{_ES}.uplink"))


def _neighbours() -> Iterator[Row]:
    lifetime = "<(0-4294967295)|infinite>"
    yield from inert(
        IFACE, "what hosts learn from advertisements; hosts are judged by their own files",
        "ipv6 nd adv-interval-option", f"ipv6 nd dnssl NAME [{lifetime}]",
        "ipv6 nd home-agent-config-flag", "ipv6 nd home-agent-lifetime (0-65520)",
        "ipv6 nd home-agent-preference (0-65535)", "ipv6 nd managed-config-flag",
        "ipv6 nd mtu (1-65535)", "ipv6 nd other-config-flag",
        f"ipv6 nd prefix NET6 [{lifetime} {lifetime}]"
        " [{router-address|off-link|no-autoconfig}]",
        "ipv6 nd ra-fast-retrans", "ipv6 nd ra-hop-limit (0-255)",
        "ipv6 nd ra-interval <(1-1800)|msec (1-1800000)>", "ipv6 nd ra-lifetime (0-9000)",
        "ipv6 nd ra-retrans-interval (0-4294967295)", f"ipv6 nd rdnss IP6 [{lifetime}]",
        "ipv6 nd reachable-time (1-3600000)", "ipv6 nd nat64 NET6 [lifetime (0-65528)]",
        "ipv6 nd router-preference <high|medium|low>",
    )  # fmt: skip


def _known() -> Iterator[Row]:
    yield from inert(
        IFACE, "multicast is not judged", "multicast [<enable|disable>]", "ip irdp shutdown",
        "ip irdp <broadcast|multicast>", "ip irdp preference (0-2147483647)",
        "ip irdp holdtime (0-9000)", "ip irdp maxadvertinterval (4-1800)",
        "ip irdp minadvertinterval (3-1800)", "ip irdp debug <disable|messages|misc|packet>",
        "ip irdp address IP4 preference (0-2147483647)", "ip irdp",
    )  # fmt: skip
    yield from inert(IFACE, "a hint that no protocol uses", "delay (1-16777215)")
    planned = "a port whose cable is not as planned stays down; cables are judged from the topology"
    yield from inert(IFACE, planned, "ptm-enable")
    yield claim(IFACE, "link-detect", fact(f"{I}.link_detect"))
    yield from unread(IFACE, ("evpn",), "evpn mh bypass", path=_ES)
    yield from unread(
        IFACE, ("routing",), "link-params", effects=(enter("link-params"),), path=I
    )  # fmt: skip
    yield claim("link-params", "exit-link-params", Leave(), no=False)
    yield from inert(
        "link-params", "read by traffic engineering, which `link-params` itself stands for",
        "admin-grp WORD", "ava-bw WORD", "enable", "max-bw WORD", "max-rsv-bw WORD",
        "delay (0-16777215) [min (0-16777215) max (0-16777215)]", "use-bw WORD",
        "delay-variation (0-16777215)", "metric (0-4294967295)", "res-bw WORD",
        "neighbor IP4 as (1-4294967295)", "packet-loss WORD", "unrsv-bw (0-7) WORD",
        "affinity NAME...", "neighbor", "affinity-mode <standard|extended|both>",
    )  # fmt: skip


def _vni(run: Run, negated: bool) -> None:
    """A VRF has one VNI; another replaces it."""
    base = ("vrfs", run.values.get("vrf", "default"))
    if negated:
        run.drop((*base, "l3vnis"))
        run.drop((*base, "prefix_routes_only"))
        return
    run.forget((*base, "l3vnis"))
    run.forget((*base, "prefix_routes_only"))
    run.put((*base, "l3vnis", run.values["n"]), True, "$n")
    if "prefix-routes-only" in run.words:
        run.put((*base, "prefix_routes_only"), True)


def _vrfs() -> Iterator[Row]:
    yield claim("config", "vrf NAME", record("vrfs.$name"), enter("vrf", vrf="$name"))
    yield claim("vrf", "exit-vrf", Leave(), no=False)
    yield claim(
        ("config", "vrf"), "vni (1-16777215) [prefix-routes-only]", call(_vni, "vrfs.$vrf.l3vnis")
    )
    yield from unread("vrf", ("vrf",), "netns NAME", path="vrfs.$vrf")


def rows() -> Iterator[Row]:
    """All rows of this module."""
    yield from _interfaces()
    yield from _neighbours()
    yield from _known()
    yield from _vrfs()
