"""Finished matches as tables publishes them: whole sealed matches, played at random, with other players and ids."""

import json
import uuid
from collections.abc import Iterator, Sequence
from itertools import cycle
from random import Random
from uuid import UUID

from services.common import subjects
from tests.harness.sealed_matches import Ruled, sealed_match
from truco.rules.v1 import rules_pb2
from truco.tables.v1.tables_pb2 import TableRecord

STAKE = 10
_KINDS: tuple[Ruled, ...] = tuple(("maestro", seats, rules_pb2.Options()) for seats in (2, 2, 2, 4, 2, 2, 6, 4))
"""Of eight matches five have two seats, two have four, and one six."""


class Match:
    """One finished match: its id, who played, and the message."""

    def __init__(self, pattern: TableRecord, players: Sequence[UUID]) -> None:
        table_id = uuid.uuid4().hex[:16]
        self.id = subjects.match_id(table_id, 1)
        self.players = list(players)
        self.subject = subjects.record(table_id, "finished")
        written = json.loads(pattern.match_record_json)
        written["match"] |= {"id": self.id, "table_id": table_id, "epoch": 1, "ranked": True}
        written["stake"] = STAKE
        for seat, player in zip(written["players"], players, strict=True):
            seat |= {"player_id": player.hex, "guest": False, "bot": False}
        message = TableRecord()
        message.CopyFrom(pattern)
        message.match_record_json = json.dumps(written, ensure_ascii=False, separators=(",", ":"))
        self.message = message.SerializeToString()


def matches(players: Sequence[UUID], count: int, seed: int) -> Iterator[Match]:
    """So many matches, each of other players than the one before."""
    random = Random(seed)
    patterns = [(ruled[1], sealed_match(ruled, random)[-1]) for ruled in _KINDS]
    turn = cycle(random.sample(players, len(players)))
    for _, (seats, pattern) in zip(range(count), cycle(patterns), strict=False):
        yield Match(pattern, [next(turn) for _ in range(seats)])
