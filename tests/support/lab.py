"""Compiled example fabrics, edited fact by fact, in both NVUE generations and in flat files.

A lab starts from an example's intent as it compiles today. Edits are made on the designed model of
a device (or on the topology), the device is rendered again by its dialects, and the text is judged
like anybody's: so one edit is tried in every dialect that can express it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

from twin.app.check import check_snapshot
from twin.checks.verdict import Verdict
from twin.core.facts import TOPOLOGY
from twin.design import design
from twin.dialects.base import Context
from twin.dialects.registry import WRITTEN, dialect
from twin.dialects.topology.writer import render_topology
from twin.intent import load_intent
from twin.model.config import Config
from twin.model.records import Tree, build, tree_of
from twin.model.topology import Topology
from twin.snapshot.folder import Snapshot

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
# Generation → dialect of the switches and their release: two sets of NVUE's names, and flat files.
GENERATIONS = {"new": ("nvue", "5.16"), "old": ("nvue", "5.9"), "linux": ("linux", "5.16")}


@dataclass(frozen=True)
class Base:
    """One example in one generation: its files, its plan, and what its devices are written in."""

    name: str
    release: str
    files: dict[str, bytes]
    configs: dict[str, Config]
    topology: Topology
    dialects: dict[str, str]


@cache
def base(name: str, generation: str) -> Base:
    """Compile `examples/<name>/intent.yaml` for one generation."""
    from twin.app.compile import compile_files

    written, release = GENERATIONS[generation]
    path = EXAMPLES / name / "intent.yaml"
    lock = path.with_name("allocations.lock.yaml")
    files = compile_files(
        path.read_bytes(),
        lock.read_bytes() if lock.is_file() else None,
        release=release,
        dialect=written,
    )
    data = {file: text.encode() for file, text in files.items()}
    from twin.design.allocations import read_allocations

    intent = load_intent(data["intent.yaml"], "intent.yaml")
    locked = read_allocations(data["allocations.lock.yaml"], "allocations.lock.yaml")
    designed = design(intent, lock=locked)
    return Base(
        name, release, data, dict(designed.configs), designed.topology, dict(designed.dialects)
    )


def render_device(
    name: str, config: Config, topology: Topology, dialects: dict[str, str]
) -> dict[str, bytes]:
    """The files of one device, by their snapshot paths."""
    node = topology.nodes[name]
    context = Context(name, node, node.release)
    files: dict[str, bytes] = {}
    for dialect_name in WRITTEN[dialects[name]]:
        for path, text in dialect(dialect_name).render(config, context).items():
            files[f"configs/{name}/{path}"] = text.encode()
    return files


def _descend(tree: Tree, path: list[Any]) -> Tree:
    for part in path:
        tree = tree.setdefault(part, {})
    return tree


def _edit_tree(tree: Tree, sets: list[list[Any]], unsets: list[list[Any]]) -> None:
    for path in unsets:
        parent = _descend(tree, path[:-1])
        if path[-1] not in parent:
            raise KeyError(f"{path} is not set in the base, so it cannot be unset")
        del parent[path[-1]]
    for *path, key, value in sets:
        _descend(tree, path)[key] = value


def _edit_topology(topology: Topology, sets: list[list[Any]], unsets: list[list[Any]]) -> Topology:
    links = list(topology.links)
    nodes = dict(topology.nodes)
    for kind, key, name, value in sets:
        if kind == "nodes":
            nodes[key] = replace(nodes[key], **{name: value})
            continue
        at = next(i for i, link in enumerate(links) if link.key == key)
        links[at] = replace(links[at], **{name: value})
    for _, key, *rest in unsets:
        at = next(i for i, link in enumerate(links) if link.key == key)
        if rest:
            links[at] = replace(links[at], **{rest[0]: None})  # type: ignore[arg-type]
        else:
            del links[at]
    return Topology(nodes, tuple(links))


def edited(
    origin: Base,
    sets: Sequence[list[Any]] = (),
    unsets: Sequence[list[Any]] = (),
) -> dict[str, bytes]:
    """The files of a base after edits; `[device, *path, value]` sets, `[device, *path]` unsets.

    The device name `topology` stands for nodes and links: [topology, links, KEY, cable_m, 300].
    """
    files = dict(origin.files)
    names = {"topology" if e[0] in ("topology", TOPOLOGY) else e[0] for e in [*sets, *unsets]}
    for name in sorted(names):
        own_sets = [e[1:] for e in sets if e[0] == name]
        own_unsets = [e[1:] for e in unsets if e[0] == name]
        if name == "topology":
            changed = _edit_topology(origin.topology, own_sets, own_unsets)
            files["topology.yaml"] = render_topology(changed).encode()
            continue
        tree = tree_of(origin.configs[name])
        _edit_tree(tree, own_sets, own_unsets)
        for file in [f for f in files if f.startswith(f"configs/{name}/")]:
            del files[file]
        config = build(Config, tree)
        files.update(render_device(name, config, origin.topology, origin.dialects))
    return files


@cache
def _flat(name: str) -> dict[str, bytes]:
    from twin.app.compile import compile_files

    intent = (EXAMPLES / name / "intent.yaml").read_bytes()
    lock = EXAMPLES / name / "allocations.lock.yaml"
    held = lock.read_bytes() if lock.is_file() else None
    return {f: t.encode() for f, t in compile_files(intent, held, dialect="linux").items()}


def flat_files(name: str, device: str) -> dict[str, bytes]:
    """The flat files of a device of an example: what NVUE would generate from its own."""
    return {f: data for f, data in _flat(name).items() if f.startswith(f"configs/{device}/")}


def judged(files: dict[str, bytes], name: str = "lab") -> Verdict:
    """The verdict on a set of files."""
    return check_snapshot(Snapshot.from_files(name, files))
