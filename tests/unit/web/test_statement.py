"""Mi historial, Movimientos: every credit that moved, with its reason and its match."""

import re
from collections.abc import Callable

import pytest
from django.test import Client

from services.common.errors import InvalidInput
from tests.unit.web.match_records import finished, player, record
from web.accounts.models import Player
from web.accounts.services import create_guest
from web.credits import services as credits
from web.credits.models import Reason
from web.history.messages import store
from web.history.statement import REASONS, page_of

pytestmark = pytest.mark.django_db

Registered = Callable[..., Player]
RUNNING, ENDED = "0123456789abcdef-2", "0123456789abcdef-1"


def _played(ana: Player, beto: Player) -> None:
    """One staked match that ana won, and one that runs."""
    for match_id in (ENDED, RUNNING):
        credits.hold_stakes(match_id, {ana.id: 50, beto.id: 50})
    seated = [player(seat, each.id.hex, each.name, guest=False) for seat, each in enumerate((ana, beto))]
    store("table.7.x.finished", finished(record(seated, match_id=ENDED) | {"stake": 50}))


def _page(of: Player, query: str = "") -> str:
    client = Client()
    client.force_login(of)
    return " ".join(client.get(f"/historial/movimientos/{query}").content.decode().split())


def test_every_movement_has_its_reason_and_its_match(registered: Registered) -> None:
    ana, beto = registered("Ana"), registered("Beto")
    _played(ana, beto)

    page = _page(ana)

    told = re.findall(r'movement-(?:in|out)">([+-]\d+)</b> <span class="movement-why">([^<]+)', page)
    assert [(moved, why.strip(" ·")) for moved, why in told[:3]] == [
        ("+100", "Premio"),
        ("-50", "Apuesta · partida en juego"),
        ("-50", "Apuesta"),
    ]
    assert told[-1][1].strip() == "Regalo de bienvenida"
    assert page.count(f'<a href="/historial/{ENDED}/">contra Beto</a>') == 2


def test_pages_have_every_movement_once(registered: Registered) -> None:
    ana, beto = registered("Ana"), registered("Beto")
    for number in range(4):
        credits.hold_stakes(f"0123456789abcdef-{number}", {ana.id: 10, beto.id: 10})

    seen, before = [], None
    while True:
        page = page_of(ana.id, before, 2)
        seen += [line.match_id for line in page.rows]
        before = page.next
        if before is None:
            break

    assert seen == [*(f"0123456789abcdef-{number}" for number in (3, 2, 1, 0)), ""]


def test_nobody_reads_the_movements_of_another(registered: Registered) -> None:
    ana, beto, caro = registered("Ana"), registered("Beto"), registered("Caro")
    _played(ana, beto)

    assert "Apuesta" not in _page(caro) and ENDED not in _page(caro)


def test_a_guest_has_none_and_is_told_so() -> None:
    assert "Los créditos son para quienes tienen una cuenta confirmada" in _page(create_guest())


@pytest.mark.parametrize("before", ["", "x", "-1", "1.5", "²", "9" * 19])
def test_a_place_that_is_none_is_refused(registered: Registered, before: str) -> None:
    with pytest.raises(InvalidInput):
        page_of(registered("Ana").id, before, 2)


def test_every_reason_of_the_ledger_has_its_words() -> None:
    assert set(REASONS) == set(Reason.values)


def test_the_page_says_that_credits_are_not_for_sale_and_worth_nothing(registered: Registered) -> None:
    assert "Los créditos no se compran, no se venden y no valen plata" in _page(registered("Ana"))
