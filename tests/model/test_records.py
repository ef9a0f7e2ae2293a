"""Building, flattening and looking up records."""

from __future__ import annotations

import pytest

from twin.model.config import Config
from twin.model.records import build, flag_names, flatten, lookup, tree_of

TREE = {
    "hostname": "leaf01",
    "interfaces": {
        "swp1": {"mtu": 9216, "ipv4": {"10.0.0.1/31": True}, "speed_gbps": 400},
        "swp2": {"bridges": {"br_default": {"access": 10}}},
    },
    "bridges": {"br_default": {"vlans": {10: {"vnis": {10010: True}}, 20: {}}}},
    "qos": {"queues": {"default-global": {"classes": {3: 3}}}},
}


def test_tree_of_inverts_build() -> None:
    assert tree_of(build(Config, TREE)) == TREE


def test_flatten_gives_each_fact_once_and_an_empty_record_as_itself() -> None:
    facts = list(flatten(build(Config, TREE)))
    assert len(facts) == len(dict(facts))
    assert (("bridges", "br_default", "vlans", 20), True) in facts
    assert (("bridges", "br_default", "vlans", 10, "vnis", 10010), True) in facts
    assert (("interfaces", "swp1", "ipv4", "10.0.0.1/31"), True) in facts
    assert (("qos", "queues", "default-global", "classes", 3), 3) in facts


def test_lookup_follows_any_fact_path() -> None:
    config = build(Config, TREE)
    for path, value in flatten(config):
        found = lookup(config, path)
        assert found == value or value is True, path
    assert lookup(config, ("interfaces", "swp9", "mtu")) is None
    assert lookup(config, ("interfaces", "swp1", "ipv4", "10.0.0.3/31")) is None


@pytest.mark.parametrize(
    "tree",
    [
        {"hostname": 5},
        {"interfaces": {"swp1": {"mtu": "9216"}}},
        {"interfaces": {"swp1": {"mtu": True}}},
    ],
)
def test_a_value_of_the_wrong_type_is_refused(tree: dict[str, object]) -> None:
    with pytest.raises(TypeError):
        build(Config, tree)


def test_a_key_the_model_does_not_have_is_refused() -> None:
    with pytest.raises(KeyError):
        build(Config, {"hostnam": "x"})


def test_flag_names_are_the_boolean_fields_of_every_depth() -> None:
    flags = flag_names(Config)
    assert {"admin_up", "vrr_enabled", "enabled", "ecn", "tx"} <= flags
    assert not {"mtu", "hostname", "vnis", "networks"} & flags
