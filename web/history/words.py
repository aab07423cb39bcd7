"""A match record told hand by hand, in words, to one of its players.

Only what that seat may know: its own cards, and nobody else's face-down ones (rules.md 4.6).
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from web.history.record import Deal, MatchRecord, Points, Said, Step

_SUITS = {
    "e": gettext_lazy("espada"),
    "b": gettext_lazy("basto"),
    "o": gettext_lazy("oro"),
    "c": gettext_lazy("copa"),
}

# What each action of the record's format sounds like.
_SAYINGS: dict[str, Promise] = {
    "envido": gettext_lazy("Envido"),
    "real_envido": gettext_lazy("Real envido"),
    "falta_envido": gettext_lazy("Falta envido"),
    "flor": gettext_lazy("Flor"),
    "con_flor_me_achico": gettext_lazy("Con flor me achico"),
    "contraflor": gettext_lazy("Contraflor"),
    "con_flor_envido": gettext_lazy("Con flor envido"),
    "contraflor_al_resto": gettext_lazy("Contraflor al resto"),
    "truco": gettext_lazy("Truco"),
    "retruco": gettext_lazy("Quiero retruco"),
    "vale_cuatro": gettext_lazy("Quiero vale cuatro"),
    "quiero": gettext_lazy("Quiero"),
    "no_quiero": gettext_lazy("No quiero"),
    "perros": gettext_lazy("Echo los perros"),
    "mazo": gettext_lazy("Me voy al mazo"),
}

_WHY: dict[str, Promise] = {
    "envido": gettext_lazy("por el envido"),
    "envido_refused": gettext_lazy("por el envido no querido"),
    "flor": gettext_lazy("por la flor"),
    "flor_achico": gettext_lazy("por el achique"),
    "contraflor": gettext_lazy("por la contraflor"),
    "contraflor_refused": gettext_lazy("por la contraflor no querida"),
    "resto": gettext_lazy("por la contraflor al resto"),
    "resto_refused": gettext_lazy("por la contraflor al resto no querida"),
    "con_flor_envido": gettext_lazy("por con flor envido"),
    "con_flor_envido_refused": gettext_lazy("por con flor envido no querido"),
    "truco": gettext_lazy("por ganar la mano"),
    "truco_refused": gettext_lazy("por el truco no querido"),
    "mazo": gettext_lazy("porque el rival se fue al mazo"),
    "envido_undone": gettext_lazy("porque la flor anuló el envido"),
    "forfeit": gettext_lazy("por abandono"),
}


@dataclass(frozen=True)
class Line:
    """One thing that happened, on the side of "us" or "them". Points have no `who`; `spoken` words go into a bubble."""

    side: str
    who: str
    text: str
    spoken: bool


@dataclass(frozen=True)
class Hand:
    """One hand: its number from 1, who dealt, the reader's cards (none in others' duel), what happened, and the score
    after it (us, them).
    """

    number: int
    dealer: str
    cards: list[str]
    muestra: str
    lines: list[Line]
    score: tuple[int, int] | None


def hands(record: MatchRecord, reader: int) -> list[Hand]:
    """The match's hands in order, as the seat `reader` may know them."""
    names = [player.name for player in record.players]
    first = record.start.dealer if record.start.dealer is not None else record.seats - 1
    told: list[Hand] = []
    for number, (dealer, steps) in enumerate(_split(record, first), start=1):
        deal = record.deals[number - 1] if number <= len(record.deals) else Deal(hands={})
        own = [card(code) for code in deal.hands.get(reader, [])]
        lines = [line for step in steps for line in _lines(step, names, reader)]
        turned_up = card(deal.muestra) if deal.muestra else ""
        told.append(Hand(number, names[dealer], own, turned_up, lines, _score(steps, reader)))
    return told


def card(code: str) -> str:
    """A card in words: 1e is "1 de espada"."""
    return _("%(rank)s de %(suit)s") % {"rank": code[:-1], "suit": _SUITS[code[-1]]}


def saying(verb: str) -> str:
    """What a call or an answer of the record's format sounds like."""
    return str(_SAYINGS.get(verb, verb))


def why(reason: str) -> str:
    """For what points were scored, by the reason of the record's format; empty for one that needs no words."""
    return str(_WHY.get(reason, ""))


def _split(record: MatchRecord, first_dealer: int) -> list[tuple[int, list[Step]]]:
    """The steps of each hand, with its dealer; a record opens with its first deal made.

    Perros are said for the hand that is dealt after them (rules.md 12).
    """
    split: list[tuple[int, list[Step]]] = [(first_dealer, [])]
    for step in record.steps:
        last = split[-1][1]
        if step.do == "deal":
            before = [last.pop()] if last and last[-1].do == "perros" else []
            split.append((step.seat, [*before, step]))
        else:
            last.append(step)
    return split


def _score(steps: list[Step], reader: int) -> tuple[int, int] | None:
    score = steps[-1].then.score if steps else None
    return (score[reader % 2], score[1 - reader % 2]) if score else None


def _lines(step: Step, names: list[str], reader: int) -> Iterator[Line]:
    side, who = _side(step.seat, reader), names[step.seat]
    verb, _space, code = step.do.partition(" ")
    if verb == "play":
        yield Line(side, who, _("juega el %(card)s") % {"card": card(code)}, spoken=False)
    elif verb == "down":
        hidden = step.seat != reader
        text = _("juega una carta tapada") if hidden else _("juega tapado el %(card)s") % {"card": card(code)}
        yield Line(side, who, text, spoken=False)
    elif verb == "forfeit":
        yield Line(side, who, _("abandona la partida"), spoken=False)
    elif verb != "deal":
        yield Line(side, who, saying(verb), spoken=True)
    yield from (_said(said, names, reader) for said in step.then.said)
    yield from (_points(points, reader) for points in step.then.points)


def _said(said: Said, names: list[str], reader: int) -> Line:
    text = _("Son buenas") if said.tantos is None else str(said.tantos)
    return Line(_side(said.seat, reader), names[said.seat], text, spoken=True)


def _points(points: Points, reader: int) -> Line:
    side = _side(points.team, reader)
    team = _("Nosotros") if side == "us" else _("Ellos")
    return Line(side, "", f"{team} {points.n:+d} {why(points.why)}".rstrip(), spoken=False)


def _side(seat_or_team: int, reader: int) -> str:
    return "us" if seat_or_team % 2 == reader % 2 else "them"
