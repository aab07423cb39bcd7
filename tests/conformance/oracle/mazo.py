"""Going to the mazo, the fold (rules.md 9)."""

from tests.conformance.oracle.scoring import win_hand
from tests.conformance.oracle.state import Hand, Match, other, seats_in, team_of
from tests.conformance.oracle.tricks import pass_the_turn


def fold(match: Match, seat: int) -> None:
    hand = match.playing
    team = team_of(seat)
    leaving = seats_in(hand, team) if match.options.mazo == "team" else [seat]
    hand.left += leaving
    if seats_in(hand, team):
        pass_the_turn(match)
    else:
        win_hand(match, other(team), hand.truco + _bonus(match, team), "mazo")


def _bonus(match: Match, team: int) -> int:
    hand = match.playing
    spoken = bool(hand.envido_chain) or hand.flor_called or hand.perros_by is not None
    match match.options.mazo_bonus:
        case "before_team_card":
            earned = not hand.results and not _has_played(hand, team) and not spoken and hand.truco == 1
        case "first_trick":
            earned = not hand.results and not spoken
        case "envido_unplayed":
            earned = not spoken
        case _:
            earned = False
    return 1 if earned else 0


def _has_played(hand: Hand, team: int) -> bool:
    return any(hand.played[seat] for seat in hand.order if team_of(seat) == team)
