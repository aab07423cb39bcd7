"""Guests who do not come back are deleted; with matches they stay, without their names."""

from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.test import Client
from django.utils import timezone

from tests.unit.web.match_records import finished, player, record
from web.accounts.access_tokens import issue_secret
from web.accounts.models import AccessToken, Player
from web.accounts.services import ANONYMOUS, create_guest
from web.history.cleanup import clean_up_guests
from web.history.messages import store
from web.history.models import Match, MatchSeat
from web.history.tasks import clean_up
from web.settings.environment import environment

pytestmark = pytest.mark.django_db

LONG_AGO = timedelta(days=environment().guest_idle_days, minutes=1)


def _idle(guest: Player) -> Player:
    Player.objects.filter(pk=guest.pk).update(last_seen_at=timezone.now() - LONG_AGO)
    return guest


def _played(guest: Player, other: Player) -> None:
    players = [player(0, guest.id.hex, guest.name), player(1, other.id.hex, other.name)]
    store("table.1.0123456789abcdef.finished", finished(record(players)))


def test_an_idle_guest_without_matches_is_deleted_with_its_secrets() -> None:
    issue_secret(_idle(create_guest()))
    staying = create_guest()

    assert clean_up_guests() == {"anonymised": 0, "deleted": 1}
    assert list(Player.objects.all()) == [staying]
    assert not AccessToken.objects.exists()


def test_an_idle_guest_with_matches_loses_its_name_everywhere_and_keeps_the_match() -> None:
    gone, staying = create_guest("Rosaura"), create_guest("Beto")
    _played(gone, staying)
    issue_secret(_idle(gone))

    assert clean_up_guests() == {"anonymised": 1, "deleted": 0}

    gone.refresh_from_db()
    assert (gone.name, gone.avatar) == (ANONYMOUS, "") and gone.anonymised_at
    assert not AccessToken.objects.exists()
    assert sorted(MatchSeat.objects.values_list("name", flat=True)) == ["Beto", ANONYMOUS]
    written = Match.objects.get().record
    assert written and [seat["name"] for seat in written["players"]] == [ANONYMOUS, "Beto"]
    assert "Rosaura" not in str(written)


def test_a_second_clean_up_does_nothing() -> None:
    gone = create_guest()
    _played(_idle(gone), create_guest())

    clean_up_guests()

    assert clean_up_guests() == {"anonymised": 0, "deleted": 0}


def test_registered_players_are_left_alone() -> None:
    old = timezone.now() - LONG_AGO
    kept = Player.objects.create(name="Ana", email="ana@example.org", guest=False, last_seen_at=old)

    clean_up()

    assert Player.objects.get() == kept


def test_ended_sessions_go() -> None:
    client = Client()
    client.post("/entrar/")
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))

    clean_up_guests()

    assert not Session.objects.exists()
