"""`twin headroom`: the calculator alone."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from twin.cli.output import emit, format_option, output_option
from twin.cli.values import gbps, metres


def _length(context: click.Context, parameter: click.Parameter, value: str) -> float:
    """A bare number is metres, as in an intent."""
    is_bare = value.replace(".", "", 1).isdecimal()
    return metres(context, parameter, f"{value}m" if is_bare else value)


@click.command(
    short_help="Headroom that a lossless port needs: the calculator alone.",
    epilog="""\b
Examples:
  twin headroom --asic spectrum4 --speed 400G --cable 40m
  twin headroom --asic SN4700 --speed 200G --cable 5m --lanes 4 --format json""",
)
@click.option("--asic", required=True, metavar="NAME", help="spectrum1 to spectrum5, or SN5600, …")
@click.option("--speed", required=True, callback=gbps, help="Of the port, as 400G.")
@click.option("--cable", required=True, callback=_length, help="Its length, as 40m.")
@click.option(
    "--lanes", type=click.Choice(["1", "2", "4", "8"]), default="4", show_default=True,
    help="SerDes lanes of the port; eight have two pipelines.",
)  # fmt: skip
@click.option(
    "--mtu", type=click.IntRange(552, 9216), default=9216, show_default=True,
    help="Of the port, bytes.",
)  # fmt: skip
@click.option(
    "--lossless-mtu", type=click.IntRange(64, 9216), default=1024, show_default=True,
    help="Largest packet of the lossless class, bytes.",
)  # fmt: skip
@click.option(
    "--small-packet-percent", type=click.FloatRange(0, 100), default=100, show_default=True,
    help="Share of 64-byte packets in the worst case.",
)  # fmt: skip
@click.option("--shared-headroom", is_flag=True, help="The switch has a shared headroom pool.")
@format_option("text", "json")
@output_option
def command(
    *,
    asic: str,
    speed: float,
    cable: float,
    lanes: str,
    mtu: int,
    lossless_mtu: int,
    small_packet_percent: float,
    shared_headroom: bool,
    format_: str,
    output: Path | None,
) -> None:
    """What one lossless priority of a port must hold after it has asked its peer to pause.

    xoff is the headroom itself (SONiC's word), xon the level to resume at, size the whole. In NVUE
    the headroom is port-buffer minus xoff-threshold.
    """
    from twin.app.headroom import headroom_document
    from twin.report.headroom import render_headroom
    from twin.report.json import dump
    from twin.report.screen import Screen, screen_for

    document = headroom_document(
        asic,
        speed,
        cable,
        lanes=int(lanes),
        mtu=mtu,
        lossless_mtu=lossless_mtu,
        small_packet_percent=small_packet_percent,
        shared_headroom=shared_headroom,
    )
    if format_ == "json":
        emit(dump(document), output)
    else:
        emit(render_headroom(document, Screen() if output else screen_for(sys.stdout)), output)
