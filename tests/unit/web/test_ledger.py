"""Stakes are held, shared out and given back; each once, all or none."""

import threading
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID

import pytest
from django.db import Error, IntegrityError, connection, connections, transaction

from services.common.errors import CreditsError, InvalidInput, NotFound, Reused, TrucoError
from web.accounts.models import Player
from web.accounts.services import create_guest
from web.credits import ledger, services
from web.credits.models import AccountKind, Entry, Hold, Posting, Reason
from web.credits.services import Balance
from web.credits.shares import payouts
from web.settings.environment import environment

pytestmark = pytest.mark.django_db

WELCOME = environment().welcome_credits
Registered = Callable[..., Player]


@pytest.fixture
def pair(registered: Registered) -> tuple[UUID, UUID]:
    """Two registered players."""
    return registered("Ana").id, registered("Beto").id


def _refused(call: Callable[[], object]) -> TrucoError:
    with pytest.raises(TrucoError) as refusal:
        call()
    return refusal.value


def test_a_registered_player_starts_with_the_welcome_credits_once(registered: Registered) -> None:
    player = registered().id

    assert [services.balance(player) for _ in range(2)] == [Balance(WELCOME, 0)] * 2
    assert [(move.reason, move.credits) for move in services.movements(player)] == [("welcome", WELCOME)]


def test_a_guest_has_nothing_and_stakes_nothing() -> None:
    guest = create_guest().id

    assert services.balance(guest) == Balance(0, 0)
    error = _refused(lambda: services.hold_stakes("m-1", {guest: 1}))
    assert isinstance(error, CreditsError)
    assert (error.reason, error.metadata) == ("GUESTS_CANNOT_STAKE", {"player_ids": guest.hex})


@pytest.mark.parametrize("lacking", [{"confirmed": False}, {"bot": True}, {"guest": True}])
def test_only_people_with_a_confirmed_address_stake(pair: tuple[UUID, UUID], lacking: dict[str, bool]) -> None:
    """Though they have credits: from before, or from somewhere."""
    services.balance(pair[1])
    Player.objects.filter(pk=pair[1]).update(**lacking)

    error = _refused(lambda: services.hold_stakes("m-1", dict.fromkeys(pair, 10)))

    assert (error.reason, error.metadata) == ("GUESTS_CANNOT_STAKE", {"player_ids": pair[1].hex})


def test_a_held_stake_is_not_available(pair: tuple[UUID, UUID]) -> None:
    repeated = services.hold_stakes("m-1", dict.fromkeys(pair, 100))

    assert repeated is False
    assert [services.balance(player) for player in pair] == [Balance(WELCOME - 100, 100)] * 2


def test_holding_again_changes_nothing(pair: tuple[UUID, UUID]) -> None:
    services.hold_stakes("m-1", dict.fromkeys(pair, 100))

    assert services.hold_stakes("m-1", dict.fromkeys(pair, 100)) is True
    assert services.balance(pair[0]) == Balance(WELCOME - 100, 100)


def test_a_match_id_with_other_stakes_is_refused(pair: tuple[UUID, UUID]) -> None:
    services.hold_stakes("m-1", dict.fromkeys(pair, 100))

    error = _refused(lambda: services.hold_stakes("m-1", dict.fromkeys(pair, 99)))
    assert isinstance(error, Reused) and error.reason == "MATCH_ID_REUSED"


def test_all_are_held_or_none(pair: tuple[UUID, UUID]) -> None:
    error = _refused(lambda: services.hold_stakes("m-1", {pair[0]: 10, pair[1]: WELCOME + 1}))

    assert isinstance(error, CreditsError)
    assert (error.reason, error.metadata) == ("INSUFFICIENT_CREDITS", {"player_ids": pair[1].hex})
    assert services.balance(pair[0]) == Balance(WELCOME, 0)
    assert not Hold.objects.exists()


def test_an_unknown_player_is_refused(pair: tuple[UUID, UUID]) -> None:
    stranger = uuid.uuid4()

    error = _refused(lambda: services.hold_stakes("m-1", {pair[0]: 1, stranger: 1}))
    assert isinstance(error, NotFound)
    assert (error.reason, error.metadata) == ("PLAYER_NOT_FOUND", {"player_ids": stranger.hex})


@pytest.mark.parametrize(
    ("match_id", "credits", "reason"),
    [("", 1, "BAD_REQUEST"), ("x" * 65, 1, "BAD_REQUEST"), ("a b", 1, "BAD_REQUEST"), ("m", 0, "BAD_STAKE"),
     ("m", -5, "BAD_STAKE"), ("m", 2**62, "BAD_STAKE")],
)  # fmt: skip
def test_bad_input_is_refused(pair: tuple[UUID, UUID], match_id: str, credits: int, reason: str) -> None:
    error = _refused(lambda: services.hold_stakes(match_id, {pair[0]: credits}))

    assert isinstance(error, InvalidInput) and error.reason == reason


def test_the_winner_takes_the_losers_stake_once(pair: tuple[UUID, UUID]) -> None:
    winner, loser = pair
    services.hold_stakes("m-1", dict.fromkeys(pair, 100))

    services.settle("m-1", [winner])
    services.settle("m-1", [winner])

    assert services.balance(winner) == Balance(WELCOME + 100, 0)
    assert services.balance(loser) == Balance(WELCOME - 100, 0)
    assert [(m.reason, m.credits) for m in services.movements(winner, ["m-1"])] == [("settle", 200), ("hold", -100)]


