"""`twin compile` beside netlab and pyavd: one leaf-spine EVPN fabric, whole processes, in turns.

The other tools are no dependencies of the project. `make bench-peers` installs them into
`.bench/venv`; without it these lines say so. Each side is run as a user runs it: a process that
reads a description and writes (pyavd: makes) the configuration of every node.

- netlab: `netlab create` and `netlab initial -o`, Cumulus with NVUE, Linux hosts.
- pyavd: validation, structured configuration and text of every switch; it writes no hosts, so that
  switches are counted, although ours writes the hosts as well.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parents[1]
PEERS = ROOT / ".bench" / "venv" / "bin"
SPINES, LEAVES, HOSTS_PER_LEAF = 4, 32, 2
SWITCHES, NODES = SPINES + LEAVES, SPINES + LEAVES * (1 + HOSTS_PER_LEAF)
ROUNDS = 2
INSTALL = "make bench-peers"
TWIN = (sys.executable, "-m", "twin.cli")
NETLAB_LEAST, PYAVD_LEAST = 10.0, 1.0  # what the product promises


@dataclass(frozen=True, slots=True)
class Throughput:
    """One comparison: nodes per second of both sides; other is None where it is not installed."""

    what: str
    ours: float
    other: float | None
    least: float

    @property
    def ratio(self) -> float | None:
        """How many times faster ours is."""
        return None if self.other is None else self.ours / self.other


def intent(dialect: str) -> str:
    """The fabric as our intent: two VLANs of one VRF on every leaf, two hosts a leaf."""
    hosts = LEAVES * HOSTS_PER_LEAF
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
    leaf: {{model: SN4700, count: {LEAVES}, host_speed: 200G, uplink_speed: 400G}}
    spine: {{model: SN4700, count: {SPINES}}}
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


def topology() -> str:
    """The same fabric as netlab's topology file."""
    spines = [f"spine{n:02}" for n in range(1, SPINES + 1)]
    leaves = [f"leaf{n:02}" for n in range(1, LEAVES + 1)]
    hosts = [f"gpu{n:03}" for n in range(1, LEAVES * HOSTS_PER_LEAF + 1)]
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


def _twin(dialect: str) -> Callable[[], None]:
    def run() -> None:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "intent.yaml").write_text(intent(dialect), encoding="utf-8")
            _run(folder, *TWIN, "compile", "intent.yaml", "-o", "out")
            written = sum(1 for _ in (folder / "out" / "configs").iterdir())
            if written != NODES:
                raise SystemExit(f"twin compile wrote {written} nodes, need {NODES}")

    return run


def _netlab() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "topology.yml").write_text(topology(), encoding="utf-8")
        _run(folder, str(PEERS / "netlab"), "create", "topology.yml")
        _run(folder, str(PEERS / "netlab"), "initial", "-o", "config")
        written = {file.name.split(".")[0] for file in (folder / "config").iterdir()}
        if len(written) != NODES:
            raise SystemExit(f"netlab wrote {len(written)} nodes, need {NODES}")


def _pyavd() -> None:
    script = str(ROOT / "tools" / "bench_peers" / "pyavd_fabric.py")
    text = _run(ROOT, str(PEERS / "python"), script, str(SPINES), str(LEAVES))
    if json.loads(text)["devices"] != SWITCHES:
        raise SystemExit(f"pyavd made {json.loads(text)['devices']} switches, need {SWITCHES}")


def _seconds(call: Callable[[], None]) -> float:
    """Processor time of the processes of a call: none of the tools has a second thread, and what
    else the machine does counts on no side."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    call()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _has(module: str) -> bool:
    python = PEERS / "python"
    if not python.exists():
        return False
    command = [str(python), "-c", f"import importlib.metadata as m; m.version('{module}')"]
    return subprocess.run(command, check=False, capture_output=True).returncode == 0


def measure() -> list[Throughput]:
    """Medians of some rounds, all sides in turns, after one of each to warm the file cache."""
    sides: dict[str, Callable[[], None]] = {name: _twin(name) for name in ("nvue", "linux")}
    if _has("networklab"):
        sides["netlab"] = _netlab
    if _has("pyavd"):
        sides["pyavd"] = _pyavd
    for side in sides.values():
        side()
    taken: dict[str, list[float]] = {name: [] for name in sides}
    for _ in range(ROUNDS):
        for name, side in sides.items():
            taken[name].append(_seconds(side))
    best = {name: median(times) for name, times in taken.items()}
    lines = []
    for peer, count, least in (("netlab", NODES, NETLAB_LEAST), ("pyavd", SWITCHES, PYAVD_LEAST)):
        other = count / best[peer] if peer in best else None
        unit = "nodes" if count == NODES else "switches"
        for dialect in ("nvue", "linux"):
            what = f"twin compile --dialect {dialect} : {peer}, {count} {unit}"
            lines.append(Throughput(what, count / best[dialect], other, least))
    return lines


def main() -> None:
    """Print the comparisons alone."""
    for line in measure():
        if line.ratio is None:
            print(f"{line.what:<55} {line.ours:6.1f}/s  not installed: {INSTALL}")
        else:
            print(f"{line.what:<55} {line.ours:6.1f}/s {line.other:6.1f}/s  {line.ratio:5.1f} x")


if __name__ == "__main__":
    main()
