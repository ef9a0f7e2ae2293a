"""Real FRR routers in network namespaces.

One namespace, zebra and bgpd for each device; veth pairs for the cables. Only namespaces of our own
prefix are made, and only processes inside them are ended.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from tests.oracle.frr import frr_conf
from twin.assemble.twin import Twin
from twin.model.config import Config

FRR = Path("/usr/lib/frr")
_SYSCTL = {
    "net/ipv4/ip_forward": 1, "net/ipv6/conf/all/forwarding": 1, "net/ipv4/conf/all/rp_filter": 0,
    "net/ipv6/conf/all/accept_dad": 0, "net/ipv6/conf/default/accept_dad": 0,
}  # fmt: skip


def missing_tools() -> str:
    """What this machine lacks to run FRR in namespaces; empty when it can."""
    if os.geteuid() != 0:
        return "needs root for network namespaces"
    if not (FRR / "bgpd").exists() or shutil.which("vtysh") is None:
        return "needs FRR (apt-get install frr)"
    if shutil.which("ip") is None:
        return "needs iproute2"
    probe = subprocess.run(["ip", "netns", "add", "twprobe"], capture_output=True, check=False)
    if probe.returncode:
        return f"needs network namespaces: {probe.stderr.decode().strip()}"
    subprocess.run(["ip", "netns", "del", "twprobe"], check=False)
    return ""


def _run(*argv: str, stdin: str | None = None) -> str:
    done = subprocess.run(argv, input=stdin, text=True, capture_output=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(argv)}: {done.stderr.strip()}{done.stdout.strip()}")
    return done.stdout


class Router:
    """One device of a twin, live."""

    def __init__(self, prefix: str, name: str, config: Config) -> None:
        self.name, self.config = name, config
        self.netns = f"{prefix}-{name}"
        self.folder = Path(tempfile.mkdtemp(prefix="tw"))  # short: a socket path has 108 bytes
        shutil.chown(self.folder, "frr", "frr")

    def set_up(self) -> None:
        """Addresses, link states and VXLAN devices of the model."""
        script = ["set -e", "ip link set lo up"]
        script += [f"echo {value} > /proc/sys/{key}" for key, value in _SYSCTL.items()]
        for port, interface in self.config.interfaces.items():
            if interface.kind not in ("swp", "loopback"):
                continue
            if interface.ipv6_enabled is False:
                script.append(f"echo 1 > /proc/sys/net/ipv6/conf/{port}/disable_ipv6")
            script += [f"ip address add {text} dev {port}" for text in interface.ipv4]
            if interface.admin_up is not False:
                script.append(f"ip link set {port} up")
        vxlan = self.config.vxlan
        if vxlan is not None and vxlan.enabled:
            for bridge in self.config.bridges.values():
                for vlan in bridge.vlans.values():
                    for vni in vlan.vnis:
                        script += [
                            f"ip link add br{vni} type bridge",
                            f"ip link add vx{vni} type vxlan id {vni} local {vxlan.source} "
                            "dstport 4789 nolearning",
                            f"ip link set vx{vni} master br{vni}",
                            f"ip link set br{vni} up",
                            f"ip link set vx{vni} up",
                        ]
        _run("ip", "netns", "exec", self.netns, "sh", stdin="\n".join(script) + "\n")

    def start(self, daemon: str) -> None:
        """Start one daemon; it answers on its vty when this returns."""
        folder = self.folder
        log = folder / f"{daemon}.start"
        with log.open("wb") as output:
            subprocess.run(
                [
                    "ip", "netns", "exec", self.netns, str(FRR / daemon), "-d", "-u", "frr",
                    "-g", "frr", "-N", self.netns, "-i", f"{folder}/{daemon}.pid",
                    "-z", f"{folder}/zserv.api", "--vty_socket", str(folder), "-A", "127.0.0.1",
                    "-P", "0", "-F", "datacenter",
                ],
                stdin=subprocess.DEVNULL, stdout=output, stderr=output, check=True, timeout=60,
            )  # fmt: skip
        deadline = time.monotonic() + 30
        while not (folder / f"{daemon}.vty").exists():
            if time.monotonic() > deadline:
                raise RuntimeError(f"{self.name}: {daemon} did not come up: {log.read_text()}")
            time.sleep(0.02)

    def configure(self) -> None:
        """Load the frr.conf of the model; a refused line is an error."""
        path = self.folder / "frr.conf"
        path.write_text(frr_conf(self.name, self.config))
        said = _run("vtysh", "--vty_socket", str(self.folder), "-f", str(path))
        refused = [line for line in said.splitlines() if line.startswith(("%", "line"))]
        if refused:
            raise RuntimeError(f"{self.name}: {refused}")

    def show(self, command: str) -> Any:
        """The JSON of one `show` command."""
        text = _run("vtysh", "--vty_socket", str(self.folder), "-c", f"{command} json")
        return json.loads(text or "{}")

    def stop(self) -> None:
        """End what runs in the namespace, then the namespace."""
        listed = subprocess.run(
            ["ip", "netns", "pids", self.netns], capture_output=True, text=True, check=False
        )
        for pid in listed.stdout.split():
            os.kill(int(pid), signal.SIGKILL)
        subprocess.run(["ip", "netns", "del", self.netns], capture_output=True, check=False)
        shutil.rmtree(self.folder, ignore_errors=True)


class Lab:
    """All routers of a twin, up from `start` to `stop`."""

    def __init__(self, twin: Twin, prefix: str) -> None:
        self.twin = twin
        self.routers = {
            name: Router(prefix, name, device.declared) for name, device in twin.devices.items()
        }
        self._pool = ThreadPoolExecutor(8)

    def each(self, act: Callable[[Router], None]) -> None:
        """Do something with every router, several at a time."""
        list(self._pool.map(act, self.routers.values()))

    def lay_cables(self) -> None:
        """Namespaces and the cables between them."""
        for router in self.routers.values():
            _run("ip", "netns", "add", router.netns)
        batch = "".join(
            f"link add name {link.a.port} netns {self.routers[link.a.node].netns} type veth "
            f"peer name {link.b.port} netns {self.routers[link.b.node].netns}\n"
            for link in self.twin.links
        )
        _run("ip", "-batch", "-", stdin=batch)

    def start(self) -> None:
        """Namespaces, cables, daemons, configuration."""
        self.lay_cables()
        self.each(Router.set_up)
        self.each(lambda router: router.start("zebra"))
        self.each(lambda router: router.start("bgpd"))
        self.each(Router.configure)

    def ask(self, command: str) -> dict[str, Any]:
        """The JSON of one `show` command from every router."""
        answers = self._pool.map(lambda router: router.show(command), self.routers.values())
        return dict(zip(self.routers, answers, strict=True))

    def settle(self, is_settled: Callable[[], bool], *, timeout: float) -> None:
        """Wait until the expected state is there, or for as long as allowed."""
        deadline = time.monotonic() + timeout
        while time.monotonic() < deadline and not is_settled():
            time.sleep(0.5)

    def stop(self) -> None:
        """End everything that `start` began."""
        self.each(Router.stop)
        self._pool.shutdown()
