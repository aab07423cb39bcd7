"""When the books are looked at, and what is made of stakes that have been held for long."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from celery.schedules import crontab
from django.utils import timezone

from services.common.settings import NatsSettings
from web.accounts.models import Player
from web.celery import app
from web.credits import services as credits
from web.credits.models import BooksCheck, Hold
from web.history.nightly import check_books

NOBODY = NatsSettings(nats_url="nats://127.0.0.1:1", nats_user="x", nats_password="x")


def test_the_books_are_looked_at_every_night() -> None:
    job = app.conf.beat_schedule["history.check_books"]

    assert (job["task"], job["schedule"]) == ("history.check_books", crontab(hour="7", minute="0"))


@pytest.mark.django_db(transaction=True)
def test_what_was_found_is_kept(registered: Callable[..., Player]) -> None:
    credits.hold_stakes("0123456789abcdef-1", {registered().id: 50})

    check = check_books(NOBODY)

    assert (check.found, check.findings, check.held) == (0, [], 1)
    assert BooksCheck.objects.get().pk == check.pk and check.began_at <= check.ended_at


@pytest.mark.django_db(transaction=True)
def test_that_tables_cannot_be_asked_about_old_holds_is_a_finding(registered: Callable[..., Player]) -> None:
    credits.hold_stakes("0123456789abcdef-1", {registered().id: 50})
    Hold.objects.update(opened_at=timezone.now() - timedelta(minutes=11))

    check = check_books(NOBODY)

    assert check.findings == ["1 matches have had held stakes for long, and tables cannot be asked about them"]
