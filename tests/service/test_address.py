"""Plain text stays on this machine unless somebody insists."""

from __future__ import annotations

from pathlib import Path

import pytest

from twin.core.errors import InputError
from twin.service.address import Tls, parse_address, refuse_plaintext


@pytest.mark.parametrize(
    ("text", "local"),
    [
        ("127.0.0.1:50051", True),
        ("127.8.8.8:0", True),
        ("[::1]:50051", True),
        ("localhost:50051", True),
        ("unix:/run/twin.sock", True),
        ("0.0.0.0:50051", False),
        ("[::]:50051", False),
        ("10.0.0.1:50051", False),
        ("twin.example.org:50051", False),
    ],
)
def test_who_can_reach_it(text: str, local: bool) -> None:
    assert parse_address(text).local is local


@pytest.mark.parametrize(
    "text", ["", ":50051", "localhost", "localhost:", "h:x", "h:65536", "unix:"]
)
def test_no_address(text: str) -> None:
    with pytest.raises(InputError, match=r"HOST:PORT"):
        parse_address(text)


def test_plaintext_over_a_network_needs_a_word() -> None:
    reachable = parse_address("0.0.0.0:50051")
    with pytest.raises(InputError, match="--insecure"):
        refuse_plaintext(reachable, None, insecure=False)
    refuse_plaintext(reachable, None, insecure=True)
    refuse_plaintext(reachable, Tls(Path("c"), Path("k")), insecure=False)
    refuse_plaintext(parse_address("127.0.0.1:1"), None, insecure=False)
