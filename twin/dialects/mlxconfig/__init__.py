"""`etc/mlxconfig/DEV.conf`: values in the NIC's flash, as `mlxconfig query` prints them.

`NAME value` or `NAME = value`, one per line; `#` begins a comment; or the output of a query, with
one column of values or three (`-e`). Values are kept as written (`ETH(2)`): the number behind one
is `twin.model.firmware.number_of`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from twin.core.facts import Path
from twin.dialects.base import Context, Reading, Source
from twin.dialects.claims import Claims
from twin.dialects.line_templates import LineTemplate, Matched
from twin.dialects.lines import named_after, text_lines, told_lines
from twin.dialects.mlxconfig.names import KNOWN
from twin.dialects.rendering import render_template
from twin.model.config import Config
from twin.model.firmware import is_value
from twin.model.topology import NicSlot

FOLDER = "etc/mlxconfig/"
FACETS = ("nic",)
TEMPLATE = LineTemplate("mlxconfig/device.ttp")
# Lines of a query's output that are about the query, by the name of their group in the template,
# with the reason why nothing hangs on them.
INERT = {
    "device_number": "numbers the devices of one query",
    "underline": "underlines a heading",
    "device_type": "the model of a NIC is a fact of the topology",
    "part_number": "part number of the board",
    "description": "words of the vendor about the board",
    "address": "how the query addressed the device; the file name says which",
    "columns": "heads the columns of the output",
    "legend": "explains the marks of the output",
}
_COLUMNS = re.compile(r"Default|Current|Next Boot")


class _Dump:
    """One file under way: NAME = VALUE lines, or what a query prints, of one device or of all.

    The last column counts: what is in force after the next boot. A query prints names as the
    firmware has them, so that there any name is one; elsewhere it is one that is known here.
    """

    def __init__(self, claims: Claims, device: str, slots: tuple[NicSlot, ...]) -> None:
        self._claims, self._slots = claims, slots
        self._base: Path = ("rdma", device, "nv")
        self._columns = 0  # 0: no query
        self._is_foreign = False  # below a heading of a device that nobody knows

    def line(self, number: int, line: str, matched: Matched | None) -> None:
        """One line that is neither blank nor a comment."""
        self._claims.begin()
        kind = matched.kind if matched else ""
        found = matched.values if matched else {}
        if kind in INERT:
            self._claims.inert()
            self._head(kind, found)
        elif kind == "cells" and len(found["cells"].split()) == self._columns:
            self._put(number, line, found["name"], found["cells"].split()[-1])
        elif kind == "value" and self._columns == 1:
            self._put(number, line, found["name"], found["value"])
        elif kind == "value" and not self._columns:
            self._value(number, line, found)
        else:
            self._unread(number, line)

    def _head(self, kind: str, found: dict[str, str]) -> None:
        """What a line around the values says of those that follow."""
        if kind == "columns":
            self._columns = len(_COLUMNS.findall(found["columns"]))
        elif kind == "device_number":
            self._is_foreign = found["number"] != "1"
        elif kind == "address":
            address = found["address"].removeprefix("/dev/mst/")
            for slot in self._slots:
                names = {slot.rdma, slot.netdev, slot.pci, (slot.pci or "").removeprefix("0000:")}
                if slot.rdma and address in names:
                    self._base, self._is_foreign = ("rdma", slot.rdma, "nv"), False

    def _unread(self, number: int, line: str) -> None:
        column = len(line) - len(line.lstrip()) + 1
        path = ("rdma",) if self._is_foreign else self._base
        self._claims.unread(number, column, line.strip(), FACETS, path)

    def _put(self, number: int, line: str, name: str, value: str) -> None:
        """A value that the tool has printed."""
        if self._is_foreign:
            self._unread(number, line)
            return
        column = len(line.rstrip()) - len(value) + 1
        self._claims.put((*self._base, name.upper()), value, number, column)

    def _value(self, number: int, line: str, found: dict[str, str]) -> None:
        name = found["name"].upper()
        if name not in KNOWN:  # whose value it is, nobody knows
            self._unread(number, line)
            return
        column = len(line) - len(line.lstrip()) + 1 + len(found["name"]) + len(found["sign"])
        if is_value(found["value"]):
            self._claims.put((*self._base, name), found["value"], number, column)
        else:
            need = "a number, True, False, or NAME(number) as mlxconfig prints it"
            self._claims.problem(number, column, (*self._base, name), found["value"], need)


@lru_cache(maxsize=1024)
def _read(data: bytes, device: str, slots: tuple[NicSlot, ...]) -> Reading:
    reading = Reading("mlxconfig", "")
    claims = Claims(reading)
    told = told_lines(text_lines(data, reading, FACETS, ("rdma", device, "nv")))
    dump = _Dump(claims, device, slots)
    for (number, line), matched in zip(told, TEMPLATE.match([x for _, x in told]), strict=True):
        dump.line(number, line, matched)
    return claims.finish()


class Mlxconfig:
    """Firmware values of one RDMA device per file; the file is named after the device."""

    name = "mlxconfig"

    def handles(self, path: str) -> bool:
        """`etc/mlxconfig/mlx5_0.conf`."""
        return path.startswith(FOLDER) and path.endswith(".conf")

    def read(self, source: Source, context: Context) -> Reading:
        """Read one file into `rdma.DEV.nv`."""
        device = source.path[len(FOLDER) :].removesuffix(".conf")
        slots = context.node.nics if context.node else ()
        return named_after(_read(source.data, device, slots), source.file)

    def render(self, config: Config, context: Context) -> Mapping[str, str]:
        """One file per RDMA device that has firmware values, names sorted."""
        return {
            f"{FOLDER}{device}.conf": render_template(
                "mlxconfig/device.conf.j2",
                device=device,
                values=sorted(rdma.nv.items()),
                width=max(len(name) for name in rdma.nv),
            )
            for device, rdma in sorted(config.rdma.items())
            if rdma.nv
        }


DIALECT = Mlxconfig()
