"""Generate the Python code of the service contract, or check that it is up to date.

`python tools/generate_proto.py` writes `twin/service/generated/` from `proto/`; with `--check` it
writes nothing and exits with 1 when a file differs. The version of grpcio-tools is pinned by the
lock file: another version writes other (compatible) code, and the check says so.

In the package the modules live under `twin.service.generated`, so their imports of each other are
rewritten; names in the contract (`twin.api.v1`) stay as they are. grpcio-tools writes no types for
stubs and servicers: the short `_pb2_grpc.pyi` are made here.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

from grpc_tools import protoc

ROOT = Path(__file__).resolve().parents[1]
PROTO = ROOT / "proto"
TARGET = ROOT / "twin" / "service" / "generated"
PACKAGE = "twin.service.generated"
INIT = '"""Code generated from proto/ by tools/generate_proto.py; do not edit."""\n'


def _rewritten(text: str) -> str:
    """Imports of the contract's own modules, pointed at where they live in the package."""
    text = re.sub(r"^from twin\.api\.v1 import", f"from {PACKAGE} import", text, flags=re.MULTILINE)
    return re.sub(r"[ \t]+$", "", text, flags=re.MULTILINE)


def _stub_types(module: str, text: str) -> str:
    """The types of a `_pb2_grpc.py`: its servicers, how to add them, its client stubs."""
    lines = ["# ruff: noqa: N802", "# fmt: off", "from typing import Any", "", "import grpc", ""]
    for service in re.findall(r"^class (\w+)Servicer", text, flags=re.MULTILINE):
        calls = re.findall(rf"'/[\w.]+\.{service}/(\w+)'", text)
        lines += [f"class {service}Servicer: ...", "", f"class {service}Stub:"]
        lines += ["    def __init__(self, channel: grpc.Channel | grpc.aio.Channel) -> None: ..."]
        lines += [f"    {call}: Any" for call in dict.fromkeys(calls)]
        lines += ["", f"def add_{service}Servicer_to_server("]
        lines += [f"    servicer: {service}Servicer, server: grpc.Server | grpc.aio.Server"]
        lines += [") -> None: ..."]
    if "class" not in " ".join(lines):
        raise SystemExit(f"{module}: no service found")
    return "\n".join(lines) + "\n"


def generate() -> dict[str, str]:
    """File name → content of everything that belongs into the target folder."""
    sources = sorted(str(path.relative_to(PROTO)) for path in PROTO.rglob("*.proto"))
    with tempfile.TemporaryDirectory() as folder:
        well_known = files("grpc_tools") / "_proto"
        status = protoc.main([
            "protoc", f"-I{PROTO}", f"-I{well_known}", f"--python_out={folder}",
            f"--pyi_out={folder}", f"--grpc_python_out={folder}", *sources,
        ])  # fmt: skip
        if status:
            raise SystemExit(f"protoc ended with {status}")
        made = sorted(Path(folder).rglob("*_pb2*.py*"))
        texts = {path.name: _rewritten(path.read_text()) for path in made}
    # A contract file without services has an empty stub module: nothing imports it.
    kept = {n: t for n, t in texts.items() if not n.endswith("_grpc.py") or "Servicer" in t}
    stubs = {f"{n}i": _stub_types(n, t) for n, t in kept.items() if n.endswith("_grpc.py")}
    # What protoc writes is not strict: its types are used, its own gaps are not ours to report.
    typed = {n: f"# mypy: ignore-errors\n{t}" if n.endswith(".pyi") else t for n, t in kept.items()}
    return {"__init__.py": INIT, **typed, **stubs}


def main() -> int:
    """Write the files, or report the ones that differ."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--check", action="store_true", help="write nothing, only compare")
    check = parser.parse_args().check
    wanted = generate()
    present = {path.name: path.read_text() for path in TARGET.glob("*.py*")}
    stale = sorted(n for n in wanted.keys() | present.keys() if wanted.get(n) != present.get(n))
    if check:
        for name in stale:
            print(f"twin/service/generated/{name}: differs from proto/", file=sys.stderr)
        if stale:
            tools = version("grpcio-tools")
            print(f"run tools/generate_proto.py (grpcio-tools here: {tools})", file=sys.stderr)
        return 1 if stale else 0
    TARGET.mkdir(parents=True, exist_ok=True)
    for name in stale:
        if name in wanted:
            (TARGET / name).write_text(wanted[name])
        else:
            (TARGET / name).unlink()
        print(name)
    return 0


if __name__ == "__main__":
    sys.exit(main())
