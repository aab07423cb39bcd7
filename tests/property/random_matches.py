"""Random matches of every kind that this release plays, made from a seed."""

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from hypothesis import strategies as st

from services.engine.rules import Action, Ruleset, State, Step, apply, awaited, deal, legal, make_ruleset, new_match
from services.engine.rules.cards import CARDS
from services.engine.rules.options import CHOICES, unsupported
from services.engine.rules.presets import PRESETS
from services.engine.rules.state import DEALING, OVER

PLAYED_HERE = tuple(name for name, ruleset in PRESETS.items() if not unsupported(ruleset))
TABLES = tuple((name, seats) for name in PLAYED_HERE for seats in PRESETS[name].seats)
OPTIONS = {
    name: tuple(choices) for name, choices in CHOICES.items() if name not in ("flor", "muestra", "pica_pica", "perros")
}


SEEDS = st.integers(0, 2**32)


class Moment(NamedTuple):
    """An action about to be taken in a match, and the step that it made."""

    before: State
    seat: int
    action: Action
    step: Step


@st.composite
def rulesets(draw: st.DrawFn) -> tuple[Ruleset, int]:
    """A preset with some options over it, and a table size that it is played at."""
    preset, seats = draw(st.sampled_from(TABLES))
    names = draw(st.lists(st.sampled_from(list(OPTIONS)), max_size=8, unique=True))
    return make_ruleset(preset, {name: draw(st.sampled_from(OPTIONS[name])) for name in names}), seats


def play(ruleset: Ruleset, seats: int, seed: int) -> Iterator[Moment]:
    """Plays a whole match; who acts and what is done is uniform over what is legal, out of turn too."""
    random = Random(seed)
    deck = list(range(CARDS))
    state = new_match(ruleset, seats, dealer=random.randrange(seats))
    while state.phase != OVER:
        random.shuffle(deck)
        seat, action = _deal(state, deck) if state.phase == DEALING else _choice(state, random)
        step = apply(state, seat, action)
        yield Moment(state, seat, action, step)
        state = step.state


def _deal(state: State, deck: list[int]) -> tuple[int, Action]:
    return state.dealer, deal(tuple(deck))


def _choice(state: State, random: Random) -> tuple[int, Action]:
    seat = random.choice([*awaited(state), random.randrange(state.seats)])
    choices = legal(state, seat) or legal(state, seat := awaited(state)[0])
    return seat, random.choice(choices)
