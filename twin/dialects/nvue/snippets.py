"""Snippets: raw text for another program's file inside the model of NVUE.

Cumulus Linux 5.16 user guide, NVUE Snippets. A traditional snippet is named after its file; that
of `/etc/network/interfaces` is a map of interfaces to what is added to their stanzas. A flexible
snippet names its file itself. Text that some dialect reads is handed on to it; the rest is unread.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from twin.core.yaml12 import MappingNode, Node, ScalarNode
from twin.dialects.base import Embedded

INTERFACES = "etc/network/interfaces"
TRADITIONAL = {
    "frr.conf": "etc/frr/frr.conf",
    "daemons": "etc/frr/daemons",
    "switchd.conf": "etc/cumulus/switchd.conf",
    "traffic.conf": "etc/cumulus/datapath/traffic.conf",
    "sshd_config": "etc/ssh/sshd_config",
    "snmpd.conf": "etc/snmp/snmpd.conf",
}
BY_INTERFACE = "ifupdown2_eni"
WHOLE_STANZAS = "eni_stanzas"  # text that stands outside all stanzas


@dataclass(frozen=True, slots=True)
class Snippet:
    """One text: the key that names it, its value, and the path of its file on the device."""

    key: Node
    value: ScalarNode
    path: str
    head: str = ""  # a line that NVUE puts above it


def texts_of(key: Node, value: Node) -> Iterator[Snippet]:
    """The texts of one snippet; none when its shape is not known."""
    name = str(key.value)
    if isinstance(value, ScalarNode):
        yield Snippet(key, value, TRADITIONAL.get(name, name.lstrip("/")))
        return
    if not isinstance(value, MappingNode):
        return
    texts = [(k, v) for k, v in value.value if isinstance(k, ScalarNode)]
    if name == BY_INTERFACE:
        for inner, text in texts:
            if isinstance(text, ScalarNode):
                head = "" if inner.value == WHOLE_STANZAS else f"iface {inner.value}"
                yield Snippet(inner, text, INTERFACES, head)
        return
    named = {k.value: v for k, v in texts}
    file, content = named.get("file"), named.get("content")
    if isinstance(file, ScalarNode) and isinstance(content, ScalarNode):
        yield Snippet(key, content, str(file.value).lstrip("/"))


def embedded(snippet: Snippet, lines: list[str]) -> Embedded:
    """The text with its place; lines: those of the file that it stands in.

    A block begins below its `|` or `>`, a quoted text where its quote is.
    """
    mark, text = snippet.value.start_mark, str(snippet.value.value)
    line, column = mark.line + 1, mark.column + 1
    if snippet.value.style in ("|", ">"):
        line += 1
        told = next((row for row in lines[mark.line + 1 :] if row.strip()), "")
        first = next((row for row in text.split("\n") if row.strip()), "")
        column = len(told) - len(told.lstrip()) - (len(first) - len(first.lstrip())) + 1
    if snippet.head:
        text, line = f"{snippet.head}\n{text}", line - 1
    return Embedded(snippet.path, text, line, max(column, 1))