def test_released_stakes_are_back_once(pair: tuple[UUID, UUID]) -> None:
    services.hold_stakes("m-1", dict.fromkeys(pair, 100))

    assert [services.release_stakes("m-1") for _ in range(2)] == [True, True]
    assert services.balance(pair[0]) == Balance(WELCOME, 0)


def test_a_match_without_a_hold_releases_nothing_and_settles_nothing(pair: tuple[UUID, UUID]) -> None:
    assert services.release_stakes("m-1") is False
    services.settle("m-2", [pair[0]])
    assert services.balance(pair[0]) == Balance(WELCOME, 0)


def test_a_hold_that_comes_after_the_release_is_refused(pair: tuple[UUID, UUID]) -> None:
    services.release_stakes("m-1")

    assert _refused(lambda: services.hold_stakes("m-1", dict.fromkeys(pair, 5))).reason == "HOLD_CLOSED"
    assert services.release_stakes("m-1") is False


def test_settled_stakes_are_not_released_nor_released_ones_settled(pair: tuple[UUID, UUID]) -> None:
    for match_id in ("m-1", "m-2"):
        services.hold_stakes(match_id, dict.fromkeys(pair, 5))
    services.settle("m-1", [pair[0]])
    services.release_stakes("m-2")

    assert _refused(lambda: services.release_stakes("m-1")).reason == "HOLD_CLOSED"
    assert _refused(lambda: services.settle("m-2", [pair[0]])).reason == "HOLD_CLOSED"
    assert _refused(lambda: services.hold_stakes("m-1", dict.fromkeys(pair, 5))).reason == "HOLD_CLOSED"


def test_a_rest_goes_to_the_first_winners() -> None:
    players = [UUID(int=number) for number in range(6)]
    stakes = dict.fromkeys(players, 10) | {players[1]: 12}

    paid = payouts(stakes, [players[0], players[2], players[4]])

    assert paid == {players[0]: 21, players[2]: 21, players[4]: 20}
    assert sum(paid.values()) == sum(stakes.values())


def test_stakes_with_nothing_against_them_go_back() -> None:
    stakes = {UUID(int=1): 10}

    assert payouts(stakes, [UUID(int=2)]) == stakes


@pytest.mark.parametrize("table", ["credits_entry", "credits_posting"])
@pytest.mark.parametrize("change", ["UPDATE {} SET id = id + 1000", "DELETE FROM {}"])
def test_the_database_refuses_to_change_the_ledger(registered: Registered, table: str, change: str) -> None:
    services.balance(registered().id)

    with pytest.raises(IntegrityError, match="immutable"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(change.format(table))


@pytest.mark.django_db(transaction=True)
def test_the_database_refuses_an_entry_that_does_not_sum_to_zero(registered: Registered) -> None:
    player = registered().id
    services.balance(player)

    with pytest.raises(IntegrityError, match="does not sum to zero"), transaction.atomic():
        ledger.post("forged", Reason.SETTLE, {ledger.lock([player])[player, AccountKind.AVAILABLE]: 5})
    assert not Entry.objects.filter(key="forged").exists()


@pytest.mark.django_db(transaction=True)
def test_the_database_refuses_a_player_below_zero(registered: Registered) -> None:
    player = registered().id
    services.balance(player)

    with pytest.raises(IntegrityError, match="below zero"), transaction.atomic():
        available = ledger.lock([player])[player, AccountKind.AVAILABLE]
        ledger.post("forged", Reason.SETTLE, {available: -WELCOME - 1, ledger.issued(): WELCOME + 1})
    assert services.balance(player) == Balance(WELCOME, 0)


@pytest.mark.django_db(transaction=True)
def test_calls_at_the_same_time_spend_credits_once(registered: Registered) -> None:
    """Eight threads hold stakes of two players, given in either order; the credits suffice for three."""
    ana, beto = registered("Ana").id, registered("Beto").id
    stake, together = WELCOME // 3, threading.Barrier(8)

    def hold(number: int) -> str:
        players = (ana, beto) if number % 2 else (beto, ana)
        together.wait()
        try:
            services.hold_stakes(f"m-{number}", dict.fromkeys(players, stake))
        except (TrucoError, Error) as error:
            return getattr(error, "reason", repr(error))
        finally:
            connections.close_all()
        return "held"

    with ThreadPoolExecutor(8) as pool:
        outcomes = sorted(pool.map(hold, range(8)))

    assert outcomes == ["INSUFFICIENT_CREDITS"] * 5 + ["held"] * 3
    assert services.balance(ana) == services.balance(beto) == Balance(WELCOME - 3 * stake, 3 * stake)


@pytest.mark.django_db(transaction=True)
def test_one_match_at_the_same_time_is_held_once(registered: Registered) -> None:
    stakes, together = {registered().id: 10, registered().id: 10}, threading.Barrier(8)

    def hold(_: int) -> bool:
        together.wait()
        try:
            return services.hold_stakes("m-1", stakes)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(8) as pool:
        repeated = sorted(pool.map(hold, range(8)))

    assert repeated == [False] + [True] * 7
    assert Posting.objects.filter(entry__key="hold:m-1").count() == 4
