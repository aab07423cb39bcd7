"""A hand played twice: once as it was, once with other cards wherever a viewer has not seen one.

The second playing lasts as long as everybody still may do the same and nothing was said aloud, by the rules, that
depends on the exchanged cards. So far the viewer must have been told the same, byte by byte.
"""

from collections.abc import Iterable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from services.engine.cli.random_records import Moment
from services.engine.rules import Action, Log, RuleError, State, apply, awaited, deal, legal
from services.engine.rules.actions import DEAL, DOWN, DOWNS, FLOR, PLAY, PLAYS, QUIERO
from services.engine.rules.calls import is_envido, is_flor
from services.engine.rules.cards import CARDS, Card
from services.engine.rules.chapters.flor import best
from services.engine.rules.seats import NOBODY, has, team_of
from services.engine.rules.state import PLAYING
from services.engine.rules.tantos import counted, envido

Hand = Sequence[Moment]
"""The moments from a deal to the next, the last ones of them between the two."""

Swap = dict[Card, Card]


class Pair(NamedTuple):
    """One step as it was and as it is with other cards."""

    one: Moment
    other: Moment


def hands(moments: Iterable[Moment]) -> Iterator[Hand]:
    """A match hand by hand."""
    hand: list[Moment] = []
    for moment in moments:
        if moment.action.kind == DEAL and hand:
            yield hand
            hand = []
        hand.append(moment)
    yield hand


def another(hand: Hand, viewer: int | None, random: Random) -> list[Pair]:
    """The hand and its twin, which differ in cards that the viewer has not seen up to some moment."""
    until = random.choice((len(hand), random.randint(1, len(hand))))
    swap = _swap(hand[0].after, _seen(hand[:until], viewer), random)
    pairs: list[Pair] = []
    state = hand[0].before
    for moment in hand[:until]:
        action, log = _swapped(moment.action, swap), Log()
        try:
            after = apply(state, moment.seat, action, log)
        except RuleError:
            break
        other = Moment(state, moment.seat, action, after, tuple(log.events))
        if not _same_to_all(moment, other, viewer):
            break
        pairs.append(Pair(moment, other))
        state = after
    return pairs


def _seen(hand: Hand, viewer: int | None) -> set[Card]:
    """What the viewer has seen of the hand: its own cards, the muestra, cards played open, and what the rules show."""
    dealt, last = hand[0].after, hand[-1].after
    seen = {moment.action.card for moment in hand if moment.action.kind == PLAY} | {dealt.muestra}
    if last.phase != PLAYING:
        seen |= {card for cards in to_be_shown(last).values() for card in cards}
    if viewer is not None:
        partners = range(viewer % 2, dealt.seats, 2) if dealt.ruleset.partner_cards else [viewer]
        seen |= {card for seat in partners for card in dealt.cards(seat)}
    return seen


def _swap(dealt: State, seen: set[Card], random: Random) -> Swap:
    """Other cards for those not seen: for all of them, or for just a few of those dealt."""
    unseen = [card for card in range(CARDS) if card not in seen]
    if random.random() < 0.3:
        return dict(zip(unseen, random.sample(unseen, len(unseen)), strict=True))
    swap = {card: card for card in unseen}
    hidden = [card for seat in dealt.order() for card in dealt.cards(seat) if card in swap]
    for one in random.sample(hidden, min(len(hidden), random.randint(1, 3))):
        other = random.choice(unseen)
        swap[one], swap[other] = swap[other], swap[one]
    return swap


def _swapped(action: Action, swap: Swap) -> Action:
    if action.kind == DEAL:
        return deal(tuple([swap.get(card, card) for card in action.deck]))
    if action.kind in (PLAY, DOWN):
        return (PLAYS if action.kind == PLAY else DOWNS)[swap.get(action.card, action.card)]
    return action


def _same_to_all(one: Moment, other: Moment, viewer: int | None) -> bool:
    """Whether what the rules make public is the same in both, and so the viewer must be told the same."""
    return public(one) == public(other) and (viewer is None or legal(one.after, viewer) == legal(other.after, viewer))


def public(moment: Moment) -> tuple[object, ...]:
    """What a step tells everybody by the rules alone, worked out from the cards and the calls."""
    before, after = moment.before, moment.after
    settled: object = None
    if moment.action.kind == QUIERO and is_envido(before.call):
        settled = to_be_declared(before)
    elif moment.action.kind in (QUIERO, FLOR) and is_flor(before.call):
        settled = team_of(best(before, before.still_in()))
    # A deal too can end its hand: with a flor that wins the chico at once.
    in_hand = before.phase == PLAYING or moment.action.kind == DEAL
    ended = to_be_shown(after) if in_hand and after.phase != PLAYING else None
    # Flores that were sung, by whom, and whether a rival then has one to answer with, are said aloud.
    return settled, ended, awaited(after), after.sung, after.call, after.score


def to_be_declared(state: State) -> list[tuple[int, int | None]]:
    """Who declares what when an envido is accepted (rules.md 6): tantos, or None for son buenas."""
    said: list[tuple[int, int | None]] = []
    best_so_far, leader = -1, -1
    for seat in state.order():
        if has(state.folded, seat):
            continue
        tantos = envido(state.dealt(seat), state.muestra)
        if tantos > best_so_far:
            best_so_far, leader = tantos, seat
            said.append((seat, tantos))
        elif team_of(seat) != team_of(leader):
            said.append((seat, None))
    return said


def to_be_shown(state: State) -> dict[int, set[Card]]:
    """The cards that seats show at the end of a hand (rules.md 6, 7): those counted and not played."""
    shown: dict[int, set[Card]] = {}
    if state.envido_winner != NOBODY:
        seat = state.envido_winner
        places = counted(state.dealt(seat), state.muestra, 7 & ~state.held_by(seat))
        shown[seat] = {state.card(seat, place) for place in places if place >= 0}
    for seat in range(state.seats):
        if has(state.flor_scored, seat):
            shown[seat] = {state.card(seat, place) for place in range(3)}
    return {seat: cards & set(state.cards(seat)) for seat, cards in shown.items()}
