"""Passwords and keys: that one is set may be shown, its value never."""

from __future__ import annotations

import re
from typing import Any

from twin.core.facts import Path

MASK = "********"
_FIELDS = frozenset({"password", "authentication_key"})  # of BGP neighbours, of OSPF interfaces
_KEYED = frozenset({"digest_keys"})  # number → key
# Words of configuration lines after which a password or a key stands. Bounded, so that a long line
# costs one pass.
_BEFORE = re.compile(
    r"""(?isx)
    (?: passw\w{0,8}\.(?=\S) | (?: passw[\w-]{0,24} | passphr\w{0,8} | secret
        | (?:auth|authentication|md5|wep|private|preshared)-?key\d?
        | key-string | psk | \bmd5 | \bkey\s\d{1,3} | snmp[\w-]{0,24}\scommunity )
    ["']?(?:\s{0,8}[:=]|\s)\s{0,8}(?=\S) )
    """
)
_SPEAKS = re.compile(r"(?i)passw|secret|auth|key")
_QUOTED = re.compile(r"`[^`]*`")


def is_secret(path: Path) -> bool:
    """The fact at this path of a device's model is a password or a key."""
    return bool(path) and (path[-1] in _FIELDS or (len(path) > 1 and path[-2] in _KEYED))


def without_secrets(path: Path, value: Any) -> Any:
    """A value of the model, or a tree of them, as it may be shown."""
    if isinstance(value, dict):
        return {key: without_secrets((*path, key), item) for key, item in value.items()}
    return MASK if is_secret(path) and isinstance(value, str) else value


def masked_line(text: str) -> str:
    """A line of configuration without what follows a word such as `password`."""
    found = _BEFORE.search(text)
    return f"{text[: found.end()]}{MASK}" if found else text


def speaks_of_secrets(subject: str) -> bool:
    """A value of this place of a text, understood or not, may be a password or a key."""
    return _SPEAKS.search(subject) is not None


def masked_quotes(text: str) -> str:
    """A sentence whose lines stand in backquotes, each without its password."""
    return _QUOTED.sub(lambda m: f"`{masked_line(m[0][1:-1])}`", text) if "`" in text else text
