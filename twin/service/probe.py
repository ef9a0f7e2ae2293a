"""Whether an address can be listened on, asked before gRPC is: it would log lines of its own."""

from __future__ import annotations

import errno
import os
import socket
from pathlib import Path

from twin.core.errors import InputError, Problem
from twin.service.address import Address

UNIX_PATH_BYTES = 107  # sun_path of Linux holds 108 with the closing zero: unix(7)
CONNECT_S = 1.0


def refuse_unusable(address: Address) -> None:
    """InputError with the reason when nobody could listen there."""
    try:
        if address.text.startswith("unix:"):
            _unix(address.text.removeprefix("unix:"))
        else:
            _tcp(address.text)
    except UnicodeError:  # a name with an empty or overlong part
        raise unusable(address, "no name of a host") from None
    except OSError as error:
        raise unusable(address, (error.strerror or str(error)).lower()) from None


def unusable(address: Address, reason: str) -> InputError:
    """The error of an address that cannot be listened on."""
    found, need = f"cannot use {address.text}", "an address of this machine that is free"
    return InputError(Problem("--listen", 0, 0, "", "", f"{found}: {reason}", need))


def _tcp(text: str) -> None:
    host, _, port = text.rpartition(":")
    bare = host.removeprefix("[").removesuffix("]")
    places = socket.getaddrinfo(bare, int(port), type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    refusals = []
    for family, kind, protocol, _, place in places:
        try:
            with socket.socket(family, kind, protocol) as probe:
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # as gRPC does
                probe.bind(place)
        except OSError as error:
            refusals.append(error)
    taken = [error for error in refusals if error.errno == errno.EADDRINUSE]
    if taken or len(refusals) == len(places):
        raise (taken or refusals)[0]


def _unix(name: str) -> None:
    """A socket that nobody answers on was left by a server that was killed; gRPC replaces it.

    It would replace that of a living server too, which then waits for calls that never come.
    """
    if len(os.fsencode(name)) > UNIX_PATH_BYTES:
        raise OSError(errno.ENAMETOOLONG, f"a path of more than {UNIX_PATH_BYTES} bytes")
    path = Path(name)
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        probe.settimeout(CONNECT_S)
        if not path.is_socket():
            probe.bind(name)  # fails where a file stands, or no folder that can be written
            path.unlink()
            return
        try:
            probe.connect(name)
        except ConnectionRefusedError:
            return
    raise OSError(errno.EADDRINUSE, os.strerror(errno.EADDRINUSE))
