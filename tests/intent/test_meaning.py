"""Words that follow the schema and mean nothing in this fabric."""

from __future__ import annotations

import pytest

from tests.support.intents import HEAD, clos, designed, read
from twin.core.errors import InputError


def _said(text: str) -> str:
    with pytest.raises(InputError) as caught:
        read(text)
    return str(caught.value)


@pytest.mark.parametrize(
    "told", ["non_blocking: {tier: leef}", "oversubscription: {tier: leef, ratio: 2}"]
)
def test_a_tier_that_is_not_there(told: str) -> None:
    kind = told.partition(":")[0]
    said = _said(clos(4, more=f"  assertions:\n    - {told}\n"))
    assert f": spec.assertions[0].{kind}.tier: is 'leef', which is the role of no switch" in said
    assert said.endswith("need one of leaf, spine (did you mean 'leaf'?)")


def test_the_tiers_of_an_explicit_design_are_the_roles_of_its_switches() -> None:
    text = HEAD + (
        "  design:\n    type: custom\n    nodes:\n      t1: {role: tor, model: SN4700}\n"
        "      h1: {role: host}\n    links: [{a: h1, b: t1, speed: 400G}]\n"
        "  assertions:\n    - non_blocking: {tier: ROLE}\n"
    )
    assert read(text.replace("ROLE", "tor"))
    assert _said(text.replace("ROLE", "host")).endswith("which is the role of no switch, need tor")
    assert _said(text.replace("ROLE", "leaf")).endswith("which is the role of no switch, need tor")


@pytest.mark.parametrize("mac", ["01:00:5e:00:01:01", "ff:ff:ff:ff:ff:ff", "00:00:00:00:00:00"])
def test_a_gateway_has_the_mac_of_one_device(mac: str) -> None:
    said = _said(clos(4, more=f'  overlay: {{gateway_mac: "{mac}"}}\n'))
    assert f"spec.overlay.gateway_mac: is '{mac}', need the MAC of one device" in said
    tenant = (
        "  tenants:\n    - name: blue\n      vrf: {}\n"
        f'      networks: [{{name: a, subnet: 10.0.0.0/24, gateway_mac: "{mac}"}}]\n'
    )
    assert f"networks[0].gateway_mac: is '{mac}', need the MAC of one device" in _said(
        clos(4, more=tenant)
    )


def test_a_local_mac_is_one_of_a_device() -> None:
    assert read(clos(4, more='  overlay: {gateway_mac: "02:00:00:00:00:01"}\n'))


def test_spectrum_x_without_a_lossless_class_means_nothing() -> None:
    said = _said(clos(4, more="  nics: {model: ConnectX-7, profile: spectrum-x}\n"))
    assert said == (
        "intent.yaml:9:38: spec.nics.profile: is spectrum-x, and there is no lossless class to"
        " set it up for, need lossless, or dcqcn"
    )


def test_nics_without_a_lossless_class_have_a_model_and_an_mtu() -> None:
    fabric = designed(clos(4, more="  nics: {model: ConnectX-7, mtu: 4200, profile: dcqcn}\n"))
    assert fabric.configs["gpu001"].interfaces["eth1"].mtu == 4200
    assert fabric.topology.nodes["gpu001"].nics[0].model == "ConnectX-7"
    assert not fabric.configs["gpu001"].nics
