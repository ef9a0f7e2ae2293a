"""Uploads, message by message: hostile ones end at the message that gives them away."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twin.core.errors import InputError
from twin.service.errors import ServiceError
from twin.service.generated import snapshot_pb2 as pb
from twin.service.rpc import Code
from twin.service.upload import Upload
from twin.snapshot.limits import Limits

LIMITS = Limits(files=3, file_bytes=10, total_bytes=20, depth=4, path_bytes=40)
Message = pb.UploadSnapshotRequest


def header(files: int, name: str = "su1") -> Message:
    return Message(header=pb.UploadHeader(display_name=name, file_count=files))


def begin(path: str, size: int) -> Message:
    return Message(file=pb.UploadFile(path=path, size_bytes=size))


def data(content: bytes) -> Message:
    return Message(data=content)


def whole(path: str, content: bytes) -> list[Message]:
    return [begin(path, len(content)), data(content)]


def feed(*messages: Message) -> Upload:
    upload = Upload(LIMITS)
    for message in messages:
        upload.feed(message)
    return upload


def test_files_in_pieces() -> None:
    snapshot = feed(
        header(2), begin("a.yaml", 4), data(b"12"), data(b""), data(b"34"), begin("b/empty", 0)
    ).snapshot()
    assert snapshot.name == "su1"
    assert {file: snapshot.read(file) for file in snapshot.files} == {
        "a.yaml": b"1234", "b/empty": b"",
    }  # fmt: skip


TOO_MUCH = Code.RESOURCE_EXHAUSTED
WRONG = Code.INVALID_ARGUMENT


@pytest.mark.parametrize(
    ("messages", "code", "said"),
    [
        ([begin("a", 1)], WRONG, "file: out of order"),
        ([data(b"x")], WRONG, "data: out of order"),
        ([Message()], WRONG, "part: empty"),
        ([header(1), header(1)], WRONG, "header: out of order"),
        ([header(0)], WRONG, "header.file_count: 0"),
        ([header(-1)], WRONG, "header.file_count: -1"),
        ([header(4)], TOO_MUCH, "4 files, need at most 3"),
        ([header(1, "x" * 101)], WRONG, "display_name: 101 characters"),
        ([header(1, "a\x1bb")], WRONG, "display_name: control characters"),
        ([header(1), data(b"x")], WRONG, "data: before the first file"),
        ([header(1), begin("a", -1)], WRONG, "-1 B"),
        ([header(1), begin("a", 11)], TOO_MUCH, "11 B, need at most 10"),
        ([header(1), begin("a", 2), data(b"123")], WRONG, "more data than the 2 B"),
        ([header(2), *whole("a", b"1"), begin("a", 1)], WRONG, "'a': sent twice"),
        ([header(1), *whole("a", b"1"), begin("b", 1)], WRONG, "'b': one more than the 1"),
        ([header(2), begin("a", 2), data(b"1"), begin("b", 1)], WRONG, "ends after 1 of 2 B"),
        (
            [header(3), *whole("a", b"x" * 10), *whole("b", b"x" * 10), begin("c", 1)],
            TOO_MUCH,
            "21 B in all, need at most 20",
        ),
    ],
)
def test_a_stream_that_is_not_an_upload(messages: list[Message], code: int, said: str) -> None:
    with pytest.raises(ServiceError) as caught:
        feed(*messages)
    assert caught.value.code == code
    assert said in caught.value.message


@pytest.mark.parametrize(
    "messages",
    [
        [],
        [header(1)],
        [header(2), *whole("a", b"1")],
        [header(1), begin("a", 2), data(b"1")],
        [header(1), begin("a", 2)],
    ],
)
def test_a_stream_that_ended_early(messages: list[Message]) -> None:
    with pytest.raises(ServiceError) as caught:
        feed(*messages).snapshot()
    assert caught.value.reason == "UPLOAD_TRUNCATED"


@pytest.mark.parametrize(
    "path",
    [
        "/etc/passwd", "../x", "a/../../x", "..", ".", "", "a/", "a\\b", "a\0b", "a\nb", "\x1b[2J",
        "1/2/3/4/5/6",
    ],
)  # fmt: skip
def test_a_path_that_is_no_name_in_a_snapshot(path: str) -> None:
    with pytest.raises(InputError):
        feed(header(1), *whole(path, b"1")).snapshot()


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("a/" + "x" * 39, "a path of 41 B, need at most 40 B"),
        ("configs/" + "y" * 256 + "/f", "a name of 256 B, need at most 255 B"),
        ("é" * 128, "a name of 256 B, need at most 255 B"),  # bytes, not characters
        ("x" * 4097, "a path of 4097 B, need at most 1024 B"),
    ],
)
def test_a_path_that_no_disk_keeps(path: str, found: str) -> None:
    upload = Upload(replace(LIMITS, path_bytes=40 if len(path) < 100 else 1024))
    upload.feed(header(1))
    with pytest.raises(ServiceError) as caught:
        upload.feed(begin(path, 1))
    assert (caught.value.code, caught.value.reason) == (WRONG, "UPLOAD_INVALID")
    ((field, description),) = caught.value.violations
    assert field == "file.path"
    assert description.endswith(found)
    assert len(caught.value.message) < 120


def test_hidden_files_alone_are_nothing_to_judge() -> None:
    upload = feed(header(2), *whole(".twin-manifest.json", b"{}"), *whole(".git/HEAD", b"x"))
    with pytest.raises(ServiceError) as caught:
        upload.snapshot()
    assert (caught.value.code, caught.value.reason) == (WRONG, "SNAPSHOT_EMPTY")
    assert "nothing to judge" in caught.value.message
    beside = feed(header(2), *whole(".twin-manifest.json", b"{}"), *whole("a", b"x"))
    assert beside.snapshot().files == ("a",)


@pytest.mark.parametrize("paths", [("a", "./a"), ("a", "a/b"), ("é", "e\u0301")])
def test_two_paths_that_cannot_stand_side_by_side(paths: tuple[str, str]) -> None:
    with pytest.raises(InputError):
        feed(header(2), *whole(paths[0], b"1"), *whole(paths[1], b"1")).snapshot()


MESSAGES = st.one_of(
    st.just(Message()),
    st.builds(header, st.integers(-1, 4)),
    st.builds(begin, st.sampled_from(["a", "b", "../a", "/a", "a\0"]), st.integers(-1, 11)),
    st.builds(data, st.binary(max_size=11)),
)


@given(st.lists(MESSAGES, max_size=8))
def test_any_stream_gives_a_whole_snapshot_or_a_reason(messages: list[Message]) -> None:
    try:
        snapshot = feed(*messages).snapshot()
    except (ServiceError, InputError):
        return
    sizes = {m.file.path: m.file.size_bytes for m in messages if m.WhichOneof("part") == "file"}
    assert {file: len(snapshot.read(file)) for file in snapshot.files} == sizes
