"""mTLS: only clients with a certificate of the right CA are answered."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import grpc
import pytest

from tests.service.conftest import RunningServer, running
from twin.service.generated import rule_pb2, rule_pb2_grpc

pytestmark = pytest.mark.skipif(
    shutil.which("openssl") is None, reason="no openssl command to make certificates with"
)


def openssl(*arguments: str | Path) -> None:
    command = ["openssl", *(str(argument) for argument in arguments)]
    subprocess.run(command, check=True, capture_output=True)


@pytest.fixture(scope="module")
def pki(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two CAs, a server certificate of the first, a client certificate of each."""
    folder = tmp_path_factory.mktemp("pki")
    key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes")
    for ca in ("ca", "other-ca"):
        openssl(
            "req", "-x509", *key, "-days", "2", "-subj", f"/CN={ca}",
            "-keyout", folder / f"{ca}.key", "-out", folder / f"{ca}.pem",
        )  # fmt: skip
    for name, ca in (("server", "ca"), ("client", "ca"), ("stranger", "other-ca")):
        names = folder / "names"
        names.write_text("subjectAltName=IP:127.0.0.1\n")
        openssl(
            "req", "-new", *key, "-subj", f"/CN={name}",
            "-keyout", folder / f"{name}.key", "-out", folder / f"{name}.csr",
        )  # fmt: skip
        openssl(
            "x509", "-req", "-days", "2", "-in", folder / f"{name}.csr", "-extfile", names,
            "-CA", folder / f"{ca}.pem", "-CAkey", folder / f"{ca}.key", "-CAcreateserial",
            "-out", folder / f"{name}.pem",
        )  # fmt: skip
    return folder


@pytest.fixture(scope="module")
def server(pki: Path) -> Iterator[RunningServer]:
    options = ("--tls-cert", "server.pem", "--tls-key", "server.key", "--client-ca", "ca.pem")
    paths = [str(pki / option) if option[0] != "-" else option for option in options]
    with running("--workers", "1", *paths) as started:
        yield started


def ask(server: RunningServer, credentials: grpc.ChannelCredentials | None) -> int:
    if credentials is None:
        channel = grpc.insecure_channel(server.address)
    else:
        channel = grpc.secure_channel(server.address, credentials)
    with channel:
        stub = rule_pb2_grpc.RuleServiceStub(channel)
        return len(stub.ListRules(rule_pb2.ListRulesRequest(), timeout=10).rules)


def identity(pki: Path, name: str | None) -> grpc.ChannelCredentials:
    ca = (pki / "ca.pem").read_bytes()
    if name is None:
        return grpc.ssl_channel_credentials(ca)
    key, cert = (pki / f"{name}.key").read_bytes(), (pki / f"{name}.pem").read_bytes()
    return grpc.ssl_channel_credentials(ca, key, cert)


def test_a_client_with_a_certificate_is_answered(server: RunningServer, pki: Path) -> None:
    assert ask(server, identity(pki, "client")) > 10


@pytest.mark.parametrize("who", ["stranger", None, "plaintext"])
def test_others_are_not(server: RunningServer, pki: Path, who: str | None) -> None:
    credentials = None if who == "plaintext" else identity(pki, who)
    with pytest.raises(grpc.RpcError) as caught:
        ask(server, credentials)
    assert caught.value.code() is grpc.StatusCode.UNAVAILABLE


@pytest.mark.parametrize(
    ("cert", "key", "ca", "said"),
    [
        ("server.pem", "client.key", None, "server.pem: key values mismatch"),
        ("server.csr", "server.key", None, "need a certificate and its key, in PEM"),
        ("server.pem", "server.key", "client.key", "need certificates of a CA, in PEM"),
    ],
)
def test_files_that_do_not_fit(pki: Path, cert: str, key: str, ca: str | None, said: str) -> None:
    from twin.core.errors import InputError
    from twin.service.address import Tls

    with pytest.raises(InputError, match=said):
        Tls(pki / cert, pki / key, pki / ca if ca else None).credentials()
