"""What the staff does through the console's pages: each action once, with its entry in the audit log."""

import re
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta

import pytest
from django.test import Client

from tests.unit.web.test_reports import filed
from web.accounts.models import Player
from web.accounts.services import create_guest
from web.audit.models import Entry
from web.console.actions import REGISTRY, perform
from web.console.causes import CAUSES
from web.console.roles import ROLES, set_role
from web.credits import cashier
from web.credits import services as credits
from web.credits.models import Reason
from web.moderation.messages import store
from web.moderation.models import Report
from web.sanctions import services as sanctions
from web.sanctions.models import Sanction
from web.sanctions.services import Kind
from web.settings.environment import environment

pytestmark = pytest.mark.django_db

REPORT = "r" * 32


@dataclass(frozen=True)
class Done:
    """An action as it is done: what is posted to which page, or, for the command line alone, what it takes."""

    target: str
    page: str = ""
    posted: Mapping[str, str] = field(default_factory=dict)
    role: str = "moderator"
    taken: Mapping[str, object] = field(default_factory=dict)


def _sanctioned() -> Sanction:
    return sanctions.impose(create_guest("Beto").pk, Kind.MUTE, "Insultos", timedelta(days=1))


def _grant() -> Done:
    player = create_guest()
    return Done(f"player:{player.pk.hex}", taken={"player": player, "role": "cashier"})


def _impose() -> Done:
    player = create_guest()
    posted = {"kind": "suspension", "days": "7", "reason": "Insultos"}
    return Done(f"player:{player.pk.hex}", f"/consola/accounts/player/{player.pk}/change/", posted)


def _lift() -> Done:
    made = _sanctioned()
    return Done(f"player:{made.player_id.hex}", f"/consola/sanctions/sanction/{made.pk}/change/")


def _answer() -> Done:
    made = _sanctioned()
    appeal = sanctions.appeal(made.player_id, made.pk, "Era broma")
    posted = {"upheld": "yes", "answer": "Bueno"}
    return Done(f"player:{made.player_id.hex}", f"/consola/sanctions/appeal/{appeal.pk}/change/", posted)


def _decide() -> Done:
    store("report.1.a", filed(create_guest("Ana").pk.hex, create_guest("Beto").pk.hex))
    posted = {"upheld": "no", "kind": "", "days": "1", "reason": ""}
    return Done(f"report:{REPORT}", f"/consola/moderation/report/{REPORT}/change/", posted)


def _registered(name: str) -> Player:
    player: Player = Player.objects.create(
        name=name, email=f"{uuid.uuid4().hex}@example.org", guest=False, confirmed=True
    )
    credits.welcome(player.pk)
    return player


def _member(role: str) -> Player:
    player = _registered(role)
    set_role(player, role, held=True)
    return Player.objects.get(pk=player.pk)


def _move(amount: str = "50") -> Done:
    player = _registered("Caro")
    posted = {"credits": amount, "request_id": str(uuid.uuid4())}
    return Done(f"player:{player.pk.hex}", f"/consola/accounts/player/{player.pk}/change/", posted, role="cashier")


def _asked() -> Done:
    """What another cashier asked for, above what one may move alone."""
    player, amount = _registered("Caro"), environment().cashier_limit + 1
    asked = cashier.ask(_member("cashier"), player.pk, amount, "Premio del torneo", uuid.uuid4())
    page = f"/consola/credits/cashierrequest/{asked.pk}/change/"
    return Done(f"player:{player.pk.hex}", page, role="cashier")


DOINGS: Mapping[str, Callable[[], Done]] = {
    "grant_role": _grant,
    "take_role": _grant,
    "impose_sanction": _impose,
    "lift_sanction": _lift,
    "answer_appeal": _answer,
    "decide_report": _decide,
    "move_credits": _move,
    "approve_credits": _asked,
    "refuse_credits": _asked,
}
"""How each action is done."""


def _browser(player: Player) -> Client:
    client = Client()
    client.force_login(player)
    return client


@pytest.fixture
def client() -> Client:
    """A moderator's browser."""
    return _browser(_member("moderator"))


def _post(client: Client, name: str, done: Done, why: str = "Para probar") -> int:
    fields = {f"{name}-{key}": value for key, value in {**done.posted, "why": why}.items()}
    return client.post(done.page, {"action": name, **fields}).status_code


def test_every_action_is_done_here() -> None:
    assert set(DOINGS) == set(REGISTRY)


@pytest.mark.parametrize("name", sorted(DOINGS))
def test_every_action_is_in_the_audit_log(name: str) -> None:
    done = DOINGS[name]()
    member = _member(done.role)
    if done.page:
        client = _browser(member)
        assert client.get(done.page).status_code == 200
        assert _post(client, name, done) == 302
    else:
        perform(name, None, "Para probar", **done.taken)

    (entry,) = Entry.objects.filter(action=name)
    who = (member.pk, member.name) if done.page else (None, "línea de comandos")
    assert ((entry.actor, entry.actor_name), entry.target, entry.why) == (who, done.target, "Para probar")
    assert name == "take_role" or entry.before != entry.after
    assert "@" not in str(entry.before) + str(entry.after)


