"""`etc/netplan/*.yaml`: addresses, MTU, routes and policy rules of a host."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from twin.dialects.base import Context, Reading, Source
from twin.dialects.rendering import render_template
from twin.model.config import Config
from twin.model.interface import Interface

FOLDER = "etc/netplan/"
FILE = f"{FOLDER}50-fabric.yaml"
# Words that both YAML 1.1 (netplan's) and 1.2 take for text: an address with a prefix, a name.
_PLAIN = re.compile(r"(?:[a-z][a-z0-9]*[0-9]|\d+\.\d+\.\d+\.\d+(?:/\d+)?)\Z")


@lru_cache(maxsize=4096)
def _word(text: str) -> str:
    return text if _PLAIN.match(text) else json.dumps(text)


def _interface(interface: Interface) -> dict[str, Any]:
    """What netplan can say of an interface, words ready to be written."""
    return {
        "addresses": [_word(item) for item in (*interface.ipv4, *interface.ipv6)],
        "gateway4": [_word(item) for item in interface.ipv4_gateways[:1]],
        "mac": _word(interface.mac) if interface.mac else None,
        "mtu": interface.mtu,
        "dhcp4": interface.dhcp4,
        "dhcp6": interface.dhcp6,
        "routes": [
            {"to": _word(key.split()[0]), "via": _word(via), "route": route}
            for key, route in interface.routes.items()
            for via in route.via
        ],
        "policies": [
            {
                "source": _word(key.split()[0]),
                "to": _word(rule.to) if rule.to else None,
                "rule": rule,
            }
            for key, rule in interface.policy_rules.items()
        ],
    }


class Netplan:
    """Host addressing."""

    name = "netplan"

    def handles(self, path: str) -> bool:
        """`etc/netplan/NAME.yaml`."""
        return path.startswith(FOLDER) and path.endswith(".yaml")

    def read(self, source: Source, context: Context) -> Reading:
        """Read one file into `interfaces`, `bridges` and `vrfs`."""
        from twin.dialects.netplan.reader import NetplanReader  # who only compiles need not wait

        reader = NetplanReader(source, context.node.nics if context.node else ())
        reader.read()
        return reader.claims.finish()

    def render(self, config: Config, context: Context) -> Mapping[str, str]:
        """One file with every interface that netplan can say something about."""
        interfaces = [(_word(name), _interface(i)) for name, i in config.interfaces.items()]
        if not interfaces:
            return {}
        return {FILE: render_template("netplan/fabric.yaml.j2", interfaces=interfaces)}


DIALECT = Netplan()
