"""Credits loaded and taken by hand: by who may, with a reason, and above the limit by two people."""

import threading
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from uuid import UUID

import pytest
from django.contrib.auth.models import Permission
from django.db import IntegrityError, connection, connections, transaction
from django.db.models import F
from django.utils import timezone

from services.common.errors import CreditsError, Denied, IllegalAction, InvalidInput, NotFound, Reused, TrucoError
from web.accounts.models import Player
from web.accounts.services import create_guest
from web.credits import cashier, services
from web.credits.books import findings
from web.credits.models import CashierRequest
from web.credits.services import Balance
from web.credits.tasks import expire_requests
from web.settings.environment import environment

pytestmark = pytest.mark.django_db

WELCOME, LIMIT = environment().welcome_credits, environment().cashier_limit
WHY = "Torneo del club, segundo puesto"
Registered = Callable[..., Player]


def _with(player: Player, *permissions: str) -> Player:
    """The player, with permissions, as a later request of theirs sees them."""
    player.user_permissions.add(*Permission.objects.filter(codename__in=permissions, content_type__app_label="credits"))
    return Player.objects.get(pk=player.pk)


def _let_pass(time: timedelta) -> None:
    """As if all that was asked had been asked so much earlier."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute("SET session_replication_role = replica")
        CashierRequest.objects.update(asked_at=F("asked_at") - time, expires_at=F("expires_at") - time)
        cursor.execute("SET session_replication_role = DEFAULT")


@pytest.fixture
def teller(registered: Registered) -> Player:
    """A cashier, who may also approve what others ask for."""
    return _with(registered("Caja"), "load", "approve")


@pytest.fixture
def second(registered: Registered) -> Player:
    """Somebody else who may approve."""
    return _with(registered("Segunda"), "approve")


@pytest.fixture
def ana(registered: Registered) -> UUID:
    """A player with the welcome gift."""
    player = registered("Ana").id
    services.balance(player)
    return player


def _refused(call: Callable[[], object]) -> TrucoError:
    with pytest.raises(TrucoError) as refusal:
        call()
    assert list(findings()) == []
    return refusal.value


def test_a_cashier_loads_and_takes_up_to_the_limit_alone_and_the_player_reads_why(teller: Player, ana: UUID) -> None:
    loaded = cashier.ask(teller, ana, 300, f"  {WHY}  ", uuid.uuid4())
    taken = cashier.ask(teller, ana, -100, "Se cargó de más", uuid.uuid4())

    assert (loaded.state, loaded.decided_by, taken.state) == ("done", None, "done")
    assert services.balance(ana) == Balance(WELCOME + 200, 0)
    read = [(move.reason, move.credits, move.note) for move in services.movements(ana, limit=2)]
    assert read == [("take", -100, "Se cargó de más"), ("load", 300, WHY)]
    assert list(findings()) == []


def test_above_the_limit_another_person_decides(teller: Player, second: Player, ana: UUID) -> None:
    request = cashier.ask(teller, ana, LIMIT + 1, WHY, uuid.uuid4())
    before = services.balance(ana)

    done = [cashier.approve(second, request.pk) for _ in range(2)]

    assert (request.state, before) == ("pending", Balance(WELCOME, 0))
    assert [(each.state, each.decided_by_id) for each in done] == [("done", second.pk)] * 2
    assert services.balance(ana) == Balance(WELCOME + LIMIT + 1, 0)


def test_who_asked_does_not_approve_nor_does_who_gets_it(teller: Player, registered: Registered) -> None:
    gainer = _with(registered("Beto"), "approve")
    request = cashier.ask(teller, gainer.pk, LIMIT + 1, WHY, uuid.uuid4())

    for somebody in (teller, gainer):
        error = _refused(lambda by=somebody: cashier.approve(by, request.pk))
        assert isinstance(error, Denied) and error.reason == "SECOND_PERSON_NEEDED"
    assert [waiting.pk for waiting in cashier.pending()] == [request.pk]


def test_the_database_knows_too_that_a_second_person_is_needed(teller: Player, ana: UUID) -> None:
    request = cashier.ask(teller, ana, LIMIT + 1, WHY, uuid.uuid4())
    now = timezone.now()

    for decided_by in (None, teller):
        with pytest.raises(IntegrityError, match="second_person"), transaction.atomic():
            CashierRequest.objects.filter(pk=request.pk).update(state="done", decided_at=now, decided_by=decided_by)


def test_small_amounts_add_up_to_the_limit(teller: Player, ana: UUID, registered: Registered) -> None:
    """For one player by several cashiers, and by one cashier for several players; credits taken count as well."""
    other, beto = _with(registered("Otra caja"), "load"), registered("Beto").pk
    cashier.ask(teller, ana, LIMIT - 300, WHY, uuid.uuid4())
    cashier.ask(teller, ana, -200, WHY, uuid.uuid4())

    states = [cashier.ask(by, player, 101, WHY, uuid.uuid4()).state for by, player in ((other, ana), (teller, beto))]
    small = cashier.ask(other, ana, 100, WHY, uuid.uuid4()).state
    assert (states, small) == (["pending", "pending"], "done")

    _let_pass(timedelta(hours=25))
    assert cashier.ask(teller, ana, LIMIT, WHY, uuid.uuid4()).state == "done"


def test_asking_again_is_asking_once(teller: Player, ana: UUID) -> None:
    request_id = uuid.uuid4()

    asked = [cashier.ask(teller, ana, 100, WHY, request_id).pk for _ in range(2)]

    assert asked == [request_id] * 2
    assert services.balance(ana) == Balance(WELCOME + 100, 0)
    error = _refused(lambda: cashier.ask(teller, ana, 200, WHY, request_id))
    assert isinstance(error, Reused) and error.reason == "REQUEST_ID_REUSED"


def test_nobody_without_the_permission_moves_credits(second: Player, teller: Player, registered: Registered) -> None:
    nobody, ana = registered("Nadie"), registered("Ana").pk
    request = cashier.ask(teller, ana, LIMIT + 1, WHY, uuid.uuid4())

    calls: list[Callable[[], object]] = [
        lambda: cashier.ask(second, ana, 10, WHY, uuid.uuid4()),
        lambda: cashier.approve(nobody, request.pk),
        lambda: cashier.refuse(nobody, request.pk, WHY),
    ]
    assert [(_refused(call).reason) for call in calls] == ["SCOPE_MISSING"] * 3
    assert services.balance(ana) == Balance(WELCOME, 0)


@pytest.mark.parametrize(
    ("credits", "why", "reason"),
    [(0, WHY, "BAD_REQUEST"), (10**6 + 1, WHY, "BAD_REQUEST"), (10, "", "BAD_TEXT"), (10, "    xy   ", "BAD_TEXT"),
     (10, "x" * 301, "BAD_TEXT"), (10, "uno\x00dos", "BAD_TEXT")],
)  # fmt: skip
def test_a_request_has_an_amount_and_a_reason(teller: Player, ana: UUID, credits: int, why: str, reason: str) -> None:
    error = _refused(lambda: cashier.ask(teller, ana, credits, why, uuid.uuid4()))

    assert isinstance(error, InvalidInput) and error.reason == reason


def test_nobody_loads_to_themselves_to_a_guest_or_to_nobody(teller: Player) -> None:
    guest, calls = create_guest().pk, {}
    for player in (teller.pk, guest, uuid.uuid4()):
        calls[player] = _refused(lambda to=player: cashier.ask(teller, to, 10, WHY, uuid.uuid4()))

    assert [type(error) for error in calls.values()] == [Denied, CreditsError, NotFound]


def test_nobody_is_left_below_zero(teller: Player, second: Player, ana: UUID) -> None:
    """A request that is not covered when it is approved stays, until there are credits again or its time is over."""
    large = cashier.ask(teller, ana, -LIMIT - 1, WHY, uuid.uuid4())

    assert _refused(lambda: cashier.ask(teller, ana, -WELCOME - 1, WHY, uuid.uuid4())).reason == "INSUFFICIENT_CREDITS"
    assert _refused(lambda: cashier.approve(second, large.pk)).reason == "INSUFFICIENT_CREDITS"
    assert CashierRequest.objects.get(pk=large.pk).state == "pending"
    assert services.balance(ana) == Balance(WELCOME, 0)


def test_a_refused_request_moves_nothing_any_more(teller: Player, second: Player, ana: UUID) -> None:
    by_other, withdrawn = (cashier.ask(teller, ana, LIMIT + 1, WHY, uuid.uuid4()) for _ in range(2))

    refused = [cashier.refuse(second, by_other.pk, "No hubo tal torneo") for _ in range(2)]
    cashier.refuse(teller, withdrawn.pk, "Me equivoqué")

    assert [(each.state, each.refusal) for each in refused] == [("refused", "No hubo tal torneo")] * 2
    for request in (by_other, withdrawn):
        error = _refused(lambda closed=request: cashier.approve(second, closed.pk))
        assert isinstance(error, IllegalAction) and error.reason == "REQUEST_CLOSED"
    assert _refused(lambda: cashier.refuse(teller, by_other.pk, "Otra vez")).reason == "REQUEST_CLOSED"
    assert _refused(lambda: cashier.approve(second, uuid.uuid4())).reason == "REQUEST_NOT_FOUND"
    assert services.balance(ana) == Balance(WELCOME, 0)


def test_a_request_that_nobody_decides_expires(teller: Player, second: Player, ana: UUID) -> None:
    old = cashier.ask(teller, ana, LIMIT + 1, WHY, uuid.uuid4())
    _let_pass(timedelta(hours=73))
    new = cashier.ask(teller, ana, LIMIT + 1, WHY, uuid.uuid4())

    assert _refused(lambda: cashier.approve(second, old.pk)).reason == "REQUEST_CLOSED"
    assert [waiting.pk for waiting in cashier.pending()] == [new.pk]
    for _ in range(2):
        expire_requests()

    states = dict(CashierRequest.objects.values_list("pk", "state"))
    assert states == {old.pk: "expired", new.pk: "pending"}
    assert cashier.approve(second, new.pk).state == "done"


@pytest.mark.parametrize(
    "change", ["UPDATE {} SET state = 'pending', decided_at = NULL", "UPDATE {} SET credits = 5", "DELETE FROM {}",
               "TRUNCATE {}"]
)  # fmt: skip
def test_the_database_refuses_to_change_what_was_decided(teller: Player, ana: UUID, change: str) -> None:
    cashier.ask(teller, ana, 100, WHY, uuid.uuid4())

    with pytest.raises(IntegrityError, match="immutable"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(change.format("credits_cashierrequest"))


@pytest.mark.django_db(transaction=True)
def test_requests_at_the_same_time_do_not_pass_the_limit(registered: Registered) -> None:
    """Eight at once, each of a third of the limit, by two cashiers for two players; each twice under one id."""
    tellers = [_with(registered("Caja"), "load") for _ in range(2)]
    players = [registered().pk for _ in range(2)]
    ids, together = [uuid.uuid4() for _ in range(8)], threading.Barrier(16)

    def ask(number: int) -> str:
        each = number % 8
        together.wait()
        try:
            return cashier.ask(tellers[each % 2], players[each // 2 % 2], LIMIT // 3, WHY, ids[each]).state
        finally:
            connections.close_all()

    with ThreadPoolExecutor(16) as pool:
        states = list(pool.map(ask, range(16)))

    assert states[:8] == states[8:]
    for one in (*({"asked_by": teller} for teller in tellers), *({"player": player} for player in players)):
        alone = CashierRequest.objects.filter(state="done", **one)
        assert sum(request.credits for request in alone) <= LIMIT
    assert list(findings()) == []
