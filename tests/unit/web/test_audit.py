"""The audit log: whatever the staff does is in it, and nothing takes it out again."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from django.db import IntegrityError, transaction

from services.common.errors import Denied, InvalidInput
from web.accounts.models import Player
from web.audit.models import Entry
from web.audit.services import Actor, Change, about, record
from web.console.actions import REGISTRY, action, perform
from web.console.roles import set_role

pytestmark = pytest.mark.django_db


@contextmanager
def _registered(name: str, permission: str, run: Callable[..., Change]) -> Iterator[None]:
    action(name, permission)(run)
    try:
        yield
    finally:
        del REGISTRY[name]


@pytest.fixture
def operator(registered: Callable[..., Player]) -> Player:
    player = registered("Olga")
    set_role(player, "operator", held=True)
    return Player.objects.get(pk=player.pk)


def test_an_entry_cannot_be_changed_or_deleted() -> None:
    entry = record(Actor(None, "x"), "grant_role", "porque sí", Change("player:1", {}, {"roles": ["operator"]}))
    for change in (
        lambda: Entry.objects.filter(pk=entry.pk).update(why="otra cosa"),
        lambda: Entry.objects.filter(pk=entry.pk).delete(),
    ):
        with pytest.raises(IntegrityError, match="only added to"), transaction.atomic():
            change()
    assert about("player:1").get().why == "porque sí"


def test_what_fails_leaves_neither_change_nor_entry(operator: Player) -> None:
    def fail(**_: object) -> Change:
        Player.objects.filter(pk=operator.pk).update(name="Otra")
        raise InvalidInput("BAD_REQUEST", "no")

    with _registered("fails", "audit.view_entry", fail), pytest.raises(InvalidInput):
        perform("fails", operator, "a ver")
    assert Player.objects.get(pk=operator.pk).name == "Olga"
    assert not Entry.objects.exists()


def test_what_cannot_be_written_down_is_not_done(operator: Player) -> None:
    def unspeakable(**_: object) -> Change:
        Player.objects.filter(pk=operator.pk).update(name="Otra")
        return Change("player:1", {}, {"when": object()})

    with _registered("unspeakable", "audit.view_entry", unspeakable), pytest.raises(TypeError):
        perform("unspeakable", operator, "a ver")
    assert Player.objects.get(pk=operator.pk).name == "Olga"


@pytest.mark.parametrize("why", ["", "  \n ", "x" * 1001], ids=["empty", "blank", "long"])
def test_nothing_is_done_without_a_reason(operator: Player, why: str) -> None:
    done: list[int] = []
    does = _registered("does", "audit.view_entry", lambda **_: done.append(1) or Change("x:1", {}, {}))
    with does, pytest.raises(InvalidInput):
        perform("does", operator, why)
    assert not done


@pytest.mark.parametrize("permission", ["", "accounts.delete_player"], ids=["command line only", "not the role's"])
def test_nothing_is_done_without_the_permission(operator: Player, permission: str) -> None:
    done: list[int] = []
    does = _registered("does", permission, lambda **_: done.append(1) or Change("x:1", {}, {}))
    with does, pytest.raises(Denied):
        perform("does", operator, "a ver")
    assert not done
    assert not Entry.objects.exists()


def test_who_left_the_staff_does_nothing_more(operator: Player) -> None:
    set_role(operator, "operator", held=False)
    gone = Player.objects.get(pk=operator.pk)
    with _registered("does", "audit.view_entry", lambda **_: Change("x:1", {}, {})), pytest.raises(Denied):
        perform("does", gone, "a ver")
