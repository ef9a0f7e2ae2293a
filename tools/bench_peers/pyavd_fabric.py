"""A leaf-spine fabric with EVPN by pyavd; tools/bench_compile.py runs it in a venv of its own.

`pyavd_fabric.py SPINES LEAVES` prints how many devices were made, and the bytes of their texts.
"""

from __future__ import annotations

import importlib
import json
import sys
from typing import Any

pyavd: Any = importlib.import_module("pyavd")  # in the venv of the bench, not in the project's


def inputs(spine_count: int, leaf_count: int) -> dict[str, dict[str, Any]]:
    """What AVD asks for: one set of variables per device."""
    spines = [f"spine{n:02}" for n in range(1, spine_count + 1)]
    fabric = {
        "fabric_name": "BENCH",
        "spine": {
            "defaults": {
                "platform": "7800R3",
                "bgp_as": "65199",
                "loopback_ipv4_pool": "10.255.0.0/24",
            },
            "nodes": [{"name": name, "id": n} for n, name in enumerate(spines, 1)],
        },
        "l3leaf": {
            "defaults": {
                "platform": "7280R3",
                "loopback_ipv4_pool": "10.255.1.0/24",
                "vtep_loopback_ipv4_pool": "10.254.0.0/23",
                "loopback_ipv4_offset": 0,
                "uplink_ipv4_pool": "172.16.0.0/20",
                "uplink_interfaces": [f"Ethernet{49 + n}" for n in range(spine_count)],
                "uplink_switches": spines,
                "virtual_router_mac_address": "00:00:5e:00:01:01",
                "mlag": False,
            },
            "node_groups": [
                {
                    "group": f"RACK{n}",
                    "bgp_as": 65100 + n,
                    "nodes": [
                        {
                            "name": f"leaf{n:02}",
                            "id": n,
                            "uplink_switch_interfaces": [f"Ethernet{n}"] * spine_count,
                        }
                    ],
                }
                for n in range(1, leaf_count + 1)
            ],
        },
        "tenants": [
            {
                "name": "T",
                "mac_vrf_vni_base": 10000,
                "vrfs": [
                    {
                        "name": "blue",
                        "vrf_vni": 4001,
                        "svis": [
                            {
                                "id": vlan,
                                "name": name,
                                "enabled": True,
                                "ip_address_virtual": f"10.{vlan}.0.1/16",
                            }
                            for vlan, name in ((10, "train"), (20, "serve"))
                        ],
                    }
                ],
            }
        ],
    }
    leaves = [f"leaf{n:02}" for n in range(1, leaf_count + 1)]
    types = dict.fromkeys(spines, "spine") | dict.fromkeys(leaves, "l3leaf")
    return {name: {"type": kind, **fabric} for name, kind in types.items()}


def build(spine_count: int, leaf_count: int) -> dict[str, str]:
    """Structured configuration and text of every device."""
    designs = {}
    for name, told in inputs(spine_count, leaf_count).items():
        result = pyavd.validate_inputs(told)
        if result.validation_result.violations:
            raise SystemExit(str(result.validation_result.violations[:3]))
        designs[name] = result.validated_data
    facts = pyavd.get_avd_facts(designs)
    texts = {}
    for name, told in designs.items():
        structured = pyavd.get_device_structured_config(name, told, facts)
        texts[name] = pyavd.get_device_config(structured)
    return texts


if __name__ == "__main__":
    found = build(int(sys.argv[1]), int(sys.argv[2]))
    print(json.dumps({"devices": len(found), "bytes": sum(map(len, found.values()))}))
