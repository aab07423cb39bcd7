"""Matches that were really played, told anew of other players at another time, and sealed again: they verify.

`matches.jsonl` has one of every preset and table size (tests/harness/seed_records.py).
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from services.common import subjects
from services.common.fairness.checks import sealed_entries
from services.common.fairness.reading import read
from services.common.fairness.seal import link


class Seated(NamedTuple):
    """Who sits at a seat of a seeded match; the id as records have it."""

    player_id: str
    name: str
    avatar: str
    bot: bool


class Template(NamedTuple):
    """A match to tell anew."""

    record: dict[str, Any]
    preset: str
    seats: int
    target: int | None
    winner: int
    score: str
    chicos: str
    lasted_ms: int


def templates() -> list[Template]:
    """All that there are."""
    lines = Path(__file__).with_name("matches.jsonl").read_text().splitlines()
    return [_template(json.loads(line)) for line in lines]


def retold(
    template: Template, table_id: str, seated: Sequence[Seated], ended_ms: int, *, ranked: bool
) -> dict[str, Any]:
    """The template's match at another table, with these players, that ended then; sealed anew."""
    record = template.record
    ids = {old["player_id"]: new.player_id for old, new in zip(record["players"], seated, strict=True)}
    by = ended_ms - record["times"]["finished_ms"]
    match_id = subjects.match_id(table_id, 1)
    sealed = record["sealed"]
    told = record | {
        "name": match_id,
        "match": {"id": match_id, "table_id": table_id, "epoch": 1, "ranked": ranked},
        "players": [_player(seat, each) for seat, each in enumerate(seated)],
        "times": {key: _later(times, by) for key, times in record["times"].items()},
        "sealed": {
            "before": sealed["before"],
            "began": _entry(sealed["began"], ids, by),
            "between": [_entry(note, ids, by) for note in sealed["between"]],
        },
        "stake": 0,
    }
    return told | {"chain": _chain(told)}


def _template(record: dict[str, Any]) -> Template:
    result = record["result"]
    return Template(
        record=record,
        preset=record["preset"],
        seats=record["seats"],
        target=record["options"].get("target"),
        winner=result["winner"],
        score=json.dumps(result["score"]),
        chicos=json.dumps(result["chicos"]),
        lasted_ms=record["times"]["finished_ms"] - record["times"]["started_ms"],
    )


def _player(seat: int, seated: Seated) -> dict[str, Any]:
    return {"seat": seat, **seated._asdict(), "guest": False}


def _entry(entry: dict[str, Any], ids: dict[str, str], by: int) -> dict[str, Any]:
    return entry | {"time_ms": entry["time_ms"] + by, "by": ids.get(entry["by"], entry["by"])}


def _later(times: int | list[int], by: int) -> int | list[int]:
    return [time + by for time in times] if isinstance(times, list) else times + by


def _chain(record: dict[str, Any]) -> str:
    match = read(record)
    chain = match.before
    for number, entry in enumerate(sealed_entries(match)):
        chain = link(chain, entry, None if number else match.opening)
    return chain
