"""Opening a folder that holds copies of whole `/etc` trees.

A copied tree has hundreds of links that lead to where the device had a file and the copy has none
(alternatives, certificates, units of the distribution). Those at places that no reader takes are
left out and told of once; any other file that cannot be read is an error.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

from twin.assemble.misplaced import NETWORK
from twin.core.errors import InputError, Problem
from twin.dialects.base import Context, Source
from twin.dialects.registry import reader_of
from twin.snapshot.folder import CONFIGS, Snapshot

# Names that a reader would take in a folder of its own, to tell what a link to a folder may hide.
_PROBES = ("x.conf", "x.yaml", "x.service", "x.sh", "x.nv", "x.rules", "interfaces", "x")
_HOST_FOLDERS = (
    "etc/mlxconfig/", "etc/spectrum-x/", "etc/systemd/system/", "etc/sysconfig/network-scripts/",
    "etc/NetworkManager/system-connections/", "usr/local/sbin/", "etc/udev/rules.d/",
)  # fmt: skip
# Where the units of a distribution are (systemd.unit(5)); /dev/null masks a unit.
_VENDOR = ("/lib/systemd/", "/usr/lib/systemd/", "/dev/null")
_SHOWN = 3


def open_folder(path: str | os.PathLike[str]) -> Snapshot:
    """The snapshot in a folder, without links that nobody would read.

    Raises InputError with every other entry that cannot be part of a snapshot.
    """
    snapshot, problems = Snapshot.open_partly(path)
    if not problems or snapshot.root is None:
        return snapshot
    root = snapshot.root
    spare = [found for found in problems if _is_spare(root, found.file)]
    if len(spare) < len(problems):
        told = {id(found) for found in spare}
        raise InputError([found for found in problems if id(found) not in told])
    return replace(snapshot, left_out=tuple(found.file for found in spare))


def left_out_notes(snapshot: Snapshot) -> list[Problem]:
    """One note for each device whose folder has links that were left out."""
    devices: dict[str, list[str]] = {}
    for file in snapshot.left_out:
        _, device, path = file.split("/", 2)
        devices.setdefault(device, []).append(path)
    notes = []
    for device, paths in sorted(devices.items()):
        shown = ", ".join(paths[:_SHOWN]) + (", …" if len(paths) > _SHOWN else "")
        links = "1 link" if len(paths) == 1 else f"{len(paths)} links"
        found = f"{links} to files outside, which no reader takes, left out ({shown})"
        file = f"{CONFIGS}/{device}"
        notes.append(Problem(file, 0, 0, "PAR001", device, found, "", "note"))
    return notes


def _is_spare(root: Path, file: str) -> bool:
    """True for a link of a device at a place that no reader takes."""
    top, _, rest = file.partition("/")
    device, slash, path = rest.partition("/")
    place = root / file
    if top != CONFIGS or not slash or not place.is_symlink():
        return False
    folders = (*NETWORK, *_HOST_FOLDERS)
    if any(known.startswith(f"{path}/") for known in folders) or path.startswith(NETWORK):
        return False
    if any(reader_of(f"{path}/{name}") for name in _PROBES):
        return False
    dialect = reader_of(path)
    if dialect is None:
        return True
    if dialect.name == "roce_script" and path.endswith(".service"):
        return place.readlink().as_posix().startswith(_VENDOR)
    if dialect.name != "system_files":
        return False
    reading = dialect.read(Source(file, path, b"x\n"), Context(device))
    return reading.inert == reading.lines == 1  # whatever it says
