"""Which of two files of a device lies over the other."""

from __future__ import annotations

from twin.assemble.build import assemble
from twin.snapshot.folder import Snapshot


def test_the_environment_lies_over_nccl_conf() -> None:
    files = {
        "configs/gpu1/etc/environment": b"NCCL_IB_TC=106\n",
        "configs/gpu1/etc/nccl.conf": b"NCCL_IB_TC=104\n",
    }
    device = assemble(Snapshot.from_files("lab", files)).devices["gpu1"]
    assert device.is_host
    assert device.declared.library is not None
    assert device.declared.library.nccl_ib_tc == 106


def test_a_folder_with_networkd_files_is_a_host() -> None:
    text = b"[Match]\nName=eth1\n[Network]\nAddress=10.0.0.1/31\n"
    files = {"configs/gpu1/etc/systemd/network/10-eth1.network": text}
    device = assemble(Snapshot.from_files("lab", files)).devices["gpu1"]
    assert device.is_host
    assert device.declared.interfaces["eth1"].ipv4 == ("10.0.0.1/31",)
