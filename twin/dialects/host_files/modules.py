"""`etc/modprobe.d/*.conf`: options of drivers. Source: modprobe.d(5)."""

from __future__ import annotations

from twin.dialects.host_files.ini import Entry, Sheet
from twin.model.topology import NicSlot

# Commands that load, rename or keep out drivers; what a driver does stands elsewhere.
INERT = {
    "blacklist": "a driver that is not loaded by itself", "alias": "another name of a driver",
    "softdep": "which driver is loaded first", "remove": "what unloading a driver does",
    "weakdep": "which driver is loaded first",
}  # fmt: skip
# Drivers of NICs and of what is built on them; the options of any other are its own affair.
FACETS = {
    "mlx5_core": ("nic",), "mlx5_ib": ("nic",), "mlx4_core": ("nic",), "mlx4_en": ("nic",),
    "rdma_cm": ("nic",), "ib_core": ("nic",), "ib_uverbs": ("nic",), "nvidia_peermem": (),
    "bnxt_en": ("nic",), "bnxt_re": ("nic",), "ice": ("nic",), "irdma": ("nic",),
    "ionic": ("nic",), "ib_ipoib": (), "bonding": ("port",), "8021q": ("l2",), "vxlan": ("vxlan",),
}  # fmt: skip
# Options of those drivers that leave classes and lossless behaviour alone.
HARMLESS = {
    "prof_sel": "how much memory of the host the driver takes",
    "debug_mask": "what the driver prints", "log_num_mgm_entry_size": "tables of multicast",
    "num_vfs": "virtual functions, which are no ports of the fabric",
    "probe_vf": "virtual functions, which are no ports of the fabric",
    "disable_raw_qp_enforcement": "which programs may send raw packets",
    "max_bonds": "how many bonds the driver makes by itself", "node_guid": "a name",
}  # fmt: skip


def read_modules(sheet: Sheet, slots: tuple[NicSlot, ...]) -> None:
    """Every line."""
    for number, line in enumerate(sheet.lines, 1):
        text = line.strip()
        if not text or text[0] == "#":
            continue
        column = line.index(text) + 1
        command, *words = text.split()
        entry = Entry(command, " ".join(words), number, column, column, text)
        module = words[0].replace("-", "_") if words else ""
        if command in INERT:
            sheet.inert()
        elif command == "options" and module not in FACETS and module:
            sheet.inert()  # a driver of something else
        elif command == "options" and module:
            names = {word.partition("=")[0] for word in words[1:]}
            if names <= set(HARMLESS):
                sheet.inert()
            else:
                sheet.unread(entry, FACETS[module])
        else:
            sheet.unread(entry, ("nic", "port") if command == "install" else ())
