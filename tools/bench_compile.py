"""`twin compile` beside netlab and pyavd: one leaf-spine EVPN fabric, whole processes, in turns.

The other tools are no dependencies of the project. `make bench-peers` installs them into
`.bench/venv`; without it these lines say so. Each side is run as a user runs it: a process that
reads a description and writes (pyavd: makes) the configuration of every node.

- netlab: `netlab create` and `netlab initial -o`, Cumulus with NVUE, Linux hosts.
- pyavd: validation, structured configuration and text of every switch; it writes no hosts, so that
  switches are counted, although ours writes the hosts as well.

Start-up weighs most in small fabrics, so that the ratio grows with the size: three are measured.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
PEERS = ROOT / ".bench" / "venv" / "bin"
HOSTS_PER_LEAF = 2
ROUNDS = 2
INSTALL = "make bench-peers"
TWIN = (sys.executable, "-m", "twin.cli")
NETLAB_LEAST, PYAVD_LEAST = 10.0, 1.0  # what the product promises


@dataclass(frozen=True, slots=True)
class Size:
    """A leaf-spine fabric with two hosts on every leaf. is_promised: the promise is for it."""

    spines: int
    leaves: int
    is_promised: bool = True

    @property
    def switches(self) -> int:
        """Spines and leaves."""
        return self.spines + self.leaves

    @property
    def hosts(self) -> int:
        """All hosts."""
        return self.leaves * HOSTS_PER_LEAF

    @property
    def nodes(self) -> int:
        """Switches and hosts."""
        return self.switches + self.hosts


SIZES = (Size(2, 6, is_promised=False), Size(4, 16), Size(4, 32))


@dataclass(frozen=True, slots=True)
class Time:
    """Seconds of one run: of the processor, and by the clock on the wall."""

    cpu: float
    wall: float


@dataclass(frozen=True, slots=True)
class Throughput:
    """One comparison: nodes per second of both sides; other is None where it is not installed.

    by_clock: the ratio by the clock on the wall; what else the machine does counts there.
    """

    what: str
    ours: float
    other: float | None
    by_clock: float | None
    least: float | None

    @property
    def ratio(self) -> float | None:
        """How many times faster ours is."""
        return None if self.other is None else self.ours / self.other


def intent(dialect: str, size: Size) -> str:
    """The fabric as our intent: two VLANs of one VRF on every leaf, two hosts a leaf."""
    hosts = size.hosts
    half = hosts // 2
    return f"""\
apiVersion: twin/v1
kind: Fabric
metadata: {{name: bench}}
spec:
  platform: {{nos: cumulus, release: "5.16", dialect: {dialect}}}
  design:
    type: clos
    hosts: {hosts}
    hosts_per_leaf: {HOSTS_PER_LEAF}
    leaf: {{model: SN4700, count: {size.leaves}, host_speed: 200G, uplink_speed: 400G}}
    spine: {{model: SN4700, count: {size.spines}}}
  underlay:
    protocol: bgp
    unnumbered: true
    asn: {{spine: 4200000000, leaf_base: 4200100000}}
    loopbacks: 10.255.0.0/22
  overlay: {{gateway_mac: "00:00:5e:00:01:01"}}
  tenants:
    - name: blue
      vrf: {{l3vni: 104001}}
      networks:
        - {{name: train, vlan: 10, vni: 10010, subnet: 10.10.0.0/16, gateway: 10.10.0.1}}
        - {{name: serve, vlan: 20, vni: 10020, subnet: 10.20.0.0/16, gateway: 10.20.0.1}}
      attach:
        - {{network: train, hosts: [gpu001-gpu{half:03}]}}
        - {{network: serve, hosts: [gpu{half + 1:03}-gpu{hosts:03}]}}
"""


def topology(size: Size) -> str:
    """The same fabric as netlab's topology file."""
    spines = [f"spine{n:02}" for n in range(1, size.spines + 1)]
    leaves = [f"leaf{n:02}" for n in range(1, size.leaves + 1)]
    hosts = [f"gpu{n:03}" for n in range(1, size.hosts + 1)]
    lines = [
        "provider: clab",
        "defaults.device: cumulus_nvue",
        "evpn.session: [ebgp]",
        "plugin: [ebgp.multihop]",
        "gateway.protocol: anycast",
        "vrfs: {blue: {evpn.transit_vni: true}}",
        "vlans:",
        "  train: {id: 10, vrf: blue, mode: irb}",
        "  serve: {id: 20, vrf: blue, mode: irb}",
        "groups:",
        "  leafs:",
        "    module: [bgp, vlan, vxlan, evpn, vrf, gateway]",
        "    vlans: {train: , serve: }",
        f"    members: [{', '.join(leaves)}]",
        f"  spines: {{module: [bgp, evpn], members: [{', '.join(spines)}]}}",
        f"  hosts: {{device: linux, members: [{', '.join(hosts)}]}}",
        "nodes:",
        *(f"  {name}: {{bgp.as: 65199}}" for name in spines),
        *(f"  {name}: {{bgp.as: {65100 + n}}}" for n, name in enumerate(leaves, 1)),
        *(f"  {name}:" for name in hosts),
        "links:",
        *(f"- {leaf}-{spine}" for leaf in leaves for spine in spines),
    ]
    for n, host in enumerate(hosts):
        vlan = "train" if n < len(hosts) // 2 else "serve"
        lines.append(f"- {{{leaves[n // HOSTS_PER_LEAF]}: , {host}: , vlan.access: {vlan}}}")
    return "\n".join(lines) + "\n"


