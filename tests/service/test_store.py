"""The store: equal files once, bounded, and what is in use stays."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from twin.core.errors import InputError
from twin.service.errors import ServiceError
from twin.service.files import write_files
from twin.service.generated import check_pb2, snapshot_pb2
from twin.service.limits import PAGE_BYTES, ServiceLimits
from twin.service.names import run_name, snapshot_name
from twin.service.rpc import Code
from twin.service.store import Store

LIMITS = ServiceLimits(snapshots=3, snapshot_bytes=1000, runs=3, queued=3)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store(tmp_path, LIMITS)
    yield opened
    opened.close()


def add_snapshot(store: Store, number: int, size: int = 10) -> snapshot_pb2.Snapshot:
    digest = f"{number:064x}"
    store.files.folder_of(digest).mkdir(exist_ok=True)
    return store.add_snapshot(
        snapshot_pb2.Snapshot(
            name=snapshot_name(digest), display_name=f"su{number}", digest=digest, size_bytes=size
        )
    )


def add_run(
    store: Store, number: int, snapshot: int = 1, request_id: str = "", state: int = 1
) -> check_pb2.CheckRun:
    run = check_pb2.CheckRun(
        name=run_name(f"{number:032x}"), snapshot=snapshot_name(f"{snapshot:064x}"), state=state
    )
    kept = store.add_run(run, request_id)
    store.save_run(kept)
    return kept


def names(store: Store) -> list[str]:
    return [s.display_name for s in store.list_snapshots(10, None)[0]]


def test_an_equal_snapshot_is_the_first_one_and_counts_as_new(store: Store) -> None:
    add_snapshot(store, 1)
    add_snapshot(store, 2)
    again = snapshot_pb2.Snapshot(name=snapshot_name(f"{1:064x}"), display_name="other")
    assert store.add_snapshot(again).display_name == "su1"
    assert names(store) == ["su1", "su2"]


def test_the_oldest_goes_first_with_its_files(store: Store) -> None:
    for number in range(1, 5):
        add_snapshot(store, number)
    assert names(store) == ["su4", "su3", "su2"]
    assert not store.files.folder_of(f"{1:064x}").exists()
    with pytest.raises(ServiceError, match="not found"):
        store.snapshot(snapshot_name(f"{1:064x}"))


def test_bytes_are_bounded_too(store: Store) -> None:
    add_snapshot(store, 1, 600)
    add_snapshot(store, 2, 600)
    assert names(store) == ["su2"]


def test_what_a_run_needs_stays_and_a_full_store_says_so(store: Store) -> None:
    add_snapshot(store, 1, 900)
    add_run(store, 1)
    with pytest.raises(ServiceError) as caught:
        add_snapshot(store, 2, 900)
    assert caught.value.reason == "STORE_FULL"
    assert names(store) == ["su1"]
    assert not store.files.folder_of(f"{2:064x}").exists()


def test_pages_of_snapshots(store: Store) -> None:
    for number in range(1, 4):
        add_snapshot(store, number)
    first, rest = store.list_snapshots(2, None)
    second, end = store.list_snapshots(2, rest)
    assert [s.display_name for s in first + second] == ["su3", "su2", "su1"]
    assert end is None


def test_a_retry_gets_the_run_of_the_first_request(store: Store) -> None:
    first = add_run(store, 1, request_id="r")
    assert add_run(store, 2, request_id="r").name == first.name
    with pytest.raises(ServiceError) as caught:
        add_run(store, 3, snapshot=2, request_id="r")
    assert caught.value.reason == "REQUEST_ID_REUSED"


def test_the_queue_is_bounded(store: Store) -> None:
    for number in range(3):
        add_run(store, number)
    with pytest.raises(ServiceError) as caught:
        add_run(store, 4)
    assert caught.value.reason == "QUEUE_FULL"


def test_old_runs_go_with_their_findings_but_never_unfinished_ones(store: Store) -> None:
    done = check_pb2.CHECK_RUN_STATE_SUCCEEDED
    waiting = add_run(store, 0)
    for number in range(1, 5):
        run = add_run(store, number, state=done)
        store.add_findings(run.name, 0, [b"x"])
    kept = [run.name for run in store.list_runs("", 10, None)[0]]
    assert kept == [run_name(f"{n:032x}") for n in (4, 3, 0)]
    assert waiting.name in kept
    rows = store._db.execute("SELECT count(*) FROM findings").fetchone()
    assert rows == (2,)


def test_runs_of_one_snapshot(store: Store) -> None:
    add_run(store, 1, snapshot=1)
    add_run(store, 2, snapshot=2)
    (only,), rest = store.list_runs(snapshot_name(f"{2:064x}"), 10, None)
    assert (only.name, rest) == (run_name(f"{2:032x}"), None)


def test_a_page_of_findings_fits_a_message(store: Store) -> None:
    run = add_run(store, 1)
    big = b"x" * (PAGE_BYTES // 2)
    store.add_findings(run.name, 0, [big, big, big])
    assert len(store.findings(run.name, 0, 100)) == 2
    assert len(store.findings(run.name, 2, 100)) == 1
    huge = b"x" * (PAGE_BYTES + 1)
    store.add_findings(run.name, 3, [huge])
    assert store.findings(run.name, 3, 100) == [huge]  # one is always sent
    store.drop_findings(run.name)
    assert store.findings(run.name, 0, 100) == []


def test_a_restart_finds_everything_and_clears_what_a_kill_left(tmp_path: Path) -> None:
    before = Store(tmp_path, LIMITS)
    add_snapshot(before, 1)
    add_run(before, 1)
    before.close()
    for leftover in (f"snapshots/{2:064x}", "snapshots/.half.twin-new-1", "scratch/half"):
        (tmp_path / leftover).mkdir()
    after = Store(tmp_path, LIMITS)
    assert names(after) == ["su1"]
    assert [run.name for run in after.unfinished_runs()] == [run_name(f"{1:032x}")]
    assert [p.name for p in (tmp_path / "snapshots").iterdir()] == [f"{1:064x}"]
    assert list((tmp_path / "scratch").iterdir()) == []
    after.close()


def test_one_folder_is_for_one_server(store: Store, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="in use by another server"):
        Store(tmp_path, LIMITS)


def test_what_a_worker_left_goes_and_what_it_made_is_adopted(store: Store) -> None:
    digest = f"{7:064x}"
    for _ in range(2):  # the second time an equal one stands there already
        with store.files.scratch() as folder:
            (folder / "tree").mkdir()
            (folder / "half").write_text("x")
            store.files.adopt(folder / "tree", digest)
        assert not folder.exists()
    assert store.files.folder_of(digest).is_dir()


def test_a_disk_that_refuses_is_no_fault_of_the_client(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(ServiceError) as caught:
        write_files(tmp_path / "file" / "below", {"a": b"1"})
    assert (caught.value.code, caught.value.reason) == (Code.INTERNAL, "STORE_FAILED")
    found = re.fullmatch(
        r"the service could not store it, incident (\w{12}) in its log", caught.value.message
    )
    assert found  # the place is not the client's business: it is in the log
    assert found[1] in caplog.text
    assert str(tmp_path) in caplog.text
