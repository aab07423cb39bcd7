"""Which rpc each scope opens: every one of them, for people and for bots."""

import pytest

from services.common.errors import Denied
from services.common.tokens import SCOPES
from services.gateway.scopes import check_scope
from truco.play.v1 import play_pb2

RPCS = [method.name for method in play_pb2.DESCRIPTOR.services_by_name["PlayService"].methods]
SHOWING = {"Watch", "GetTable", "ListTables", "FindTable", "GetMatchRecord", "DescribeRules"}


def _open(scope: str, *, bot: bool) -> set[str]:
    opened = set()
    for rpc in RPCS:
        try:
            check_scope(rpc, {scope}, bot=bot)
        except Denied as refused:
            assert (refused.reason, refused.metadata["scope"] in SCOPES) == ("SCOPE_MISSING", True)
        else:
            opened.add(rpc)
    return opened


@pytest.mark.parametrize(
    ("scope", "bot", "opened"),
    [
        ("table:read", False, SHOWING),
        ("table:read", True, SHOWING),
        ("table:play", False, set(RPCS)),
        ("table:play", True, set()),
        ("bot:play", False, set()),
        ("bot:play", True, set(RPCS)),
        ("wallet:read", False, set()),
        ("wallet:read", True, set()),
        ("play", False, set()),
    ],
)
def test_each_scope_opens_what_it_says_and_nothing_else(scope: str, bot: bool, opened: set[str]) -> None:
    assert len(RPCS) > len(SHOWING) and set(RPCS) >= SHOWING
    assert _open(scope, bot=bot) == opened
