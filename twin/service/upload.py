"""An upload, message by message: what may come next, and how much of it."""

from __future__ import annotations

from collections.abc import Callable

from twin.service.errors import ServiceError, exhausted, invalid
from twin.service.generated import snapshot_pb2 as pb
from twin.service.limits import DISPLAY_NAME, NAME_BYTES
from twin.service.rpc import Code
from twin.snapshot.folder import Snapshot
from twin.snapshot.limits import Limits


def display_name(asked: str, default: str) -> str:
    """What people call a snapshot; ServiceError when it would not fit on a line."""
    if len(asked) > DISPLAY_NAME:
        need = f"{len(asked)} characters, need at most {DISPLAY_NAME}"
        raise invalid("DISPLAY_NAME_INVALID", "display_name", need)
    if asked and not asked.isprintable():
        need = "control characters, need printable ones"
        raise invalid("DISPLAY_NAME_INVALID", "display_name", need)
    return asked or default


class Upload:
    """The state of one upload. Feed it every message, then ask for the snapshot.

    Bounds are held while bytes arrive, not afterwards. Paths are only names here, nothing is opened
    by them; what they may be is decided by `Snapshot.from_files`.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._name: str | None = None
        self._announced = 0
        self._files: dict[str, bytearray] = {}
        self._path: str | None = None
        self._expected = 0
        self._total = 0
        self._take: dict[str | None, Callable[[pb.UploadSnapshotRequest], None]] = {
            "header": lambda message: self._header(message.header),
            "file": lambda message: self._file(message.file),
            "data": lambda message: self._data(message.data),
            None: lambda message: _refuse("part", "empty, need header, file or data"),
        }

    def feed(self, message: pb.UploadSnapshotRequest) -> None:
        """Take one message; ServiceError at the first that breaks the order or a bound."""
        part = message.WhichOneof("part")
        if part is not None and (part == "header") != (self._name is None):
            _refuse(part, "out of order, need one header first, then files and their data")
        self._take[part](message)

    def _header(self, header: pb.UploadHeader) -> None:
        self._name = display_name(header.display_name, "snapshot")
        self._announced = header.file_count
        if header.file_count < 1:
            _refuse("header.file_count", f"{header.file_count}, need how many files follow")
        if header.file_count > self._limits.files:
            raise exhausted(
                "TOO_MANY_FILES",
                f"header.file_count: {header.file_count} files, need at most {self._limits.files}",
            )

    def _file(self, file: pb.UploadFile) -> None:
        self._end_file()
        self._refuse_long(file.path)
        field = f"file {file.path[:200]!r}"
        if file.path in self._files:
            _refuse(field, "sent twice, need each file once")
        if len(self._files) == self._announced:
            _refuse(field, f"one more than the {self._announced} files of the header")
        if file.size_bytes < 0:
            _refuse(field, f"{file.size_bytes} B, need its size")
        if file.size_bytes > self._limits.file_bytes:
            found = f"{field}: {file.size_bytes} B, need at most {self._limits.file_bytes}"
            raise exhausted("FILE_TOO_LARGE", found)
        self._total += file.size_bytes
        if self._total > self._limits.total_bytes:
            found = f"{field}: {self._total} B in all, need at most {self._limits.total_bytes}"
            raise exhausted("UPLOAD_TOO_LARGE", found)
        self._files[file.path] = bytearray()
        self._path, self._expected = file.path, file.size_bytes

    def _refuse_long(self, path: str) -> None:
        """What no disk could keep; the rest of what a path may be is decided at the end."""
        size, longest = len(path.encode()), max(len(name.encode()) for name in path.split("/"))
        for kind, found, most in (
            ("a path", size, self._limits.path_bytes), ("a name", longest, NAME_BYTES),
        ):  # fmt: skip
            if found > most:
                found_text = f"{path[:40]!r}...: {kind} of {found} B, need at most {most} B"
                _refuse("file.path", found_text)

    def _data(self, data: bytes) -> None:
        if self._path is None:
            _refuse("data", "before the first file, need file first")
            return
        held = self._files[self._path]
        if len(held) + len(data) > self._expected:
            found = f"more data than the {self._expected} B announced"
            _refuse(f"file {self._path[:200]!r}", found)
        held += data

    def _end_file(self) -> None:
        if self._path is None:
            return
        held = len(self._files[self._path])
        if held < self._expected:
            found = f"ends after {held} of {self._expected} B"
            raise _truncated(f"file {self._path[:200]!r}", found)

    def snapshot(self) -> Snapshot:
        """The whole upload; ServiceError when it ended early, InputError for what its paths are."""
        if self._name is None:
            raise _truncated("header", "missing, the stream is empty")
        self._end_file()
        if len(self._files) < self._announced:
            found = f"the stream ended after {len(self._files)} of {self._announced} files"
            raise _truncated("header.file_count", found)
        files = {path: bytes(data) for path, data in self._files.items()}
        self._files.clear()
        snapshot = Snapshot.from_files(self._name, files, self._limits)
        if not snapshot.files:
            found = "only hidden files, nothing to judge, need topology.yaml or configs/<device>/"
            raise invalid("SNAPSHOT_EMPTY", "file.path", found)
        return snapshot


def _truncated(field: str, found: str) -> ServiceError:
    return ServiceError(
        Code.INVALID_ARGUMENT, "UPLOAD_TRUNCATED", f"{field}: {found}", [(field, found)]
    )


def _refuse(field: str, found: str) -> None:
    raise invalid("UPLOAD_INVALID", field, found)
