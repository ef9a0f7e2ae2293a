"""`etc/nccl.conf` and `etc/environment`: traffic classes that the libraries above RDMA ask for.

`NAME=value`, one per line; `#` begins a comment. `/etc/environment` is read by pam_env for every
login, so NCCL's variables count there too; `/etc/nccl.conf` is read by NCCL alone.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from twin.core.facts import Path
from twin.dialects.base import Context, Reading, Source
from twin.dialects.claims import Claims
from twin.dialects.line_templates import LineTemplate
from twin.dialects.lines import named_after, text_lines, told_lines
from twin.dialects.rendering import render_template
from twin.model.config import Config

NCCL_FILE = "etc/nccl.conf"
ENVIRONMENT_FILE = "etc/environment"
FACETS = ("nic",)
TEMPLATE = LineTemplate("libraries/variables.ttp")
_NUMBER = re.compile(r"\d+\Z")

# Variable → (field of the library record, largest value). A traffic class is the ToS byte of RoCE
# v2, a service level four bits (NCCL user guide; UCX documentation, `UCX_IB_TRAFFIC_CLASS`).
VARIABLES = {
    "NCCL_IB_TC": ("nccl_ib_tc", 255),
    "NCCL_IB_SL": ("nccl_ib_sl", 15),
    "NCCL_IB_GID_INDEX": ("nccl_ib_gid_index", 255),
    "UCX_IB_TRAFFIC_CLASS": ("ucx_traffic_class", 255),
}
# Variables that leave classes and lossless behaviour alone, with the reason.
INERT = {
    "NCCL_DEBUG": "how much NCCL prints",
    "NCCL_DEBUG_FILE": "where NCCL prints",
    "NCCL_DEBUG_SUBSYS": "what NCCL prints about",
    "NCCL_SOCKET_IFNAME": "interfaces of the bootstrap, which is TCP",
    "NCCL_IB_TIMEOUT": "how long a queue pair waits for an acknowledgement",
    "NCCL_IB_RETRY_CNT": "how often a queue pair sends again",
    "NCCL_IB_QPS_PER_CONNECTION": "how many queue pairs share a connection; all have one class",
    "NCCL_NET_GDR_LEVEL": "how far apart GPU and NIC may be",
    "PATH": "where programs are found",
    "LANG": "language of messages",
    "LC_ALL": "language of messages",
}
_OURS = ("NCCL_", "UCX_")


def _read_line(
    claims: Claims, number: int, line: str, found: dict[str, str], *, only_nccl: bool
) -> None:
    claims.begin()
    name = found.get("name", "")
    foreign = only_nccl and not name.startswith("NCCL_")
    if foreign or name not in VARIABLES:
        if name in INERT and not foreign:
            claims.inert()
        else:
            facets = FACETS if only_nccl or not name or name.startswith(_OURS) else ()
            column = len(line) - len(line.lstrip()) + 1
            claims.unread(number, column, line.strip(), facets, ("library",))
        return
    field, largest = VARIABLES[name]
    path: Path = ("library", field)
    value = found["value"]
    text, column = value.strip("\"'"), len(line.rstrip()) - len(value) + 1
    if not _NUMBER.match(text) or int(text) > largest:
        claims.problem(number, column, path, value or "no value", f"0 to {largest}")
    else:
        claims.put(path, int(text), number, column)


@lru_cache(maxsize=256)
def _read(data: bytes, *, only_nccl: bool) -> Reading:
    reading = Reading("libraries", "")
    claims = Claims(reading)
    told = told_lines(text_lines(data, reading, FACETS, ("library",)))
    for (number, line), matched in zip(told, TEMPLATE.match([x for _, x in told]), strict=True):
        found = matched.values if matched else {}
        _read_line(claims, number, line, found, only_nccl=only_nccl)
    return claims.finish()


class Libraries:
    """Environment of NCCL and UCX."""

    name = "libraries"

    def handles(self, path: str) -> bool:
        """`etc/nccl.conf`, `etc/environment`."""
        return path in (NCCL_FILE, ENVIRONMENT_FILE)

    def read(self, source: Source, context: Context) -> Reading:
        """Read one file into `library`; equal texts are read once."""
        shared = _read(source.data, only_nccl=source.path == NCCL_FILE)
        return named_after(shared, source.file)

    def render(self, config: Config, context: Context) -> Mapping[str, str]:
        """NCCL's values in its own file, UCX's in the environment of every login."""
        if config.library is None:
            return {}
        values = {name: getattr(config.library, field) for name, (field, _) in VARIABLES.items()}
        files = {}
        for path, prefix in ((NCCL_FILE, "NCCL_"), (ENVIRONMENT_FILE, "UCX_")):
            own = [(n, v) for n, v in values.items() if n.startswith(prefix) and v is not None]
            if own:
                files[path] = render_template("libraries/variables.j2", variables=own)
        return files


DIALECT = Libraries()