def _environment() -> dict[str, str]:
    """All sides may keep their compiled modules, as installed tools do."""
    told = {**os.environ, "PATH": f"{PEERS}{os.pathsep}{os.environ.get('PATH', '')}"}
    told.pop("PYTHONDONTWRITEBYTECODE", None)
    told["PYTHONPATH"] = str(ROOT)
    return told


def _run(folder: Path, *command: str) -> str:
    done = subprocess.run(
        command, check=False, cwd=folder, env=_environment(), capture_output=True, text=True
    )
    if done.returncode:
        tail = "\n".join((done.stdout + done.stderr).splitlines()[-10:])
        raise SystemExit(f"{' '.join(command)} ended with {done.returncode}:\n{tail}")
    return done.stdout


def _twin(dialect: str, size: Size) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "intent.yaml").write_text(intent(dialect, size), encoding="utf-8")
        _run(folder, *TWIN, "compile", "intent.yaml", "-o", "out")
        written = sum(1 for _ in (folder / "out" / "configs").iterdir())
        if written != size.nodes:
            raise SystemExit(f"twin compile wrote {written} nodes, need {size.nodes}")


def _netlab(size: Size) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "topology.yml").write_text(topology(size), encoding="utf-8")
        _run(folder, str(PEERS / "netlab"), "create", "topology.yml")
        _run(folder, str(PEERS / "netlab"), "initial", "-o", "config")
        written = {file.name.split(".")[0] for file in (folder / "config").iterdir()}
        if len(written) != size.nodes:
            raise SystemExit(f"netlab wrote {len(written)} nodes, need {size.nodes}")


def _pyavd(size: Size) -> None:
    script = str(ROOT / "tools" / "bench_peers" / "pyavd_fabric.py")
    text = _run(ROOT, str(PEERS / "python"), script, str(size.spines), str(size.leaves))
    made = json.loads(text)["devices"]
    if made != size.switches:
        raise SystemExit(f"pyavd made {made} switches, need {size.switches}")


def _time(call: Callable[[], None]) -> Time:
    """Processor time of the processes of a call, which the ratios are made of: none of the tools
    has a second thread, and what else the machine does counts on no side. And the clock."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    call()
    after, end = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Time(cpu, end - start)


def _has(module: str) -> bool:
    python = PEERS / "python"
    if not python.exists():
        return False
    command = [str(python), "-c", f"import importlib.metadata as m; m.version('{module}')"]
    return subprocess.run(command, check=False, capture_output=True).returncode == 0


def _medians(size: Size, peers: Mapping[str, Callable[[Size], None]]) -> dict[str, Time]:
    """All sides in turns, after one run of each to warm the file cache."""
    sides: dict[str, Callable[[], None]] = {
        dialect: partial(_twin, dialect, size) for dialect in ("nvue", "linux")
    }
    sides |= {name: partial(peer, size) for name, peer in peers.items()}
    for side in sides.values():
        side()
    taken: dict[str, list[Time]] = {name: [] for name in sides}
    for _ in range(ROUNDS):
        for name, side in sides.items():
            taken[name].append(_time(side))
    return {
        name: Time(median(t.cpu for t in times), median(t.wall for t in times))
        for name, times in taken.items()
    }


def measure() -> list[Throughput]:
    """One line for each size, peer and dialect."""
    peers = {"networklab": ("netlab", _netlab), "pyavd": ("pyavd", _pyavd)}
    found = dict(side for module, side in peers.items() if _has(module))
    lines = []
    for size in SIZES:
        best = _medians(size, found)
        for peer, count, unit, least in (
            ("netlab", size.nodes, "nodes", NETLAB_LEAST),
            ("pyavd", size.switches, "switches", PYAVD_LEAST),
        ):
            other = best.get(peer)
            lines += [
                Throughput(
                    f"twin compile --dialect {dialect} : {peer}, {count} {unit}",
                    count / best[dialect].cpu,
                    count / other.cpu if other else None,
                    other.wall / best[dialect].wall if other else None,
                    least if size.is_promised else None,
                )
                for dialect in ("nvue", "linux")
            ]
    return lines


def main() -> None:
    """Print the comparisons alone."""
    for line in measure():
        if line.ratio is None:
            print(f"{line.what:<55} {line.ours:6.1f}/s  not installed: {INSTALL}")
        else:
            print(
                f"{line.what:<55} {line.ours:6.1f}/s {line.other:6.1f}/s  {line.ratio:5.1f} x"
                f"  {line.by_clock:5.1f} x by the clock"
            )


if __name__ == "__main__":
    main()
