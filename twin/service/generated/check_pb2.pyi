# mypy: ignore-errors
import datetime

from google.protobuf import duration_pb2 as _duration_pb2
from google.protobuf import timestamp_pb2 as _timestamp_pb2
from twin.service.generated import finding_pb2 as _finding_pb2
from google.protobuf.internal import containers as _containers
from google.protobuf.internal import enum_type_wrapper as _enum_type_wrapper
from google.protobuf import descriptor as _descriptor
from google.protobuf import message as _message
from collections.abc import Iterable as _Iterable, Mapping as _Mapping
from typing import ClassVar as _ClassVar, Optional as _Optional, Union as _Union

DESCRIPTOR: _descriptor.FileDescriptor

class CheckRunState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CHECK_RUN_STATE_UNSPECIFIED: _ClassVar[CheckRunState]
    CHECK_RUN_STATE_QUEUED: _ClassVar[CheckRunState]
    CHECK_RUN_STATE_RUNNING: _ClassVar[CheckRunState]
    CHECK_RUN_STATE_SUCCEEDED: _ClassVar[CheckRunState]
    CHECK_RUN_STATE_FAILED: _ClassVar[CheckRunState]
    CHECK_RUN_STATE_CANCELLED: _ClassVar[CheckRunState]

class Verdict(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    VERDICT_UNSPECIFIED: _ClassVar[Verdict]
    VERDICT_PASS: _ClassVar[Verdict]
    VERDICT_FAIL: _ClassVar[Verdict]
    VERDICT_UNKNOWN: _ClassVar[Verdict]

class RuleStatus(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    RULE_STATUS_UNSPECIFIED: _ClassVar[RuleStatus]
    RULE_STATUS_PASS: _ClassVar[RuleStatus]
    RULE_STATUS_FAIL: _ClassVar[RuleStatus]
    RULE_STATUS_UNKNOWN: _ClassVar[RuleStatus]
    RULE_STATUS_SKIPPED: _ClassVar[RuleStatus]
    RULE_STATUS_ERROR: _ClassVar[RuleStatus]

class ConditionStatus(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    CONDITION_STATUS_UNSPECIFIED: _ClassVar[ConditionStatus]
    CONDITION_STATUS_TRUE: _ClassVar[ConditionStatus]
    CONDITION_STATUS_FALSE: _ClassVar[ConditionStatus]
    CONDITION_STATUS_UNKNOWN: _ClassVar[ConditionStatus]

class DeviceState(int, metaclass=_enum_type_wrapper.EnumTypeWrapper):
    __slots__ = ()
    DEVICE_STATE_UNSPECIFIED: _ClassVar[DeviceState]
    DEVICE_STATE_RUNNING: _ClassVar[DeviceState]
    DEVICE_STATE_NEXT: _ClassVar[DeviceState]
CHECK_RUN_STATE_UNSPECIFIED: CheckRunState
CHECK_RUN_STATE_QUEUED: CheckRunState
CHECK_RUN_STATE_RUNNING: CheckRunState
CHECK_RUN_STATE_SUCCEEDED: CheckRunState
CHECK_RUN_STATE_FAILED: CheckRunState
CHECK_RUN_STATE_CANCELLED: CheckRunState
VERDICT_UNSPECIFIED: Verdict
VERDICT_PASS: Verdict
VERDICT_FAIL: Verdict
VERDICT_UNKNOWN: Verdict
RULE_STATUS_UNSPECIFIED: RuleStatus
RULE_STATUS_PASS: RuleStatus
RULE_STATUS_FAIL: RuleStatus
RULE_STATUS_UNKNOWN: RuleStatus
RULE_STATUS_SKIPPED: RuleStatus
RULE_STATUS_ERROR: RuleStatus
CONDITION_STATUS_UNSPECIFIED: ConditionStatus
CONDITION_STATUS_TRUE: ConditionStatus
CONDITION_STATUS_FALSE: ConditionStatus
CONDITION_STATUS_UNKNOWN: ConditionStatus
DEVICE_STATE_UNSPECIFIED: DeviceState
DEVICE_STATE_RUNNING: DeviceState
DEVICE_STATE_NEXT: DeviceState

class Condition(_message.Message):
    __slots__ = ("type", "status", "reason", "message", "last_transition_time")
    TYPE_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    MESSAGE_FIELD_NUMBER: _ClassVar[int]
    LAST_TRANSITION_TIME_FIELD_NUMBER: _ClassVar[int]
    type: str
    status: ConditionStatus
    reason: str
    message: str
    last_transition_time: _timestamp_pb2.Timestamp
    def __init__(self, type: _Optional[str] = ..., status: _Optional[_Union[ConditionStatus, str]] = ..., reason: _Optional[str] = ..., message: _Optional[str] = ..., last_transition_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class CheckSpec(_message.Message):
    __slots__ = ("select", "ignore", "fail_on", "allow_unknown", "time_limit", "device_state")
    SELECT_FIELD_NUMBER: _ClassVar[int]
    IGNORE_FIELD_NUMBER: _ClassVar[int]
    FAIL_ON_FIELD_NUMBER: _ClassVar[int]
    ALLOW_UNKNOWN_FIELD_NUMBER: _ClassVar[int]
    TIME_LIMIT_FIELD_NUMBER: _ClassVar[int]
    DEVICE_STATE_FIELD_NUMBER: _ClassVar[int]
    select: _containers.RepeatedScalarFieldContainer[str]
    ignore: _containers.RepeatedScalarFieldContainer[str]
    fail_on: _finding_pb2.Severity
    allow_unknown: bool
    time_limit: _duration_pb2.Duration
    device_state: DeviceState
    def __init__(self, select: _Optional[_Iterable[str]] = ..., ignore: _Optional[_Iterable[str]] = ..., fail_on: _Optional[_Union[_finding_pb2.Severity, str]] = ..., allow_unknown: _Optional[bool] = ..., time_limit: _Optional[_Union[datetime.timedelta, _duration_pb2.Duration, _Mapping]] = ..., device_state: _Optional[_Union[DeviceState, str]] = ...) -> None: ...

class FileReading(_message.Message):
    __slots__ = ("file", "dialect", "statement_count", "unread_count", "known_fraction")
    FILE_FIELD_NUMBER: _ClassVar[int]
    DIALECT_FIELD_NUMBER: _ClassVar[int]
    STATEMENT_COUNT_FIELD_NUMBER: _ClassVar[int]
    UNREAD_COUNT_FIELD_NUMBER: _ClassVar[int]
    KNOWN_FRACTION_FIELD_NUMBER: _ClassVar[int]
    file: str
    dialect: str
    statement_count: int
    unread_count: int
    known_fraction: float
    def __init__(self, file: _Optional[str] = ..., dialect: _Optional[str] = ..., statement_count: _Optional[int] = ..., unread_count: _Optional[int] = ..., known_fraction: _Optional[float] = ...) -> None: ...

class CheckSummary(_message.Message):
    __slots__ = ("error_count", "warning_count", "note_count", "waived_count", "unknown_count", "known_fraction", "device_count", "link_count", "not_judged", "statement_count", "unread_count", "unread_files")
    ERROR_COUNT_FIELD_NUMBER: _ClassVar[int]
    WARNING_COUNT_FIELD_NUMBER: _ClassVar[int]
    NOTE_COUNT_FIELD_NUMBER: _ClassVar[int]
    WAIVED_COUNT_FIELD_NUMBER: _ClassVar[int]
    UNKNOWN_COUNT_FIELD_NUMBER: _ClassVar[int]
    KNOWN_FRACTION_FIELD_NUMBER: _ClassVar[int]
    DEVICE_COUNT_FIELD_NUMBER: _ClassVar[int]
    LINK_COUNT_FIELD_NUMBER: _ClassVar[int]
    NOT_JUDGED_FIELD_NUMBER: _ClassVar[int]
    STATEMENT_COUNT_FIELD_NUMBER: _ClassVar[int]
    UNREAD_COUNT_FIELD_NUMBER: _ClassVar[int]
    UNREAD_FILES_FIELD_NUMBER: _ClassVar[int]
    error_count: int
    warning_count: int
    note_count: int
    waived_count: int
    unknown_count: int
    known_fraction: float
    device_count: int
    link_count: int
    not_judged: _containers.RepeatedScalarFieldContainer[str]
    statement_count: int
    unread_count: int
    unread_files: _containers.RepeatedCompositeFieldContainer[FileReading]
    def __init__(self, error_count: _Optional[int] = ..., warning_count: _Optional[int] = ..., note_count: _Optional[int] = ..., waived_count: _Optional[int] = ..., unknown_count: _Optional[int] = ..., known_fraction: _Optional[float] = ..., device_count: _Optional[int] = ..., link_count: _Optional[int] = ..., not_judged: _Optional[_Iterable[str]] = ..., statement_count: _Optional[int] = ..., unread_count: _Optional[int] = ..., unread_files: _Optional[_Iterable[_Union[FileReading, _Mapping]]] = ...) -> None: ...

class RuleResult(_message.Message):
    __slots__ = ("id", "rule_name", "status", "subject_count", "reason")
    ID_FIELD_NUMBER: _ClassVar[int]
    RULE_NAME_FIELD_NUMBER: _ClassVar[int]
    STATUS_FIELD_NUMBER: _ClassVar[int]
    SUBJECT_COUNT_FIELD_NUMBER: _ClassVar[int]
    REASON_FIELD_NUMBER: _ClassVar[int]
    id: str
    rule_name: str
    status: RuleStatus
    subject_count: int
    reason: str
    def __init__(self, id: _Optional[str] = ..., rule_name: _Optional[str] = ..., status: _Optional[_Union[RuleStatus, str]] = ..., subject_count: _Optional[int] = ..., reason: _Optional[str] = ...) -> None: ...

class CheckRun(_message.Message):
    __slots__ = ("name", "snapshot", "spec", "state", "conditions", "verdict", "summary", "rules", "finding_count", "create_time", "start_time", "end_time")
    NAME_FIELD_NUMBER: _ClassVar[int]
    SNAPSHOT_FIELD_NUMBER: _ClassVar[int]
    SPEC_FIELD_NUMBER: _ClassVar[int]
    STATE_FIELD_NUMBER: _ClassVar[int]
    CONDITIONS_FIELD_NUMBER: _ClassVar[int]
    VERDICT_FIELD_NUMBER: _ClassVar[int]
    SUMMARY_FIELD_NUMBER: _ClassVar[int]
    RULES_FIELD_NUMBER: _ClassVar[int]
    FINDING_COUNT_FIELD_NUMBER: _ClassVar[int]
    CREATE_TIME_FIELD_NUMBER: _ClassVar[int]
    START_TIME_FIELD_NUMBER: _ClassVar[int]
    END_TIME_FIELD_NUMBER: _ClassVar[int]
    name: str
    snapshot: str
    spec: CheckSpec
    state: CheckRunState
    conditions: _containers.RepeatedCompositeFieldContainer[Condition]
    verdict: Verdict
    summary: CheckSummary
    rules: _containers.RepeatedCompositeFieldContainer[RuleResult]
    finding_count: int
    create_time: _timestamp_pb2.Timestamp
    start_time: _timestamp_pb2.Timestamp
    end_time: _timestamp_pb2.Timestamp
    def __init__(self, name: _Optional[str] = ..., snapshot: _Optional[str] = ..., spec: _Optional[_Union[CheckSpec, _Mapping]] = ..., state: _Optional[_Union[CheckRunState, str]] = ..., conditions: _Optional[_Iterable[_Union[Condition, _Mapping]]] = ..., verdict: _Optional[_Union[Verdict, str]] = ..., summary: _Optional[_Union[CheckSummary, _Mapping]] = ..., rules: _Optional[_Iterable[_Union[RuleResult, _Mapping]]] = ..., finding_count: _Optional[int] = ..., create_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., start_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ..., end_time: _Optional[_Union[datetime.datetime, _timestamp_pb2.Timestamp, _Mapping]] = ...) -> None: ...

class CreateCheckRunRequest(_message.Message):
    __slots__ = ("snapshot", "spec", "request_id")
    SNAPSHOT_FIELD_NUMBER: _ClassVar[int]
    SPEC_FIELD_NUMBER: _ClassVar[int]
    REQUEST_ID_FIELD_NUMBER: _ClassVar[int]
    snapshot: str
    spec: CheckSpec
    request_id: str
    def __init__(self, snapshot: _Optional[str] = ..., spec: _Optional[_Union[CheckSpec, _Mapping]] = ..., request_id: _Optional[str] = ...) -> None: ...

class CreateCheckRunResponse(_message.Message):
    __slots__ = ("check_run",)
    CHECK_RUN_FIELD_NUMBER: _ClassVar[int]
    check_run: CheckRun
    def __init__(self, check_run: _Optional[_Union[CheckRun, _Mapping]] = ...) -> None: ...

class GetCheckRunRequest(_message.Message):
    __slots__ = ("name",)
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class GetCheckRunResponse(_message.Message):
    __slots__ = ("check_run",)
    CHECK_RUN_FIELD_NUMBER: _ClassVar[int]
    check_run: CheckRun
    def __init__(self, check_run: _Optional[_Union[CheckRun, _Mapping]] = ...) -> None: ...

class CancelCheckRunRequest(_message.Message):
    __slots__ = ("name",)
    NAME_FIELD_NUMBER: _ClassVar[int]
    name: str
    def __init__(self, name: _Optional[str] = ...) -> None: ...

class CancelCheckRunResponse(_message.Message):
    __slots__ = ("check_run",)
    CHECK_RUN_FIELD_NUMBER: _ClassVar[int]
    check_run: CheckRun
    def __init__(self, check_run: _Optional[_Union[CheckRun, _Mapping]] = ...) -> None: ...

class ListCheckRunsRequest(_message.Message):
    __slots__ = ("snapshot", "page_size", "page_token")
    SNAPSHOT_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    snapshot: str
    page_size: int
    page_token: str
    def __init__(self, snapshot: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListCheckRunsResponse(_message.Message):
    __slots__ = ("check_runs", "next_page_token")
    CHECK_RUNS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    check_runs: _containers.RepeatedCompositeFieldContainer[CheckRun]
    next_page_token: str
    def __init__(self, check_runs: _Optional[_Iterable[_Union[CheckRun, _Mapping]]] = ..., next_page_token: _Optional[str] = ...) -> None: ...

class ListFindingsRequest(_message.Message):
    __slots__ = ("check_run", "page_size", "page_token")
    CHECK_RUN_FIELD_NUMBER: _ClassVar[int]
    PAGE_SIZE_FIELD_NUMBER: _ClassVar[int]
    PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    check_run: str
    page_size: int
    page_token: str
    def __init__(self, check_run: _Optional[str] = ..., page_size: _Optional[int] = ..., page_token: _Optional[str] = ...) -> None: ...

class ListFindingsResponse(_message.Message):
    __slots__ = ("findings", "next_page_token", "total_size")
    FINDINGS_FIELD_NUMBER: _ClassVar[int]
    NEXT_PAGE_TOKEN_FIELD_NUMBER: _ClassVar[int]
    TOTAL_SIZE_FIELD_NUMBER: _ClassVar[int]
    findings: _containers.RepeatedCompositeFieldContainer[_finding_pb2.Finding]
    next_page_token: str
    total_size: int
    def __init__(self, findings: _Optional[_Iterable[_Union[_finding_pb2.Finding, _Mapping]]] = ..., next_page_token: _Optional[str] = ..., total_size: _Optional[int] = ...) -> None: ...
