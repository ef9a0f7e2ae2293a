"""A copy of a whole /etc: links that nobody needs are left out, others are errors."""

from __future__ import annotations

from pathlib import Path

import pytest

from twin.assemble.build import assemble
from twin.assemble.opening import open_folder
from twin.core.errors import InputError

ETC = "configs/gpu1/etc"
SPARE = {
    "alternatives/awk": "/usr/bin/mawk",
    "localtime": "/usr/share/zoneinfo/Etc/UTC",
    "os-release": "../usr/lib/os-release",
    "ssl/certs/a.pem": "/usr/share/ca-certificates/a.crt",
    "systemd/system/dbus-org.freedesktop.timesync1.service": "/lib/systemd/system/a.service",
    "systemd/system/multi-user.target.wants/cron.service": "/lib/systemd/system/cron.service",
    "xdg/systemd/user": "/etc/systemd/user",
}


def _folder(root: Path, links: dict[str, str]) -> Path:
    (root / ETC).mkdir(parents=True)
    (root / ETC / "nccl.conf").write_text("NCCL_IB_TC=104\n")
    for name, target in links.items():
        place = root / ETC / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.symlink_to(target)
    return root


def test_links_that_no_reader_takes_are_told_of_once(tmp_path: Path) -> None:
    snapshot = open_folder(_folder(tmp_path, SPARE))
    assert snapshot.files == (f"{ETC}/nccl.conf",)
    assert len(snapshot.left_out) == len(SPARE)
    (note,) = assemble(snapshot).problems
    assert (note.rule, note.severity, note.file) == ("PAR001", "note", "configs/gpu1")
    assert note.found == (
        "7 links to files outside, which no reader takes, left out "
        "(etc/alternatives/awk, etc/localtime, etc/os-release, …)"
    )


@pytest.mark.parametrize(
    "name",
    [
        "frr", "frr/frr.conf", "network", "network/interfaces", "nvue.d", "nvue.d/startup.yaml",
        "cumulus", "cumulus/anything", "netplan/a.yaml", "hostname", "udev", "mlxconfig",
        "systemd/system/roce.service",
    ],
)  # fmt: skip
def test_a_link_where_something_is_read_is_an_error(tmp_path: Path, name: str) -> None:
    folder = _folder(tmp_path, {**SPARE, name: "/somewhere/else"})
    with pytest.raises(InputError) as caught:
        open_folder(folder)
    assert [found.file for found in caught.value.problems] == [f"{ETC}/{name}"]


def test_a_link_beside_the_devices_is_an_error(tmp_path: Path) -> None:
    folder = _folder(tmp_path, SPARE)
    (folder / "intent.yaml").symlink_to("/somewhere/else")
    (folder / "configs" / "leaf01").symlink_to("/somewhere/else")
    with pytest.raises(InputError) as caught:
        open_folder(folder)
    files = sorted(found.file for found in caught.value.problems)
    assert files == ["configs/leaf01", "intent.yaml"]
