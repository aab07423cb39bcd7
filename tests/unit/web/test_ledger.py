"""Stakes are held, shared out and given back; each once, all or none."""

import threading
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID

import pytest
from django.db import Error, IntegrityError, connection, connections, transaction

from services.common.errors import CreditsError, InvalidInput, NotFound, Reused, TrucoError
from services.common.stakes import STAKES
from web.accounts.models import Player
from web.accounts.registration import confirm
from web.accounts.services import create_guest
from web.accounts.signals import email_confirmed
from web.credits import ledger, services
from web.credits.books import findings
from web.credits.ledger import Draft
from web.credits.models import Account, AccountKind, Entry, Hold, Posting, Reason
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


def test_the_gift_comes_at_the_confirmation_and_once() -> None:
    """Also where the ledger was asked before: a guest, and then somebody without a confirmed address, has nothing."""
    player = create_guest()
    before = services.balance(player.id)
    Player.objects.filter(pk=player.pk).update(guest=False, email="ana@example.org")
    waiting = services.balance(player.id)

    assert [confirm(player, address) for address in ("ana@example.org", "otra@example.org")] == [True, False]
    email_confirmed.send(sender=Player, player=player)

    assert (before, waiting, services.balance(player.id)) == (Balance(0, 0), Balance(0, 0), Balance(WELCOME, 0))
    assert [(move.reason, move.credits) for move in services.movements(player.id)] == [("welcome", WELCOME)]


def test_a_guest_who_registers_and_confirms_gets_the_gift() -> None:
    guest = create_guest()

    confirm(guest, "ana@example.org")

    assert services.balance(guest.id) == Balance(500, 0)


def test_who_has_not_confirmed_gets_no_gift(registered: Registered) -> None:
    player = registered()
    Player.objects.filter(pk=player.pk).update(confirmed=False)

    assert _refused(lambda: services.welcome(player.id)).reason == "GUESTS_CANNOT_STAKE"
    assert _refused(lambda: services.welcome(create_guest().id)).reason == "GUESTS_CANNOT_STAKE"
    assert services.balance(player.id) == Balance(0, 0)


def test_a_guest_has_nothing_and_stakes_nothing() -> None:
    guest = create_guest().id

    assert services.balance(guest) == Balance(0, 0)
    error = _refused(lambda: services.hold_stakes("m-1", {guest: 10}))
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

    error = _refused(lambda: services.hold_stakes("m-1", dict.fromkeys(pair, 50)))
    assert isinstance(error, Reused) and error.reason == "MATCH_ID_REUSED"


