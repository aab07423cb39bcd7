"""The command `random`: records of random matches, and how any match is written as a record."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

from services.engine.rules import Action, Log, State, apply, awaited, deal, legal, make_ruleset, new_match, text
from services.engine.rules.actions import DEAL
from services.engine.rules.cards import CARDS, HAND_SIZE, NAMES, Card
from services.engine.rules.chapters.deal import size
from services.engine.rules.events import Event
from services.engine.rules.replay import observe
from services.engine.rules.state import OVER

Json = dict[str, object]


class Moment(NamedTuple):
    """An action of a match: what it found, who did it, what it made."""

    before: State
    seat: int
    action: Action
    after: State
    events: Sequence[Event]


def random_records(
    preset: str,
    options: Mapping[str, object],
    seats: int,
    seed: int,
    count: int,
    *,
    expect: bool,
) -> Iterator[Json]:
    """Records of whole matches. Raises InvalidInput: UNKNOWN_PRESET, BAD_OPTION, BAD_SEATS."""
    ruleset = make_ruleset(preset, options, seats)
    for number in range(count):
        random = Random(f"{seed}/{number}")
        start = new_match(ruleset, seats, random.randrange(seats))
        record = written(start, play(start, random), expect=expect)
        yield {"name": f"{preset}-{seats}-{seed}-{number}", "preset": preset, "options": options, **record}


def play(state: State, random: Random) -> Iterator[Moment]:
    """Plays to the end; whoever may do something may do it, and all that is legal is as likely."""
    while state.phase != OVER:
        seat, action = _choice(state, random)
        log = Log()
        after = apply(state, seat, action, log)
        yield Moment(state, seat, action, after, log.events)
        state = after


def written(start: State, moments: Iterable[Moment], *, expect: bool = False) -> Json:
    """A match so far, from its first deal on, as the part of its record that the rules know of."""
    deals, steps = [], []
    for moment in moments:
        if moment.action.kind == DEAL:
            deals.append(_deal(moment))
        step: Json = {"seat": moment.seat, "do": text(moment.action)}
        steps.append({**step, "then": observe(moment.after, tuple(moment.events))} if expect else step)
    return {
        "seats": start.seats,
        "start": {"score": start.score, "chicos": start.chicos, "dealer": start.dealer},
        "deals": deals,
        "steps": steps[1:],
    }


def _choice(state: State, random: Random) -> tuple[int, Action]:
    """Mostly a seat that is awaited, now and then one that speaks out of turn."""
    seat = random.choice([*awaited(state), random.randrange(state.seats)])
    action = random.choice(legal(state, seat) or legal(state, seat := awaited(state)[0]))
    if action.kind == DEAL:
        action = deal(tuple(random.sample(range(CARDS), size(state))))
    return seat, action


def _deal(moment: Moment) -> Json:
    """Card by card from mano round the table, then the muestra (rules.md 3)."""
    order, deck = moment.before.order(), moment.action.deck
    dealt = HAND_SIZE * len(order)
    hands = {seat: _names(deck[place : dealt : len(order)]) for place, seat in enumerate(order)}
    muestra = NAMES[deck[dealt]] if moment.before.ruleset.muestra else None
    return {"hands": {str(seat): hands[seat] for seat in sorted(order)}, "muestra": muestra}


def _names(cards: tuple[Card, ...]) -> list[str]:
    return [NAMES[card] for card in cards]
