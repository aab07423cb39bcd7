"""Spectators see every hand when it has ended, and no hidden card, ever (issue 4, point 6; architecture 5)."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from services.common import subjects
from services.engine.codec import StateCodec
from services.engine.rules.cards import NAMES
from services.tables.domain import spectating
from services.tables.domain.updates import Update, fan_out, hand_for_spectators, update_for
from tests.e2e.faults.secrecy import cards_in
from tests.harness.sealed_matches import CUSTOM, ENGINE_KEY, PLAIN, sealed_match
from tests.property.other_cards import to_be_shown
from truco.play.v1.play_pb2 import SpectatedHand, TableUpdate
from truco.rules.v1.rules_pb2 import ACTION_KIND_DEAL, ACTION_KIND_PLAY, PHASE_PLAY
from truco.tables.v1.tables_pb2 import TableRecord

CODEC = StateCodec(ENGINE_KEY)
RULED = [*PLAIN, *CUSTOM]

Hand = list[TableRecord]
"""The records since the hand before ended, perros said before the deal among them, up to this one's end."""


Match = list[TableRecord]


@pytest.fixture(scope="module", params=range(len(RULED)), ids=lambda n: f"{RULED[n][0]}-{RULED[n][1]}-{n}")
def matches(request: pytest.FixtureRequest) -> list[Match]:
    """Some matches of each kind of table."""
    return [sealed_match(RULED[request.param], Random(f"{request.param} {seed}")) for seed in range(8)]


def test_each_hand_is_one_message_at_its_end(matches: list[Match]) -> None:
    for records in matches:
        ends = [after for before, after in pairwise(records) if _ends(before, after)]
        told = [(record, update) for record in records for update in _to_spectators(record) if _is_hand(update)]
        assert [record.version for record, _ in told] == [record.version for record in ends] != []
        for before, (record, update) in zip([0, *(record.version for record in ends)], told, strict=False):
            shown = SpectatedHand.FromString(update.data)
            assert (shown.table.version, shown.table.now_ms) == (record.version, 77)
            assert all(before < step.version <= record.version for step in shown.steps)
            assert shown.view.phase != PHASE_PLAY


def test_of_the_hand_that_is_being_played_nothing_is_told(matches: list[Match]) -> None:
    for record in (record for records in matches for record in records):
        if not record.state.deals or spectating.shows_hand(record):
            continue
        assert _to_spectators(record) == []
        asked = TableUpdate.FromString(update_for(record, None, 77))
        assert not asked.events
        assert not asked.HasField("view")
        assert not any(seat.deadline_ms or seat.bank_ms for seat in asked.table.seats)


def test_no_hidden_card_is_in_a_hand_that_is_shown(matches: list[Match]) -> None:
    hidden = shown = 0
    for hand in (hand for records in matches for hand in _hands(records)):
        if not _dealt(hand):
            continue  # given up between hands: the view is that of the hand before
        public = _public(hand)
        told = _cards_told(hand[-1])
        assert told <= public
        shown += len(told)
        hidden += len(_dealt(hand) - public)
    assert hidden > 10, "where no card stays hidden this would notice nothing"
    assert shown > 10


def test_all_that_everybody_saw_of_a_hand_is_in_it(matches: list[Match]) -> None:
    for hand in (hand for records in matches for hand in _hands(records)):
        seen = [event.event for record in hand for event in record.events if event.all_seats]
        assert seen
        shown = SpectatedHand.FromString(hand_for_spectators(hand[-1], 77))
        told = [event.SerializeToString() for step in shown.steps for event in step.events]
        assert told == seen


def _hands(records: Match) -> Iterator[Hand]:
    hand: Hand = []
    for before, record in pairwise(records):
        if before.state.started_ms:
            hand.append(record)
            if _ends(before, record):
                yield hand
                hand = []


def _ends(before: TableRecord, after: TableRecord) -> bool:
    """By the rules' own phases: the hand that was played is not played any more, or the match is over."""
    in_hand = before.state.position.phase == PHASE_PLAY or after.acted.action.kind == ACTION_KIND_DEAL
    return (in_hand and after.state.position.phase != PHASE_PLAY) or after.match_record_json != ""


def _dealt(hand: Hand) -> set[str]:
    return {card for record in hand for card in record.acted.action.deck}


def _public(hand: Hand) -> set[str]:
    """The cards played open, the muestra, and those that the rules show at the end."""
    played = {each.acted.action.card for each in hand if each.acted.action.kind == ACTION_KIND_PLAY}
    last = CODEC.decode(hand[-1].state.engine_state)
    muestra = {NAMES[last.muestra]} if last.ruleset.muestra else set()
    return played | muestra | {NAMES[card] for cards in to_be_shown(last).values() for card in cards}


def _cards_told(record: TableRecord) -> set[str]:
    shown = SpectatedHand.FromString(hand_for_spectators(record, 77))
    events = [event for step in shown.steps for event in step.events]
    return cards_in(TableUpdate(events=events, view=shown.view))


def _to_spectators(record: TableRecord) -> list[Update]:
    return [update for update in fan_out(record, 77) if update.subject.startswith("watch.")]


def _is_hand(update: Update) -> bool:
    return update.subject.endswith(f".{subjects.HAND}")
