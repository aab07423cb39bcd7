"""What a token's scopes let its bearer call."""

from collections.abc import Set
from typing import Final

from services.common.errors import Denied
from services.common.tokens import BOT_PLAY, TABLE_PLAY, TABLE_READ

SEEING: Final = frozenset({"Watch", "GetTable", "ListTables", "FindTable", "GetMatchRecord", "DescribeRules"})
"""The rpcs that show something and change nothing. Every other one is playing."""


def check_scope(rpc: str, scopes: Set[str], *, bot: bool) -> None:
    """Refuses who lacks the scope that an rpc needs; who may play may see. Raises Denied (SCOPE_MISSING)."""
    playing = BOT_PLAY if bot else TABLE_PLAY
    if playing in scopes or (rpc in SEEING and TABLE_READ in scopes):
        return
    missing = TABLE_READ if rpc in SEEING else playing
    raise Denied("SCOPE_MISSING", f"the token lacks the scope {missing!r}", scope=missing)
