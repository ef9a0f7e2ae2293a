"""What the service keeps: the index of snapshots, runs and findings, in sqlite (DATA/service.db).

Bounded by count and bytes: what is oldest and needed by no unfinished run goes first. Every call
touches few rows, so the event loop calls them directly.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from pathlib import Path

from twin.service.errors import ServiceError, exhausted, invalid, not_found
from twin.service.files import Files
from twin.service.generated import check_pb2 as checks
from twin.service.generated import snapshot_pb2 as snapshots
from twin.service.limits import PAGE_BYTES, ServiceLimits
from twin.service.names import digest_of, run_id_of
from twin.service.rpc import Code

_TABLES = """
CREATE TABLE IF NOT EXISTS snapshots (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, digest TEXT UNIQUE NOT NULL,
    size_bytes INTEGER NOT NULL, body BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS runs (
    seq INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT UNIQUE NOT NULL, digest TEXT NOT NULL,
    request_id TEXT UNIQUE, finished INTEGER NOT NULL, body BLOB NOT NULL);
CREATE INDEX IF NOT EXISTS runs_of ON runs (digest, seq);
CREATE TABLE IF NOT EXISTS findings (
    run INTEGER NOT NULL, position INTEGER NOT NULL, body BLOB NOT NULL,
    PRIMARY KEY (run, position)) WITHOUT ROWID;
"""
UNFINISHED = frozenset({checks.CHECK_RUN_STATE_QUEUED, checks.CHECK_RUN_STATE_RUNNING})


class Store:
    """One server's memory; `files` is where the snapshots themselves stand."""

    def __init__(self, folder: Path, limits: ServiceLimits) -> None:
        self._limits = limits
        self.files = Files(folder)
        self._db = sqlite3.connect(folder / "service.db", isolation_level=None)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = NORMAL")
        self._db.executescript(_TABLES)
        self.files.keep_only({row[0] for row in self._db.execute("SELECT digest FROM snapshots")})

    def close(self) -> None:
        """Write everything out."""
        self._db.close()
        self.files.close()

    # snapshots

    def find_snapshot(self, digest: str) -> snapshots.Snapshot | None:
        """The snapshot, if it is held."""
        row = self._db.execute("SELECT body FROM snapshots WHERE digest = ?", (digest,)).fetchone()
        return snapshots.Snapshot.FromString(row[0]) if row else None

    def snapshot(self, name: str, field: str = "name") -> snapshots.Snapshot:
        """The snapshot of a resource name; ServiceError when the name is bad or nothing is held."""
        found = self.find_snapshot(digest_of(name, field))
        if found is None:
            raise not_found(name)
        return found

    def add_snapshot(self, snapshot: snapshots.Snapshot) -> snapshots.Snapshot:
        """Index a snapshot whose files are in their place; an equal one is kept as it was.

        The new one counts as the newest: it is kept even if it had been held for long.
        """
        digest = digest_of(snapshot.name)
        if not self.files.folder_of(digest).is_dir():  # an equal, older one was just evicted
            raise ServiceError(Code.ABORTED, "SNAPSHOT_EVICTED", "evicted meanwhile: try again")
        kept = self.find_snapshot(digest) or snapshot
        kept_bytes = kept.SerializeToString()
        self._db.execute("DELETE FROM snapshots WHERE digest = ?", (digest,))
        self._db.execute(
            "INSERT INTO snapshots (digest, size_bytes, body) VALUES (?, ?, ?)",
            (digest, kept.size_bytes, kept_bytes),
        )
        self._evict_snapshots(digest)
        return kept

    def list_snapshots(
        self, size: int, before: int | None
    ) -> tuple[list[snapshots.Snapshot], int | None]:
        """(a page, the newest first; where the next one begins, or None)."""
        rows = self._db.execute(
            "SELECT seq, body FROM snapshots WHERE seq < ? ORDER BY seq DESC LIMIT ?",
            (before if before is not None else 2**62, size + 1),
        ).fetchall()
        page = [snapshots.Snapshot.FromString(body) for _, body in rows[:size]]
        return page, rows[size - 1][0] if len(rows) > size else None

    def _evict_snapshots(self, newest: str) -> None:
        busy = {row[0] for row in self._db.execute("SELECT digest FROM runs WHERE NOT finished")}
        rows = self._db.execute("SELECT digest, size_bytes FROM snapshots ORDER BY seq").fetchall()
        count, total = len(rows), sum(size for _, size in rows)
        for digest, size in rows:
            if count <= self._limits.snapshots and total <= self._limits.snapshot_bytes:
                return
            if digest != newest and digest not in busy:
                self._drop_snapshot(digest)
                count, total = count - 1, total - size
        if count > self._limits.snapshots or total > self._limits.snapshot_bytes:
            self._drop_snapshot(newest)
            raise exhausted("STORE_FULL", "every snapshot held is needed by an unfinished run", 30)

    def _drop_snapshot(self, digest: str) -> None:
        self._db.execute("DELETE FROM snapshots WHERE digest = ?", (digest,))
        self.files.drop(digest)

    # runs

    def add_run(self, run: checks.CheckRun, request_id: str) -> checks.CheckRun:
        """Keep a new run; with a request id that is known, answer with the run it made.

        Raises ServiceError when that run was about something else, or the queue is full.
        """
        if request_id:
            query = "SELECT body FROM runs WHERE request_id = ?"
            row = self._db.execute(query, (request_id,)).fetchone()
            if row:
                known = checks.CheckRun.FromString(row[0])
                if known.snapshot != run.snapshot or known.spec != run.spec:
                    found = (
                        f"stands for {known.name}, which asked for something else, need a new one"
                    )
                    raise invalid("REQUEST_ID_REUSED", "request_id", found)
                return known
        waiting = self._db.execute("SELECT count(*) FROM runs WHERE NOT finished").fetchone()[0]
        if waiting >= self._limits.queued:
            raise exhausted("QUEUE_FULL", f"{waiting} runs are waiting, need fewer", 10)
        self._db.execute(
            "INSERT INTO runs (id, digest, request_id, finished, body) VALUES (?, ?, ?, 0, ?)",
            (run_id_of(run.name), digest_of(run.snapshot), request_id or None,
             run.SerializeToString()),
        )  # fmt: skip
        self._evict_runs()
        return run

    def save_run(self, run: checks.CheckRun) -> None:
        """Replace a run by what it is now."""
        self._db.execute(
            "UPDATE runs SET finished = ?, body = ? WHERE id = ?",
            (run.state not in UNFINISHED, run.SerializeToString(), run_id_of(run.name)),
        )

    def run(self, name: str, field: str = "name") -> checks.CheckRun:
        """The run of a resource name; ServiceError when the name is bad or nothing is held."""
        query = "SELECT body FROM runs WHERE id = ?"
        row = self._db.execute(query, (run_id_of(name, field),)).fetchone()
        if row is None:
            raise not_found(name)
        return checks.CheckRun.FromString(row[0])

    def list_runs(
        self, snapshot: str, size: int, before: int | None
    ) -> tuple[list[checks.CheckRun], int | None]:
        """(a page, the newest first; where the next one begins, or None); "" = of any snapshot."""
        digest = digest_of(snapshot, "snapshot") if snapshot else None
        rows = self._db.execute(
            "SELECT seq, body FROM runs WHERE seq < ?1 AND (?2 IS NULL OR digest = ?2) "
            "ORDER BY seq DESC LIMIT ?3",
            (before if before is not None else 2**62, digest, size + 1),
        ).fetchall()
        page = [checks.CheckRun.FromString(body) for _, body in rows[:size]]
        return page, rows[size - 1][0] if len(rows) > size else None

    def unfinished_runs(self) -> list[checks.CheckRun]:
        """Runs that a server before this one has left behind."""
        rows = self._db.execute("SELECT body FROM runs WHERE NOT finished ORDER BY seq")
        return [checks.CheckRun.FromString(row[0]) for row in rows]

    def _evict_runs(self) -> None:
        old = self._db.execute(
            "SELECT seq FROM runs WHERE finished ORDER BY seq LIMIT "
            "max(0, (SELECT count(*) FROM runs) - ?)",
            (self._limits.runs,),
        ).fetchall()
        for row in old:
            self._db.execute("DELETE FROM findings WHERE run = ?", row)
            self._db.execute("DELETE FROM runs WHERE seq = ?", row)

    # findings

    def add_findings(self, name: str, first: int, bodies: Iterable[bytes]) -> None:
        """Keep serialised findings of a run, from position `first` on."""
        seq = self._seq(name)
        rows = [(seq, first + index, body) for index, body in enumerate(bodies)]
        with self._db:
            self._db.execute("BEGIN")
            self._db.executemany("INSERT INTO findings VALUES (?, ?, ?)", rows)

    def drop_findings(self, name: str) -> None:
        """Forget what a run found before it failed."""
        self._db.execute("DELETE FROM findings WHERE run = ?", (self._seq(name),))

    def findings(self, name: str, first: int, size: int) -> list[bytes]:
        """Serialised findings from position `first` on: at most `size`, and what fits a message."""
        rows = self._db.execute(
            "SELECT body FROM findings WHERE run = ? AND position >= ? ORDER BY position LIMIT ?",
            (self._seq(name), first, size),
        )
        page: list[bytes] = []
        held = 0
        for (body,) in rows:
            held += len(body)
            if page and held > PAGE_BYTES:
                break
            page.append(body)
        return page

    def _seq(self, name: str) -> int:
        query = "SELECT seq FROM runs WHERE id = ?"
        row = self._db.execute(query, (run_id_of(name),)).fetchone()
        if row is None:
            raise not_found(name)
        return int(row[0])
