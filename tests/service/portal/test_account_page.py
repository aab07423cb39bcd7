"""Mi cuenta: names, limits, declarations, taking all data along and closing the account."""

import re
import uuid
from collections.abc import Callable

import grpc
import jwt
import pytest
import redis

from deploy.local.stack import Stack
from tests.service.portal.conftest import Query
from tests.service.portal.visitor import PASSWORD, Visitor
from truco.portal.v1 import portal_pb2, portal_pb2_grpc

PAGES = (
    "/cuenta/", "/cuenta/correo/", "/cuenta/clave/", "/cuenta/sesiones/", "/cuenta/dos-pasos/", "/cuenta/cerrar/",
    "/salir/", "/correo/local/",
)  # fmt: skip

Hold = Callable[[str, int], str]


@pytest.fixture(autouse=True)
def no_limit_reached_before(portal: Stack) -> None:
    """All tests come from one address, so each begins with nothing counted."""
    valkey = redis.Redis.from_url(portal.env["QUIERO_VALKEY_URL"])
    for key in valkey.scan_iter("*allauth:rl:*"):
        valkey.delete(key)


@pytest.fixture
def owner(portal: Stack) -> Visitor:
    """A registered player."""
    visitor = Visitor(portal)
    visitor.register()
    return visitor


@pytest.fixture
def hold(portal: Stack) -> Hold:
    """Asks for a player's stake as tables does; "held", or the reason why not."""
    credits = portal_pb2_grpc.CreditsServiceStub(grpc.insecure_channel(portal.address("CREDITS")))

    def ask(player: str, stake: int) -> str:
        stakes = [portal_pb2.Stake(player_id=player, credits=stake)]
        try:
            credits.HoldStakes(portal_pb2.HoldStakesRequest(match_id=f"{uuid.uuid4().hex[:16]}-1", stakes=stakes))
        except grpc.RpcError as error:
            found = re.search(r"[A-Z]+(_[A-Z]+)+", str(error.trailing_metadata()))
            return found[0] if found else repr(error)
        return "held"

    return ask


def test_a_chosen_name_shows_on_the_profile_and_waits_a_week_for_the_next(owner: Visitor) -> None:
    name = f"Doña {uuid.uuid4().hex[:8]}"

    owner.submit("/cuenta/nombre/", page="/cuenta/", name=name)
    again = owner.submit("/cuenta/nombre/", page="/cuenta/", name="Otro Nombre")

    assert "una vez por semana" in again.text
    profile = Visitor.get(owner, f"/jugador/{owner.player_id()}/")
    assert f"<h1>{name}</h1>" in profile.text


def test_a_name_that_looks_like_anothers_is_refused(portal: Stack, owner: Visitor) -> None:
    other, name = Visitor(portal), f"Lola {uuid.uuid4().hex[:8]}"
    other.register()
    owner.submit("/cuenta/nombre/", page="/cuenta/", name=name)

    page = other.submit("/cuenta/nombre/", page="/cuenta/", name=name.replace("o", "0").upper())

    assert "se ve igual" in page.text


def test_stakes_need_a_confirmed_address_then_a_declaration_then_keep_to_the_own_limit(
    portal: Stack, hold: Hold
) -> None:
    visitor = Visitor(portal)
    player = visitor.play_as_guest()
    assert hold(player, 10) == "GUESTS_CANNOT_STAKE"
    visitor.register()
    assert hold(player, 10) == "AGE_NOT_DECLARED"
    visitor.submit("/cuenta/edad/", page="/cuenta/", adult="yes")
    assert hold(player, 10) == "held"

    visitor.submit("/cuenta/limites/", page="/cuenta/", hours="", stake="25")

    assert (hold(player, 50), hold(player, 25)) == ("OWN_STAKE_LIMIT", "held")


def test_a_looser_limit_waits_a_day_and_a_tighter_one_does_not(owner: Visitor, hold: Hold) -> None:
    player = owner.player_id()
    owner.submit("/cuenta/edad/", page="/cuenta/", adult="yes")
    owner.submit("/cuenta/limites/", page="/cuenta/", hours="", stake="25")

    page = owner.submit("/cuenta/limites/", page="/cuenta/", hours="", stake="100")

    assert "24 horas" in page.text and hold(player, 50) == "OWN_STAKE_LIMIT"
    owner.submit("/cuenta/limites/", page="/cuenta/", hours="", stake="10")
    assert hold(player, 25) == "OWN_STAKE_LIMIT"


