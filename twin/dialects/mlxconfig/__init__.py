"""`etc/mlxconfig/DEV.conf`: values in the NIC's flash, as `mlxconfig query` prints them.

`NAME value` or `NAME = value`, one per line; `#` begins a comment. Values are kept as written
(`ETH(2)`): the number behind one is `twin.model.firmware.number_of`.
"""

from __future__ import annotations

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
}


def _read_line(claims: Claims, base: Path, number: int, line: str, matched: Matched | None) -> None:
    claims.begin()
    column = len(line) - len(line.lstrip()) + 1
    if matched is not None and matched.kind in INERT:
        claims.inert()
        return
    found = matched.values if matched else {}
    name = found.get("name", "").upper()
    if name not in KNOWN:  # whose value it is, nobody knows
        claims.unread(number, column, line.strip(), FACETS, base)
        return
    column += len(found["name"]) + len(found["sign"])
    if is_value(found["value"]):
        claims.put((*base, name), found["value"], number, column)
    else:
        need = "a number, True, False, or NAME(number) as mlxconfig prints it"
        claims.problem(number, column, (*base, name), found["value"], need)


@lru_cache(maxsize=1024)
def _read(data: bytes, device: str) -> Reading:
    reading = Reading("mlxconfig", "")
    claims = Claims(reading)
    base: Path = ("rdma", device, "nv")
    told = told_lines(text_lines(data, reading, FACETS, base))
    for (number, line), matched in zip(told, TEMPLATE.match([x for _, x in told]), strict=True):
        _read_line(claims, base, number, line, matched)
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
        return named_after(_read(source.data, device), source.file)

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
