"""Small intents for tests, as text: what differs from the usual is said, the rest is filled in."""

from __future__ import annotations

from twin.design import Allocations, Designed, design
from twin.intent import Intent, load_intent

HEAD = """apiVersion: twin/v1
kind: Fabric
metadata: {name: lab}
spec:
  platform: {nos: cumulus, release: "5.16"}
"""


def clos(
    hosts: int = 4,
    leaves: int | None = 2,
    spines: int | None = 2,
    model: str = "SN4700",
    host_speed: str = "200G",
    more: str = "",
    leaf: str = "",
    design_keys: str = "",
) -> str:
    """A Clos; `leaf` and `design_keys` are further keys in flow style, `more` further sections."""
    count = "" if leaves is None else f", count: {leaves}"
    spine = "" if spines is None else f", count: {spines}"
    return (
        f"{HEAD}  design: {{type: clos, hosts: {hosts},{design_keys}\n"
        f"    leaf: {{model: {model}, host_speed: {host_speed}{count}{leaf}}},\n"
        f"    spine: {{model: {model}{spine}}}}}\n{more}"
    )


def rails(
    hosts: int,
    gpus: int = 8,
    model: str = "SN5600",
    spines: int | None = None,
    more: str = "",
    design_keys: str = "",
) -> str:
    """A rail-optimized design at 400G."""
    spine = "" if spines is None else f", count: {spines}"
    return (
        f"{HEAD}  design: {{type: rail-optimized, hosts: {hosts}, gpus_per_host: {gpus},"
        f"{design_keys}\n    leaf: {{model: {model}, host_speed: 400G}},\n"
        f"    spine: {{model: {model}{spine}}}}}\n{more}"
    )


def read(text: str) -> Intent:
    """The intent of a text."""
    return load_intent(text.encode(), "intent.yaml")


def designed(text: str, lock: Allocations | None = None) -> Designed:
    """The design of a text."""
    return design(read(text), lock=lock)
