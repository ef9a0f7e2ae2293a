"""`etc/cumulus/acl/policy.d/*.rules` and `policy.conf`: access lists as cl-acltool installs them.

Cumulus Linux user guide, Netfilter - ACLs: sections [iptables], [ip6tables] and [ebtables] of rules
in the words of those tools, variables, lists of chains and interfaces. All files are installed in
the order of their names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from twin.dialects.acl_rules.reader import FOLDER, policy_variables, read_policy, read_rules
from twin.dialects.acl_rules.render import render
from twin.dialects.base import Context, Reading, Source
from twin.dialects.lines import named_after
from twin.model.config import Config

POLICY_FILE = "etc/cumulus/acl/policy.conf"
_Variables = tuple[tuple[str, str], ...]


@lru_cache(maxsize=256)
def _rules(data: bytes, name: str, outer: _Variables) -> tuple[Reading, frozenset[str]]:
    """Every switch has the installed rules: equal texts are read once."""
    return read_rules(data, name, dict(outer))


@lru_cache(maxsize=64)
def _variables(data: bytes) -> _Variables:
    return tuple(policy_variables(data).items())


class AclRules:
    """Access lists of a switch without NVUE."""

    name = "acl_rules"

    def handles(self, path: str) -> bool:
        """`policy.conf` and `policy.d/NAME.rules`."""
        in_folder = path.startswith(FOLDER) and "/" not in path[len(FOLDER) :]
        return path == POLICY_FILE or (in_folder and path.endswith(".rules"))

    def read(self, source: Source, context: Context) -> Reading:
        """Read one file by itself."""
        return self.read_device([source], context)[0]

    def read_device(self, sources: Sequence[Source], context: Context) -> list[Reading]:
        """Read all files of a device: the variables of `policy.conf` hold in every rule file."""
        policy = next((s.data for s in sources if s.path == POLICY_FILE), b"")
        outer = _variables(policy)
        used: frozenset[str] = frozenset()
        readings: dict[str, Reading] = {}
        for source in sources:
            if source.path != POLICY_FILE:
                name = source.path[len(FOLDER) :].removesuffix(".rules")
                reading, names = _rules(source.data, name, outer)
                readings[source.path] = named_after(reading, source.file)
                used |= names
        return [
            named_after(read_policy(source.data, used), source.file)
            if source.path == POLICY_FILE
            else readings[source.path]
            for source in sources
        ]

    def render(self, config: Config, context: Context) -> Mapping[str, str]:
        """The rule files that lists of this dialect come from."""
        return render(config)


DIALECT = AclRules()
