"""How much a snapshot may hold before it is refused."""

from __future__ import annotations

from twin.core.record import record

MIB = 1024 * 1024


@record(frozen=True, slots=True)
class Limits:
    """Bounds that protect the tool; the defaults are for folders on the user's own disk.

    A fabric of 10,125 switches and 1,920 hosts has some 25,000 files when compiled (one NVUE file
    per switch, seven files per host) and some 120,000 when copied from running devices; its largest
    file is below 1 MiB. `depth` counts the folders above a file (a device's systemd units stand at
    6), `path_bytes` is below Linux' PATH_MAX of 4,096.
    """

    files: int = 250_000
    file_bytes: int = 64 * MIB
    total_bytes: int = 4096 * MIB
    depth: int = 32
    path_bytes: int = 1024


FOLDER = Limits()

# What one client may send to a service that it shares with others.
UPLOAD = Limits(files=100_000, file_bytes=16 * MIB, total_bytes=512 * MIB)
