"""Who may act, and what an action does (rules.md 5, 14)."""

from tests.conformance.oracle import envido, flor, mazo, perros, scoring, tricks, truco
from tests.conformance.oracle.cards import level, suit_order
from tests.conformance.oracle.deal import seats_to_deal
from tests.conformance.oracle.state import (
    ENVIDO_CALLS,
    FLOR_CALLS,
    TRUCO_CALLS,
    Match,
    flor_holders,
    other,
    seats_in,
    team_of,
)


def legal(match: Match, seat: int) -> list[str]:
    """What the seat may do now, forfeit apart."""
    if match.phase == "deal":
        return _before_the_deal(match, seat)
    if match.phase == "over":
        return []
    hand = match.playing
    if seat not in hand.order or seat in hand.left:
        return []
    return _free(match, seat) if hand.pending is None else _answers(match, seat)


def _before_the_deal(match: Match, seat: int) -> list[str]:
    words = ["deal"] if seat == match.dealer else []
    if perros.may_be_said(match) and seat in seats_to_deal(match):
        words.append("perros")
    return words


def _free(match: Match, seat: int) -> list[str]:
    """No call is pending."""
    in_turn = seat == match.playing.turn
    if flor.owes(match, seat):
        return ["flor"] if in_turn or flor.may_sing_out_of_turn(match) else []
    words = [*tricks.card_words(match, seat), "mazo"] if in_turn else []
    return words + envido.openings(match, seat) + truco.openings(match, seat)


def _answers(match: Match, seat: int) -> list[str]:
    """A call is pending."""
    hand = match.playing
    singers = flor.called_on(match)
    if singers:
        return ["flor"] if seat in singers else []
    if seat not in who_answers(match):
        return []
    assert hand.pending is not None
    if perros.is_first_answer(match):
        return ["quiero", "no_quiero"]
    if hand.pending.name in FLOR_CALLS:
        return flor.answers(match)
    if hand.pending.name in ENVIDO_CALLS:
        return ["quiero", "no_quiero", *envido.next_calls(match)]
    return ["quiero", "no_quiero", *truco.next_call(match), *envido.openings(match, seat)]


def who_answers(match: Match) -> list[int]:
    """The seats that may still answer the pending call, those left out that have refused."""
    hand = match.playing
    assert hand.pending is not None
    return [seat for seat in _asked(match) if seat not in hand.pending.refusals]


def _asked(match: Match) -> list[int]:
    hand = match.playing
    assert hand.pending is not None
    team = hand.pending.team
    return flor_holders(match, team) if hand.pending.name in FLOR_CALLS else seats_in(hand, team)


def awaited(match: Match) -> list[int]:
    """The seats without which the hand does not go on."""
    if match.phase == "deal":
        return [match.dealer]
    if match.phase == "over":
        return []
    hand = match.playing
    singers = flor.called_on(match)
    if singers:
        return singers
    return [seat for seat in hand.order if seat == hand.turn] if hand.pending is None else who_answers(match)


def default(match: Match, seat: int) -> str | None:
    """The conservative action (rules.md 14)."""
    if seat not in awaited(match):
        return None
    words = legal(match, seat)
    if match.phase == "deal":
        return "deal"
    hand = match.playing
    if "flor" in words and flor.owes(match, seat) and words == ["flor"]:
        return "flor"
    if hand.pending is not None and hand.pending.name == "flor":
        return "con_flor_me_achico" if "con_flor_me_achico" in words else "flor"
    if hand.pending is not None:
        return "no_quiero"
    lowest = min(hand.held[seat], key=lambda card: (level(card, hand.muestra), suit_order(card)))
    return f"play {lowest}"


def act(match: Match, seat: int, word: str) -> None:
    """Do a legal action; dealing and forfeiting are done elsewhere."""
    verb, _, card = word.partition(" ")
    if verb == "perros":
        perros.say(match, seat)
    elif verb in ("play", "down"):
        tricks.play(match, seat, card, face_down=verb == "down")
    elif verb == "mazo":
        mazo.fold(match, seat)
    elif verb in ("no_quiero", "con_flor_me_achico"):
        _refuse(match, seat)
    elif verb == "flor" and flor.owes(match, seat) and not _replies_to_a_flor(match):
        flor.sing(match, seat)
    elif verb in ENVIDO_CALLS:
        envido.call(match, seat, verb)
    elif verb in TRUCO_CALLS:
        truco.call(match, seat, verb)
    elif verb == "quiero":
        _accept(match, seat)
    else:
        flor.reply(match, seat, verb)


def _replies_to_a_flor(match: Match) -> bool:
    pending = match.playing.pending
    return pending is not None and pending.name in FLOR_CALLS


def _accept(match: Match, seat: int) -> None:
    hand = match.playing
    assert hand.pending is not None
    if perros.is_first_answer(match):
        perros.accept(match)
    elif hand.pending.name in FLOR_CALLS:
        flor.reply(match, seat, "quiero")
    elif hand.pending.name in ENVIDO_CALLS:
        hand.pending = None
        envido.settle(match, hand.envido_chain)
        flor.resume(match)
    else:
        truco.accept(match)


def _refuse(match: Match, seat: int) -> None:
    """`first`: it binds; `unanimous`: when every seat that may answer has said it."""
    hand = match.playing
    assert hand.pending is not None
    hand.pending.refusals.append(seat)
    if match.options.refusal == "unanimous" and who_answers(match):
        return
    if perros.is_first_answer(match):
        perros.refuse(match)
    elif hand.pending.name in FLOR_CALLS:
        flor.refused(match)
    elif hand.pending.name in ENVIDO_CALLS:
        envido.refused(match, other(hand.pending.team))
        flor.resume(match)
    else:
        truco.refused(match)


def sing_by_itself(match: Match) -> None:
    """`flor_announce: auto`: the system sings for whoever is to act, of several the nearest to mano."""
    while match.options.flor_announce == "auto" and match.phase == "play":
        singers = flor.called_on(match)
        if not singers:
            return
        flor.sing(match, singers[0])


def forfeit(match: Match, seat: int) -> None:
    scoring.forfeit(match, other(team_of(seat)))
