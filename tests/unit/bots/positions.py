"""Hands written as in rules.md, and what a policy makes of them."""

from collections.abc import Mapping, Sequence

from services.bots.policies import Criollo
from services.bots.policies.criollo.cards import best
from services.bots.policies.criollo.outlook import Outlook
from services.bots.policies.policy import dice_for
from services.engine.rules import State, apply, deal, make_ruleset, new_match, parse, text, view
from services.engine.rules.actions import card_named
from services.engine.rules.cards import CARDS, NAMES, rank_place

TRIES = 40
"""Versions at which a position is played: the policy is to do alike in nearly all, whatever its dice."""


def dealt(
    hands: Mapping[int, str],
    *,
    seats: int = 2,
    score: tuple[int, int] = (0, 0),
    preset: str = "maestro",
    options: Mapping[str, object] | None = None,
    muestra: str | None = None,
) -> State:
    """A hand just dealt, seat 0 mano; `hands` gives some seats' cards, e.g. "1e 7e 4c"."""
    return next_hand(new_match(make_ruleset(preset, options), seats, score=score), hands, muestra=muestra)


def next_hand(state: State, hands: Mapping[int, str], *, muestra: str | None = None) -> State:
    """The next hand of a match whose deal is awaited."""
    return apply(state, state.dealer, deal(_deck(state.order(), hands, muestra)))


def after(state: State, *moves: str) -> State:
    """The hand after moves such as "0 play 4c" or "1 truco"."""
    for move in moves:
        seat, _, action = move.partition(" ")
        state = apply(state, int(seat), parse(action))
    return state


def choices(state: State, seat: int) -> list[str]:
    """What Criollo does in the position, at many versions of the table."""
    seen = view(state, seat)
    return [text(Criollo().choose(seen, dice_for("table", 1, version, seat))) for version in range(TRIES)]


def share(state: State, seat: int, *actions: str) -> float:
    """How often it does one of the actions."""
    return sum(choice in actions for choice in choices(state, seat)) / TRIES


def cards(state: State, seat: int) -> set[str]:
    """The cards that it would play there, whatever it says first."""
    seen = view(state, seat)
    return {NAMES[best(seen, Outlook(seen, dice_for("table", 1, version, seat)))] for version in range(TRIES)}


def _deck(order: Sequence[int], hands: Mapping[int, str], muestra: str | None) -> tuple[int, ...]:
    wanted = {seat: [card_named(name) for name in names.split()] for seat, names in hands.items()}
    turned = [card_named(muestra)] if muestra else []
    taken = {*turned, *(card for held in wanted.values() for card in held)}
    # By rank, so that a hand that nobody asked for is no flor.
    rest = [card for card in sorted(range(CARDS), key=rank_place) if card not in taken]
    by_seat = [wanted.get(seat) or [rest.pop(0) for _ in range(3)] for seat in order]
    # One card to each seat from mano, three times round, then the muestra (rules.md 3).
    return (*(held[turn] for turn in range(3) for held in by_seat), *turned, *rest)
