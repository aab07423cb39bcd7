"""What may be said at a table, and who hears it (rules.md 13). Talk makes no game record: it has records of its own."""

import unicodedata
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from services.common import subjects
from services.common.errors import IllegalAction, InvalidInput
from services.tables.domain.seats import own_seat, people
from services.tables.domain.updates import Update
from truco.play.v1.play_pb2 import TABLE_STATUS_PLAYING, TalkLine
from truco.rules.v1.rules_pb2 import PHASE_PLAY
from truco.tables.v1.tables_pb2 import Hearer, Say, SeatTalk, TableState, TalkRecord

REACTIONS: Final = (
    *("jaja", "bien_jugado", "que_mala_suerte", "apurate", "gracias", "buena_suerte", "uh", "mentiroso"),
)
TEXT_CHARACTERS: Final = 200

_TO_ALL: Final = ("table_text", "reaction")
_NEVER_SHOWN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
"""Unicode: control, format (what turns the writing's direction too), surrogates, private use, line ends."""
_JOINER: Final = "\u200d"
"""The one format character that is let through: many pictures are several, joined."""


@dataclass(frozen=True, slots=True)
class Said:
    """A line as stored: its record, and that record's sequence in the stream."""

    record: TalkRecord
    sequence: int


def check_text(text: str, most: int) -> str:
    """The text without blanks around it. Errors: BAD_TEXT when it is too long or has what cannot be shown."""
    text = text.strip()
    if len(text) > most or any(unicodedata.category(each) in _NEVER_SHOWN and each != _JOINER for each in text):
        raise InvalidInput("BAD_TEXT", f"a text has at most {most} characters, all of which can be shown")
    return text


def said_by(line: TalkLine | Say) -> tuple[str, str]:
    """How it is said, by the field's name, and what; a text without blanks around it."""
    which = line.WhichOneof("what") or ""
    return which, getattr(line, which).strip() if which else ""


def spoken(state: TableState, player_id: str, say: Say, senas: Collection[str]) -> TalkLine:
    """The line that a player says, not numbered yet.

    Errors: NOT_SEATED, NO_PARTNERS, NO_HAND, UNKNOWN_SENA, UNKNOWN_REACTION, BAD_TEXT, BAD_REQUEST.
    """
    seat = own_seat(state, player_id)
    which, what = said_by(say)
    _check(state, which, what, senas)
    line = TalkLine(table_id=state.table_id, seat=seat, player_id=player_id, name=state.seats[seat].player.name)
    setattr(line, which, what)
    return line


def recorded(table: TableState, version: int, line: TalkLine, request_id: str, before: Said | None) -> TalkRecord:
    """The record of a line that is said after another."""
    number = before.record.line.number + 1 if before else 1
    record = TalkRecord(
        line=line,
        hearers=_hearers(table, line),
        request_id=request_id,
        epoch=table.epoch,
        version=version,
        previous_sequence=before.sequence if before else 0,
    )
    record.line.number = number
    return record


def audience(line: TalkLine) -> str:
    """Whom the line is for: all, or a team by its number."""
    return "all" if line.WhichOneof("what") in _TO_ALL else str(line.seat % 2)


def hears(record: TalkRecord, player_id: str) -> bool:
    """Whether a player may hear the line."""
    return any(hearer.player_id == player_id for hearer in record.hearers)


def fan_out(record: TalkRecord) -> list[Update]:
    """One message for every seat that may hear the line."""
    return [
        Update(
            subjects.seat(record.line.table_id, hearer.seat, subjects.TALK),
            SeatTalk(player_id=hearer.player_id, line=record.line).SerializeToString(),
        )
        for hearer in record.hearers
    ]


def _check(state: TableState, which: str, what: str, senas: Collection[str]) -> None:
    if which not in _TO_ALL and which and len(state.seats) == 2:
        raise IllegalAction("NO_PARTNERS", "nobody has a partner at a table of two")
    match which:
        case "table_text" | "team_text":
            if not check_text(what, TEXT_CHARACTERS):
                raise InvalidInput("BAD_TEXT", "an empty text")
        case "sena":
            _check_sena(state, what, senas)
        case "reaction":
            if what not in REACTIONS:
                raise InvalidInput("UNKNOWN_REACTION", f"the reactions are {', '.join(REACTIONS)}")
        case _:
            raise InvalidInput("BAD_REQUEST", "nothing is said")


def _check_sena(state: TableState, sena: str, senas: Collection[str]) -> None:
    if sena not in senas:
        raise InvalidInput("UNKNOWN_SENA", f"the señas of this table are {', '.join(senas)}")
    if state.status != TABLE_STATUS_PLAYING or state.position.phase != PHASE_PLAY:
        raise IllegalAction("NO_HAND", "señas are made while a hand is played")


def _hearers(state: TableState, line: TalkLine) -> list[Hearer]:
    """The people who sit there now, of the speaker's team where it is not for all. The platform's bots hear nothing."""
    team = audience(line)
    return [
        Hearer(player_id=state.seats[seat].player.player_id, seat=seat)
        for seat in people(state)
        if team in ("all", str(seat % 2))
    ]
