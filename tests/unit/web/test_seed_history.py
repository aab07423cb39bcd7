"""Seeded matches are as real ones: they verify, their players read them, ratings and boards agree with them."""

import json
from io import StringIO
from unittest.mock import patch
from uuid import UUID

import pytest
from django.core.management import CommandError, call_command
from django.db.models import Count
from django.test import Client

from services.common.fairness import checks
from tests.harness.sealed_matches import PLAIN
from web.accounts.models import Player
from web.history.management.commands import seed_history
from web.history.models import Match, MatchSeat
from web.history.record import MatchRecord
from web.history.seeding.history import Person, Seeding
from web.history.seeding.templates import Seated, retold, templates
from web.ratings.models import Rating, RatingChange, SeasonRating

MATCHES = 400
RECORDS = 40


@pytest.fixture
def seeded(transactional_db: None) -> list[Player]:  # noqa: ARG001
    """Some matches of some players, the busiest first."""
    from web.accounts.services import create_test_accounts

    players = create_test_accounts(20)
    Seeding([Person(each.id, each.name) for each in players], MATCHES, RECORDS, seed=7).run()
    return players


def test_a_match_told_anew_verifies_with_its_new_players() -> None:
    for template in templates():
        seated = [Seated(UUID(int=seat + 1).hex, f"P{seat}", "mate", bot=False) for seat in range(template.seats)]

        told = retold(template, "00000000000000ff", seated, 1_796_000_000_000, ranked=True)

        assert len(list(checks(json.loads(json.dumps(told))))) == 4
        assert [each.player_id for each in MatchRecord.model_validate(told).players] == [
            each.player_id for each in seated
        ]
        assert told["times"]["finished_ms"] == 1_796_000_000_000


def test_there_is_a_template_for_every_preset_and_table_size() -> None:
    assert [(each.preset, each.seats) for each in templates()] == [(preset, seats) for preset, seats, _ in PLAIN]


def test_as_many_matches_as_asked_with_the_latest_ones_records(seeded: list[Player]) -> None:
    assert Match.objects.count() == MATCHES
    latest = Match.objects.order_by("-finished_at")[:RECORDS]
    assert {match.record is not None for match in latest if match.outcome == "finished"} == {True}
    assert Match.objects.filter(record__isnull=False).count() <= RECORDS
    for match in Match.objects.annotate(seated=Count("seats")).prefetch_related("seats"):
        seats = match.seats.all()
        assert match.seated == match.size
        assert {(seat.ended_at, seat.preset, seat.size) for seat in seats} == {
            (match.finished_at, match.preset, match.size)
        }
        assert all(seat.result == match.result_for(seat.seat) for seat in seats)
    assert seeded


def test_a_seeded_match_has_its_page_and_its_record(seeded: list[Player]) -> None:
    seat = MatchSeat.objects.filter(player=seeded[0], match__record__isnull=False).first()
    assert seat is not None
    client = Client()
    client.force_login(seeded[0])

    assert len(list(checks(client.get(f"/historial/{seat.match_id}/registro.json").json()))) == 4
    assert "Mano 1" in client.get(f"/historial/{seat.match_id}/").content.decode()
    assert client.get("/historial/").content.decode().count("match-row match-") == 20


def test_ratings_are_where_their_last_match_left_them(seeded: list[Player]) -> None:
    rated = Rating.objects.all()

    assert rated and seeded
    for rating in rated:
        changes = list(
            RatingChange.objects.filter(player=rating.player, preset=rating.preset, seats=rating.seats).order_by("at")
        )
        assert (rating.games, rating.mu, rating.sigma) == (len(changes), changes[-1].mu_after, changes[-1].sigma_after)
        assert [each.mu_before for each in changes[1:]] == [each.mu_after for each in changes[:-1]]
        board = SeasonRating.objects.filter(player=rating.player, preset=rating.preset, seats=rating.seats)
        assert sum(row.games for row in board) == rating.games
        assert board.order_by("-season")[0].mu == rating.mu


def test_it_is_for_tests_only() -> None:
    with pytest.raises(CommandError, match="QUIERO_TEST_ACCOUNTS"):
        call_command("seed_history", matches=1)


@pytest.mark.django_db(transaction=True)
def test_the_command_names_the_busiest_player() -> None:
    out = StringIO()
    with patch.object(seed_history, "environment") as environment:
        environment.return_value.test_accounts = True
        call_command("seed_history", matches=100, records=5, stdout=out)
        with pytest.raises(CommandError):
            call_command("seed_history", matches=0)

    assert "100 matches of 12 players" in out.getvalue()
    busiest = UUID(out.getvalue().split()[-1])
    assert MatchSeat.objects.filter(player=busiest).count() > 100 / 12