def test_all_are_held_or_none(pair: tuple[UUID, UUID]) -> None:
    for number in range(2):
        services.hold_stakes(f"m-{number + 2}", {pair[1]: WELCOME // 2})

    error = _refused(lambda: services.hold_stakes("m-1", dict.fromkeys(pair, 10)))

    assert isinstance(error, CreditsError)
    assert (error.reason, error.metadata) == ("INSUFFICIENT_CREDITS", {"player_ids": pair[1].hex})
    assert services.balance(pair[0]) == Balance(WELCOME, 0)
    assert not Hold.objects.filter(match_id="m-1").exists()


def test_an_unknown_player_is_refused(pair: tuple[UUID, UUID]) -> None:
    stranger = uuid.uuid4()

    error = _refused(lambda: services.hold_stakes("m-1", {pair[0]: 10, stranger: 10}))
    assert isinstance(error, NotFound)
    assert (error.reason, error.metadata) == ("PLAYER_NOT_FOUND", {"player_ids": stranger.hex})


@pytest.mark.parametrize(
    ("match_id", "credits", "reason"),
    [("", 10, "BAD_REQUEST"), ("x" * 65, 10, "BAD_REQUEST"), ("a b", 10, "BAD_REQUEST"), ("m", 0, "BAD_STAKE"),
     ("m", -10, "BAD_STAKE"), ("m", 11, "BAD_STAKE"), ("m", 500, "BAD_STAKE"), ("m", 2**62, "BAD_STAKE")],
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
    assert [(m.reason, m.credits) for m in services.movements_of_matches(winner, ["m-1"])] == [
        ("settle", 200),
        ("hold", -100),
    ]


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

    assert _refused(lambda: services.hold_stakes("m-1", dict.fromkeys(pair, 50))).reason == "HOLD_CLOSED"
    assert services.release_stakes("m-1") is False


def test_settled_stakes_are_not_released_nor_released_ones_settled(pair: tuple[UUID, UUID]) -> None:
    for match_id in ("m-1", "m-2"):
        services.hold_stakes(match_id, dict.fromkeys(pair, 50))
    services.settle("m-1", [pair[0]])
    services.release_stakes("m-2")

    assert _refused(lambda: services.release_stakes("m-1")).reason == "HOLD_CLOSED"
    assert _refused(lambda: services.settle("m-2", [pair[0]])).reason == "HOLD_CLOSED"
    assert _refused(lambda: services.hold_stakes("m-1", dict.fromkeys(pair, 50))).reason == "HOLD_CLOSED"


@pytest.mark.parametrize("stake", STAKES)
def test_every_head_stakes_the_same_one_of_the_stakes(pair: tuple[UUID, UUID], stake: int) -> None:
    other = next(each for each in STAKES if each != stake)

    assert _refused(lambda: services.hold_stakes("m-1", {pair[0]: stake, pair[1]: other})).reason == "BAD_STAKE"
    assert services.hold_stakes("m-1", dict.fromkeys(pair, stake)) is False


def test_the_pot_goes_to_the_winning_team_in_equal_parts(registered: Registered) -> None:
    players = [registered().id for _ in range(6)]
    services.hold_stakes("m-1", dict.fromkeys(players, 250))

    services.settle("m-1", players[1::2])

    balances = [services.balance(player) for player in players]
    assert balances == [Balance(WELCOME - 250, 0), Balance(WELCOME + 250, 0)] * 3


def test_matches_are_settled_together_or_not_at_all(pair: tuple[UUID, UUID]) -> None:
    """Two of them the same players', one settled before, one without a hold; then with one that was given back."""
    for number in range(4):
        services.hold_stakes(f"m-{number}", dict.fromkeys(pair, 10))
    services.settle("m-0", [pair[1]])
    services.release_stakes("m-3")

    services.settle_all({"m-2": [pair[0]], "m-0": [pair[0]], "m-1": [pair[0]], "m-9": [pair[0]]})
    services.hold_stakes("m-4", dict.fromkeys(pair, 10))
    error = _refused(lambda: services.settle_all({"m-4": [pair[0]], "m-3": [pair[0]]}))
    services.release_stakes("m-4")

    assert (error.reason, error.metadata) == ("HOLD_CLOSED", {"match_id": "m-3"})
    assert [services.balance(player) for player in pair] == [Balance(WELCOME + 10, 0), Balance(WELCOME - 10, 0)]


def test_an_annulled_match_gives_everybody_the_own_stake_back_once(registered: Registered) -> None:
    players = [registered().id for _ in range(4)]
    services.hold_stakes("m-1", dict.fromkeys(players, 100))
    services.settle("m-1", players[:2])

    assert [services.annul("m-1", "Se pasaban las cartas.") for _ in range(2)] == [True, False]

    assert [services.balance(player) for player in players] == [Balance(WELCOME, 0)] * 4
    (latest, *_) = services.movements(players[0])
    assert (latest.reason, latest.credits, latest.note) == ("annul", -100, "Se pasaban las cartas.")
    assert _refused(lambda: services.release_stakes("m-1")).reason == "HOLD_CLOSED"
    assert list(findings()) == []


def test_what_an_annulled_winner_has_spent_the_platform_gives(pair: tuple[UUID, UUID]) -> None:
    winner, loser = pair
    services.hold_stakes("m-1", dict.fromkeys(pair, 250))
    services.settle("m-1", [winner])
    for number in range(3):
        services.hold_stakes(f"later-{number}", {winner: 250})

    assert services.annul("m-1")

    assert (services.balance(winner), services.balance(loser)) == (Balance(0, 750), Balance(WELCOME, 0))
    assert list(findings()) == []


def test_only_a_settled_match_is_annulled(pair: tuple[UUID, UUID]) -> None:
    services.hold_stakes("m-1", dict.fromkeys(pair, 50))

    assert _refused(lambda: services.annul("m-1")).reason == "HOLD_CLOSED"
    services.release_stakes("m-1")
    assert _refused(lambda: services.annul("m-1")).reason == "HOLD_CLOSED"
    assert _refused(lambda: services.annul("m-2")).reason == "MATCH_NOT_FOUND"


def test_a_statement_is_read_page_by_page(pair: tuple[UUID, UUID]) -> None:
    """Newest first, each movement once, though new ones come meanwhile."""
    for number in range(6):
        services.hold_stakes(f"m-{number}", dict.fromkeys(pair, 10))
    whole = services.movements(pair[0])

    first = services.movements(pair[0], limit=3)
    services.hold_stakes("meanwhile", dict.fromkeys(pair, 10))
    second = services.movements(pair[0], first[-1].id, 3)
    third = services.movements(pair[0], second[-1].id, 3)

    assert [*first, *second, *third] == whole
    assert [move.match_id for move in whole] == [f"m-{number}" for number in range(5, -1, -1)] + [""]
    assert [len(services.movements(pair[0], limit=wanted)) for wanted in (0, 10_000)] == [1, 8]


def test_a_rest_goes_to_the_first_winners() -> None:
    players = [UUID(int=number) for number in range(6)]
    stakes = dict.fromkeys(players[:4] + players[5:], 10)

    paid = payouts(stakes, [players[0], players[2], players[4]])
    odd = payouts(dict.fromkeys(players[:5], 25), [players[0], players[2]])

    assert paid == {players[0]: 25, players[2]: 25}
    assert odd == {players[0]: 63, players[2]: 62}
    assert sum(paid.values()) == sum(stakes.values())


def test_stakes_with_nothing_against_them_go_back() -> None:
    stakes = {UUID(int=1): 10}

    assert payouts(stakes, [UUID(int=2)]) == stakes


@pytest.mark.parametrize("table", ["credits_entry", "credits_posting"])
@pytest.mark.parametrize("change", ["UPDATE {} SET id = id + 1000", "DELETE FROM {}", "TRUNCATE {} CASCADE"])
def test_the_database_refuses_to_change_the_ledger(registered: Registered, table: str, change: str) -> None:
    services.balance(registered().id)

    with pytest.raises(IntegrityError, match="immutable"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(change.format(table))


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE credits_account SET balance = balance + 1",
        "UPDATE credits_account SET version = version + 1",
        "INSERT INTO credits_account (kind, player_id, balance) SELECT 'held', player_id, 5 FROM credits_account",
        "TRUNCATE credits_account CASCADE",
        "UPDATE credits_hold SET stakes = '{}'",
        "UPDATE credits_hold SET state = 'held', closed_at = NULL",
        "DELETE FROM credits_hold",
        "TRUNCATE credits_hold",
    ],
)
def test_the_database_refuses_to_change_a_balance_but_by_postings_and_a_closed_hold(
    pair: tuple[UUID, UUID], change: str
) -> None:
    services.hold_stakes("m-1", dict.fromkeys(pair, 10))
    services.release_stakes("m-1")

    with pytest.raises(IntegrityError, match="immutable"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(change)


def test_a_balance_counts_each_posting_once(pair: tuple[UUID, UUID]) -> None:
    services.hold_stakes("m-1", dict.fromkeys(pair, 10))
    services.settle("m-1", [pair[0]])

    kept = Account.objects.filter(player=pair[0]).values_list("kind", "balance", "version")
    assert set(kept) == {("available", WELCOME + 10, 3), ("held", 0, 2)}


@pytest.mark.django_db(transaction=True)
def test_the_database_refuses_an_entry_that_does_not_sum_to_zero(registered: Registered) -> None:
    player = registered().id
    services.balance(player)

    with pytest.raises(IntegrityError, match="does not sum to zero"), transaction.atomic():
        available = ledger.lock([player])[player, AccountKind.AVAILABLE]
        ledger.post(Draft("forged", Reason.SETTLE, {available.id: 5}))
    assert not Entry.objects.filter(key="forged").exists()


@pytest.mark.django_db(transaction=True)
def test_the_database_refuses_a_player_below_zero(registered: Registered) -> None:
    player = registered().id
    services.balance(player)

    with pytest.raises(IntegrityError, match="credits_no_balance_below_zero"), transaction.atomic():
        available = ledger.lock([player])[player, AccountKind.AVAILABLE]
        ledger.post(Draft("forged", Reason.SETTLE, {available.id: -WELCOME - 1, ledger.issued(): WELCOME + 1}))
    assert services.balance(player) == Balance(WELCOME, 0)


@pytest.mark.django_db(transaction=True)
def test_calls_at_the_same_time_spend_credits_once(registered: Registered) -> None:
    """Eight threads hold stakes of two players, given in either order; the credits suffice for two."""
    ana, beto = registered("Ana").id, registered("Beto").id
    stake, together = WELCOME // 2, threading.Barrier(8)

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

    assert outcomes == ["INSUFFICIENT_CREDITS"] * 6 + ["held"] * 2
    assert services.balance(ana) == services.balance(beto) == Balance(WELCOME - 2 * stake, 2 * stake)


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
