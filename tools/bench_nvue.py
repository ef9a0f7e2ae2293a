"""How long reading NVUE takes, against the bare C YAML load of the same text.

Measured for what the product must read: a compiled leaf of 128 ports in both generations, and the
small files of another tool. `python tools/bench_nvue.py` prints one ratio per file.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from pathlib import Path

import yaml

from twin.dialects.base import Context, Source
from twin.dialects.nvue import DIALECT, STARTUP
from twin.model.config import Config
from twin.model.interface import Bridge, BridgePort, BridgeVlan, Interface, VirtualRouter
from twin.model.overlay import Evpn, Vxlan
from twin.model.qos import EcnClass, EcnProfile, PauseProfile, PortQos, Qos, QosMapping
from twin.model.routing import BgpDefaults, BgpFamily, BgpPeer, BgpProcess, PeerFamily, Vrf

ROUNDS = 7
FOREIGN = Path(__file__).resolve().parent.parent / "tests/cases/nvue-evpn-symmetric-ospf"
_ACTIVE = {name: PeerFamily(enabled=True) for name in ("ipv4-unicast", "l2vpn-evpn")}


def leaf_config(ports: int = 128, uplinks: int = 64) -> Config:
    """A leaf as the designs write it: access ports, unnumbered uplinks, one tenant, lossless."""
    interfaces = {
        f"swp{n}": Interface(
            kind="swp", description=f"peer{n:03}:eth1", admin_up=True, mtu=9216, speed_gbps=400,
            qos=PortQos(pfc="lossless-30m" if n > ports - uplinks else "lossless-3m"),
            bridges={} if n > ports - uplinks else {"br_default": BridgePort(access=10)},
        )
        for n in range(1, ports + 1)
    }  # fmt: skip
    interfaces["lo"] = Interface(kind="loopback", ipv4=("10.255.0.1/32",))
    gateway = VirtualRouter(True, True, ("10.1.0.1/16",), "00:00:5e:00:01:01")
    interfaces["vlan10"] = Interface(
        kind="svi", vlan=10, vrf="blue", mtu=9216, ipv4=("10.1.0.2/16",), virtual_router=gateway
    )
    process = BgpProcess(
        enabled=True, asn=4200100001, router_id="10.255.0.1", multipath_relax=True,
        families={
            "ipv4-unicast": BgpFamily(enabled=True, networks=("10.255.0.1/32",)),
            "l2vpn-evpn": BgpFamily(enabled=True),
        },
        peer_groups={"underlay": BgpPeer(remote_as="external", families=_ACTIVE)},
        neighbors={
            f"swp{n}": BgpPeer(kind="unnumbered", peer_group="underlay")
            for n in range(ports - uplinks + 1, ports + 1)
        },
    )  # fmt: skip
    pause = PauseProfile((3,), True, True, 3, 200_000, 100_000, 20_000)
    qos = Qos(
        roce_enabled=True, roce_mode="lossless",
        mappings={"default-global": QosMapping("both", {26: 3, 48: 6}, {3: 3, 6: 6})},
        pfc={"lossless-3m": pause, "lossless-30m": pause},
        ecn={"default-global": EcnProfile({3: EcnClass(True, False, 150_000, 1_500_000, 100)})},
    )  # fmt: skip
    return Config(
        hostname="leaf01", interfaces=interfaces, qos=qos, vrr_enabled=True,
        bridges={"br_default": Bridge("vlan-aware", vlans={10: BridgeVlan((10010,))})},
        vrfs={"default": Vrf(bgp=process), "blue": Vrf(evpn_enabled=True, l3vnis=(104001,))},
        bgp=BgpDefaults(True, 4200100001, "10.255.0.1"), evpn=Evpn(enabled=True),
        vxlan=Vxlan(enabled=True, source="10.255.0.1", arp_nd_suppress=True),
    )  # fmt: skip


def samples() -> dict[str, tuple[str, str | None]]:
    """Name → (text, declared release)."""
    config = leaf_config()
    found: dict[str, tuple[str, str | None]] = {
        f"leaf, {release}": (
            DIALECT.render(config, Context("leaf01", None, release))[STARTUP],
            release,
        )
        for release in ("5.9", "5.16")
    }
    for path in sorted(FOREIGN.glob("configs/*/etc/nvue.d/startup.yaml")):
        found[f"foreign, {path.parents[2].name}"] = (path.read_text(encoding="utf-8"), None)
    return found


def _best(run: Callable[[], object]) -> float:
    """Seconds of the quickest of some rounds, each of about a fiftieth of a second or more."""
    run()  # what is made once per process is no part of the measure
    start = time.perf_counter()
    run()
    count = max(1, int(0.02 / (time.perf_counter() - start)))
    best = float("inf")
    for _ in range(ROUNDS):
        gc.collect()
        start = time.perf_counter()
        for _ in range(count):
            run()
        best = min(best, (time.perf_counter() - start) / count)
    return best


def ratio(text: str, release: str | None) -> float:
    """Reading over the bare load of one text."""
    data, context = text.encode(), Context("leaf01", None, release)
    source = Source("startup.yaml", STARTUP, data)
    bare = _best(lambda: yaml.load(data, Loader=yaml.CSafeLoader))
    return _best(lambda: DIALECT.read(source, context)) / bare


def nvue_read_ratio() -> float:
    """The worst ratio of all samples; the product promises at most 3."""
    return max(ratio(*sample) for sample in samples().values())


def main() -> None:
    """Print the ratio of each sample."""
    for name, (text, release) in samples().items():
        print(f"{name:20} {len(text):>8} B  {ratio(text, release):.2f} x yaml.CSafeLoader")


if __name__ == "__main__":
    main()
