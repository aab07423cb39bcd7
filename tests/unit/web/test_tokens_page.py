"""/cuenta/tokens/: tokens and bots are made and ended there, and a secret is shown once."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from web.accounts import access_tokens, bots
from web.accounts.models import Player
from web.accounts.services import create_guest

pytestmark = pytest.mark.django_db

PATH = "/cuenta/tokens/"


@pytest.fixture
def ana(registered: Callable[..., Any]) -> Player:
    """Who is signed in."""
    made: Player = registered("Ana")
    return made


@pytest.fixture
def browser(ana: Player) -> Client:
    """Her browser."""
    client = Client()
    client.force_login(ana)
    return client


def test_a_token_is_made_shown_once_and_revoked(ana: Player, browser: Client) -> None:
    made = browser.post(PATH, {"do": "create", "name": "mi programa", "scope": ["table:read"], "days": "30"})

    [secret] = re.findall(r"qro_[-_A-Za-z0-9]+", made.content.decode())
    assert access_tokens.redeem(secret).player == ana
    assert "no-store" in made.headers["Cache-Control"]
    again = browser.get(PATH).content.decode()
    assert "mi programa" in again and secret not in again

    browser.post(PATH, {"do": "revoke", "id": access_tokens.tokens_of(ana)[0].pk.hex})
    assert not access_tokens.tokens_of(ana)


def test_a_bot_is_made_gets_a_token_and_is_retired(ana: Player, browser: Client) -> None:
    browser.post(PATH, {"do": "create_bot", "name": "Azar", "label": "al azar"})
    [bot] = bots.bots_of(ana)
    made = browser.post(PATH, {"do": "create", "name": "x", "scope": "bot:play", "bot": bot.player_id.hex, "days": ""})

    [secret] = re.findall(r"qro_[-_A-Za-z0-9]+", made.content.decode())
    assert access_tokens.redeem(secret).player == bot.player
    assert "al azar" in browser.get(PATH).content.decode()

    browser.post(PATH, {"do": "retire", "id": bot.player_id.hex})
    assert not bots.bots_of(ana) and not access_tokens.tokens_of(ana)


@pytest.mark.parametrize(
    ("form", "told"),
    [
        ({"do": "create", "name": "x", "days": "30"}, "Elegí qué puede hacer"),
        ({"do": "create", "name": "x", "scope": "bot:play", "days": "30"}, "elegí cuál de tus bots"),
        ({"do": "create", "name": " ", "scope": "table:read", "days": "30"}, "entre 1 y 40 letras"),
        ({"do": "create_bot", "name": ""}, "entre 1 y 24 letras"),
    ],
)
def test_what_is_wrong_is_said_in_words(ana: Player, browser: Client, form: dict[str, str], told: str) -> None:
    answer = browser.post(PATH, form, follow=True)

    assert told in answer.content.decode()
    assert not access_tokens.tokens_of(ana) and not bots.bots_of(ana)


@pytest.mark.parametrize("what", ["revoke", "retire"])
def test_nothing_of_another_is_ended(browser: Client, registered: Callable[..., Any], what: str) -> None:
    beto = registered("Beto")
    bot, token = bots.create(beto, "Azar"), access_tokens.create(beto, "x", ["table:read"]).token

    browser.post(PATH, {"do": what, "id": bot.player_id.hex if what == "retire" else token.pk.hex})

    assert bots.bots_of(beto) and access_tokens.tokens_of(beto)


def test_nothing_is_done_without_the_csrf_token(ana: Player) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(ana)

    assert strict.post(PATH, {"do": "create_bot", "name": "Azar"}).status_code == 403
    assert not bots.bots_of(ana)


def test_a_stranger_goes_to_the_landing_page_and_a_guest_has_no_bots() -> None:
    assert Client().get(PATH).headers["Location"] == "/"
    guest = Client()
    guest.force_login(create_guest())

    assert "create_bot" not in guest.get(PATH).content.decode()
    assert "cuenta registrada" in guest.post(PATH, {"do": "create_bot", "name": "x"}, follow=True).content.decode()
