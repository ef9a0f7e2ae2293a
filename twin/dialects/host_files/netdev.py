"""systemd-networkd's `*.netdev`, devices that it makes, and udev's `*.link`."""

from __future__ import annotations

from twin.core.facts import Path
from twin.dialects.host_files import networkd_tables as tables
from twin.dialects.host_files import words
from twin.dialects.host_files.ini import ADDRESSES, Entry, Sheet, sections
from twin.dialects.host_files.matching import matched
from twin.dialects.netplan.devices import repeat
from twin.dialects.netplan.values import NEED, read_bool
from twin.model.topology import NicSlot


def read_netdev(sheet: Sheet, slots: tuple[NicSlot, ...]) -> None:
    """A `.netdev` file: a device that the daemon makes."""
    found = sections(sheet.lines, continued=True)
    name = next((n for s in found if s.name == "NetDev" and (n := s.last("Name"))), None)
    kind = next((k for s in found if s.name == "NetDev" and (k := s.last("Kind"))), "")
    is_known = name is not None and kind in tables.KINDS
    base: Path = ("interfaces", name) if name else ("interfaces",)
    for section in found:
        sheet.heading(section)
        for entry in section.entries:
            row = tables.NETDEV.get((section.name, entry.key))
            if is_known and name and section.name == "NetDev" and entry.key in ("Name", "Kind"):
                _made(sheet, entry, name, kind)
            elif is_known and row is not None:
                sheet.row(entry, base, row)
            elif is_known and name and _elsewhere(sheet, section.name, entry, name):
                continue
            elif entry.key and tables.is_inert(section.name, entry.key):
                sheet.inert()
            else:
                sheet.unread(entry, tables.FACETS.get(section.name, ADDRESSES), base)


def _made(sheet: Sheet, entry: Entry, name: str, kind: str) -> None:
    """The device is there; its kind is a fact of its own."""
    if entry.key == "Name":
        sheet.put(entry)
        sheet.exists(entry, *(("vrfs", name) if kind == "vrf" else ("interfaces", name)))
    elif kind == "vrf":
        sheet.put(entry)
        sheet.claims.claim()
    else:
        facts: list[tuple[Path, object]] = [(("interfaces", name, "kind"), tables.KINDS[kind])]
        if kind == "bridge":
            facts.append((("bridges", name, "kind"), "traditional"))
        sheet.put(entry, *facts)


def _elsewhere(sheet: Sheet, section: str, entry: Entry, name: str) -> bool:
    """Settings of VRFs and bridges, which have records of their own."""
    told = read_bool(entry.value)
    if (section, entry.key) == ("VRF", "Table"):
        table = words.table(entry.value)
        if table is None or table[0] is None:
            sheet.refuse(entry, ("vrfs", name, "table"), NEED["number"])
        else:
            sheet.put(entry, (("vrfs", name, "table"), str(table[0])))
    elif (section, entry.key) == ("Bridge", "STP") and told is not None:
        sheet.put(entry, (("bridges", name, "stp"), told))
    elif (section, entry.key) == ("Bridge", "VLANFiltering") and told is not None:
        aware = ((("bridges", name, "kind"), "vlan-aware"),) if told else ()
        sheet.put(entry, *aware)
    elif (section, entry.key) == ("Bridge", "DefaultPVID") and words.vlan(entry.value):
        sheet.put(entry, (("bridges", name, "untagged"), words.vlan(entry.value)))
    else:
        return False
    return True


def read_link(sheet: Sheet, slots: tuple[NicSlot, ...]) -> None:
    """A `.link` file: what udev sets on a card when it finds it, its name first of all."""
    found = sections(sheet.lines, continued=True)
    given = next((n for s in found if s.name == "Link" and (n := s.last("Name"))), None)
    names = [given] if given else matched(found, "OriginalName", slots)
    base: Path = ("interfaces", names[0]) if names else ()
    naming = ("Link", "Name") if given else ("Match", "OriginalName")
    tells = any(
        (s.name, e.key) in tables.LINK or e.key in tables.PAUSE for s in found for e in s.entries
    )
    for section in found:
        sheet.heading(section)
        for entry in section.entries:
            row = tables.LINK.get((section.name, entry.key)) if base else None
            pause = tables.PAUSE.get(entry.key) if section.name == "Link" else None
            is_match = section.name == "Match" and entry.key in tables.MATCHES
            if is_match or (section.name == "Link" and entry.key == "Name"):
                sheet.inert()
                if tells and base and (section.name, entry.key) == naming:
                    sheet.claims.claim()
            elif row is not None:
                sheet.row(entry, base, row)
            elif base and pause and read_bool(entry.value) is not None:
                sheet.put(entry, (("nics", names[0], pause), read_bool(entry.value)))
            elif entry.key and tables.is_inert(section.name, entry.key):
                sheet.inert()
            else:
                sheet.unread(entry, tables.FACETS.get(section.name, ADDRESSES), base)
    if base:
        repeat(sheet.reading, base, names[1:])
