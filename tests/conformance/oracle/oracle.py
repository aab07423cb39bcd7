"""A match record, played step by step, with every fact of vectors/README.md after each."""

from copy import deepcopy
from typing import Any

from tests.conformance.oracle import speaking
from tests.conformance.oracle.deal import deal, mano_to_be
from tests.conformance.oracle.options import options_of
from tests.conformance.oracle.state import Call, Match


class Refused(Exception):
    """The action is not legal; nothing has changed."""


class Oracle:
    """Plays a record (vectors/README.md): the first of its deals is made, `step` does the rest.

    The record's `deals` may grow while it is played; the oracle takes the next one when a deal is made.
    """

    def __init__(self, record: dict[str, Any]) -> None:
        seats = record["seats"]
        start = record.get("start", {})
        self.deals: list[dict[str, Any]] = record["deals"]
        self.deals_made = 0
        self.match = Match(
            options=options_of(record["preset"], record.get("options", {})),
            seats=seats,
            score=list(start.get("score", [0, 0])),
            chicos=list(start.get("chicos", [0, 0])),
            dealer=start.get("dealer", seats - 1),
        )
        self._deal()
        speaking.sing_by_itself(self.match)
        self._forget_the_last_step()

    def legal(self, seat: int) -> list[str]:
        return speaking.legal(self.match, seat)

    def step(self, seat: int, word: str) -> dict[str, Any]:
        """Do it and return all facts; raises Refused, and then nothing but the last step's news has changed."""
        self._forget_the_last_step()
        if word == "forfeit" and self.match.phase != "over" and 0 <= seat < self.match.seats:
            speaking.forfeit(self.match, seat)
            return self.facts()
        if word not in self.legal(seat):
            raise Refused(f"seat {seat} may not {word}")
        if word == "deal":
            self._deal()
        else:
            speaking.act(self.match, seat, word)
        speaking.sing_by_itself(self.match)
        return self.facts()

    def facts(self) -> dict[str, Any]:
        """Every key of the table in vectors/README.md; `legal` and `default` for all seats."""
        match, hand = self.match, self.match.hand
        assert hand is not None
        return deepcopy(
            {
                "score": match.score,
                "chicos": match.chicos,
                "phase": match.phase,
                "dealer": match.dealer,
                "mano": mano_to_be(match),
                "turn": hand.turn,
                "pending": _told(hand.pending),
                "suspended": None if hand.suspended is None else hand.suspended.name,
                "truco": hand.truco,
                "raise": hand.may_raise,
                "tricks": hand.results,
                "muestra": hand.muestra,
                "winner": match.winner,
                "legal": {str(seat): self.legal(seat) for seat in range(match.seats)},
                "points": match.points,
                "said": match.said,
                "shown": match.shown,
                "default": {str(seat): speaking.default(match, seat) for seat in range(match.seats)},
            }
        )

    def _deal(self) -> None:
        if self.deals_made == len(self.deals):
            raise ValueError("the record has no further deal")
        deal(self.match, self.deals[self.deals_made])
        self.deals_made += 1

    def _forget_the_last_step(self) -> None:
        self.match.points = []
        self.match.said = []
        self.match.shown = {}


def _told(call: Call | None) -> dict[str, Any] | None:
    return None if call is None else {"call": call.name, "team": call.team}
