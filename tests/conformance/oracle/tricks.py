"""Cards on the table, tricks, and who wins the hand (rules.md 4)."""

from tests.conformance.oracle.cards import FACE_DOWN_LEVEL, level
from tests.conformance.oracle.scoring import win_hand
from tests.conformance.oracle.state import Hand, Match, Play, team_of

PARDA = "parda"


def card_words(match: Match, seat: int) -> list[str]:
    """The ways in which the seat in turn may play its cards."""
    hand = match.playing
    words = [f"play {card}" for card in hand.held[seat]]
    tapada_from = match.options.tapada_from_trick
    if tapada_from and len(hand.results) + 1 >= tapada_from:
        words += [f"down {card}" for card in hand.held[seat]]
    return words


def play(match: Match, seat: int, card: str, *, face_down: bool) -> None:
    hand = match.playing
    hand.held[seat].remove(card)
    hand.played[seat].append(card)
    hand.trick.append(Play(seat, card, face_down))
    pass_the_turn(match)


def pass_the_turn(match: Match) -> None:
    """After a card or a fold: the next seat still in that has not played to the trick, or the trick is complete."""
    hand = match.playing
    assert hand.turn is not None
    following = [*_round_from(hand, hand.turn)[1:], hand.turn]
    have_played = [play.seat for play in hand.trick]
    waiting = [seat for seat in following if seat not in hand.left and seat not in have_played]
    if waiting:
        hand.turn = waiting[0]
    else:
        _end_trick(match)


def _end_trick(match: Match) -> None:
    hand = match.playing
    best = [max(_level(hand, play) for play in hand.trick if team_of(play.seat) == team) for team in (0, 1)]
    if best[0] == best[1]:
        hand.results.append(PARDA)
        leader = next(seat for seat in hand.order if seat not in hand.left)
    else:
        winner = 0 if best[0] > best[1] else 1
        hand.results.append(winner)
        leader = next(
            play.seat for play in hand.trick if team_of(play.seat) == winner and _level(hand, play) == best[winner]
        )
    hand.trick = []
    hand.turn = leader
    team = _hand_winner(hand)
    if team is not None:
        win_hand(match, team, hand.truco, "truco")


def _level(hand: Hand, play: Play) -> int:
    return FACE_DOWN_LEVEL if play.face_down else level(play.card, hand.muestra)


def _round_from(hand: Hand, seat: int) -> list[int]:
    start = hand.order.index(seat)
    return hand.order[start:] + hand.order[:start]


def _hand_winner(hand: Hand) -> int | None:
    """Rules.md 4.4, clause by clause."""
    results = hand.results
    won = [results.count(team) for team in (0, 1)]
    for team in (0, 1):
        if won[team] == 2:
            return team
        if PARDA in results and won[team] > won[1 - team]:
            return team
    if len(results) < 3:
        return None
    if won == [1, 1]:
        first = results[0]
        assert isinstance(first, int)
        return first
    return team_of(hand.order[0])
