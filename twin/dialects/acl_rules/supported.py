"""What a rule of cl-acltool may say."""

from __future__ import annotations

from collections.abc import Iterator

from twin.dialects.acl_rules.options import (
    OF_TOOL,
    TARGET_FLAGS,
    TARGETS,
    WATCHER_FLAGS,
    WATCHERS,
)
from twin.dialects.supported import Supported, claimed, inert


def supported() -> Iterator[Supported]:
    """Matches by tool, targets with their options, and what stands around rules."""
    yield from claimed("rule files", ("NAME = VALUE", "[iptables]", "[ip6tables]", "[ebtables]"))
    yield from claimed("rule files", ("-t TABLE", "-A CHAIN,…", "-I CHAIN", "-m MODULE", "!"))
    yield from claimed("rule files", ("--tcp-flags MASK FLAGS", "--syn"))
    for tool, options in OF_TOOL.items():
        names = (name for option in options for name in (option.name, *option.aliases))
        yield from claimed(f"matches of {tool}", names)
    yield from claimed("matches of ebtables", (*WATCHER_FLAGS, *WATCHERS))
    for target, options_of in TARGETS.items():
        words = (*options_of, *TARGET_FLAGS.get(target, {}))
        yield from claimed("targets", (" ".join(("-j", target, *words)),))
    reason = "files of that folder are installed anyway"
    yield from inert("policy.conf", [("include /etc/cumulus/acl/policy.d/…", reason)])
    yield from claimed("policy.conf", ("NAME = VALUE",))
