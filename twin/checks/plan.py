"""What the intent puts in the place of a wrong value."""

from __future__ import annotations

from ipaddress import ip_interface
from typing import Any

from twin.core.facts import FactRef
from twin.engine.facts import Facts
from twin.model.records import lookup


def planned(facts: Facts, fact: FactRef) -> Any:
    """The value that the intent gives to a fact's path, or None."""
    intended = facts.twin.intended
    config = intended.configs.get(fact.device) if intended else None
    return lookup(config, fact.path) if config is not None else None


def planned_address(facts: Facts, fact: FactRef) -> str | None:
    """The address of the plan that is missing where `fact`, an address, stands; same family."""
    *holder, text = fact.path
    version = ip_interface(str(text)).version
    place = FactRef(fact.device, tuple(holder))
    there = lookup(facts.twin.devices[fact.device].declared, place.path) or ()
    for address in planned(facts, place) or ():
        if address not in there and ip_interface(address).version == version:
            return str(address)
    return None
