"""Where the service listens, and whether that is safe without TLS."""

from __future__ import annotations

import ipaddress
import ssl
from dataclasses import dataclass
from pathlib import Path

import grpc

from twin.core.errors import InputError, Problem


@dataclass(frozen=True, slots=True)
class Address:
    """`host:port`, `[::1]:port` or `unix:/path`."""

    text: str
    local: bool  # nobody off this machine can reach it


@dataclass(frozen=True, slots=True)
class Tls:
    """PEM files; `client_ca`: only clients with a certificate of it are let in (mTLS)."""

    cert: Path
    key: Path
    client_ca: Path | None = None

    def credentials(self) -> grpc.ServerCredentials:
        """Read the files; OSError when one cannot be read, InputError when it is something else."""
        self._refuse_nonsense()
        ca = self.client_ca.read_bytes() if self.client_ca else None
        return grpc.ssl_server_credentials(
            [(self.key.read_bytes(), self.cert.read_bytes())],
            root_certificates=ca,
            require_client_auth=ca is not None,
        )

    def _refuse_nonsense(self) -> None:
        """gRPC would only say that the port cannot be used."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        try:
            context.load_cert_chain(self.cert, self.key)
        except ssl.SSLError as error:
            found, need = _reason(error), "a certificate and its key, in PEM"
            raise InputError(Problem(str(self.cert), 0, 0, "", "", found, need)) from None
        if self.client_ca is None:
            return
        try:
            context.load_verify_locations(self.client_ca)
        except ssl.SSLError as error:
            found, need = _reason(error), "certificates of a CA, in PEM"
            raise InputError(Problem(str(self.client_ca), 0, 0, "", "", found, need)) from None


def _reason(error: ssl.SSLError) -> str:
    return (error.reason or "unreadable").lower().replace("_", " ")


def _wrong(found: str, need: str) -> InputError:
    return InputError(Problem("--listen", 0, 0, "", "", found, need))


def parse_address(text: str) -> Address:
    """The address of `--listen`; InputError when it is none."""
    if text.startswith("unix:") and len(text) > len("unix:"):
        return Address(text, local=True)
    host, colon, port = text.rpartition(":")
    if not colon or not host or not port.isdigit() or int(port) > 65535:
        raise _wrong(repr(text), "HOST:PORT, [IPV6]:PORT or unix:PATH")
    bare = host.removeprefix("[").removesuffix("]")
    if bare == "localhost":
        return Address(text, local=True)
    try:
        return Address(text, local=ipaddress.ip_address(bare).is_loopback)
    except ValueError:
        return Address(text, local=False)


def refuse_plaintext(address: Address, tls: Tls | None, *, insecure: bool) -> None:
    """InputError when configurations would cross a network unprotected without being told to."""
    if tls is None and not address.local and not insecure:
        need = "--tls-cert and --tls-key, a loopback address, or --insecure"
        raise _wrong(f"{address.text} without TLS can be read on the way", need)