def test_when_the_days_time_is_used_up_tokens_say_that_their_bearer_rests(owner: Visitor, query: Query) -> None:
    player = owner.player_id()
    owner.submit("/cuenta/limites/", page="/cuenta/", hours="1", stake="")
    early = jwt.decode(owner.token(), options={"verify_signature": False})

    query("UPDATE accounts_playday SET seconds = 3300 WHERE player_id = %s", [player])
    late = jwt.decode(owner.token(), options={"verify_signature": False})
    query("UPDATE accounts_playday SET seconds = 3600 WHERE player_id = %s", [player])
    over = jwt.decode(owner.token(), options={"verify_signature": False})

    assert (early.get("resting"), late.get("resting"), over.get("resting")) == (None, None, True)
    assert early["exp"] - early["iat"] == 900
    assert late["exp"] - late["iat"] <= 300


def test_all_own_data_comes_as_one_file_without_secrets(owner: Visitor, query: Query) -> None:
    player = owner.player_id()
    (address, password) = query("SELECT email, password FROM accounts_player WHERE id = %s", [player])[0]

    file = owner.get("/cuenta/mis-datos.json")

    assert file.json()["account"]["email"] == address
    assert set(file.json()) == {"account", "balance", "movements", "ratings", "matches"}
    assert password not in file.text and str(owner.session) not in file.text


def test_a_closed_account_leaves_an_anonymous_seat_and_no_way_back(portal: Stack, query: Query) -> None:
    owner, address = Visitor(portal), ""
    address = owner.register()
    player = owner.player_id()
    elsewhere = Visitor(portal)
    elsewhere.sign_in(address)
    assert "Esa no es tu contraseña" in owner.submit("/cuenta/cerrar/", password="otra").text

    gone = owner.submit("/cuenta/cerrar/", password=PASSWORD)

    assert gone.url.path == "/"
    assert elsewhere.get("/cuenta/").url.path == "/ingresar/"
    assert Visitor(portal).sign_in(address).url.path == "/ingresar/"
    assert owner.get(f"/jugador/{player}/").status_code == 404
    told = query("SELECT name, email, confirmed, anonymised_at IS NULL FROM accounts_player WHERE id = %s", [player])
    assert told == [("Invitado", None, False, False)]
    assert query("SELECT count(*) FROM account_emailaddress WHERE user_id = %s", [player]) == [(0,)]


def test_an_account_with_stakes_in_play_is_not_closed(owner: Visitor, hold: Hold) -> None:
    owner.submit("/cuenta/edad/", page="/cuenta/", adult="yes")
    assert hold(owner.player_id(), 10) == "held"

    page = owner.submit("/cuenta/cerrar/", password=PASSWORD)

    assert "apostados en una partida" in page.text
    assert owner.get("/cuenta/").url.path == "/cuenta/"


def test_players_block_each_other_on_the_profile(portal: Stack, owner: Visitor) -> None:
    rude = Visitor(portal)
    other = rude.play_as_guest()

    blocked = owner.submit(f"/jugador/{other}/bloquear/", page=f"/jugador/{other}/")

    assert "Desbloquear" in blocked.text
    assert "Desbloquear" not in owner.submit(f"/jugador/{other}/bloquear/", page=f"/jugador/{other}/", undo="1").text


@pytest.mark.parametrize("path", PAGES)
def test_pages_hold_to_their_content_security_policy(owner: Visitor, path: str) -> None:
    page = owner.get(path)

    assert page.status_code == 200 and page.url.path == path
    assert "script-src 'self'" in page.headers["Content-Security-Policy"]
    assert not re.search(r"<script(?![^>]*(src=|application/json))|<style|\sstyle=|\son\w+=", page.text)


@pytest.mark.parametrize("path", [path for path in PAGES if path.startswith("/cuenta/")])
def test_the_account_is_for_who_has_one(portal: Stack, path: str) -> None:
    stranger, guest = Visitor(portal), Visitor(portal)
    guest.play_as_guest()

    assert stranger.get(path).url.path == "/ingresar/"
    assert guest.get(path).url.path == "/registrarse/"