@pytest.mark.parametrize("name", sorted(name for name in DOINGS if REGISTRY[name].permission))
@pytest.mark.parametrize("role", sorted(ROLES))
def test_who_may_not_is_refused_and_nothing_changes(role: str, name: str) -> None:
    done = DOINGS[name]()
    if role != done.role:
        assert _post(_browser(_member(role)), name, done) == 403
        assert not Entry.objects.exists()


@pytest.mark.parametrize("name", sorted(name for name in DOINGS if REGISTRY[name].permission))
def test_nothing_is_done_without_saying_why(name: str) -> None:
    done = DOINGS[name]()
    assert _post(_browser(_member(done.role)), name, done, why=" ") == 200
    assert not Entry.objects.exists()


def test_what_one_cashier_may_not_move_alone_waits_for_another() -> None:
    done = _move(str(environment().cashier_limit + 1))
    first, second = _browser(_member("cashier")), _browser(_member("cashier"))
    assert [_post(first, "move_credits", done) for _ in range(2)] == [302, 302]  # sent twice, asked once
    asked = cashier.CashierRequest.objects.get()
    page = Done(done.target, f"/consola/credits/cashierrequest/{asked.pk}/change/")
    before = credits.balance(asked.player_id).available

    assert _post(first, "approve_credits", page) == 200  # says that somebody else has to
    assert credits.balance(asked.player_id).available == before
    assert _post(second, "approve_credits", page) == 302
    assert credits.balance(asked.player_id).available == before + asked.credits
    movement = second.get(f"/consola/credits/entry/?q={asked.player_id}").content.decode()
    assert f"cashier:{asked.pk.hex}" in movement
    (number,) = re.findall(r"/consola/credits/entry/(\d+)/change/[^<]*", movement)[:1]
    assert "la plataforma" in second.get(f"/consola/credits/entry/{number}/change/").content.decode()


def test_a_report_is_upheld_and_sanctioned_in_one_step(client: Client) -> None:
    done = _decide()
    posted = {"upheld": "yes", "kind": "seek_ban", "days": "3", "reason": "Demorás a propósito"}
    assert _post(client, "decide_report", Done(done.target, done.page, posted)) == 302

    report, made = Report.objects.get(), Sanction.objects.get()
    assert (report.state, made.player, made.kind, made.report_id) == ("upheld", report.reported, "seek_ban", REPORT)
    assert sorted(Entry.objects.values_list("action", flat=True)) == ["decide_report", "impose_sanction"]
    assert _post(client, "decide_report", done) == 403  # it is decided: there is nothing more to do
    assert Entry.objects.count() == 2


@pytest.mark.parametrize(
    "posted",
    [
        {"upheld": "yes", "kind": "mute", "days": "3", "reason": " "},
        {"upheld": "no", "kind": "mute", "days": "3", "reason": "x"},
        {"kind": "", "days": "3", "reason": ""},
    ],
    ids=["no reason", "dismissed", "undecided"],
)
def test_a_decision_makes_sense(client: Client, posted: dict[str, str]) -> None:
    done = _decide()
    assert _post(client, "decide_report", Done(done.target, done.page, posted)) == 200
    assert (Report.objects.get().state, Sanction.objects.count(), Entry.objects.count()) == ("open", 0, 0)


def test_every_reason_of_the_ledger_has_its_words() -> None:
    assert set(CAUSES) == set(Reason.values)


def test_the_queue_shows_what_was_said_and_done(client: Client) -> None:
    page = client.get(_decide().page).content.decode()
    assert "me insultó" in page and "malo" in page
    listed = client.get("/consola/moderation/report/?state__exact=open").content.decode()
    assert "Ana" in listed and "Beto" in listed


def test_players_are_found_by_name_id_and_email(client: Client, registered: Callable[..., Player]) -> None:
    wanted, other = registered("Catalina"), registered("Dora")
    for asked in ("catal", wanted.pk.hex, str(wanted.pk), wanted.email or ""):
        listed = client.get("/consola/accounts/player/", {"q": asked}).content.decode()
        assert wanted.pk.hex in listed and other.pk.hex not in listed, asked


def test_a_players_page_shows_what_the_readers_role_may_see(registered: Callable[..., Player]) -> None:
    ana = registered("Ana")
    perform("impose_sanction", None, "El porqué", player=ana, kind="mute", days=1, reason="El motivo")
    seen = {}
    for role in ("moderator", "cashier", "operator"):
        reader, client = registered(role), Client()
        set_role(reader, role, held=True)
        client.force_login(Player.objects.get(pk=reader.pk))
        seen[role] = client.get(f"/consola/accounts/player/{ana.pk}/change/").content.decode()

    assert ["El motivo" in page for page in seen.values()] == [True, False, False]
    assert ["Últimos movimientos" in page for page in seen.values()] == [False, True, False]
    assert ["El porqué" in page for page in seen.values()] == [False, False, True]
    assert ['name="move_credits-credits"' in page for page in seen.values()] == [False, True, False]
    assert ['name="impose_sanction-kind"' in page for page in seen.values()] == [True, False, False]
