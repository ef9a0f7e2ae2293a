# mypy: ignore-errors
from google.protobuf import struct_pb2 as _struct_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class Severity(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    SEVERITY_UNSPECIFIED: _ClassVar[Severity]
    SEVERITY_NOTE: _ClassVar[Severity]
    SEVERITY_WARNING: _ClassVar[Severity]
    SEVERITY_ERROR: _ClassVar[Severity]
SEVERITY_UNSPECIFIED: Severity
SEVERITY_NOTE: Severity
SEVERITY_WARNING: Severity
SEVERITY_ERROR: Severity

class Location(_message.Message):
    __slots__ = ("file", "line", "column", "path")
    FILE_FIELD_NUMBER: _ClassVar[int]
    LINE_FIELD_NUMBER: _ClassVar[int]
    COLUMN_FIELD_NUMBER: _ClassVar[int]
    PATH_FIELD_NUMBER: _ClassVar[int]
    file: str
    line: int
    column: int
    path: str
    def __init__(self, file: _Optional[str] = ..., line: _Optional[int] = ..., column: _Optional[int] = ..., path: _Optional[str] = ...) -> None: ...

class Finding(_message.Message):
    __slots__ = ("rule", "rule_name", "severity", "device", "subject", "message", "location", "related", "caused_by", "evidence", "remediation", "url", "fingerprint")
    RULE_FIELD_NUMBER: _ClassVar[int]
    RULE_NAME_FIELD_NUMBER: _ClassVar[int]
    SEVERITY_FIELD_NUMBER: _ClassVar[int]
    DEVICE_FIELD_NUMBER: _ClassVar[int]
    SUBJECT_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    LOCATION_FIELD_NUMBER: _ClassVar[int]
    RELATED_FIELD_NUMBER: _ClassVar[int]
    CAUSED_BY_FIELD_NUMBER: _ClassVar[int]
    EVIDENCE_FIELD_NUMBER: _ClassVar[int]
    REMEDIATION_FIELD_NUMBER: _ClassVar[int]
    URL_FIELD_NUMBER: _ClassVar[int]
    FINGERPRINT_FIELD_NUMBER: _ClassVar[int]
    rule: str
    rule_name: str
    severity: Severity
    device: str
    subject: str
    message: str
    location: Location
    related: _containers.RepeatedCompositeFieldContainer[Location]
    caused_by: _containers.RepeatedScalarFieldContainer[str]
    evidence: _struct_pb2.Struct
    remediation: str
    url: str
    fingerprint: str
    def __init__(self, rule: _Optional[str] = ..., rule_name: _Optional[str] = ..., severity: _Optional[_Union[Severity, str]] = ..., device: _Optional[str] = ..., subject: _Optional[str] = ..., message: _Optional[str] = ..., location: _Optional[_Union[Location, _Mapping]] = ..., related: _Optional[_Iterable[_Union[Location, _Mapping]]] = ..., caused_by: _Optional[_Iterable[str]] = ..., evidence: _Optional[_Union[_struct_pb2.Struct, _Mapping]] = ..., remediation: _Optional[str] = ..., url: _Optional[str] = ..., fingerprint: _Optional[str] = ...) -> None: ...
