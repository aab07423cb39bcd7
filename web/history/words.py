"""A match record told hand by hand, in words, to one of its players.

Only what that seat may know: its own cards, and nobody else's face-down ones (rules.md 4.6).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from web.history.record import Deal, MatchRecord, Points, Said, Step, Then
from web.history.sayings import CLOCK, SAYINGS, STAND_IN, SUITS, TRICKS, WHY


@dataclass(frozen=True)
class Line:
    """One thing that happened, on the side of "us", "them" or, for a tied trick, "parda". Points and tricks have no
    `who`; `spoken` words go into a bubble.
    """

    side: str
    who: str
    text: str
    spoken: bool


@dataclass(frozen=True)
class Hand:
    """One hand: its number from 1, who dealt, the two who played it when it was a duel, the reader's cards (none in
    others' duel), what happened, and the score after it (us, them).
    """

    number: int
    dealer: str
    duel: list[str]
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
        duel = [names[seat] for seat in sorted(deal.hands)] if 0 < len(deal.hands) < record.seats else []
        turned_up = card(deal.muestra) if deal.muestra else ""
        lines = list(_told(steps, names, reader))
        told.append(Hand(number, names[dealer], duel, own, turned_up, lines, _score(steps, reader)))
    return told


def card(code: str) -> str:
    """A card in words: 1e is "1 de espada"."""
    return _("%(rank)s de %(suit)s") % {"rank": code[:-1], "suit": SUITS[code[-1]]}


def saying(verb: str) -> str:
    """What a call or an answer of the record's format sounds like."""
    return str(SAYINGS.get(verb, verb))


def why(reason: str) -> str:
    """For what points were scored, by the reason of the record's format; empty for one that needs no words."""
    return str(WHY.get(reason, ""))


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


def _told(steps: Sequence[Step], names: list[str], reader: int) -> Iterator[Line]:
    """What happened in one hand: each step, then what it brought that was not so before it."""
    before = Then()
    for step in steps:
        yield from _done(step, names, reader)
        yield from (_said(said, names, reader) for said in step.then.said)
        yield from _tricks(before, step.then, reader)
        yield from (_points(points, reader) for points in step.then.points)
        yield from _shown(step.then, names, reader)
        before = step.then


def _done(step: Step, names: list[str], reader: int) -> Iterator[Line]:
    side, who = _side(step.seat, reader), names[step.seat]
    verb, _space, code = step.do.partition(" ")
    by = _by(step)
    if verb == "play":
        yield Line(side, who, _("juega el %(card)s") % {"card": card(code)} + by, spoken=False)
    elif verb == "down":
        hidden = step.seat != reader
        text = _("juega una carta tapada") if hidden else _("juega tapado el %(card)s") % {"card": card(code)}
        yield Line(side, who, text + by, spoken=False)
    elif verb == "forfeit":
        yield Line(side, who, _("abandona la partida") + by, spoken=False)
    elif verb != "deal":
        yield Line(side, who, f"{saying(verb)}{by}", spoken=True)


def _by(step: Step) -> str:
    """Who acted in the seat's stead: the clock, or the bot that sat in."""
    if not step.by or step.do == "deal":
        return ""
    return f" ({CLOCK if step.by == 'clock' else STAND_IN})"


def _tricks(before: Then, after: Then, reader: int) -> Iterator[Line]:
    """The tricks that the step ended. A hand's last one stands until the next deal."""
    ended = after.tricks or []
    for number in range(len(before.tricks or []), len(ended)):
        whose = ended[number]
        side = "parda" if whose == "parda" else _side(whose, reader)
        team = _("parda") if side == "parda" else _team(side)
        yield Line(side, "", f"{TRICKS[number]}: {team}", spoken=False)


def _shown(then: Then, names: list[str], reader: int) -> Iterator[Line]:
    """The cards that the rules have shown at the hand's end."""
    for seat, codes in sorted(then.shown.items()):
        cards = ", ".join(card(code) for code in codes)
        yield Line(_side(seat, reader), names[seat], _("muestra %(cards)s") % {"cards": cards}, spoken=False)


def _said(said: Said, names: list[str], reader: int) -> Line:
    text = _("Son buenas") if said.tantos is None else str(said.tantos)
    return Line(_side(said.seat, reader), names[said.seat], text, spoken=True)


def _points(points: Points, reader: int) -> Line:
    side = _side(points.team, reader)
    if points.why == "forfeit":
        return Line(side, "", _("%(team)s: partida ganada por abandono") % {"team": _team(side)}, spoken=False)
    return Line(side, "", f"{_team(side)} {points.n:+d} {why(points.why)}".rstrip(), spoken=False)


def _team(side: str) -> str:
    return _("Nosotros") if side == "us" else _("Ellos")


def _side(seat_or_team: int, reader: int) -> str:
    return "us" if seat_or_team % 2 == reader % 2 else "them"
