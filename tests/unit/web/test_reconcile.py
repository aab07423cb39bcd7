"""What is put right after a restore, and what is left to a person."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

import pytest

from web.accounts.models import Player
from web.credits import services as credits
from web.history.models import Match, Outcome
from web.history.recovery import reconcile

pytestmark = pytest.mark.django_db

TABLE_ID = "0123456789abcdef"


@pytest.fixture
def pair(registered: Callable[..., Player]) -> list[UUID]:
    """Two players with credits."""
    players = [registered("Ana").id, registered("Beto").id]
    for player in players:
        credits.open_account(player, 100)
    return players


def _match(players: list[UUID], epoch: int = 1, stake: int = 25, **more: str) -> dict[str, Any]:
    stakes = {player.hex: stake for player in players} if stake else {}
    return {"match_id": f"{TABLE_ID}-{epoch}", "stakes": stakes, **more}


def _table(status: str, epoch: int = 1, running: Any = None, ended: Any = ()) -> dict[str, Any]:
    return {"table_id": TABLE_ID, "epoch": epoch, "status": status, "running": running, "ended": list(ended)}


def _know(epoch: int) -> None:
    now = datetime(2026, 11, 30, tzinfo=UTC)
    Match.objects.create(
        id=f"{TABLE_ID}-{epoch}",
        table_id=TABLE_ID,
        outcome=Outcome.FINISHED,
        preset="maestro",
        size=2,
        score=[0, 0],
        chicos=[0, 0],
        started_at=now,
        finished_at=now,
    )


def test_the_stakes_of_a_running_match_are_held_again_once(pair: list[UUID]) -> None:
    running = _table("PLAYING", running=_match(pair))

    assert reconcile([running]).lines == [f"match {TABLE_ID}-1: its stakes are held again"]
    assert reconcile([running]).lines == []
    assert {credits.balance(player).held for player in pair} == {25}


def test_stakes_that_nobody_can_pay_are_left_to_a_person(pair: list[UUID]) -> None:
    found = reconcile([_table("PLAYING", running=_match(pair, stake=250))])

    assert found.unsolved == [
        f"match {TABLE_ID}-1: its stakes cannot be held again (INSUFFICIENT_CREDITS); it is for nothing"
    ]
    assert {credits.balance(player).held for player in pair} == {0}


def test_a_match_that_ended_unheard_gets_its_stakes_and_one_that_was_voided_needs_none(pair: list[UUID]) -> None:
    ended = [_match(pair, 1, kind="finished"), _match(pair, 2, kind="voided")]

    found = reconcile([_table("VOIDED", 2, ended=ended)])

    assert f"match {TABLE_ID}-1: its stakes are held again" in found.lines
    assert f"match {TABLE_ID}-2 voided: the history gets it from its record" in found.lines
    assert {credits.balance(player).held for player in pair} == {25}


def test_stakes_behind_no_match_go_back(pair: list[UUID]) -> None:
    credits.hold_stakes(f"{TABLE_ID}-1", dict.fromkeys(pair, 25))

    found = reconcile([_table("OPEN")])

    assert found.lines == [f"match {TABLE_ID}-1 is not in the stream: its stakes are given back"]
    assert found.forget == []
    assert reconcile([_table("OPEN")]).lines == []
    assert {credits.balance(player).held for player in pair} == {0}


@pytest.mark.parametrize(("epoch", "status"), [(1, "OPEN"), (1, "STARTING"), (1, "PLAYING"), (1, "FINISHED")])
def test_a_table_that_plays_what_the_history_knows_is_forgotten(pair: list[UUID], epoch: int, status: str) -> None:
    _know(1)
    _know(2)
    ended = [_match(pair, 1, kind="finished")] if status == "FINISHED" else []

    assert reconcile([_table(status, epoch, ended=ended)]).forget == [TABLE_ID]


def test_a_table_at_its_next_match_is_left_alone(pair: list[UUID]) -> None:
    _know(1)
    table = _table("PLAYING", 2, _match(pair, 2, stake=0), [_match(pair, 1, stake=0, kind="finished")])

    found = reconcile([table])

    assert (found.lines, found.unsolved, found.forget) == ([], [], [])


def test_a_table_that_is_behind_and_has_news_is_left_to_a_person(pair: list[UUID]) -> None:
    _know(2)
    table = _table("PLAYING", 2, _match(pair, 2), [_match(pair, 1, kind="finished")])

    found = reconcile([table])

    assert found.forget == []
    assert found.unsolved == [
        f"table {TABLE_ID} is behind the database, which has not heard of {TABLE_ID}-1: left as it is"
    ]
