"""Replays a match record and compares what it expects with what happens."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from services.engine.rules import actions, events
from services.engine.rules.apply import apply
from services.engine.rules.cards import CARDS, NAMES, Card
from services.engine.rules.errors import RuleError
from services.engine.rules.events import Event
from services.engine.rules.legal import default_action, legal
from services.engine.rules.log import Log
from services.engine.rules.ranking import NO_MUESTRA
from services.engine.rules.record import Deal, Record, RecordStep, deck_of
from services.engine.rules.seats import NOBODY
from services.engine.rules.state import DEALING, OVER, PARDA, PLAYING, State
from services.engine.rules.table import tricks

Outcome = Mapping[str, object]
"""Every key of the record format after a step, as JSON."""

_PHASES: Final = {DEALING: "deal", PLAYING: "play", OVER: "over"}
_BY_SEAT: Final = ("legal", "default")
_AS_SETS: Final = ("legal", "shown")


class Failure(NamedTuple):
    """An expectation that did not hold, and the step, from 0."""

    step: int
    key: str
    expected: Any
    got: Any


class Replay(NamedTuple):
    """How a replay went: it is ok when nothing failed."""

    name: str
    failures: tuple[Failure, ...]
    steps: tuple[Outcome, ...]
    final: State


def replay(record: Record) -> Replay:
    """Folds the record's actions; a step that is refused against the record ends the replay."""
    state = apply(record.start, record.start.dealer, actions.deal(deck_of(record.start, record.deals[0])))
    dealt, failures, outcomes = 1, [], []
    for number, step in enumerate(record.steps):
        after, happened, failure = _take(state, step, record.deals[dealt:], number)
        outcome = observe(after, happened)
        outcomes.append(outcome)
        failures += [failure] if failure else []
        failures += _compare(number, step.then, outcome)
        if failure:
            break
        dealt += after is not state and step.action.kind == actions.DEAL
        state = after
    return Replay(record.name, tuple(failures), tuple(outcomes), state)


def observe(state: State, happened: tuple[Event, ...]) -> Outcome:
    """Every key of the record format, after a step that made this state and these events."""
    seats = range(state.seats)
    return {
        "score": list(state.score),
        "chicos": list(state.chicos),
        "phase": _PHASES[state.phase],
        "dealer": state.dealer,
        "mano": state.mano,
        "turn": _or_null(state.turn),
        "pending": {"call": _word(state.call), "team": state.call_team} if state.call else None,
        "suspended": _word(state.suspended) if state.suspended else None,
        "truco": state.truco,
        "raise": _or_null(state.raiser),
        "tricks": ["parda" if result == PARDA else result for result in tricks(state)],
        "muestra": None if state.muestra == NO_MUESTRA else NAMES[state.muestra],
        "winner": _or_null(state.winner),
        "legal": {str(seat): [actions.text(action) for action in legal(state, seat)] for seat in seats},
        "points": [
            {"team": event.team, "n": event.points, "why": str(event.why)}
            for event in happened
            if isinstance(event, events.Scored)
        ],
        "said": [_said(event) for event in happened if isinstance(event, events.Declared)],
        "shown": {str(event.seat): _names(event.cards) for event in happened if isinstance(event, events.CardsShown)},
        "default": {str(seat): _default(state, seat) for seat in seats},
    }


def _take(
    state: State, step: RecordStep, deals: tuple[Deal, ...], number: int
) -> tuple[State, tuple[Event, ...], Failure | None]:
    log = Log()
    try:
        after = apply(state, step.seat, _with_deck(state, step.action, deals), log)
    except RuleError as error:
        failure = None if step.refused else Failure(number, "do", actions.text(step.action), str(error.reason))
        return state, (), failure
    failure = Failure(number, "refused", actions.text(step.action), None) if step.refused else None
    return after, tuple(log.events), failure


def _with_deck(state: State, action: actions.Action, deals: tuple[Deal, ...]) -> actions.Action:
    """The action as it is taken: a deal gets the record's next deck, and one that is to be refused any."""
    if action.kind != actions.DEAL or state.phase != DEALING:
        return action
    return actions.deal(deck_of(state, deals[0]) if deals else tuple(range(CARDS)))


def _compare(number: int, then: Outcome, outcome: Outcome) -> list[Failure]:
    failures = []
    for key, expected in then.items():
        got = outcome[key]
        if key in _BY_SEAT and isinstance(expected, dict) and isinstance(got, dict):
            got = {seat: got.get(seat) for seat in expected}
        same = _sets(got) == _sets(expected) if key in _AS_SETS else got == expected
        if not same:
            failures.append(Failure(number, key, expected, got))
    return failures


def _sets(by_seat: object) -> object:
    if not isinstance(by_seat, dict):
        return by_seat
    return {seat: sorted(map(str, words)) if isinstance(words, list) else words for seat, words in by_seat.items()}


def _said(event: events.Declared) -> Outcome:
    if event.tantos == events.SON_BUENAS:
        return {"seat": event.seat, "son_buenas": True}
    return {"seat": event.seat, "tantos": event.tantos}


def _default(state: State, seat: int) -> str | None:
    action = default_action(state, seat)
    return None if action is None else actions.text(action)


def _word(kind: int) -> str:
    return actions.KIND_NAMES[kind]


def _names(cards: tuple[Card, ...]) -> list[str]:
    return [NAMES[card] for card in cards]


def _or_null(number: int) -> int | None:
    return None if number == NOBODY else number
