"""A guest registers and stays the same player; signing in from elsewhere, out, and what may go wrong."""

import re
from collections.abc import Callable

import httpx
import jwt
import pytest
import redis

from deploy.local.stack import Stack
from tests.service.portal.conftest import Query
from tests.service.portal.visitor import PASSWORD, Visitor, new_address

FORMS = ("/registrarse/", "/ingresar/", "/clave/olvidada/", "/salir/")


@pytest.fixture(autouse=True)
def forget_limits(portal: Stack) -> Callable[[], None]:
    """All tests come from one address, so each begins with nothing counted; and may begin anew."""
    valkey = redis.Redis.from_url(portal.env["QUIERO_VALKEY_URL"])

    def forget() -> None:
        for key in valkey.scan_iter("*allauth:rl:*"):
            valkey.delete(key)

    forget()
    return forget


def test_a_guest_who_registers_stays_the_same_player(portal: Stack) -> None:
    visitor = Visitor(portal)
    guest = visitor.play_as_guest()

    address = visitor.register()

    claims = jwt.decode(visitor.token(), options={"verify_signature": False})
    assert (claims["sub"], claims["guest"], claims["confirmed"]) == (guest, False, True)
    elsewhere = Visitor(portal)
    elsewhere.sign_in(address)
    assert elsewhere.player_id() == guest


def test_until_the_code_is_given_the_guest_is_one(portal: Stack, query: Query) -> None:
    visitor, address = Visitor(portal), new_address()
    guest = visitor.play_as_guest()

    page = visitor.submit("/registrarse/", email=address, password1=PASSWORD)

    assert page.url.path == "/correo/confirmar/" and "/correo/local/" in page.text
    assert visitor.player_id() == guest
    assert query("SELECT guest, confirmed, email FROM accounts_player WHERE id = %s", [guest]) == [(True, False, None)]


def test_a_code_counts_in_the_browser_that_asked_for_it_alone(portal: Stack) -> None:
    visitor, other, address = Visitor(portal), Visitor(portal), new_address()
    visitor.play_as_guest()
    other.play_as_guest()
    visitor.submit("/registrarse/", email=address, password1=PASSWORD)

    assert "code" not in other.get("/correo/confirmar/").text
    assert other.player_id() != visitor.player_id()


def test_after_five_wrong_codes_the_right_one_does_not_count(portal: Stack, query: Query) -> None:
    visitor, address = Visitor(portal), new_address()
    guest = visitor.play_as_guest()
    visitor.submit("/registrarse/", email=address, password1=PASSWORD)
    code = visitor.code(address)
    for _ in range(4):
        assert "Código incorrecto" in visitor.submit("/correo/confirmar/", code="AAAA-AAAA").text

    visitor.submit("/correo/confirmar/", code="AAAA-AAAA")

    assert visitor.get("/correo/confirmar/").url.path != "/correo/confirmar/"
    assert code and query("SELECT confirmed FROM accounts_player WHERE id = %s", [guest]) == [(False,)]


def test_the_session_has_another_key_after_registering_and_after_signing_in(portal: Stack) -> None:
    visitor = Visitor(portal)
    visitor.play_as_guest()
    before = visitor.session

    address = visitor.register()

    assert visitor.session not in (None, before)
    planted = Visitor(portal)
    planted.play_as_guest()
    known = planted.session
    planted.sign_in(address)
    assert planted.session not in (None, known)
    thief = Visitor(portal)
    thief.client.cookies.set("quiero_session", str(known))
    assert thief.get("/cuenta/").url.path == "/ingresar/"


def test_who_signs_in_elsewhere_is_told_before_that_the_guest_ends(portal: Stack) -> None:
    owner, guest = Visitor(portal), Visitor(portal)
    address = owner.register()
    left_behind = guest.play_as_guest()

    told = guest.get("/ingresar/").text
    guest.sign_in(address)

    assert "dejás de ser" in told and "Registrate" in told
    assert guest.player_id() == owner.player_id() != left_behind


def test_a_taken_address_looks_the_same_and_its_owner_gets_a_mail(
    portal: Stack, query: Query, forget_limits: Callable[[], None]
) -> None:
    owner, visitor = Visitor(portal), Visitor(portal)
    address, free = owner.register(), new_address()
    guest = visitor.play_as_guest()
    fresh = Visitor(portal)
    fresh.play_as_guest()
    forget_limits()

    taken_page = visitor.submit("/registrarse/", email=address.upper(), password1=PASSWORD)
    free_page = fresh.submit("/registrarse/", email=free, password1=PASSWORD)

    assert _alike(taken_page, address) == _alike(free_page, free)
    assert "/ingresar/" in visitor.mail(address, "Ya tenés cuenta en Quiero")
    assert query("SELECT guest FROM accounts_player WHERE id = %s", [guest]) == [(True,)]


