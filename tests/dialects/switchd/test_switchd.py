"""switchd.conf, adaptive_routing.conf and policers.conf, with values of the user guides."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.dialects.deletion import read, silent_lines
from twin.assemble.merge import freeze
from twin.dialects.base import Context, Reading
from twin.dialects.switchd import DIALECT
from twin.model.config import Config
from twin.model.interface import Interface
from twin.model.overlay import Vxlan
from twin.model.qos import AdaptiveRouting, PfcWatchdog, Qos

SWITCHD = "etc/cumulus/switchd.conf"
ADAPTIVE = "etc/cumulus/switchd.d/adaptive_routing.conf"
POLICERS = "etc/cumulus/control-plane/policers.conf"
NEW, OLD = Context("leaf01", release="5.16"), Context("leaf01", release="5.6")


def run(text: str, path: str = SWITCHD, context: Context = NEW) -> Reading:
    return read(DIALECT, path, text, context)


def test_adaptive_routing() -> None:
    text = """\
## Global adaptive-routing enable/disable setting
adaptive_routing.enable = TRUE

## Global Link-utilization-threshold on/off
adaptive_routing.link_utilization_threshold_disabled = TRUE

## Per-port configuration
interface.swp51.adaptive_routing.enable = TRUE
interface.swp51.adaptive_routing.link_util_thresh = 100
interface.swp52.adaptive_routing.enable = FALSE
"""
    reading = run(text, ADAPTIVE)
    assert reading.tree == {
        "adaptive_routing": {"enabled": True, "link_utilization": True},
        "interfaces": {
            "swp51": {"adaptive_routing": {"enabled": True, "link_utilization_threshold": 100}},
            "swp52": {"adaptive_routing": {"enabled": False}},
        },
    }
    assert reading.marks["interfaces", "swp52", "adaptive_routing", "enabled"] == (10, 43)
    assert silent_lines(DIALECT, ADAPTIVE, text, NEW) == []


@pytest.mark.parametrize("key", ["link_utilization_threshold", "link_util_threshold"])
@pytest.mark.parametrize(
    ("release", "word", "on"),
    [
        ("5.16", "TRUE", True), ("5.9", "FALSE", False), (None, "TRUE", True),
        ("5.6", "FALSE", True), ("Cumulus Linux 5.6.0", "TRUE", False),
    ],
)  # fmt: skip
def test_the_guides_turned_the_switch_around(
    key: str, release: str | None, word: str, on: bool
) -> None:
    context = Context("leaf01", release=release)
    reading = run(f"adaptive_routing.{key}_disabled = {word}\n", ADAPTIVE, context)
    assert reading.tree == {"adaptive_routing": {"link_utilization": on}}


def test_a_threshold_of_none() -> None:
    reading = run("interface.swp51.adaptive_routing.link_util_thresh = 0\n", ADAPTIVE)
    assert (reading.tree, reading.inert) == ({}, 1)


def test_switchd() -> None:
    text = """\
#stats.poll_interval = 2000
acl.non_atomic_update_mode = FALSE
vxlan.def_encap_dscp_action = set
vxlan.def_encap_dscp_value = af12
vxlan.def_decap_dscp_action = preserve
pfc_wd.poll_interval = 200
pfc_wd.robustness = 5
logging = syslog=INFO
interface.swp1.storm_control.broadcast = 400
resv_vlan_range = 3725-3999
ignore_non_swps = TRUE
"""
    reading = run(text)
    assert reading.tree == {
        "vxlan": {
            "encap_dscp_action": "set", "encap_dscp": 12, "decap_dscp_action": "preserve",
        },
        "qos": {"watchdog": {"polling_ms": 200, "robustness": 5}},
    }  # fmt: skip
    assert (reading.lines, reading.inert) == (10, 5)
    assert silent_lines(DIALECT, SWITCHD, text, NEW) == []


@pytest.mark.parametrize(
    "line",
    ["ignore_non_swps = FALSE", "route.table = 10", "evpn.multihoming.enable = FALSE", "x.y = 1"],
)
def test_what_differs_and_matters_is_unread(line: str) -> None:
    (unread,) = run(f"{line}\n").unread
    assert unread.text == line
    assert "routing" in unread.facets


def test_policers_of_the_control_plane() -> None:
    text = "copp.arp.enable = TRUE\ncopp.arp.rate = 800\ncopp.arp.burst = 800\ncopp.arp.x = 1\n"
    reading = run(text, POLICERS)
    assert (reading.inert, [item.line for item in reading.unread]) == (3, [4])


@pytest.mark.parametrize(
    ("line", "need"),
    [
        ("vxlan.def_encap_dscp_action = preserve", "one of copy, set, derive"),
        ("vxlan.def_encap_dscp_value = af55", "0 to 63"),
        ("pfc_wd.robustness = many", "1 to 1000"),
        ("adaptive_routing.enable = perhaps", "TRUE or FALSE"),
        ("interface.swp1.adaptive_routing.link_util_thresh = 101", "0 to 100 percent"),
        ("adaptive_routing.profile =", "the name of a profile"),
    ],
)
def test_values_that_are_none(line: str, need: str) -> None:
    (problem,) = run(f"{line}\n").problems
    assert (problem.rule, problem.line, problem.need) == ("PAR002", 1, need)


switches = st.none() | st.booleans()
interfaces = st.dictionaries(
    st.sampled_from(["swp1", "swp10", "swp2s1"]),
    st.builds(
        AdaptiveRouting,
        enabled=switches,
        link_utilization_threshold=st.none() | st.integers(1, 100),
    )
    .filter(lambda told: told != AdaptiveRouting())
    .map(lambda told: Interface(adaptive_routing=told)),
)
configs = st.builds(
    Config,
    interfaces=interfaces,
    adaptive_routing=st.none()
    | st.builds(
        AdaptiveRouting,
        enabled=switches,
        profile=st.sampled_from([None, "profile-custom"]),
        link_utilization=switches,
    ).filter(lambda told: told != AdaptiveRouting()),
    qos=st.none()
    | st.builds(PfcWatchdog, st.integers(1, 5_000), st.none() | st.integers(1, 9)).map(
        lambda told: Qos(watchdog=told)
    ),
    vxlan=st.none()
    | st.builds(
        Vxlan,
        encap_dscp_action=st.sampled_from(["copy", "set"]),
        encap_dscp=st.none() | st.integers(0, 63),
        decap_dscp_action=st.sampled_from([None, "preserve", "derive"]),
    ),
)


@pytest.mark.parametrize("context", [NEW, OLD])
@given(config=configs)
def test_what_is_rendered_is_read_back(context: Context, config: Config) -> None:
    files = DIALECT.render(config, context)
    readings = [read(DIALECT, path, text, context) for path, text in files.items()]
    assert freeze(readings) == config
