"""Random match records with every expectation written in by the oracle: vectors without end.

The same seed and kind of table always give the same record.
"""

from dataclasses import dataclass
from random import Random
from typing import Any

from tests.conformance.oracle import Oracle, Refused
from tests.conformance.oracle.cards import DECK
from tests.conformance.oracle.deal import seats_to_deal
from tests.conformance.oracle.options import options_of
from tests.conformance.oracle.state import ENVIDO_CALLS, FLOR_CALLS, TRUCO_CALLS
from tests.conformance.random_deals import random_deal
from tests.conformance.random_tables import Kind, random_table

WORDS = (
    "deal",
    "perros",
    "mazo",
    "quiero",
    "no_quiero",
    "con_flor_me_achico",
    *ENVIDO_CALLS,
    *TRUCO_CALLS,
    *FLOR_CALLS,
)
LENGTHS = (8, 20, 40, 80, 200)


@dataclass(frozen=True)
class Mood:
    """How eagerly everybody plays, calls, accepts, refuses and folds; relative weights of the legal actions."""

    card: float = 1
    call: float = 1
    quiero: float = 1
    no_quiero: float = 1
    mazo: float = 1
    perros: float = 1
    attempts: float = 0.08
    """How often something illegal is tried."""
    forfeit: float = 0.001

    def weight(self, word: str) -> float:
        verb = word.partition(" ")[0]
        match verb:
            case "play" | "down":
                return self.card
            case "quiero" | "mazo" | "perros":
                return float(getattr(self, verb))
            case "no_quiero" | "con_flor_me_achico":
                return self.no_quiero
            case "deal":
                return 1
        return self.call


MOODS = (
    Mood(),
    Mood(card=4, call=0.6, mazo=0.05),
    Mood(card=1, call=1, quiero=4, mazo=0.01),
    Mood(card=2, call=4, quiero=0.4, no_quiero=0.2, mazo=0.05, perros=3),
    Mood(card=1, call=3, quiero=3, no_quiero=1, mazo=0.1, perros=6),
    Mood(card=1, call=2, quiero=1, no_quiero=5, mazo=0.2),
    Mood(card=1.5, call=0.3, mazo=3),
    Mood(card=3, call=0.5, mazo=1, attempts=0.3, forfeit=0.02),
)


def random_record(seed: int, kind: Kind | None = None) -> dict[str, Any]:
    """A record of a table of this kind, each of its steps with all of the README's keys in `then`."""
    rng = Random(seed)
    table = random_table(rng, kind or Kind())
    options = options_of(table["preset"], table["options"])
    record: dict[str, Any] = {"name": f"random {seed}", "cite": "tests/conformance", **table, "deals": [], "steps": []}
    if rng.random() < 0.6:
        record["start"] = _random_start(rng, options.target, options.chicos_to_win, table["seats"])
    dealer = record.get("start", {}).get("dealer", table["seats"] - 1)
    order = [(dealer + 1 + k) % table["seats"] for k in range(table["seats"])]
    record["deals"].append(random_deal(rng, order, muestra=options.muestra))
    oracle = Oracle(record)
    mood = rng.choice(MOODS)
    for _ in range(rng.choice(LENGTHS)):
        if oracle.match.phase == "over":
            _attempt(rng, oracle, record)
            break
        _random_step(rng, oracle, record, mood)
    return record


def _random_start(rng: Random, target: int, chicos_to_win: int, seats: int) -> dict[str, Any]:
    def score() -> int:
        """Anything, or near a border: half the target, its last five points, its end."""
        near = rng.choice((target // 2, target - 5, target - 1)) + rng.randint(-2, 2)
        return rng.randrange(target) if rng.random() < 0.5 else min(near, target - 1)

    chicos = [rng.randrange(chicos_to_win) for _ in (0, 1)]
    return {"score": [score(), score()], "chicos": chicos, "dealer": rng.randrange(seats)}


def _random_step(rng: Random, oracle: Oracle, record: dict[str, Any], mood: Mood) -> None:
    if rng.random() < mood.attempts:
        _attempt(rng, oracle, record)
    if rng.random() < mood.forfeit:
        _do(oracle, record, rng.randrange(record["seats"]), "forfeit")
        return
    possible = [(seat, word) for seat in range(record["seats"]) for word in oracle.legal(seat)]
    seat, word = rng.choices(possible, [mood.weight(word) for _, word in possible])[0]
    if word == "deal":
        muestra = oracle.match.options.muestra
        record["deals"].append(random_deal(rng, seats_to_deal(oracle.match), muestra=muestra))
    _do(oracle, record, seat, word)


def _do(oracle: Oracle, record: dict[str, Any], seat: int, word: str) -> None:
    record["steps"].append({"seat": seat, "do": word, "then": oracle.step(seat, word)})


def _attempt(rng: Random, oracle: Oracle, record: dict[str, Any]) -> None:
    """Try something that is not legal now."""
    seat = rng.randrange(record["seats"])
    word = rng.choice([*WORDS, *(f"{verb} {_some_card(rng, oracle, seat)}" for verb in ("play", "down"))])
    if word in oracle.legal(seat):
        return
    try:
        oracle.step(seat, word)
    except Refused:
        record["steps"].append({"seat": seat, "refused": word, "then": oracle.facts()})


def _some_card(rng: Random, oracle: Oracle, seat: int) -> str:
    """Mostly one of the seat's own."""
    hand = oracle.match.hand
    own = hand.dealt.get(seat, []) if hand is not None else []
    return rng.choice(own) if own and rng.random() < 0.7 else rng.choice(DECK)
