"""Bonds, and the pair of switches that share some (MLAG)."""

from __future__ import annotations

from twin.core.facts import Path
from twin.dialects.ifupdown2 import attributes, values
from twin.dialects.ifupdown2.collect import Port
from twin.dialects.ifupdown2.device import Fabric
from twin.dialects.ifupdown2.interfaces import ignore_repeats, read_field
from twin.dialects.ifupdown2.syntax import Statement


def read_bond(fabric: Fabric, port: Port, base: Path) -> None:
    """What a bond has beside its members and its fields of one value."""
    ledger = fabric.ledger
    if fabric.role(port) == "bond":
        ledger.exists((*base, "bond"), port.head)
    clag = port.attributes.get("clag-id")
    if clag:
        try:
            number = values.whole(0, 65_535)(clag[0].value)
        except ValueError:
            ledger.problem(clag[0], (*base, "bond", "mlag_id"), "a number from 0 to 65535")
        else:
            if number:
                ledger.put((*base, "bond", "mlag_id"), number, clag[0])
            else:  # Cumulus Linux user guide, MLAG: 0 is a bond of this switch alone
                ledger.put((*base, "bond", "mlag_enabled"), False, clag[0])
        ignore_repeats(fabric, base, clag)


def read_mlag(fabric: Fabric, port: Port) -> None:
    """`clagd-…` lines: the pair, told at the interface of its peer link."""
    ledger = fabric.ledger
    for word, row in attributes.MLAG.items():
        if word in port.attributes:
            read_field(fabric, ("mlag",), row, port, port.attributes[word])
    peer = port.attributes.get("clagd-peer-ip")
    if peer:
        try:
            text = peer[0].value if peer[0].value == "linklocal" else values.host(peer[0].value)
        except ValueError:
            ledger.problem(peer[0], ("mlag", "peer_ip"), "an address, or linklocal")
        else:
            ledger.put(("mlag", "peer_ip"), text, peer[0])
            ledger.put(("mlag", "peerlink"), port.name, peer[0])
            ledger.put(("mlag", "enabled"), True, peer[0])
        ignore_repeats(fabric, ("mlag", "peer_ip"), peer)
    backups = [_backup(fabric, line) for line in port.attributes.get("clagd-backup-ip", ())]
    arguments = port.attributes.get("clagd-args")
    if arguments:
        _arguments(fabric, arguments[0], [path for path in backups if path is not None])
        ignore_repeats(fabric, ("mlag",), arguments)


def _backup(fabric: Fabric, line: Statement) -> Path | None:
    address, *rest = line.value.split()
    number = None
    try:
        if address.count(":") == 1:  # IPv4 with a UDP port
            address, _, digits = address.partition(":")
            number = values.whole(1, 65_535)(digits)
        backup: Path = ("mlag", "backups", values.host(address))
        if rest and (len(rest) != 2 or rest[0] != "vrf"):
            raise ValueError(line.value)
        vrf = values.name(rest[1]) if rest else None
    except ValueError:
        fabric.ledger.problem(line, ("mlag", "backups"), "an address, and `vrf NAME`")
        return None
    fabric.ledger.exists(backup, line)
    if vrf:
        fabric.ledger.put((*backup, "vrf"), vrf, line)
    if number:
        fabric.ledger.put((*backup, "port"), number, line)
    return backup


# Arguments of clagd that are fields of the model, with the values they take (clagd(8)).
_DELAY, _PORT = ("--initDelay", values.whole(0, 900)), ("--backupPort", values.whole(1, 65_535))


def _arguments(fabric: Fabric, line: Statement, backups: list[Path]) -> None:
    """What is left of the arguments, when two of them are taken out, stays as written.

    The start of clagd is a line of a shell: quotes around all of them say nothing.
    """
    text = line.value
    words = (text[1:-1] if text[:1] in "\"'" and text[:1] == text[-1:] else text).split()
    try:
        delay, port = _taken(words, *_DELAY), _taken(words, *_PORT)
    except ValueError:
        need = "`--initDelay` and seconds, `--backupPort` and a port"
        fabric.ledger.problem(line, ("mlag", "arguments"), need)
        return
    if delay is not None:
        fabric.ledger.put(("mlag", "init_delay_s"), delay, line)
    if port is not None and not backups:
        words += [_PORT[0], str(port)]
    for backup in backups if port is not None else ():
        fabric.ledger.put((*backup, "port"), port, line)
    if words:
        fabric.ledger.put(("mlag", "arguments"), " ".join(words), line)


def _taken(words: list[str], name: str, read: values.Reader) -> int | None:
    """The value behind an argument, which goes out of the list with it."""
    if name not in words:
        return None
    at = words.index(name)
    found: int = read("".join(words[at + 1 : at + 2]))
    del words[at : at + 2]
    return found
