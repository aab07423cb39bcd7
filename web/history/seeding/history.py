"""Matches by the million, in the order in which they ended, written by COPY."""

import json
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Final
from uuid import UUID

from django.db import connection, transaction

from services.common import subjects
from web.history.models import Outcome
from web.history.seeding.templates import Seated, Template, retold, templates
from web.ratings.seeding import CHANGES, SeededRatings

_MATCHES: Final = (
    "history_match (id, table_id, outcome, preset, target, size, score, chicos, winner, stake, ranked, void_reason,"
    " started_at, finished_at, record)"
)
_SEATS: Final = (
    "history_matchseat (match_id, seat, player_id, name, avatar, guest, bot, ended_at, preset, size, result)"
)
_TABLES: Final = "history_match, history_matchseat, ratings_ratingchange, ratings_rating, ratings_seasonrating"

_CHUNK: Final = 20_000
_SPAN: Final = timedelta(days=730)
_BOTS: Final = 0.3
_RANKED: Final = 0.6
_UNFINISHED: Final = 0.05
_SKEW: Final = 3
"""How unequally people play: the busiest of 25,000 sits in a tenth of all matches."""


@dataclass(frozen=True)
class Person:
    """A player who is in seeded matches."""

    id: UUID
    name: str


@dataclass
class _Lines:
    matches: list[str] = field(default_factory=list)
    seats: list[str] = field(default_factory=list)
    changes: list[str] = field(default_factory=list)


class Seeding:
    """So many matches of these people; the latest ones, as many as `records` says, have a record of their own."""

    def __init__(self, people: Sequence[Person], matches: int, records: int, seed: int) -> None:
        self._people = [Seated(person.id.hex, person.name, "mate", bot=False) for person in people]
        self._matches, self._records = matches, records
        self._random = Random(seed)
        self._templates = templates()
        self._ratings = SeededRatings()
        self._first_id = self._random.randrange(1 << 62)
        self._until = time.time() - 3600

    def run(self) -> None:
        """Writes all of it, or nothing, and has the database count what there is now."""
        with transaction.atomic():
            for chunk in self._chunks():
                _copy(_MATCHES, chunk.matches)
                _copy(_SEATS, chunk.seats)
                _copy(CHANGES, chunk.changes)
            self._ratings.finish(_copy)
        with connection.cursor() as cursor:
            cursor.execute(f"VACUUM ANALYZE {_TABLES}")

    def _chunks(self) -> Iterator[_Lines]:
        for start in range(0, self._matches, _CHUNK):
            lines = _Lines()
            for number in range(start, min(start + _CHUNK, self._matches)):
                self._match(number, lines)
            yield lines

    def _match(self, number: int, lines: _Lines) -> None:
        template = self._random.choice(self._templates)
        table_id = f"{self._first_id + number:016x}"
        match_id = subjects.match_id(table_id, 1)
        ended = self._until - _SPAN.total_seconds() * (1 - (number + 1) / self._matches)
        at = datetime.fromtimestamp(round(ended, 3), UTC)
        seated, outcome = self._seated(template.seats), self._outcome()
        ranked = self._random.random() < _RANKED and not any(each.bot for each in seated)
        has_record = outcome == Outcome.FINISHED and number >= self._matches - self._records
        record = retold(template, table_id, seated, round(ended * 1000), ranked=ranked) if has_record else None
        lines.matches.append(_match_line(match_id, table_id, template, outcome, at, record, ranked=ranked))
        lines.seats += [_seat_line(match_id, seat, each, template, outcome, at) for seat, each in enumerate(seated)]
        if ranked and outcome == Outcome.FINISHED:
            teams = [[each.player_id for each in seated[team::2]] for team in (0, 1)]
            lines.changes += self._ratings.play(match_id, template.preset, teams, template.winner, at)

    def _outcome(self) -> Outcome:
        if self._random.random() >= _UNFINISHED:
            return Outcome.FINISHED
        return self._random.choice((Outcome.VOIDED, Outcome.ABANDONED))

    def _seated(self, seats: int) -> list[Seated]:
        """People, or one and bots."""
        if self._random.random() < _BOTS:
            bots = [Seated(f"bot:{seat}", "Ramona", "mate", bot=True) for seat in range(1, seats)]
            return [self._person(), *bots]
        found: dict[str, Seated] = {}
        while len(found) < seats:
            person = self._person()
            found[person.player_id] = person
        return list(found.values())

    def _person(self) -> Seated:
        return self._people[int(len(self._people) * self._random.random() ** _SKEW)]


def _match_line(
    match_id: str,
    table_id: str,
    template: Template,
    outcome: Outcome,
    at: datetime,
    record: dict[str, object] | None,
    *,
    ranked: bool,
) -> str:
    finished = outcome == Outcome.FINISHED
    return _line(
        match_id,
        table_id,
        outcome,
        template.preset,
        template.target,
        template.seats,
        template.score if finished else "[7, 4]",
        template.chicos if finished else "[0, 0]",
        template.winner if finished else None,
        0,
        ranked,
        "outage" if outcome == Outcome.VOIDED else "",
        (at - timedelta(milliseconds=template.lasted_ms)).isoformat(),
        at.isoformat(),
        json.dumps(record, ensure_ascii=False).replace("\\", "\\\\") if record else None,
    )


def _seat_line(match_id: str, seat: int, each: Seated, template: Template, outcome: Outcome, at: datetime) -> str:
    result = ("won" if template.winner == seat % 2 else "lost") if outcome == Outcome.FINISHED else outcome
    player = None if each.bot else each.player_id
    return _line(
        match_id,
        seat,
        player,
        each.name,
        each.avatar,
        "f",
        each.bot,
        at.isoformat(),
        template.preset,
        template.seats,
        result,
    )


def _line(*values: object) -> str:
    return "\t".join("\\N" if value is None else str(value) for value in values)


def _copy(table: str, lines: Sequence[str]) -> None:
    with connection.cursor() as cursor, cursor.copy(f"COPY {table} FROM STDIN") as copying:
        copying.write("".join(f"{line}\n" for line in lines))
