"""Random matches of every kind of table, made from a seed."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

from services.engine.cli.random_records import Moment
from services.engine.rules import Action, InvalidInput, Log, Ruleset, State, apply, awaited, deal, legal, make_ruleset
from services.engine.rules.actions import DEAL, DOWN, MAZO, NO_QUIERO, PLAY
from services.engine.rules.cards import CARDS, HAND_SIZE, suit
from services.engine.rules.chapters.deal import size
from services.engine.rules.match import new_match
from services.engine.rules.options import CHOICES, FLOR_REPLIES
from services.engine.rules.presets import PRESETS
from services.engine.rules.state import OVER


class Table(NamedTuple):
    """What a match is played by."""

    preset: str
    options: dict[str, object]
    seats: int

    @property
    def ruleset(self) -> Ruleset:
        """The rules in full."""
        return make_ruleset(self.preset, self.options, self.seats)

    def start(self, dealer: int) -> State:
        """A match before its first deal."""
        return new_match(self.ruleset, self.seats, dealer)


PRESET_TABLES = tuple(Table(name, {}, seats) for name, ruleset in PRESETS.items() for seats in ruleset.seats)
SEEDS = st.integers(0, 2**32)

THEMES: tuple[dict[str, object], ...] = (
    {},
    {"flor": True},
    {"flor": True, "muestra": True, "flor_timing": "at_once"},
    {"flor": True, "perros": True, "pica_falta": 6, "pica_resto": 6},
    {"flor": True, "pica_pica": True, "pica_from": 0},
    {"tapada_from_trick": 1, "mazo": "individual"},
)
"""Options that mean little without each other."""

MOODS = ((), (MAZO,), (MAZO, NO_QUIERO), (DOWN, MAZO), tuple(kind for kind in range(1, 19) if kind not in (DEAL, PLAY)))
"""What all seats of a match rather leave: otherwise hands seldom last."""


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """A table of any options that make sense together."""
    preset, _options, seats = draw(st.sampled_from(PRESET_TABLES))
    wished = dict(draw(st.sampled_from(THEMES)))
    for name in draw(st.lists(st.sampled_from(list(CHOICES)), max_size=8, unique=True)):
        wished.setdefault(name, draw(st.sampled_from(tuple(CHOICES[name]))))
    if draw(st.booleans()):
        wished["flor_replies"] = draw(st.lists(st.sampled_from(FLOR_REPLIES), min_size=1, unique=True))
    return sensible(preset, wished, seats)


def sensible(preset: str, wished: dict[str, object], seats: int) -> Table:
    """The preset with those of the wished options that make sense over the ones before them."""
    chosen: dict[str, object] = {}
    for name, value in wished.items():
        try:
            make_ruleset(preset, {**chosen, name: value}, seats)
        except InvalidInput:
            continue
        chosen[name] = value
    return Table(preset, chosen, seats)


def play(table: Table, seed: int) -> Iterator[Moment]:
    """Plays a whole match; who acts and what is done is random among what is legal, out of turn too."""
    random = Random(seed)
    shunned = random.choice(MOODS)
    state = table.start(random.randrange(table.seats))
    while state.phase != OVER:
        seat, action = _choice(state, shunned, random)
        log = Log()
        after = apply(state, seat, action, log)
        yield Moment(state, seat, action, after, tuple(log.events))
        state = after


def _choice(state: State, shunned: tuple[int, ...], random: Random) -> tuple[int, Action]:
    seat = random.choice([*awaited(state), random.randrange(state.seats)])
    choices = legal(state, seat) or legal(state, seat := awaited(state)[0])
    if random.random() < 0.9:
        choices = [action for action in choices if action.kind not in shunned] or choices
    action = random.choice(choices)
    return seat, deal(deck(state, random)) if action.kind == DEAL else action


def deck(state: State, random: Random) -> tuple[int, ...]:
    """A shuffled deck in which hands of one suit are far from rare, and the top is all that the hand needs."""
    cards = random.sample(range(CARDS), CARDS)
    order, needed = len(state.order()), size(state)
    for place in range(order):
        if random.random() < 0.3:
            _suited(cards, range(place, HAND_SIZE * order, order))
    return tuple(cards[:needed])


def _suited(cards: list[int], places: range) -> None:
    """Exchanges cards so that those of the places are of one suit, where later cards allow it."""
    for place in places[1:]:
        for other in range(places[-1] + 1, CARDS):
            if suit(cards[place]) != suit(cards[places[0]]) == suit(cards[other]):
                cards[place], cards[other] = cards[other], cards[place]
