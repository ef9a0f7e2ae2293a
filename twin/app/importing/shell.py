"""Scripts that write configuration files: their here documents as files of the device."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

_TAG = r"<<-?\s*['\"]?(\w+)['\"]?"
_OPENINGS = (  # file and tag, tag and file, tag alone
    (re.compile(rf"^\s*cat\s*>>?\s*(/\S+)\s*{_TAG}\s*$"), (1, 2)),
    (re.compile(rf"^\s*cat\s*{_TAG}\s*>>?\s*(/\S+)\s*$"), (2, 1)),
    (re.compile(rf"^\s*vtysh\s*{_TAG}\s*$"), (0, 1)),
)
_ECHO = re.compile(r"^\s*echo\s+(['\"])(?P<text>[^'\"]*)\1\s*>>?\s*(?P<file>/etc/\S+)")
_APPLIED = re.compile(r"^\s*vtysh\s+-f\s+(?P<file>/\S+)\s*$")
# Commands that set something of the network.
_NETWORK = re.compile(
    r"^\s*(?:sudo\s+)?(?:ip|ethtool|bridge|tc|brctl|ifconfig|vconfig|dcb|mlnx_\w+|mlxconfig)\s",
    re.MULTILINE,
)


@dataclass
class Script:
    """A script taken apart. files: path → text it writes; frr: what it hands to vtysh."""

    files: dict[str, str] = field(default_factory=dict)
    frr: list[str] = field(default_factory=list)
    rest: str = ""

    @property
    def is_network(self) -> bool:
        """The rest has commands that set something of the network."""
        return _NETWORK.search(self.rest) is not None


def take_apart(text: str) -> Script:
    """The here documents of a script, by the files that they are written to."""
    script, kept = Script(), []
    lines = text.split("\n")
    index = 0
    while index < len(lines):
        line = lines[index]
        index += 1
        echoed, opened = _ECHO.match(line), _opening(line)
        if echoed:
            _write(script, echoed["file"], f"{echoed['text']}\n")
        elif opened:
            file, tag = opened
            end = next((n for n in range(index, len(lines)) if lines[n].strip() == tag), len(lines))
            body = "\n".join(lines[index:end]) + "\n"
            index = end + 1
            if file:
                _write(script, file, body)
            else:
                script.frr.append(body)
        else:
            kept.append(line)
    for place, line in enumerate(kept):
        match = _APPLIED.match(line)
        if match and match["file"] in script.files:
            script.frr.append(script.files.pop(match["file"]))
            kept[place] = f"# {line.strip()}"  # what it hands over stands in FRR's file now
    script.rest = "\n".join(kept)
    return script


def _opening(line: str) -> tuple[str, str] | None:
    """(file, tag) of a here document; no file where vtysh reads it."""
    for pattern, (file, tag) in _OPENINGS:
        match = pattern.match(line)
        if match:
            return match[file] if file else "", match[tag]
    return None


def _write(script: Script, path: str, text: str) -> None:
    script.files[path] = script.files.get(path, "") + text
