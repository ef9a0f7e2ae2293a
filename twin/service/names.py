"""Resource names, page tokens and page sizes of requests."""

from __future__ import annotations

import base64
import binascii
import json
import re

from twin.service.errors import ServiceError, invalid
from twin.service.limits import PAGE_DEFAULT, PAGE_MAX

_DIGEST = re.compile(r"snapshots/([0-9a-f]{64})\Z")
_RUN = re.compile(r"checkRuns/([0-9a-f]{32})\Z")
_RULE = re.compile(r"rules/([A-Z]{3}\d{3})\Z")


def snapshot_name(digest: str) -> str:
    """Resource name of a snapshot."""
    return f"snapshots/{digest}"


def run_name(run_id: str) -> str:
    """Resource name of a run."""
    return f"checkRuns/{run_id}"


def _parsed(pattern: re.Pattern[str], name: str, field: str, shape: str) -> str:
    if not name:
        raise invalid("NAME_MISSING", field, f"empty, need {shape}")
    match = pattern.match(name)
    if not match:
        raise invalid("NAME_INVALID", field, f"{name[:100]!r}, need {shape}")
    return match[1]


def digest_of(name: str, field: str = "name") -> str:
    """`snapshots/{digest}` → digest."""
    return _parsed(_DIGEST, name, field, "snapshots/{64 hexadecimal digits}")


def run_id_of(name: str, field: str = "name") -> str:
    """`checkRuns/{id}` → id."""
    return _parsed(_RUN, name, field, "checkRuns/{32 hexadecimal digits}")


def rule_id_of(name: str, field: str = "name") -> str:
    """`rules/{id}` → id."""
    return _parsed(_RULE, name, field, "rules/{id}, e.g. rules/PFC001")


def page_size(asked: int) -> int:
    """How many items a page may have; 0 asks for the default."""
    if asked < 0:
        raise invalid("PAGE_SIZE_INVALID", "page_size", f"{asked}, need 0 or more")
    return min(asked or PAGE_DEFAULT, PAGE_MAX)


def page_token(listing: str, position: int) -> str:
    """An opaque token: this listing, from `position` on."""
    text = json.dumps([listing, position], separators=(",", ":"))
    return base64.urlsafe_b64encode(text.encode()).decode()


def page_position(listing: str, token: str) -> int | None:
    """Where the page begins that a token asks for; None for the first page."""
    if not token:
        return None
    try:
        named, position = json.loads(base64.urlsafe_b64decode(token.encode()))
    except (binascii.Error, ValueError, TypeError, UnicodeError):
        raise _bad_token() from None
    if named != listing or not isinstance(position, int) or not 0 <= position < 2**62:
        raise _bad_token()
    return position


def _bad_token() -> ServiceError:
    need = "none of this listing, need the next_page_token of the answer before"
    return invalid("PAGE_TOKEN_INVALID", "page_token", need)
