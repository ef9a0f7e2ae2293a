"""Resource names, pages and their tokens."""

from __future__ import annotations

import base64

import pytest

from twin.service.errors import ServiceError
from twin.service.names import (
    digest_of,
    page_position,
    page_size,
    page_token,
    rule_id_of,
    run_id_of,
    run_name,
    snapshot_name,
)


def test_names_go_both_ways() -> None:
    assert digest_of(snapshot_name("a1" * 32)) == "a1" * 32
    assert run_id_of(run_name("b2" * 16)) == "b2" * 16
    assert rule_id_of("rules/PFC001") == "PFC001"


@pytest.mark.parametrize(
    "name",
    ["", "snapshots/", "snapshots/../x", "snapshots/" + "A1" * 32, "checkRuns/" + "a1" * 32, "\0"],
)
def test_a_name_of_another_shape_is_no_argument(name: str) -> None:
    with pytest.raises(ServiceError) as caught:
        digest_of(name)
    assert caught.value.violations[0][0] == "name"


@pytest.mark.parametrize(("asked", "given"), [(0, 100), (1, 1), (1000, 1000), (10**9, 1000)])
def test_page_size(asked: int, given: int) -> None:
    assert page_size(asked) == given


def test_a_negative_page_size_is_no_argument() -> None:
    with pytest.raises(ServiceError):
        page_size(-1)


def test_a_token_belongs_to_its_listing() -> None:
    token = page_token("checkRuns/x", 300)
    assert page_position("checkRuns/x", token) == 300
    assert page_position("checkRuns/x", "") is None
    with pytest.raises(ServiceError):
        page_position("checkRuns/y", token)


@pytest.mark.parametrize(
    "text", [b"", b"null", b"[]", b'["x"]', b'["x", -1]', b'["x", 1e9]', b'["x", true, 1]', b"\xff"]
)
def test_a_forged_token_is_no_argument(text: bytes) -> None:
    token = base64.urlsafe_b64encode(text).decode() or "%%%"
    with pytest.raises(ServiceError) as caught:
        page_position("x", token)
    assert caught.value.reason == "PAGE_TOKEN_INVALID"
