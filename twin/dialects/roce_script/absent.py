"""`if [ ! -e /sys/class/net/bond1 ]; then ip link add bond1 …; fi`: made unless it is there.

Scripts that may run twice make their virtual interfaces this way. Either way the interface is there
when the block has ended, as the script wants it; so the block counts as run.
"""

from __future__ import annotations

import re

from twin.dialects.roce_script.syntax import Command, Guarded

LOOPBACK = "lo"  # the kernel makes it; a block for its absence never runs
_TEST = re.compile(
    r"(?:\[|\[\[|test) ! -[ed] [\"']?/sys/(?:class|devices/virtual)/net/"
    r"(?P<name>[\w.-]+)/?[\"']?(?: \]\]?)?\Z"
)


def absent_device(block: Guarded) -> str | None:
    """The interface for whose absence a block is; None for any other block."""
    if block.keyword != "if" or not block.plain or len(block.condition) != 1:
        return None
    (test,) = block.condition
    if not isinstance(test, Command) or test.pipes or test.redirects:
        return None
    match = _TEST.match(" ".join(word.text for word in test.words))
    return match["name"] if match else None
