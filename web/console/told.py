"""A report as a moderator reads it: the hand, as far as the reporter saw it, and the talk, in words."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final

from django.utils.translation import gettext as _
from google.protobuf.json_format import ParseDict

from truco.play.v1.play_pb2 import TableUpdate, TalkLine
from truco.rules.v1 import rules_pb2
from web.history import services as history
from web.history.replay import replayed
from web.history.words import Hand, card, hands, saying, why
from web.moderation.services import Report

_CALL: Final = "ACTION_KIND_"
_REASON: Final = "SCORE_REASON_"


@dataclass(frozen=True)
class Line:
    """Who did or said what; points and the deal are nobody's."""

    who: str
    text: str


@dataclass(frozen=True)
class Spoken:
    """A line of talk; `audience` is to whom."""

    at: datetime
    who: str
    audience: str
    text: str
    reported: bool
    """Whether the reported player said it."""


def hand_of(report: Report) -> list[Line]:
    """The hand that was being played, up to the report; empty before the match."""
    update = ParseDict(report.hand, TableUpdate(), ignore_unknown_fields=True)
    names = {seat.seat: seat.name for seat in update.table.seats}
    return [line for event in update.events for line in _lines(event, names)]


def match_of(report: Report) -> list[Hand]:
    """All hands of the match, as the reporter's seat may know them, once it has ended and is stored."""
    stored = history.record_of(report.match_id) if report.match_id else None
    return hands(replayed(stored), report.reporter_seat) if stored else []


def talk_of(report: Report) -> list[Spoken]:
    """What the reporter could hear, oldest first."""
    return [_spoken(ParseDict(line, TalkLine(), ignore_unknown_fields=True), report) for line in report.talk]


def _lines(event: rules_pb2.Event, names: dict[int, str]) -> Iterator[Line]:
    kind = event.WhichOneof("kind")
    if kind == "hand_dealt":
        yield Line("", _("Reparte %(name)s") % {"name": _name(names, event.hand_dealt.dealer)})
    elif kind == "cards_dealt":
        dealt = event.cards_dealt
        yield Line(_name(names, dealt.seat), _("recibe %(cards)s") % {"cards": _cards(dealt.cards)})
    elif kind == "card_played":
        played = event.card_played
        what = _("juega el %(card)s") % {"card": card(played.card)} if played.card else _("juega una carta tapada")
        yield Line(_name(names, played.seat), what)
    elif kind == "called":
        call = rules_pb2.ActionKind.Name(event.called.call).removeprefix(_CALL).lower()
        yield Line(_name(names, event.called.seat), f"«{saying(call)}»")
    elif kind == "declared":
        declared = event.declared
        tantos = str(declared.tantos) if declared.HasField("tantos") else _("Son buenas")
        yield Line(_name(names, declared.seat), f"«{tantos}»")
    elif kind == "scored":
        reason = why(rules_pb2.ScoreReason.Name(event.scored.why).removeprefix(_REASON).lower())
        team = _("Equipo %(team)s") % {"team": event.scored.team + 1}
        yield Line("", f"{team}: {event.scored.points:+d} {reason}".rstrip())
    elif kind == "cards_shown":
        shown = event.cards_shown
        yield Line(_name(names, shown.seat), _("muestra %(cards)s") % {"cards": _cards(shown.cards)})


def _spoken(line: TalkLine, report: Report) -> Spoken:
    which = line.WhichOneof("what") or ""
    audiences = {"team_text": _("al equipo"), "sena": _("seña"), "reaction": _("reacción")}
    at = datetime.fromtimestamp(line.time_ms / 1000, UTC)
    said = str(getattr(line, which)) if which else ""
    return Spoken(at, line.name, audiences.get(which, _("a todos")), said, line.seat == report.reported_seat)


def _name(names: dict[int, str], seat: int) -> str:
    return names.get(seat) or _("Asiento %(seat)s") % {"seat": seat + 1}


def _cards(codes: Iterable[str]) -> str:
    return ", ".join(card(code) for code in codes)
