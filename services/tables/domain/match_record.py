"""The record of a finished match, in JSON: the format of tests/vectors/README.md and what the portal needs besides."""

import json
from collections.abc import Sequence

from services.common.subjects import match_id
from services.tables.domain.seats import client_seeds
from services.tables.domain.shuffle import commitment
from truco.rules.v1.rules_pb2 import (
    ACTION_KIND_DEAL,
    ACTION_KIND_FORFEIT,
    Action,
    ActionKind,
    FlorReplies,
    Limit,
    Options,
)
from truco.tables.v1.tables_pb2 import LogEntry, MatchLog, TableState

Json = dict[str, object]

_HAND = 3


def match_record(state: TableState, finished_ms: int, chain: bytes) -> str:
    """The whole match; it replays through the engine, and every deck can be recomputed from `fairness`."""
    entries = list(MatchLog.FromString(state.log).entries)
    deals = [entry for entry in entries if entry.action.kind == ACTION_KIND_DEAL]
    steps = entries[1:]
    record: Json = {
        "name": match_id(state.table_id, state.epoch),
        "preset": state.ruleset.preset,
        "options": _options(state.ruleset.options),
        "seats": len(state.seats),
        "start": {"score": [0, 0], "chicos": [0, 0], "dealer": state.first_dealer},
        "deals": _deals(deals, len(state.seats)),
        "steps": [{"seat": entry.seat, "do": words(entry.action)} for entry in steps],
        "match": {"id": match_id(state.table_id, state.epoch), "table_id": state.table_id, "epoch": state.epoch},
        "players": _players(state),
        "times": {
            "opened_ms": state.opened_ms,
            "started_ms": state.started_ms,
            "finished_ms": finished_ms,
            "steps_ms": [entry.time_ms for entry in steps],
        },
        "result": _result(state, steps),
        "fairness": {
            "commitment": commitment(state.server_seed),
            "server_seed": state.server_seed.hex(),
            "client_seeds": client_seeds(state),
        },
        "chain": chain.hex(),
        "stake": 0,
    }
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def words(action: Action) -> str:
    """An action as records write it: "play 4c", "envido", "deal"."""
    word = _word(action.kind)
    return f"{word} {action.card}" if action.card else word


def _options(options: Options) -> Json:
    """The options that were set, as records write them (rules.md 15)."""
    return {field.name: _option(value) for field, value in options.ListFields()}


def _option(value: object) -> object:
    if isinstance(value, Limit):
        return value.points if value.HasField("points") else None
    if isinstance(value, FlorReplies):
        return [_word(kind) for kind in value.replies]
    return value


def _word(kind: ActionKind.ValueType) -> str:
    return ActionKind.Name(kind).removeprefix("ACTION_KIND_").lower()


def _deals(entries: Sequence[LogEntry], seats: int) -> list[Json]:
    """What each seat got in every deal; duels follow a redonda and count from it (rules.md 11)."""
    deals, duel = [], 0
    for entry in entries:
        if len(entry.action.deck) // _HAND == seats:
            duel = 0
            order = [(entry.seat + 1 + place) % seats for place in range(seats)]
        else:
            mano = entry.seat + 1 + duel
            duel += 1
            order = [mano % seats, (mano + seats // 2) % seats]
        deals.append(_deal(list(entry.action.deck), order))
    return deals


def _deal(deck: list[str], order: list[int]) -> Json:
    """Card by card from mano round the table (rules.md 3); with a muestra one more is turned up."""
    dealt = _HAND * len(order)
    hands = {str(seat): deck[place : dealt : len(order)] for place, seat in enumerate(order)}
    return {"hands": dict(sorted(hands.items())), "muestra": deck[dealt] if len(deck) > dealt else None}


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
