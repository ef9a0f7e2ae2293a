"""The neighbour entry that is missing, made like those beside it."""

from __future__ import annotations

import dataclasses
from collections import Counter

from twin.core.facts import FactRef
from twin.engine.facts import Facts
from twin.engine.session import Session
from twin.model.records import lookup
from twin.model.routing import BgpPeer

_DIGITS = "0"  # stands for an ASN in digits, which differs from neighbour to neighbour


def entry_like_siblings(facts: Facts, fact: FactRef, session: Session) -> BgpPeer | bool:
    """An entry as most neighbours of that instance have it, of the same kind of key.

    fact: the missing entry. A neighbour with an ASN in digits gets that of the far end. Without
    such neighbours True: the entry alone.
    """
    device = facts.twin.devices[fact.device]
    beside = lookup(device.declared, fact.path[:-1]) or {}
    is_address = _is_address(str(fact.path[-1]))
    entries = [_bare(peer) for key, peer in beside.items() if _is_address(key) == is_address]
    if not entries:
        return True
    usual = Counter(map(repr, entries)).most_common(1)[0][0]
    entry = next(entry for entry in entries if repr(entry) == usual)
    if entry.remote_as != _DIGITS:
        return entry
    asn = next((asn for asn in session.asns if asn is not None), None)
    return dataclasses.replace(entry, remote_as=None if asn is None else str(asn))


def _bare(peer: BgpPeer) -> BgpPeer:
    """Without what belongs to one neighbour, and without a secret; an ASN in digits is any."""
    is_number = (peer.remote_as or "").isdigit()
    remote_as = _DIGITS if is_number else peer.remote_as
    return dataclasses.replace(
        peer, remote_as=remote_as, description=None, shutdown=None, enabled=None, password=None,
        interface=None, update_source=None,
    )  # fmt: skip


def _is_address(key: str) -> bool:
    return ":" in key or key.count(".") == 3
