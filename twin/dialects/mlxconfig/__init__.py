"""`etc/mlxconfig/DEV.conf`: values in the NIC's flash, as `mlxconfig query` prints them.

`NAME value` or `NAME = value`, one per line; `#` begins a comment. Values are kept as written
(`ETH(2)`): the number behind one is `twin.model.firmware.number_of`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from twin.core.facts import Path
from twin.dialects.base import Context, Reading, Source
from twin.dialects.claims import Claims
from twin.dialects.lines import named_after, text_lines
from twin.dialects.mlxconfig.names import KNOWN
from twin.dialects.rendering import render_template
from twin.model.config import Config
from twin.model.firmware import is_value

FOLDER = "etc/mlxconfig/"
FACETS = ("nic",)
_ASSIGNMENT = re.compile(r"\s*([A-Za-z][\w]*)(?:\s*=\s*|\s+)(\S+)\s*(?:#.*)?\Z")

# Lines of a query's output that are about the query, with the reason why nothing hangs on them.
INERT = {
    re.compile(r"Device #\d+:\Z"): "numbers the devices of one query",
    re.compile(r"-+\Z"): "underlines a heading",
    re.compile(r"Device type:\s+\S+\Z"): "the model of a NIC is a fact of the topology",
    re.compile(r"Name:\s+\S+\Z"): "part number of the board",
    re.compile(r"Description:\s+\S.*\Z"): "words of the vendor about the board",
    re.compile(r"Device:\s+\S+\Z"): "how the query addressed the device; the file name says which",
    re.compile(r"Configurations:\s+(?:Next Boot|Current)\Z"): "heads the columns of the output",
}


def _read_line(claims: Claims, base: Path, number: int, line: str) -> None:
    claims.begin()
    words = line.strip()
    column = line.index(words) + 1
    match = _ASSIGNMENT.match(line)
    name = match[1].upper() if match else ""
    if not match or name not in KNOWN:
        if any(pattern.match(words) for pattern in INERT):
            claims.inert()
        else:
            claims.unread(number, column, words, FACETS, base)  # whose value it is, nobody knows
    elif not is_value(match[2]):
        need = "a number, True, False, or NAME(number) as mlxconfig prints it"
        claims.problem(number, match.start(2) + 1, (*base, name), match[2], need)
    else:
        claims.put((*base, name), match[2], number, match.start(2) + 1)


@lru_cache(maxsize=1024)
def _read(data: bytes, device: str) -> Reading:
    reading = Reading("mlxconfig", "")
    claims = Claims(reading)
    base: Path = ("rdma", device, "nv")
    for number, line in enumerate(text_lines(data, reading, FACETS, base), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            _read_line(claims, base, number, line)
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
