"""Match records for tests: as short as the format allows, as tables writes them (web/history/record.py)."""

import json
from typing import Any

from truco.tables.v1 import tables_pb2

HANDS = [{"0": ["1e", "7e", "3o"], "1": ["4c", "5o", "6b"]}, {"0": ["4e", "5e", "6e"], "1": ["1b", "12c", "7o"]}]


def player(seat: int, player_id: str, name: str, *, guest: bool = True, bot: bool = False) -> dict[str, Any]:
    """One seat's player."""
    return {"seat": seat, "player_id": player_id, "name": name, "avatar": "mate", "guest": guest, "bot": bot}


STEPS = (
    *((0, "play 1e"), (1, "play 4c"), (0, "truco"), (1, "quiero"), (0, "play 3o"), (1, "down 5o")),
    *((0, "deal"), (1, "envido"), (0, "quiero")),
)
"""Two points for the hand, two for the envido, all to seat 0; the engine agrees (tests/service/portal)."""


def record(players: list[dict[str, Any]], match_id: str = "0123456789abcdef-1", winner: int = 0) -> dict[str, Any]:
    """Two hands, the second cut short by a forfeit of the losing team's first seat."""
    table_id, epoch = match_id.rsplit("-", 1)
    steps = [{"seat": seat, "do": words} for seat, words in (*STEPS, (1 - winner, "forfeit"))]
    return {
        "name": match_id,
        "preset": "maestro",
        "options": {"target": 15},
        "seats": len(players),
        "start": {"score": [0, 0], "chicos": [0, 0], "dealer": 1},
        "deals": [{"hands": hands, "muestra": None} for hands in HANDS],
        "steps": steps,
        "match": {"id": match_id, "table_id": table_id, "epoch": int(epoch)},
        "players": players,
        "times": {
            "opened_ms": 1_796_000_000_000,
            "started_ms": 1_796_000_010_000,
            "finished_ms": 1_796_000_500_000,
            "steps_ms": [1_796_000_020_000 + 1000 * number for number in range(len(steps))],
        },
        "result": {"winner": winner, "score": [4, 0], "chicos": [0, 0], "forfeit_seat": 1 - winner},
        "fairness": {"commitment": "c0ffee", "server_seed": "5eed", "client_seeds": ["a", ""]},
        "chain": "abcd",
        "stake": 0,
    }


def finished(written: dict[str, Any]) -> bytes:
    """The message of a `finished` record."""
    return tables_pb2.TableRecord(format=1, match_record_json=json.dumps(written)).SerializeToString()


def unfinished(
    match_id: str, player_ids: list[str], *, started_ms: int, void: str = "", epoch: int = 0, stake: int = 0
) -> bytes:
    """The message of a `voided` or `abandoned` record: of format 1, unless it tells in `void` why.

    `epoch` is the state's, if it has gone on.
    """
    table_id, number = match_id.rsplit("-", 1)
    state = tables_pb2.TableState(table_id=table_id, epoch=epoch or int(number), started_ms=started_ms)
    state.ruleset.preset, state.stake = "maestro", stake
    state.position.score.extend([3, 4])
    for player_id in player_ids:
        state.seats.add().player.CopyFrom(tables_pb2.Player(player_id=player_id, name="Ana", guest=True))
    record = tables_pb2.TableRecord(format=1, time_ms=1_796_000_500_000, state=state)
    if void:
        record.format, record.ended_match_id = 2, match_id
        record.voided.CopyFrom(tables_pb2.MatchVoided(match_id=match_id, reason=void))
    return record.SerializeToString()
