"""Sanctions: what they bar a player from and until when, what the player reads and says, and what gateways are told."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils import timezone

from services.common.errors import Denied, IllegalAction, InvalidInput, NotFound
from services.common.subjects import SANCTIONS_BUCKET
from truco.portal.v1.sanctions_pb2 import Sanctions as Told
from web.accounts import own_data
from web.accounts.models import Player
from web.accounts.services import create_guest, token_for
from web.outbox.models import Change
from web.relay.sanctions import sanctions as told
from web.sanctions import services
from web.sanctions.models import Appeal, Sanction
from web.sanctions.services import Kind

pytestmark = pytest.mark.django_db

DAY = timedelta(days=1)
NewPlayer = Callable[..., Player]


def announced() -> list[str]:
    """Whose sanctions wait for the relay."""
    return list(Change.objects.filter(bucket=SANCTIONS_BUCKET).order_by("pk").values_list("key", flat=True))


def read(player: Player) -> Told:
    """What gateways are told of a player."""
    return Told.FromString(told([player.pk.hex]).get(player.pk.hex, b""))


def signed_in(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


def test_gateways_are_told_of_each_kind_until_when(registered: NewPlayer) -> None:
    ana = registered()
    made = [services.impose(ana.pk, kind, "porque sí", DAY * n) for n, kind in enumerate(Kind, start=1)]

    ends = [round(sanction.ends_at.timestamp() * 1000) for sanction in made if sanction.ends_at]
    sent = read(ana)
    assert [sent.muted_until_ms, sent.seek_banned_until_ms, sent.suspended_until_ms] == ends
    assert sent.player_id == ana.pk.hex
    assert announced() == [ana.pk.hex] * 3


def test_the_longest_of_a_kind_counts_and_none_is_longer_than_one_without_end(registered: NewPlayer) -> None:
    ana = registered()
    long = services.impose(ana.pk, Kind.MUTE, "x", 30 * DAY)
    services.impose(ana.pk, Kind.MUTE, "x", DAY)
    assert services.lasting([ana.pk]) == {ana.pk: {Kind.MUTE: long.ends_at}}
    services.impose(ana.pk, Kind.MUTE, "x", None)
    services.impose(ana.pk, Kind.MUTE, "x", DAY)
    assert services.lasting([ana.pk]) == {ana.pk: {Kind.MUTE: None}}
    assert read(ana).muted_until_ms > (timezone.now() + 365 * DAY).timestamp() * 1000


def test_what_is_over_or_lifted_bars_from_nothing(registered: NewPlayer) -> None:
    ana = registered()
    over = services.impose(ana.pk, Kind.MUTE, "x", DAY)
    Sanction.objects.filter(pk=over.pk).update(begins_at=timezone.now() - 2 * DAY, ends_at=timezone.now() - DAY)
    lifted = services.impose(ana.pk, Kind.SUSPENSION, "x", None)
    services.lift(lifted.pk)

    assert services.lasting([ana.pk]) == {}
    assert told([ana.pk.hex]) == {}
    for sanction in (over, lifted):
        with pytest.raises(IllegalAction):
            services.lift(sanction.pk)


def test_who_is_suspended_gets_no_token_and_is_shown_why(registered: NewPlayer) -> None:
    ana = registered()
    made = services.impose(ana.pk, Kind.SUSPENSION, "Insultos en toda la partida", DAY)
    assert made.ends_at

    with pytest.raises(Denied) as refused:
        token_for(ana)
    assert refused.value.reason == "SUSPENDED"
    assert refused.value.metadata["until"] == str(round(made.ends_at.timestamp() * 1000))
    client = signed_in(ana)
    assert client.post("/api/token", content_type="application/json").json()["error"]["reason"] == "SUSPENDED"
    page = client.get("/lobby/", follow=True)
    assert page.redirect_chain == [("/sanciones/", 302)]
    assert "Insultos en toda la partida" in page.content.decode()

    services.lift(made.pk)
    assert token_for(ana).text
    assert client.get("/lobby/").status_code == 200


@pytest.mark.parametrize("kind", [Kind.MUTE, Kind.SEEK_BAN])
def test_who_is_barred_from_less_gets_tokens(registered: NewPlayer, kind: Kind) -> None:
    ana = registered()
    services.impose(ana.pk, kind, "x", DAY)
    assert token_for(ana).text


def test_a_player_appeals_once_and_reads_the_answer() -> None:
    ana = create_guest("Ana")
    sanction = services.impose(ana.pk, Kind.MUTE, "Insultos", DAY)
    client = signed_in(ana)
    asked = {"sanction": sanction.pk, "text": "Era <b>broma</b>"}

    page = client.post("/sanciones/", asked, follow=True).content.decode()
    assert "Era &lt;b&gt;broma&lt;/b&gt;" in page and "Todavía no lo respondieron" in page
    assert client.post("/sanciones/", asked).status_code == 409
    services.answer(Appeal.objects.get().pk, "Fue más de una vez", upheld=False)
    page = client.get("/sanciones/").content.decode()
    assert "La sanción quedó firme" in page and "Fue más de una vez" in page
    assert services.lasting([ana.pk])


def test_an_appeal_that_is_upheld_lifts_the_sanction(registered: NewPlayer) -> None:
    ana = registered()
    sanction = services.impose(ana.pk, Kind.SUSPENSION, "x", DAY)
    appeal = services.appeal(ana.pk, sanction.pk, "No fui yo")
    services.answer(appeal.pk, "Tenés razón", upheld=True)

    assert services.lasting([ana.pk]) == {}
    assert announced() == [ana.pk.hex] * 2
    with pytest.raises(IllegalAction):
        services.answer(appeal.pk, "Otra vez", upheld=False)


@pytest.mark.parametrize("sanction", ["", "1e3", "²", "9" * 40], ids=["none", "float", "superscript", "huge"])
def test_an_appeal_names_a_sanction(sanction: str) -> None:
    assert signed_in(create_guest()).post("/sanciones/", {"sanction": sanction, "text": "x"}).status_code == 400


def test_nobody_appeals_against_or_reads_another_players_sanction(registered: NewPlayer) -> None:
    sanction = services.impose(registered().pk, Kind.MUTE, "Insultos de Ana", DAY)
    other = registered("Beto")
    with pytest.raises(NotFound):
        services.appeal(other.pk, sanction.pk, "x")
    assert signed_in(other).post("/sanciones/", {"sanction": sanction.pk, "text": "x"}).status_code == 404
    assert "Insultos de Ana" not in signed_in(other).get("/sanciones/").content.decode()
    assert Client().get("/sanciones/").status_code == 302


@pytest.mark.parametrize("text", ["", "  ", "x" * 2001], ids=["empty", "blank", "long"])
def test_reasons_and_appeals_have_words(registered: NewPlayer, text: str) -> None:
    ana = registered()
    with pytest.raises(InvalidInput):
        services.impose(ana.pk, Kind.MUTE, text, DAY)
    sanction = services.impose(ana.pk, Kind.MUTE, "x", DAY)
    with pytest.raises(InvalidInput):
        services.appeal(ana.pk, sanction.pk, text)


def test_a_sanction_lasts_for_some_time(registered: NewPlayer) -> None:
    ana = registered()
    with pytest.raises(InvalidInput):
        services.impose(ana.pk, Kind.MUTE, "x", timedelta())
    made = services.impose(ana.pk, Kind.MUTE, "x", DAY)
    with pytest.raises(IntegrityError), transaction.atomic():
        Sanction.objects.filter(pk=made.pk).update(ends_at=made.begins_at)


def test_a_player_is_told_of_sanctions_with_the_own_data_and_they_go_with_the_account(registered: NewPlayer) -> None:
    ana = registered()
    sanction = services.impose(ana.pk, Kind.SUSPENSION, "Insultos", DAY)
    services.appeal(ana.pk, sanction.pk, "Era broma")
    (row,) = own_data.told(ana)["sanctions"]
    assert (row["reason"], row["ends_at"], row["appeal__text"]) == ("Insultos", sanction.ends_at, "Era broma")

    own_data.forget(ana)
    assert not Sanction.objects.exists() and not Appeal.objects.exists()
    assert announced() == [ana.pk.hex] * 2 and told([ana.pk.hex]) == {}