def test_naming_an_address_first_does_not_keep_it_from_its_owner(
    portal: Stack, forget_limits: Callable[[], None]
) -> None:
    squatter, owner, address = Visitor(portal), Visitor(portal), new_address()
    squatter.play_as_guest()
    squatter.submit("/registrarse/", email=address, password1="otra clave que nadie usa")
    squatter.code(address)
    for mail in owner.mail_folder.glob("*.eml"):
        mail.unlink()
    forget_limits()

    owner.register(address)

    assert Visitor(portal).sign_in(address, "otra clave que nadie usa").url.path == "/ingresar/"
    assert Visitor(portal).sign_in(address).url.path == "/lobby/"


def test_who_forgot_the_password_chooses_another_and_every_session_ends(portal: Stack) -> None:
    owner, forgetful = Visitor(portal), Visitor(portal)
    address = owner.register()

    forgetful.submit("/clave/olvidada/", email=address)
    link = re.search(r"http\S+(/clave/nueva/\S+)", forgetful.mail(address, "Elegí otra contraseña"))
    assert link
    form = forgetful.get(link[1]).url.path
    done = forgetful.submit(form, password1="otra que tampoco usa nadie", password2="otra que tampoco usa nadie")

    assert done.url.path == "/clave/lista/"
    assert owner.get("/cuenta/").url.path == "/ingresar/"
    assert Visitor(portal).sign_in(address).url.path == "/ingresar/"
    assert Visitor(portal).sign_in(address, "otra que tampoco usa nadie").url.path == "/lobby/"
    assert "ya no vale" in Visitor(portal).get(link[1]).text


def test_a_reset_for_nobody_looks_the_same_and_mails_nobody(portal: Stack) -> None:
    owner, address = Visitor(portal), new_address()
    known = owner.register()

    for_nobody = Visitor(portal).submit("/clave/olvidada/", email=address)
    for_somebody = Visitor(portal).submit("/clave/olvidada/", email=known)

    assert for_nobody.text == for_somebody.text
    owner.mail(known, "Elegí otra contraseña")
    assert owner.mails(address) == []


def test_another_address_counts_once_it_is_confirmed_and_the_old_one_hears_of_it(portal: Stack, query: Query) -> None:
    owner, new = Visitor(portal), new_address()
    address = owner.register()
    player = owner.player_id()
    owner.submit("/cuenta/confirmar/?next=/cuenta/correo/", password=PASSWORD)

    owner.submit("/cuenta/correo/", email=new, action_add="")

    assert query("SELECT email FROM accounts_player WHERE id = %s", [player]) == [(address,)]
    owner.submit("/correo/confirmar/", code=owner.code(new))
    assert query("SELECT email FROM accounts_player WHERE id = %s", [player]) == [(new,)]
    assert new in owner.mail(address, "Cambió tu correo")
    assert Visitor(portal).sign_in(address).url.path == "/ingresar/"
    assert Visitor(portal).sign_in(new).url.path == "/lobby/"


def test_signing_out_ends_the_session(portal: Stack) -> None:
    owner = Visitor(portal)
    owner.register()
    key = str(owner.session)

    owner.submit("/salir/")

    owner.client.cookies.set("quiero_session", key)
    assert owner.get("/cuenta/").url.path == "/ingresar/"


def test_passwords_are_not_guessed_for_long(portal: Stack) -> None:
    owner, guesser = Visitor(portal), Visitor(portal)
    address = owner.register()
    for number in range(5):
        guesser.sign_in(address, f"adivino esta {number}")

    right = guesser.sign_in(address)

    assert right.url.path == "/ingresar/" and "intentos" in right.text


def test_an_address_registers_and_asks_for_links_so_often_only(portal: Stack) -> None:
    visitor = Visitor(portal)
    answers = [visitor.submit("/registrarse/", email=new_address(), password1="123").status_code for _ in range(22)]
    assert answers[:20] == [200] * 20 and answers[-1] == 429

    address = new_address()
    asked = [visitor.submit("/clave/olvidada/", email=address) for _ in range(4)]
    assert [answer.url.path for answer in asked[:3]] == ["/clave/olvidada/enviado/"] * 3
    assert asked[3].url.path == "/clave/olvidada/"


@pytest.mark.parametrize("path", FORMS)
def test_a_form_without_its_token_is_refused(portal: Stack, path: str) -> None:
    visitor = Visitor(portal)
    visitor.play_as_guest()
    assert visitor.client.post(path, data={"login": "x", "email": "x@example.org"}).status_code == 403


def _alike(page: httpx.Response, address: str) -> tuple[str, str]:
    """A page without what differs for everybody: the address, the name, the CSRF token, the avatar."""
    text = page.text.replace(address, "").replace(address.upper(), "")
    text = re.sub(r'value="\w{64}"|avatars/\w+|jugador/\w+|who-name">[^<]*', "", text)
    return page.url.path, text
