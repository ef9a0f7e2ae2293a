"""The headroom formula against NVIDIA's published tables."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twin.app.headroom import headroom_document
from twin.core.errors import UnsupportedError
from twin.model.headroom import ASICS, PAUSE_QUANTA, headroom
from twin.model.platforms import platform_named

HERE = Path(__file__).parent
# Rows picked from the tables, and all rows of the tables themselves (sonic-buildimage,
# device/mellanox/*/ACS-*/pg_profile_lookup.ini).
GIVEN = list(csv.DictReader((HERE / "headroom_given.csv").read_text().splitlines()))
PUBLISHED = list(csv.DictReader((HERE / "headroom_published.csv").read_text().splitlines()))


@pytest.mark.parametrize("row", PUBLISHED, ids=lambda r: "-".join(list(r.values())[:3]))
def test_published_table(row: dict[str, str]) -> None:
    need = headroom(row["asic"], float(row["speed_gbps"]), float(row["cable_m"]), int(row["lanes"]))
    found = (need.size_bytes, need.xon_bytes, need.xoff_bytes)
    assert found == (int(row["size_bytes"]), int(row["xon_bytes"]), int(row["xoff_bytes"]))


@pytest.mark.parametrize("row", GIVEN, ids=lambda r: f"{r['hwsku']}-{r['speed_mbps']}-{r['cable']}")
def test_given_rows_by_switch_model(row: dict[str, str]) -> None:
    platform = platform_named(row["hwsku"].removeprefix("ACS-"))
    assert platform is not None
    gbps = int(row["speed_mbps"]) / 1000
    # the fastest speed of an eight-lane cage needs all its lanes
    fastest = max(platform.cages[0].speeds_gbps)
    lanes = 8 if gbps == fastest and platform.cages[0].lanes == 8 else 4
    need = headroom(platform.asic, gbps, float(row["cable"].removesuffix("m")), lanes)
    assert (need.size_bytes, need.xon_bytes, need.xoff_bytes) == (
        int(row["size_bytes"]), int(row["xon_bytes"]), int(row["xoff_bytes"]),
    )  # fmt: skip


def test_terms_add_up() -> None:
    need = headroom("spectrum4", 400, 40, 4)
    t = need.terms
    under_way = sum(t[n] for n in ("port_mtu", "propagation", "mac_phy", "peer_response", "tile"))
    assert need.xoff_bytes == 283_648  # the row of the SN5600
    filled = t["lossless_mtu"] + under_way * t["occupancy"]
    assert need.xoff_bytes - 1024 < filled <= need.xoff_bytes
    # 2 x 40 m at two thirds of the speed of light, at 50 B per ns
    assert t["propagation"] == pytest.approx(2 * 40 / 198e6 * 400e9 / 8, abs=0.01)
    assert t["peer_response"] == 905 * 64


def test_shared_headroom_leaves_the_resume_level_alone() -> None:
    need = headroom("spectrum4", 400, 40, 4, shared_headroom=True)
    assert (need.size_bytes, need.xon_bytes, need.xoff_bytes) == (19_456, 19_456, 283_648)


def test_mixed_packet_sizes_need_less_and_get_the_margin() -> None:
    # f = 64 / (0.5*64 + 0.5*1024) = 0.1176…; occupancy 1 - f + 3f = 1.2353; +2 KB
    need = headroom("spectrum4", 400, 40, 4, small_packet_percent=50)
    filled = 1024 + 94_157.22 * (1 + 2 * 64 / 544)
    assert need.xoff_bytes == -(-int(filled + 2048) // 1024) * 1024
    assert need.xoff_bytes < headroom("spectrum4", 400, 40, 4).xoff_bytes


SPEEDS = st.sampled_from(sorted(PAUSE_QUANTA))
METRES = st.integers(0, 2000)


@given(st.sampled_from(ASICS), SPEEDS, METRES, METRES, st.sampled_from([1, 2, 4, 8]))
def test_longer_cables_never_need_less(
    asic: str, gbps: float, one: int, two: int, lanes: int
) -> None:
    near, far = (headroom(asic, gbps, m, lanes) for m in sorted((one, two)))
    assert near.xoff_bytes <= far.xoff_bytes
    assert near.size_bytes <= far.size_bytes
    assert far.size_bytes >= far.xoff_bytes + far.xon_bytes - 1024


@pytest.mark.parametrize(("asic", "speed"), [("spectrum9", 400), ("spectrum4", 123)])
def test_what_nobody_published_is_refused(asic: str, speed: float) -> None:
    with pytest.raises(ValueError, match="need one of"):
        headroom(asic, speed, 5, 4)


@pytest.mark.parametrize(
    ("metres", "lanes", "percent"), [(-1, 4, 100), (5, 0, 100), (5, 4, 101), (5, 4, -1)]
)
def test_what_cannot_be_is_refused(metres: float, lanes: int, percent: float) -> None:
    with pytest.raises(ValueError, match="need a length from 0"):
        headroom("spectrum3", 100, metres, lanes, small_packet_percent=percent)


def test_document_of_the_contract() -> None:
    document = headroom_document("Spectrum-4", 400, 40)
    assert list(document) == [
        "schema", "asic", "speed_gbps", "lanes", "cable_m", "xoff_bytes", "xon_bytes",
        "size_bytes", "terms",
    ]  # fmt: skip
    assert document["schema"] == "twin.headroom/v1"
    assert (document["asic"], document["xoff_bytes"]) == ("spectrum4", 283_648)
    assert document == headroom_document("SN5600", 400, 40)
    with pytest.raises(UnsupportedError, match="asic tofino"):
        headroom_document("tofino", 400, 40)
    with pytest.raises(UnsupportedError, match="no pause quanta"):
        headroom_document("spectrum5", 123, 40)


@pytest.mark.parametrize(
    ("asic", "speed", "lanes", "said"),
    [
        ("spectrum1", 400, 4, "spectrum1: no port of 400G on 4 lanes, need 1G, 10G, 25G, 40G, 50G"),
        ("spectrum2", 400, 8, "spectrum2: no port of 400G on 8 lanes, need up to 200G"),
        ("spectrum4", 800, 1, "need 10G, 25G, 50G, 100G on 1 lane; or 8 lanes for 800G"),
        ("spectrum4", 1, 1, "spectrum4: no port of 1G on 1 lane, need 10G"),
        ("SN5400", 800, 8, "SN5400: no port of 800G on 8 lanes, need 10G"),
        ("SN4700", 123, 4, "SN4700: no port of 123G on 4 lanes"),
    ],
)
def test_a_port_that_no_such_switch_has_is_refused(
    asic: str, speed: float, lanes: int, said: str
) -> None:
    with pytest.raises(UnsupportedError) as refused:
        headroom_document(asic, speed, 40, lanes=lanes)
    assert said in str(refused.value)


@pytest.mark.parametrize("row", GIVEN, ids=lambda r: f"{r['hwsku']}-{r['speed_mbps']}-{r['cable']}")
def test_a_published_port_is_not_refused(row: dict[str, str]) -> None:
    name, gbps = row["hwsku"].removeprefix("ACS-"), int(row["speed_mbps"]) / 1000
    platform = platform_named(name)
    assert platform is not None
    lanes = 8 if gbps == max(platform.cages[0].speeds_gbps) and platform.cages[0].lanes == 8 else 4
    assert headroom_document(name, gbps, 5, lanes=lanes)["lanes"] == lanes
    assert headroom_document(platform.asic, gbps, 5, lanes=lanes)["asic"] == platform.asic


def test_a_lossless_packet_is_no_larger_than_the_port_lets_through() -> None:
    with pytest.raises(UnsupportedError, match="lossless MTU 5000 B: above the port's MTU of 1000"):
        headroom_document("spectrum4", 400, 40, mtu=1000, lossless_mtu=5000)
    assert headroom_document("spectrum4", 400, 40, mtu=1024)["xoff_bytes"] > 0
