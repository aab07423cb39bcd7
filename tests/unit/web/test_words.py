"""Whole matches of every preset are told in words, with flor, muestra and pica-pica, as the engine says they went."""

import json
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from services.engine.rules.record import read
from services.engine.rules.replay import replay
from tests.harness.sealed_matches import CUSTOM, PLAIN, Ruled, sealed_match
from web.history.record import MatchRecord
from web.history.sayings import SAYINGS, WHY
from web.history.words import Hand, Line, hands

MATCHES = 6
ALL = [*PLAIN, *CUSTOM]
EVERY = pytest.mark.parametrize(
    "ruled", ALL, ids=[f"{preset}-{seats}-{ALL.index(each)}" for each in ALL for preset, seats, _ in [each]]
)


@cache
def _played(number: int) -> list[MatchRecord]:
    """Some matches of one kind of table, each step with what it brought."""
    return [_with_outcomes(sealed_match(ALL[number], Random(seed))[-1].match_record_json) for seed in range(MATCHES)]


def _with_outcomes(text: str) -> MatchRecord:
    record: dict[str, Any] = json.loads(text)
    for step, outcome in zip(record["steps"], replay(read(record)).steps, strict=True):
        step["then"] = json.loads(json.dumps(outcome))
    return MatchRecord.model_validate(record)


def _matches(ruled: Ruled) -> Iterator[tuple[MatchRecord, int, list[Hand]]]:
    """Every match, as each of its seats reads it."""
    for record in _played(ALL.index(ruled)):
        for reader in range(record.seats):
            yield record, reader, hands(record, reader)


def _lines(told: list[Hand]) -> list[Line]:
    return [line for hand in told for line in hand.lines]


@EVERY
def test_every_deal_is_a_hand_and_the_last_one_ends_with_the_result(ruled: Ruled) -> None:
    for record, reader, told in _matches(ruled):
        score = record.result.score
        assert [hand.number for hand in told] == list(range(1, len(record.deals) + 1))
        assert told[-1].score == (score[reader % 2], score[1 - reader % 2])


@EVERY
def test_every_call_and_every_point_has_its_words(ruled: Ruled) -> None:
    for record, _, told in _matches(ruled):
        verbs = {step.do.partition(" ")[0] for step in record.steps} - {"deal", "play", "down", "forfeit"}
        reasons = {points.why for step in record.steps for points in step.then.points}
        assert verbs <= SAYINGS.keys() and reasons <= WHY.keys()
        assert not any("_" in line.text for line in _lines(told))


@EVERY
def test_the_points_told_are_the_points_scored(ruled: Ruled) -> None:
    for record, _, told in _matches(ruled):
        scored = sum(points.n for step in record.steps for points in step.then.points)
        counted = [
            line.text.split()[1]
            for line in _lines(told)
            if line.text.startswith(("Nosotros +", "Ellos +", "Nosotros -", "Ellos -"))
        ]
        assert sum(map(int, counted)) == scored


@EVERY
def test_who_reads_sees_no_card_that_was_kept_from_them(ruled: Ruled) -> None:
    """rules.md 4.6: others' cards appear when they were played face up, or shown by the rules."""
    for record, reader, told in _matches(ruled):
        for deal, hand in zip(record.deals, told, strict=True):
            assert len(hand.cards) == len(deal.hands.get(reader, []))
            hidden = [
                line.text for line in hand.lines if "tapad" in line.text and line.who != record.players[reader].name
            ]
            assert all(text.startswith("juega una carta tapada") for text in hidden)


def test_a_duel_names_the_two_who_play_it() -> None:
    six = next(number for number, (preset, seats, _) in enumerate(ALL) if (preset, seats) == ("uruguayo", 6))
    duels = [
        (hand, deal, record)
        for record in _played(six)
        for hand, deal in zip(hands(record, 0), record.deals, strict=True)
        if len(deal.hands) == 2
    ]

    assert duels
    for hand, deal, record in duels:
        assert hand.duel == [record.players[seat].name for seat in sorted(deal.hands)]
        assert bool(hand.cards) == (0 in deal.hands)


def test_hands_with_a_muestra_tell_it_and_others_have_none() -> None:
    for number, (preset, _, _) in enumerate(ALL):
        with_muestra = preset in ("uruguayo", "granronda_uruguayo")
        assert {bool(hand.muestra) for record in _played(number) for hand in hands(record, 0)} == {with_muestra}


def test_flor_is_told_where_it_is_played() -> None:
    told = [
        line.text
        for number, (preset, _, _) in enumerate(ALL)
        if "flor" in preset
        for record in _played(number)
        for line in _lines(hands(record, 0))
    ]

    assert any("por la flor" in text for text in told) and any(text.startswith("Flor") for text in told)


def test_tricks_and_the_cards_that_are_shown_are_told() -> None:
    record = next(record for record in _played(0) if any(step.then.shown for step in record.steps))
    told = _lines(hands(record, 0))

    assert any(line.text in ("Primera: Nosotros", "Primera: Ellos", "Primera: parda") for line in told)
    shown = sum(len(step.then.shown) for step in record.steps)
    assert shown == sum(line.text.startswith("muestra ") for line in told) > 0


def test_what_the_clock_did_is_said() -> None:
    records = [record for number in range(len(ALL)) for record in _played(number)]
    clocked = sum(step.by == "clock" and step.do != "deal" for record in records for step in record.steps)

    told = [line.text for record in records for line in _lines(hands(record, 0))]

    assert clocked == sum("(se le acabó el tiempo)" in text for text in told) > 0
