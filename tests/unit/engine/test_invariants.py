"""A state that the rules could not have come to is refused, even with the right tag, and the refusal says why."""

from random import Random

import pytest

from services.engine.codec import StateCodec
from services.engine.rules import InvalidInput, Reason, apply, deal, make_ruleset, new_match, parse
from services.engine.rules.actions import card_named
from services.engine.rules.cards import CARDS
from services.engine.rules.invariants import INVARIANTS, broken
from services.engine.rules.seats import NOBODY
from services.engine.rules.state import DEALING, OVER, PLAYING
from tests.fuzz.engine.states import believed, exercise

CODEC = StateCodec(bytes(range(32)))

PLAIN = ("1e", "4c", "7e", "5o", "3o", "6b")
FLORES = ("4e", "1o", "5e", "2o", "6e", "3o")


def match(*steps, preset="maestro", cards=PLAIN, seats=2, **options):
    """A match whose first hand is dealt from these cards, after some steps."""
    top = tuple(map(card_named, cards))
    deck = top + tuple(card for card in range(CARDS) if card not in top)
    state = new_match(make_ruleset(preset, options, seats), seats)
    state = apply(state, state.dealer, deal(deck))
    for seat, words in steps:
        state = apply(state, seat, deal(deck) if words == "deal" else parse(words))
    return state


START = new_match(make_ruleset("maestro"), 2)
HAND = match()
FOUR = match(seats=4)
TRICK = match((0, "play 1e"), (1, "play 4c"))
ENDED = match((0, "envido"), (1, "quiero"), (0, "play 1e"), (1, "play 4c"), (0, "play 7e"), (1, "play 5o"))
TRUCO = match((0, "truco"))
ENVIDO = match((0, "envido"))
ACCEPTED = match((0, "envido"), (1, "quiero"))
FLOR = match((0, "flor"), preset="granronda_flor", cards=FLORES)
DUEL = match((0, "mazo"), (0, "deal"), seats=6, pica_pica=True)
PERROS = match((0, "mazo"), (0, "perros"), (0, "deal"), preset="uruguayo")
GIVEN_UP = match((0, "forfeit"))

