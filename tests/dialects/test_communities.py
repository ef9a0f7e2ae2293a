"""Normal forms of communities, as bgpd of FRR 8.4 prints them."""

from __future__ import annotations

import pytest

from twin.dialects.communities import (
    communities,
    community,
    extended_communities,
    large_communities,
    large_community,
    set_community,
)


@pytest.mark.parametrize(
    ("word", "normal"),
    [
        ("65000:1", "65000:1"), ("0065:001", "65:1"), ("65535:65281", "no-export"),
        ("65535:666", "blackhole"), ("0:0", "0:0"), ("local-AS", "local-AS"),
        ("no-adv", "no-advertise"), ("add", "additive"),
    ],
)  # fmt: skip
def test_a_word_of_set_community(word: str, normal: str) -> None:
    assert set_community(word) == normal


@pytest.mark.parametrize(
    "word", ["65536:1", "1:65536", "100", "no-e:1", "no-", "", "1:2:3", "local-as"]
)
def test_what_bgpd_calls_malformed(word: str) -> None:
    with pytest.raises(ValueError, match="no community"):
        community(word)


def test_order() -> None:
    words = "llgr-stale no-peer local-AS internet 2:1 blackhole 1:9 no-export accept-own 1:9"
    assert communities((*words.split(), "additive")) == (
        "internet 1:9 2:1 accept-own llgr-stale blackhole no-export local-AS no-peer additive"
    )
    assert large_communities(("65000:1:1", "9:1:1", "65000:0:2")) == "9:1:1 65000:0:2 65000:1:1"
    target = str
    pairs = ("soo", "1:2", "rt", "70000:1", "rt", "10.0.0.1:5", "rt", "65000:2")
    assert extended_communities(pairs, target) == ("rt 65000:2 soo 1:2 rt 10.0.0.1:5 rt 70000:1")


@pytest.mark.parametrize("pairs", [("rt",), ("rt", "1:1", "1:2"), ("nt", "1:1")])
def test_extended_communities_come_in_pairs(pairs: tuple[str, ...]) -> None:
    with pytest.raises(ValueError, match="no pairs"):
        extended_communities(pairs, str)


def test_a_large_community_has_three_numbers() -> None:
    assert large_community("01:2:4294967295") == "1:2:4294967295"
    for word in ("1:2", "1:2:4294967296", "a:1:1"):
        with pytest.raises(ValueError, match="no large community"):
            large_community(word)
