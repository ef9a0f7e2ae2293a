"""RuleService: the catalogue."""

from __future__ import annotations

from typing import Any

from twin.app.catalogue import all_rules
from twin.service.convert import rule_message
from twin.service.errors import answers, not_found
from twin.service.generated import rule_pb2 as pb
from twin.service.generated import rule_pb2_grpc
from twin.service.names import page_position, page_size, page_token, rule_id_of

LISTING = "rules"


class RuleService(rule_pb2_grpc.RuleServiceServicer):
    """See proto/twin/api/v1/rule.proto."""

    def __init__(self) -> None:
        self._rules = {rule.id: rule_message(rule) for rule in all_rules()}

    @answers
    async def GetRule(self, request: pb.GetRuleRequest, context: Any) -> pb.GetRuleResponse:  # noqa: N802
        """Answer with one rule."""
        rule = self._rules.get(rule_id_of(request.name))
        if rule is None:
            raise not_found(request.name)
        return pb.GetRuleResponse(rule=rule)

    @answers
    async def ListRules(self, request: pb.ListRulesRequest, context: Any) -> pb.ListRulesResponse:  # noqa: N802
        """Answer with one page."""
        first = page_position(LISTING, request.page_token) or 0
        rules = list(self._rules.values())
        rest = first + page_size(request.page_size)
        token = page_token(LISTING, rest) if rest < len(rules) else ""
        return pb.ListRulesResponse(rules=rules[first:rest], next_page_token=token)