FORGED = [
    ("seats", HAND, {"seats": 3}, None),
    ("seats", HAND, {"dealer": 2}, None),
    ("seats", HAND, {"duel": 0}, None),
    ("seats", DUEL, {"duel": 3}, None),
    ("phase", HAND, {"phase": 0}, None),
    ("phase", HAND, {"phase": OVER, "turn": NOBODY}, None),
    ("phase", HAND, {"winner": 0}, None),
    ("phase", HAND, {"hand": 0}, None),
    ("phase", HAND, {"chico_begun": 0}, None),
    ("phase", START, {"hand": 3}, None),
    ("score", HAND, {"score_0": 30}, None),
    ("score", HAND, {"score_1": -1}, None),
    ("score", HAND, {"chicos_1": 1}, None),
    ("score", GIVEN_UP, {"score_0": 30, "chicos_0": 1}, "the team that lost has won"),
    ("phase", HAND, {"chico_begun": 2}, None),
    ("who plays", HAND, {"playing": 1}, None),
    ("who plays", FOUR, {"playing": 0b0011}, None),
    ("who plays", HAND, {"folded": 1}, None),
    ("who plays", HAND, {"folded": 4}, None),
    ("who plays", FOUR, {"folded": 1}, "a whole team leaves at once"),
    ("who plays", DUEL, {"playing": 0b001001}, "the seats of another duel"),
    ("cards", HAND, {"dealt_0": HAND.dealt_1}, "every card twice"),
    ("cards", HAND, {"dealt_0": HAND.dealt_0 | 0x3F}, "no such card"),
    ("cards", HAND, {"dealt_0": HAND.dealt_0 | 1 << 18}, "cards for seat 2 of two"),
    ("cards", HAND, {"muestra": 9}, "no muestra is played"),
    ("cards", PERROS, {"muestra": NOBODY}, "a muestra is played"),
    ("cards", PERROS, {"muestra": PERROS.card(0, 0)}, "a muestra from a hand"),
    ("plays", HAND, {"held": HAND.held & ~1}, "a card is nowhere"),
    ("plays", TRICK, {"held": TRICK.held | 1}, "a card is held and played"),
    ("plays", TRICK, {"table": TRICK.table | 1 << 18}, "played to the running trick, but not laid"),
    ("plays", TRICK, {"table": TRICK.table | 4}, "face down in the first trick"),
    ("plays", TRICK, {"table": TRICK.table & ~7, "held": TRICK.held | 1}, "a finished trick lacks a card"),
    ("plays", HAND, {"laid": 1}, "laid without a card"),
    ("plays", HAND, {"trick": 1}, "a trick without cards"),
    ("tricks", HAND, {"results": 1}, "a result before the trick has ended"),
    ("tricks", TRICK, {"results": 3}, "no such result"),
    ("tricks", HAND, {"leaders": 1}, "mano did not lead"),
    ("tricks", TRICK, {"leaders": 7 << 3}, "nobody led"),
    ("turn", HAND, {"turn": 1}, None),
    ("turn", HAND, {"turn": NOBODY}, None),
    ("turn", ENDED, {"turn": 0}, None),
    ("pending call", HAND, {"call": 12}, "a truco to nobody"),
    ("pending call", TRUCO, {"call_team": 0}, None),
    ("pending call", TRUCO, {"call": 13}, "a retruco over nothing"),
    ("pending call", TRUCO, {"call": 16}, "a no quiero waits for an answer"),
    ("pending call", TRUCO, {"refused": 2}, "all have refused"),
    ("pending call", TRUCO, {"suspended": 12}, None),
    ("pending call", HAND, {"suspended": 12}, None),
    ("pending call", ENVIDO, {"suspended": 12}, "the team to answer is not known"),
    ("pending call", ENDED, {"call": 12, "call_team": 0}, None),
    ("truco", HAND, {"truco": 0}, None),
    ("truco", HAND, {"truco": 5, "raiser": 0}, None),
    ("truco", HAND, {"truco": 2}, "accepted, but nobody may raise"),
    ("truco", HAND, {"raiser": 2}, None),
    ("envido", ENVIDO, {"chain": 0}, None),
    ("envido", ENVIDO, {"chain": 0b10}, "a real envido is not the envido that is pending"),
    ("envido", HAND, {"chain": 0b1001}, "real envido, envido"),
    ("envido", HAND, {"envido_points": 2}, None),
    ("envido", ACCEPTED, {"envido_points": 3}, "more than the team has"),
    ("envido", ACCEPTED, {"envido_team": 2}, None),
    ("declarations", HAND, {"said": 30}, None),
    ("declarations", HAND, {"envido_winner": 0}, None),
    ("declarations", ACCEPTED, {"said": ACCEPTED.said | 0x7F}, "tantos that no hand has"),
    ("declarations", ACCEPTED, {"envido_winner": 1}, "the winner said son buenas"),
    ("declarations", ACCEPTED, {"said": ACCEPTED.said | 2 << 14}, "seat 2 of two has declared"),
    ("flor", HAND, {"sung": 1}, None),
    ("flor", HAND, {"flor_scored": 2}, None),
    ("flor", HAND, {"flor_closed": 1}, "no flor is played"),
    ("flor", HAND, {"contraflor": 1}, None),
    ("flor", FLOR, {"flor_caller": 1}, "the team that must answer has called"),
    ("flor", FLOR, {"flor_caller": 9}, None),
    ("flor", FLOR, {"flor_closed": 0}, None),
    ("flores", FLOR, {"flores": FLOR.flores | 4}, None),
    ("flor", HAND, {"flores": 1}, "no flor is played"),
    ("perros", HAND, {"perros": 0}, None),
    ("perros", PERROS, {"perros": 2}, None),
    ("perros", match(preset="uruguayo"), {"perros": 1}, "said, but flores are sung"),
    ("shown", HAND, {"shown": 1}, None),
    ("shown", ENDED, {"shown": 1}, "shown, but played"),
]
"""The invariant that is broken, a state, what is changed in it, and why that is wrong where it is not plain."""


def forged(state, changes):
    other = state.copy()
    for name, number in changes.items():
        setattr(other, name, number)
    return other


@pytest.mark.parametrize(("name", "state", "changes", "_why"), FORGED, ids=[f"{row[0]}: {row[2]}" for row in FORGED])
def test_a_state_that_breaks_an_invariant_is_refused_though_its_tag_is_right(name, state, changes, _why):
    made = CODEC.encode(forged(state, changes))

    with pytest.raises(InvalidInput) as refused:
        CODEC.decode(made)

    assert refused.value.reason is Reason.BAD_STATE
    assert f": {name} (" in refused.value.message


def test_every_invariant_is_broken_by_a_forged_state():
    assert {row[0] for row in FORGED} == {name for name, _holds in INVARIANTS}


def test_the_states_that_were_forged_are_sound():
    assert {broken(state) for state in (START, *[row[1] for row in FORGED])} == {None}
    assert {state.phase for state in (START, HAND, ENDED, GIVEN_UP)} == {DEALING, PLAYING, OVER}


@pytest.mark.parametrize("place", range(len(CODEC.encode(HAND)) - 16))
def test_no_byte_of_a_state_can_become_what_breaks_the_engine(place):
    """Any byte changed, with a right tag: the state is refused, or it can be played to its end."""
    body, random = CODEC.encode(ACCEPTED)[:-16], Random(place)
    for value in random.sample(range(256), 16):
        changed = body[:place] + bytes((value,)) + body[place + 1 :]
        state = believed(changed + CODEC._tag(changed))
        if state is not None:
            exercise(state, random)
