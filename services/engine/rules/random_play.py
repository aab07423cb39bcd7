"""Matches between players who take any legal action, each as likely as the other: for records, benchmarks and tests."""

from typing import Final, final

from mypy_extensions import i64

from services.engine.rules.actions import DEAL, Action, deal
from services.engine.rules.apply import apply
from services.engine.rules.cards import CARDS, Card
from services.engine.rules.chapters.deal import size
from services.engine.rules.legal import action_of, legal_choices
from services.engine.rules.log import QUIET, Log
from services.engine.rules.seats import count
from services.engine.rules.state import OVER, State
from services.engine.rules.turns import awaited_seats

_MULTIPLIER: Final = 48271
_MODULUS: Final = 2147483647


@final
class Dice:
    """Small random numbers (Lehmer, modulus 2**31 - 1), the same in every build; not for shuffling real games."""

    def __init__(self, seed: int) -> None:
        self._last: i64 = seed % (_MODULUS - 1) + 1

    def below(self, bound: i64) -> i64:
        """A number from 0 to bound - 1."""
        self._last = self._last * _MULTIPLIER % _MODULUS
        return self._last * bound // _MODULUS

    def bit_of(self, bits: i64) -> i64:
        """The place of one of the bits that are set, each as likely as the other."""
        skipped = self.below(count(bits))
        while skipped:
            bits &= bits - 1
            skipped -= 1
        place: i64 = 0
        while not bits & 1:
            bits >>= 1
            place += 1
        return place


@final
class Table:
    """A match and the dice that play it, one action at a time."""

    def __init__(self, state: State, seed: int) -> None:
        self.state: State = state
        self._dice: Dice = Dice(seed)
        self._deck: list[Card] = list(range(CARDS))

    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.state.phase == OVER

    def choose(self) -> tuple[int, Action]:
        """A seat that is awaited and one of its legal actions; raises ValueError once the match is over."""
        if self.is_over():
            raise ValueError("the match is over")
        seat = self._dice.bit_of(awaited_seats(self.state))
        action = action_of(self.state, seat, self._dice.bit_of(legal_choices(self.state, seat)))
        return seat, self._deal() if action.kind == DEAL else action

    def step(self, log: Log = QUIET) -> None:
        """Takes such an action."""
        seat, action = self.choose()
        self.state = apply(self.state, seat, action, log)

    def _deal(self) -> Action:
        """The first cards of a fresh shuffle, as many as the hand needs."""
        needed = size(self.state)
        for place in range(needed):
            other = place + self._dice.below(CARDS - place)
            self._deck[place], self._deck[other] = self._deck[other], self._deck[place]
        return deal(tuple(self._deck[:needed]))


def play_out(state: State, seed: int) -> int:
    """Plays the match to its end and returns how many actions it took."""
    table, actions = Table(state, seed), 0
    while not table.is_over():
        table.step()
        actions += 1
    return actions
