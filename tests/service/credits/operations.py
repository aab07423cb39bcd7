"""What is done with credits, as it is done in production, each with what it leaves to be seen.

An operation prepares something new, is carried out (once, or again after it died), and then shows the same, however
often it was begun.
"""

import uuid
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.contrib.auth.models import Permission
from django.utils import timezone

from tests.unit.web.match_records import finished, player, record, unfinished
from web.accounts.models import Player
from web.accounts.registration import confirm
from web.accounts.services import create_guest
from web.credits import cashier, doubts, services
from web.credits.models import CashierRequest, Entry, Hold
from web.credits.tasks import expire_requests
from web.history.messages import store_all
from web.history.models import Match, MatchSeat
from web.ratings.models import RatingChange

WHY = "Torneo del club"


@dataclass(frozen=True)
class Prepared:
    """Players, matches and a cashier's request that nobody else uses."""

    players: tuple[UUID, ...]
    matches: tuple[str, ...]
    request: UUID

    def seen(self) -> list[Any]:
        """What is to be seen: balances, what each statement says, the holds, the history, the ratings, the request."""
        return [
            [services.balance(each) for each in self.players],
            [[(move.reason, move.credits) for move in services.movements(each)] for each in self.players],
            [Hold.objects.filter(pk=each).values_list("state", "doubt").first() for each in self.matches],
            [Match.objects.filter(pk=each).values_list("outcome", "winner").first() for each in self.matches],
            MatchSeat.objects.filter(match__in=self.matches).count(),
            RatingChange.objects.filter(match_id__in=self.matches).count(),
            Entry.objects.filter(match_id__in=self.matches).count(),
            CashierRequest.objects.filter(pk=self.request).values_list("state", "credits").first(),
        ]


@dataclass(frozen=True)
class Operation:
    """How it is prepared and carried out."""

    prepare: Callable[[], Prepared]
    act: Callable[[Prepared], object]


def _registered(*permissions: str) -> Player:
    email = f"{uuid.uuid4().hex}@example.org"
    adult = {"confirmed": True, "adult_at": timezone.now()}
    made = Player.objects.create(name="Ana", email=email, guest=False, **adult)
    made.user_permissions.add(*Permission.objects.filter(codename__in=permissions, content_type__app_label="credits"))
    return Player.objects.get(pk=made.pk)


def _new(players: int, matches: int = 1) -> Prepared:
    people = tuple(_registered().pk for _ in range(players))
    ids = tuple(f"{uuid.uuid4().hex[:16]}-1" for _ in range(matches))
    return Prepared(people, ids, uuid.uuid4())


def _known(players: int, matches: int = 1) -> Prepared:
    made = _new(players, matches)
    for each in made.players:
        services.balance(each)
    return made


def _held(players: int = 2, matches: int = 1) -> Prepared:
    made = _known(players, matches)
    for match_id in made.matches:
        services.hold_stakes(match_id, dict.fromkeys(made.players, 50))
    return made


def _settled() -> Prepared:
    made = _held()
    services.settle(made.matches[0], made.players[:1])
    return made


def _with_cashiers() -> Prepared:
    return Prepared((_known(1).players[0], _registered("load").pk, _registered("approve").pk), (), uuid.uuid4())


def _asked() -> Prepared:
    made = _with_cashiers()
    cashier.ask(Player.objects.get(pk=made.players[1]), made.players[0], 5000, WHY, made.request)
    return made


def _late() -> Prepared:
    made, then = _with_cashiers(), timezone.now() - timedelta(hours=1)
    CashierRequest.objects.create(
        id=made.request, player_id=made.players[0], credits=5000, why=WHY, asked_by_id=made.players[1],
        alone=False, asked_at=then, expires_at=then,
    )  # fmt: skip
    return made


def _guest() -> Prepared:
    return Prepared((create_guest().pk,), (), uuid.uuid4())


def _hold(made: Prepared) -> object:
    return services.hold_stakes(made.matches[0], dict.fromkeys(made.players, 50))


def _finish(made: Prepared) -> object:
    messages = []
    for match_id in made.matches:
        seats = [player(seat, each.hex, "Ana", guest=False) for seat, each in enumerate(made.players)]
        written: dict[str, Any] = record(seats, match_id=match_id) | {"stake": 50}
        written["match"]["ranked"] = True
        messages.append(("table.7.x.finished", finished(written)))
    return store_all(messages)


def _void(made: Prepared) -> object:
    ids = [each.hex for each in made.players]
    message = unfinished(made.matches[0], ids, started_ms=1, void="outage", stake=50)
    return store_all([("table.7.x.voided", message)])


def _release_orphan(made: Prepared) -> None:
    if token := doubts.doubt(made.matches[0]):
        doubts.release_doubted(made.matches[0], token)


def _ask(credits: int) -> Callable[[Prepared], object]:
    return lambda made: cashier.ask(Player.objects.get(pk=made.players[1]), made.players[0], credits, WHY, made.request)


OPERATIONS: dict[str, Operation] = {
    "gift": Operation(
        _guest, lambda made: confirm(Player.objects.get(pk=made.players[0]), f"{made.request}@example.org")
    ),
    "hold of players whose accounts are to be opened": Operation(lambda: _new(2), _hold),
    "hold of six": Operation(lambda: _known(6), _hold),
    "settlement": Operation(_held, _finish),
    "settlement of three matches of four": Operation(lambda: _held(4, 3), _finish),
    "void": Operation(_held, _void),
    "release": Operation(_held, lambda made: services.release_stakes(made.matches[0])),
    "release of an orphan": Operation(_held, _release_orphan),
    "annulment": Operation(_settled, lambda made: services.annul(made.matches[0], WHY)),
    "load": Operation(_with_cashiers, _ask(100)),
    "take": Operation(_with_cashiers, _ask(-100)),
    "request": Operation(_with_cashiers, _ask(5000)),
    "approval": Operation(
        _asked, lambda made: cashier.approve(Player.objects.get(pk=made.players[2]), made.request)
    ),
    "refusal": Operation(
        _asked, lambda made: cashier.refuse(Player.objects.get(pk=made.players[2]), made.request, WHY)
    ),
    "expiry": Operation(_late, lambda _: expire_requests()),
}  # fmt: skip
