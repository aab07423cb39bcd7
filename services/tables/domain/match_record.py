"""The record of a finished match, in JSON: the format of tests/vectors/README.md and what the portal needs besides."""

import json
from collections.abc import Sequence

from services.common.fairness import dealing
from services.common.fairness.seal import Opening
from services.common.subjects import match_id
from services.tables.domain.match_log import words
from services.tables.domain.match_opening import opening_of
from truco.rules.v1.rules_pb2 import ACTION_KIND_DEAL, ACTION_KIND_FORFEIT
from truco.tables.v1.tables_pb2 import LogEntry, MatchLog, TableState

Json = dict[str, object]


def match_record(state: TableState, finished_ms: int, chain: bytes) -> str:
    """The whole match: it replays through the engine, and `fairness` and `sealed` let anybody check it."""
    log, opening = MatchLog.FromString(state.log), opening_of(state)
    actions = [entry for entry in log.entries if not entry.do]
    steps = actions[1:]
    record: Json = {
        "name": match_id(opening.table_id, opening.epoch),
        "preset": opening.preset,
        "options": opening.options,
        "seats": len(opening.sitters),
        "start": {"score": opening.score, "chicos": opening.chicos, "dealer": opening.dealer},
        "deals": _deals(actions, len(opening.sitters)),
        "steps": [_step(entry) for entry in steps],
        "match": {
            "id": match_id(opening.table_id, opening.epoch),
            "table_id": opening.table_id,
            "epoch": opening.epoch,
            "ranked": state.ranked,
        },
        "players": _players(state),
        "times": {
            "opened_ms": opening.opened_ms,
            "started_ms": opening.started_ms,
            "dealt_ms": actions[0].time_ms,
            "finished_ms": finished_ms,
            "steps_ms": [entry.time_ms for entry in steps],
        },
        "result": _result(state, steps),
        "fairness": _fairness(opening, state.server_seed),
        "sealed": _sealed(log),
        "chain": chain.hex(),
        "stake": opening.stake,
    }
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def _step(entry: LogEntry) -> Json:
    """Who acted is written only where it was not the seat's player, or the table that deals."""
    step: Json = {"seat": entry.seat, "do": words(entry.action)}
    return step | {"by": entry.by} if entry.by else step


def _deals(actions: Sequence[LogEntry], seats: int) -> list[Json]:
    """What each seat got in every deal."""
    deals = [entry for entry in actions if entry.action.kind == ACTION_KIND_DEAL]
    sizes = [(entry.seat, len(entry.action.deck) // dealing.HAND_SIZE) for entry in deals]
    orders = dealing.orders(seats, sizes)
    return [_deal(entry.action.deck, order) for entry, order in zip(deals, orders, strict=True)]


def _deal(deck: Sequence[str], order: list[int]) -> Json:
    hands = {str(seat): cards for seat, cards in sorted(dealing.hands(deck, order).items())}
    return {"hands": hands, "muestra": dealing.muestra(deck, order)}


def _fairness(opening: Opening, server_seed: bytes) -> Json:
    return {
        "commitment": opening.commitment,
        "server_seed": server_seed.hex(),
        "client_seeds": [sitter.client_seed for sitter in opening.sitters],
    }


def _sealed(log: MatchLog) -> Json:
    """What the chain covers and stands nowhere else in the record."""
    between: list[Json] = []
    action = 0
    for entry in log.entries:
        if entry.do:
            between.append({"action": action} | _note(entry))
        else:
            action += 1
    return {"before": log.began.before.hex(), "began": _note(log.began.record), "between": between}


def _note(entry: LogEntry) -> Json:
    seat = entry.seat if entry.HasField("seat") else None
    return {"time_ms": entry.time_ms, "seat": seat, "by": entry.by, "do": entry.do}


def _players(state: TableState) -> list[Json]:
    return [
        {
            "seat": number,
            "player_id": seat.player.player_id,
            "name": seat.player.name,
            "avatar": seat.player.avatar,
            "guest": seat.player.guest,
            "bot": seat.player.bot,
        }
        for number, seat in enumerate(state.seats)
    ]


def _result(state: TableState, steps: Sequence[LogEntry]) -> Json:
    forfeits = [entry.seat for entry in steps if entry.action.kind == ACTION_KIND_FORFEIT]
    return {
        "winner": state.position.winner,
        "score": list(state.position.score),
        "chicos": list(state.position.chicos),
        "forfeit_seat": forfeits[0] if forfeits else None,
    }
