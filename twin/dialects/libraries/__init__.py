"""`etc/nccl.conf`, `etc/environment`, `etc/profile.d/*.sh`: what the libraries above RDMA ask for.

`/etc/environment` is read by pam_env and `/etc/profile.d` by the shell, both for every login, so
NCCL's variables count there too; `/etc/nccl.conf` is read by NCCL alone. NCCL takes a line as it
stands: a `#` begins a comment in the first column only, names and values keep their blanks and
quotes, and the first of two lines stands (`setEnvFile` sets what is not set). Of two lines for a
login the last one stands.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from twin.core.facts import Path
from twin.dialects.base import Context, Reading, Source
from twin.dialects.claims import Claims
from twin.dialects.libraries.tables import AS_USUAL, INERT, OURS, VARIABLES
from twin.dialects.line_templates import LineTemplate
from twin.dialects.lines import named_after, text_lines, told_lines
from twin.dialects.rendering import render_template
from twin.model.config import Config

NCCL_FILE = "etc/nccl.conf"
ENVIRONMENT_FILE = "etc/environment"
PROFILE = re.compile(r"etc/profile\.d/[^/]+\.sh\Z")
FACETS = ("nic",)
PART: Path = ("library",)
TEMPLATE = LineTemplate("libraries/variables.ttp")
# A number as strtoll takes it, which NCCL leaves the base to; what follows it is not looked at.
_NUMBER = re.compile(r"\s*(0[xX][0-9a-fA-F]{1,8}|\d{1,9})(?:\s.*)?\Z")
_QUOTED = re.compile(r"(['\"])(.*)\1\s*(?:#.*)?\Z")
_OPENING = re.compile(r"(?:if|for|while|until|case)\b|.*\{$")
_CLOSING = re.compile(r"(?:fi|done|esac)\b|\}")


def _number(text: str) -> int | None:
    """Decimal, hexadecimal after 0x, octal after 0."""
    match = _NUMBER.match(text)
    if match is None:
        return None
    digits = match[1]
    base = 16 if digits[:2] in ("0x", "0X") else 8 if digits[0] == "0" and len(digits) > 1 else 10
    try:
        return int(digits, base)
    except ValueError:
        return None


def _names_another(name: str, text: str) -> bool:
    """`export NCCL_DEBUG=INFO NCCL_IB_TC=106`: one line for two variables."""
    return any(other != name and f"{other}=" in text for other in (*VARIABLES, *AS_USUAL))


class _File:
    """One file under way; style: nccl | login (pam_env or a shell)."""

    def __init__(self, claims: Claims, style: str) -> None:
        self._claims, self._is_nccl = claims, style == "nccl"
        self._depth = 0

    def line(self, number: int, line: str, found: dict[str, str]) -> None:
        """One line that is neither blank nor a comment."""
        self._claims.begin()
        conditional = self._is_conditional(line)
        name, text = found.get("name", ""), line.strip()
        column = len(line) - len(line.lstrip()) + 1
        if not self._is_nccl and not any(start in text for start in OURS):
            self._claims.inert()  # what another program is told
        elif not name or conditional or _names_another(name, text):
            self._claims.unread(number, column, text, FACETS, PART)
        elif self._is_nccl and not line.startswith(f"{name}="):
            path = (*PART, VARIABLES[name][0]) if name in VARIABLES else PART
            need = "NAME=VALUE from the first column on, which NCCL takes as it stands"
            self._claims.problem(number, column, path, text, need)
        elif name in VARIABLES and (name[:5] == "NCCL_" or not self._is_nccl):
            self._variable(number, line, name, found["value"])
        elif name in INERT or found["value"].strip("\"'") in AS_USUAL.get(name, ()):
            self._claims.inert()
        elif self._is_nccl or name.startswith(OURS):
            self._claims.unread(number, column, text, FACETS, PART)
        else:
            self._claims.inert()

    def _is_conditional(self, line: str) -> bool:
        """A line of a shell inside a block, which may or may not run."""
        if self._is_nccl:
            return False
        text = line.strip()
        inside = self._depth > 0
        if _CLOSING.match(text):
            self._depth = max(0, self._depth - 1)
        elif _OPENING.match(text):
            self._depth += 1
        return inside

    def _variable(self, number: int, line: str, name: str, value: str) -> None:
        field, largest = VARIABLES[name]
        path: Path = (*PART, field)
        column = len(line.rstrip()) - len(value) + 1
        quoted = None if self._is_nccl else _QUOTED.match(value)
        meant = _number(quoted[2] if quoted else value)
        if meant is None or meant > largest:
            self._claims.problem(number, column, path, value or "no value", f"0 to {largest}")
        elif self._is_nccl and self._claims.get(path) is not None:
            self._claims.inert()  # it is set already
        else:
            self._claims.put(path, meant, number, column)


@lru_cache(maxsize=256)
def _read(data: bytes, style: str) -> Reading:
    reading = Reading("libraries", "")
    claims = Claims(reading)
    told = told_lines(text_lines(data, reading, FACETS, PART))
    file = _File(claims, style)
    for (number, line), matched in zip(told, TEMPLATE.match([x for _, x in told]), strict=True):
        file.line(number, line, matched.values if matched else {})
    return claims.finish()


class Libraries:
    """Environment of NCCL and UCX."""

    name = "libraries"

    def handles(self, path: str) -> bool:
        """The three kinds of files named above."""
        return path in (NCCL_FILE, ENVIRONMENT_FILE) or PROFILE.match(path) is not None

    def read(self, source: Source, context: Context) -> Reading:
        """Read one file into `library`; equal texts are read once."""
        shared = _read(source.data, "nccl" if source.path == NCCL_FILE else "login")
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
