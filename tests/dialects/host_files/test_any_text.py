"""Whatever a file holds: reading it never raises, and its statements add up."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.dialects.host_models import CONTEXT
from twin.dialects.base import Source
from twin.dialects.host_files import DIALECT, READERS

PATHS = [
    "etc/systemd/network/10-x.network", "etc/systemd/network/10-x.netdev",
    "etc/systemd/network/10-x.link", "etc/sysconfig/network-scripts/ifcfg-eth1",
    "etc/sysconfig/network-scripts/route-eth1", "etc/sysconfig/network-scripts/rule6-eth1",
    "etc/NetworkManager/system-connections/x.nmconnection", "etc/modprobe.d/x.conf",
]  # fmt: skip
PIECES = st.sampled_from(
    [
        "[Match]", "Name=eth1", "Name=eth*", "[Network]", "Address=10.0.0.1/24", "[Route]", "DHCP=",
        "Gateway=10.0.0.1", "Gateway=", "Destination=10.0.0.0/8", "Table=7", "[RoutingPolicyRule]",
        "From=10.0.0.1", "[BridgeVLAN]", "VLAN=1-9", "VLAN=9-1", "PVID=1", "Bridge=br0", "[NetDev]",
        "Kind=vrf", "Kind=bond", "Name=", "[Bond]", "Mode=9", "[VXLAN]", "VNI=1", "Remote=x y",
        "DEVICE=", "DEVICE='", "IPADDR=1", "NETMASK=9", "MASTER=", "BONDING_OPTS='mode=4 x'",
        "ADDRESS0=", "GATEWAY0=x", "default via", "default dev eth1", "from all", "10/8 via x",
        "[connection]", "type=vlan", "type=bond", "interface-name=eth1", "master=b", "[ipv4]",
        "address1=,", "route1=,,", "route1=1.0.0.0/8", "route1_options=table=", "routing-rule1=",
        "method=", "options mlx5_core", "options", "é=", "=", "\\", "  x = y  ", "[", "]", "[]",
    ]
)  # fmt: skip
TEXTS = st.lists(PIECES, max_size=25).map(lambda pieces: "\n".join(pieces).encode())


@pytest.mark.parametrize("path", PATHS)
@given(data=st.binary(max_size=100) | TEXTS)
def test_reading_never_raises(path: str, data: bytes) -> None:
    assert DIALECT.handles(path)
    reading = DIALECT.read(Source(f"configs/h/{path}", path, data), CONTEXT)
    assert reading.lines == reading.claimed + reading.inert + len(reading.unread)
    assert min(reading.claimed, reading.inert) >= 0


def test_every_reader_has_a_path_above() -> None:
    assert all(any(pattern.match(path) for path in PATHS) for pattern, _ in READERS)
    assert not DIALECT.handles("etc/systemd/network/README")
