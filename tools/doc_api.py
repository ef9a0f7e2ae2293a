"""Markdown of the service contract, from the comments in proto/."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from google.protobuf import descriptor_pb2
from grpc_tools import protoc

# Field numbers in google/protobuf/descriptor.proto, of which source paths are made.
_FILE_MESSAGE, _FILE_ENUM, _FILE_SERVICE = 4, 5, 6
_MESSAGE_FIELD, _MESSAGE_NESTED, _MESSAGE_ENUM = 2, 3, 4
_ENUM_VALUE, _SERVICE_METHOD = 2, 2

_Field = descriptor_pb2.FieldDescriptorProto
_Place = tuple[int, ...]


def descriptors(proto: Path) -> list[descriptor_pb2.FileDescriptorProto]:
    """Every file of the contract, with its comments."""
    sources = sorted(str(path.relative_to(proto)) for path in proto.rglob("*.proto"))
    well_known = files("grpc_tools") / "_proto"
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "set.binpb"
        status = protoc.main([
            "protoc", f"-I{proto}", f"-I{well_known}", "--include_source_info",
            f"--descriptor_set_out={out}", *sources,
        ])  # fmt: skip
        if status:
            raise SystemExit(f"protoc ended with {status}")
        return list(descriptor_pb2.FileDescriptorSet.FromString(out.read_bytes()).file)


class _Comments:
    def __init__(self, file: descriptor_pb2.FileDescriptorProto) -> None:
        self.at = {
            tuple(place.path): " ".join(place.leading_comments.split())
            for place in file.source_code_info.location
        }

    def __call__(self, *place: int) -> str:
        return self.at.get(place, "").replace("|", "\\|")


def _type(field: _Field) -> str:
    name = field.type_name.rsplit(".", 1)[-1] if field.type_name else _Field.Type.Name(field.type)
    name = name.removeprefix("TYPE_").lower() if not field.type_name else name
    return f"repeated {name}" if field.label == _Field.LABEL_REPEATED else name


def _message(
    message: descriptor_pb2.DescriptorProto, prefix: str, said: _Comments, place: _Place
) -> Iterator[str]:
    name = f"{prefix}{message.name}"
    yield f"### {name}\n\n{said(*place)}\n"
    if message.field:
        rows = ["| field | type | meaning |", "| --- | --- | --- |"]
        rows += [
            f"| {field.name} | {_type(field)} | {said(*place, _MESSAGE_FIELD, index)} |"
            for index, field in enumerate(message.field)
        ]
        yield "\n".join(rows) + "\n"
    for index, nested in enumerate(message.nested_type):
        if not nested.options.map_entry:
            yield from _message(nested, f"{name}.", said, (*place, _MESSAGE_NESTED, index))
    for index, enum in enumerate(message.enum_type):
        yield from _enum(enum, f"{name}.", said, (*place, _MESSAGE_ENUM, index))


def _enum(
    enum: descriptor_pb2.EnumDescriptorProto, prefix: str, said: _Comments, place: _Place
) -> Iterator[str]:
    rows = [f"### {prefix}{enum.name}\n\n{said(*place)}\n\n| value | meaning |", "| --- | --- |"]
    rows += [
        f"| {value.name} | {said(*place, _ENUM_VALUE, index)} |"
        for index, value in enumerate(enum.value)
    ]
    yield "\n".join(rows) + "\n"


def _service(
    service: descriptor_pb2.ServiceDescriptorProto, said: _Comments, place: _Place
) -> Iterator[str]:
    yield f"### {service.name}\n\n{said(*place)}\n"
    rows = ["| call | takes | gives | what it does |", "| --- | --- | --- | --- |"]
    for index, method in enumerate(service.method):
        takes = ("stream " if method.client_streaming else "") + method.input_type.split(".")[-1]
        gives = ("stream " if method.server_streaming else "") + method.output_type.split(".")[-1]
        meaning = said(*place, _SERVICE_METHOD, index)
        rows.append(f"| {method.name} | {takes} | {gives} | {meaning} |")
    yield "\n".join(rows) + "\n"


def api_page(proto: Path) -> str:
    """`docs/api.md`: services, then messages and enums by file."""
    parts = [
        "# gRPC service: package twin.api.v1\n",
        "<!-- written by `make docs` from proto/: edit that -->\n",
        "The server answers reflection and `grpc.health.v1`. Within v1 only additions are made.\n",
        "## Services\n",
    ]
    contract = [(file, _Comments(file)) for file in descriptors(proto)]
    for file, said in contract:
        for index, service in enumerate(file.service):
            parts += _service(service, said, (_FILE_SERVICE, index))
    for file, said in contract:
        parts.append(f"## {file.name}\n")
        for index, message in enumerate(file.message_type):
            parts += _message(message, "", said, (_FILE_MESSAGE, index))
        for index, enum in enumerate(file.enum_type):
            parts += _enum(enum, "", said, (_FILE_ENUM, index))
    return "\n".join(parts)
