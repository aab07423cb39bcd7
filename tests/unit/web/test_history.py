"""Finished matches are written once, with their settlement, and told only to those who played them."""

import re
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import permutations
from typing import Any

import pytest
from django.db import connections
from django.test import Client

from services.common.errors import CreditsError, InvalidInput
from tests.unit.web.match_records import finished, player, record, unfinished
from web.accounts.models import Player
from web.accounts.services import create_guest
from web.credits import services as credits
from web.history.messages import store
from web.history.models import Match, MatchSeat
from web.history.record import MatchRecord
from web.history.words import Hand, hands
from web.settings.environment import environment

pytestmark = pytest.mark.django_db

FINISHED = "table.7.0123456789abcdef.finished"
MATCH_ID = "0123456789abcdef-1"
WELCOME = environment().welcome_credits


def _against_bot(guest: Player, **changes: Any) -> dict[str, Any]:
    bot = player(1, "bot:prudente:1", "Bot Prudente", guest=False, bot=True)
    return record([player(0, guest.id.hex, guest.name), bot], **changes)


def _browser(of: Player) -> Client:
    client = Client()
    client.force_login(of)
    return client


def test_a_finished_match_is_written_with_its_seats() -> None:
    guest = create_guest("Ana")
    written = _against_bot(guest)

    assert store(FINISHED, finished(written)) is True

    match = Match.objects.get()
    assert (match.id, match.outcome, match.score, match.winner, match.size) == (MATCH_ID, "finished", [4, 0], 0, 2)
    assert (match.preset, match.target, match.record) == ("maestro", 15, written)
    seats = [(seat.seat, seat.player_id, seat.name, seat.bot) for seat in match.seats.order_by("seat")]
    assert seats == [(0, guest.id, "Ana", False), (1, None, "Bot Prudente", True)]


def test_a_redelivered_match_changes_nothing() -> None:
    guest = create_guest("Ana")
    message = finished(_against_bot(guest))
    store(FINISHED, message)

    assert store(FINISHED, message) is False
    assert (Match.objects.count(), MatchSeat.objects.count()) == (1, 2)


def test_a_finished_match_settles_its_stakes_once(registered: Callable[..., Player]) -> None:
    ana, beto = registered("Ana"), registered("Beto")
    credits.hold_stakes(MATCH_ID, {ana.id: 50, beto.id: 50})
    players = [player(0, ana.id.hex, "Ana", guest=False), player(1, beto.id.hex, "Beto", guest=False)]
    message = finished(record(players, winner=1) | {"stake": 50})

    assert [store(FINISHED, message), store(FINISHED, message)] == [True, False]

    assert credits.balance(ana.id) == credits.Balance(WELCOME - 50, 0)
    assert credits.balance(beto.id) == credits.Balance(WELCOME + 50, 0)


def test_history_and_settlement_are_written_both_or_neither(registered: Callable[..., Player]) -> None:
    ana, beto = registered("Ana"), registered("Beto")
    credits.hold_stakes(MATCH_ID, {ana.id: 50, beto.id: 50})
    credits.release_stakes(MATCH_ID)

    with pytest.raises(CreditsError):
        store(FINISHED, finished(record([player(0, ana.id.hex, "Ana"), player(1, beto.id.hex, "Beto")])))

    assert not Match.objects.exists() and not MatchSeat.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_a_match_that_comes_twice_at_once_is_written_once() -> None:
    message, together = finished(_against_bot(create_guest("Ana"))), threading.Barrier(6)

    def take(_: int) -> bool:
        together.wait()
        try:
            return store(FINISHED, message)
        finally:
            connections.close_all()

    with ThreadPoolExecutor(6) as pool:
        outcomes = sorted(pool.map(take, range(6)))

    assert outcomes == [False] * 5 + [True]
    assert MatchSeat.objects.count() == 2


@pytest.mark.parametrize("kind", ["voided", "abandoned"])
def test_an_unfinished_match_gives_the_stakes_back(registered: Callable[..., Player], kind: str) -> None:
    ana, beto = registered("Ana"), registered("Beto")
    credits.hold_stakes(MATCH_ID, {ana.id: 50, beto.id: 50})
    message = unfinished(MATCH_ID, [ana.id.hex, beto.id.hex], started_ms=1_796_000_010_000)

    assert [store(f"table.7.x.{kind}", message) for _ in range(2)] == [True, False]

    assert credits.balance(ana.id) == credits.Balance(WELCOME, 0)
    assert (Match.objects.get().outcome, Match.objects.get().winner) == (kind, None)
    html = _browser(ana).get("/historial/").content.decode()
    assert {"voided": "Anulada", "abandoned": "Abandonada"}[kind] in html


def test_a_match_that_could_not_start_gives_stakes_back_and_leaves_no_trace_in_the_history(
    registered: Callable[..., Player],
) -> None:
    """Its table waits on, with the next match's number."""
    ana, beto = registered("Ana"), registered("Beto")
    credits.hold_stakes(MATCH_ID, {ana.id: 50, beto.id: 50})
    message = unfinished(MATCH_ID, [ana.id.hex, beto.id.hex], started_ms=0, void="stakes", epoch=2)

    assert [store("table.7.x.voided", message) for _ in range(2)] == [False, False]

    assert credits.balance(ana.id) == credits.Balance(WELCOME, 0)
    assert not Match.objects.exists()
    credits.hold_stakes("0123456789abcdef-2", {ana.id: 50, beto.id: 50})
    assert credits.balance(ana.id) == credits.Balance(WELCOME - 50, 50)


def test_a_voided_match_is_its_own_though_its_table_plays_the_next(registered: Callable[..., Player]) -> None:
    """The state's started_ms is of another match: what counts is the match that the record names."""
    ana, beto = registered("Ana"), registered("Beto")

    message = unfinished(MATCH_ID, [ana.id.hex, beto.id.hex], started_ms=1_796_000_010_000, void="stakes", epoch=2)
    store("table.7.x.voided", message)

    assert not Match.objects.exists()


def test_a_hold_that_comes_after_its_matchs_end_is_barred(registered: Callable[..., Player]) -> None:
    ana, beto = registered("Ana"), registered("Beto")
    store("table.7.x.voided", unfinished(MATCH_ID, [], started_ms=0, void="stakes", epoch=2))

    with pytest.raises(CreditsError, match="HOLD_CLOSED"):
        credits.hold_stakes(MATCH_ID, {ana.id: 50, beto.id: 50})

    assert credits.balance(ana.id) == credits.Balance(WELCOME, 0)


@pytest.mark.parametrize("order", list(permutations(range(4))))
def test_a_tables_matches_settle_right_in_any_order_of_delivery(
    registered: Callable[..., Player], order: tuple[int, ...]
) -> None:
    """The first did not start, the second was won, the third cut off by an outage; the second comes twice."""
    ana, beto = registered("Ana"), registered("Beto")
    ids = [f"0123456789abcdef-{epoch}" for epoch in (1, 2, 3)]
    for match_id in ids:
        credits.hold_stakes(match_id, {ana.id: 50, beto.id: 50})
    players = [player(0, ana.id.hex, "Ana", guest=False), player(1, beto.id.hex, "Beto", guest=False)]
    won = (FINISHED, finished(record(players, match_id=ids[1])))
    seated = [ana.id.hex, beto.id.hex]
    messages = [
        ("table.7.x.voided", unfinished(ids[0], seated, started_ms=0, void="stakes", epoch=2)),
        won,
        ("table.7.x.voided", unfinished(ids[2], seated, started_ms=1_796_000_010_000, void="outage")),
        won,
    ]

    for number in order:
        store(*messages[number])

    assert credits.balance(ana.id) == credits.Balance(WELCOME + 50, 0)
    assert credits.balance(beto.id) == credits.Balance(WELCOME - 50, 0)
    assert sorted(Match.objects.values_list("id", "outcome", "void_reason")) == [
        (ids[1], "finished", ""),
        (ids[2], "voided", "outage"),
    ]


def test_a_voided_match_shows_why_and_that_the_stake_is_back(registered: Callable[..., Player]) -> None:
    ana, beto = registered("Ana"), registered("Beto")
    credits.hold_stakes(MATCH_ID, {ana.id: 50, beto.id: 50})
    seated = [ana.id.hex, beto.id.hex]
    store("table.7.x.voided", unfinished(MATCH_ID, seated, started_ms=1_796_000_010_000, void="outage", stake=50))

    row, page = (_browser(ana).get(path).content.decode() for path in ("/historial/", f"/historial/{MATCH_ID}/"))

    assert "Anulada" in row and "50 créditos devueltos" in row
    assert "Una caída de la plataforma" in page and "Se devolvió a cada uno lo suyo" in page
    assert "apuesta devuelta" in page and "<b>+50</b>" in page


def test_a_staked_match_shows_the_pot_and_its_shares(registered: Callable[..., Player]) -> None:
    four = [registered(name) for name in ("Ana", "Beto", "Caro", "Dani")]
    credits.hold_stakes(MATCH_ID, {each.id: 25 for each in four})
    seated = [player(seat, each.id.hex, each.name, guest=False) for seat, each in enumerate(four)]
    written = record(seated, winner=1)
    written["stake"], written["match"]["ranked"] = 25, True
    store(FINISHED, finished(written))

    html = _browser(four[1]).get(f"/historial/{MATCH_ID}/").content.decode()

    assert "Cada jugador puso 25; el pozo fue de 100." in html
    assert "Beto <b>50</b>, Dani <b>50</b>" in html and re.search(r"ranking \+\d+", html)
    assert Match.objects.get().stake == 25


def test_a_table_that_closed_before_its_match_is_not_in_the_history() -> None:
    assert store("table.7.x.abandoned", unfinished(MATCH_ID, [create_guest().id.hex], started_ms=0)) is False
    assert not Match.objects.exists()


@pytest.mark.parametrize(
    "key", ["match", "players", "times", "result", "fairness", "steps", "deals", "preset", "seats"]
)
def test_a_record_that_lacks_a_part_is_refused_and_changes_nothing(key: str) -> None:
    written = _against_bot(create_guest())
    del written[key]

    with pytest.raises(InvalidInput):
        store(FINISHED, finished(written))
    assert not Match.objects.exists()


@pytest.mark.parametrize("data", [b"\xff\xff\xff", b"", finished({}), b"garbage"])
def test_garbage_is_refused(data: bytes) -> None:
    with pytest.raises(InvalidInput):
        store(FINISHED, data)


def test_a_record_that_is_not_terminal_is_refused() -> None:
    with pytest.raises(InvalidInput):
        store("table.7.x.commit", b"")


def test_mi_historial_shows_the_match_to_its_player_only() -> None:
    guest, stranger = create_guest("Ana"), create_guest("Caro")
    store(FINISHED, finished(_against_bot(guest)))

    own, other = _browser(guest).get("/historial/"), _browser(stranger).get("/historial/")

    html = own.content.decode()
    assert "Ganada" in html and "contra Bot Prudente" in html and "<b>4</b> – 0" in html and "mesa de 2" in html
    assert f"/historial/{MATCH_ID}/" in html
    assert "Bot Prudente" not in other.content.decode()
    assert _browser(guest).get(f"/historial/{MATCH_ID}/").status_code == 200
    assert _browser(stranger).get(f"/historial/{MATCH_ID}/").status_code == 404


def test_a_lost_match_shows_the_own_score_first(registered: Callable[..., Player]) -> None:
    ana, beto = create_guest("Ana"), registered("Beto")
    store(FINISHED, finished(record([player(0, ana.id.hex, "Ana"), player(1, beto.id.hex, "Beto")])))

    html = _browser(beto).get("/historial/").content.decode()

    assert "Perdida" in html and "<b>0</b> – 4" in html and f"{WELCOME} créditos" in html


def test_a_match_shows_what_credits_it_moved(registered: Callable[..., Player]) -> None:
    ana, beto = registered("Ana"), registered("Beto")
    credits.hold_stakes(MATCH_ID, {ana.id: 50, beto.id: 50})
    store(FINISHED, finished(record([player(0, ana.id.hex, "Ana"), player(1, beto.id.hex, "Beto")])))

    row, page = (_browser(ana).get(path).content.decode() for path in ("/historial/", f"/historial/{MATCH_ID}/"))

    assert "+50 créditos" in row
    assert "<b>+100</b>" in page and "premio" in page and "<b>-50</b>" in page and "apuesta" in page


def test_the_history_takes_as_many_queries_for_twenty_matches_as_for_one(
    django_assert_max_num_queries: Callable[[int], Any],
) -> None:
    guest = create_guest("Ana")
    for epoch in range(1, 26):
        store(FINISHED, finished(_against_bot(guest, match_id=f"0123456789abcdef-{epoch}")))
    client = _browser(guest)

    with django_assert_max_num_queries(11):
        first = client.get("/historial/").content.decode()
    (further,) = re.findall(r'href="(\?antes=[^"]+)"', first)
    second = client.get(f"/historial/{further}").content.decode()

    assert (first.count('class="panel match-row'), second.count('class="panel match-row')) == (20, 5)
    assert "Más viejas" not in second and "Las últimas" in second


BROUGHT = {
    5: {"score": [2, 0], "points": [{"team": 0, "n": 2, "why": "truco"}]},
    8: {
        "score": [4, 0],
        "points": [{"team": 0, "n": 2, "why": "envido"}],
        "said": [{"seat": 1, "tantos": 7}, {"seat": 0, "tantos": 31}],
    },
}
"""What the engine says that the steps brought, by step."""


def _told(reader: int) -> list[Hand]:
    written = record([player(0, "a", "Ana"), player(1, "b", "Beto")])
    for number, then in BROUGHT.items():
        written["steps"][number]["then"] = then
    return hands(MatchRecord.model_validate(written), reader)


def _lines(told: list[Hand]) -> list[str]:
    return [f"{line.who} {line.text}".strip() for hand in told for line in hand.lines]


def test_a_match_is_told_step_by_step_in_words() -> None:
    assert _lines(_told(0)) == [
        "Ana juega el 1 de espada",
        "Beto juega el 4 de copa",
        "Ana Truco",
        "Beto Quiero",
        "Ana juega el 3 de oro",
        "Beto juega una carta tapada",
        "Nosotros +2 por ganar la mano",
        "Beto Envido",
        "Ana Quiero",
        "Beto 7",
        "Ana 31",
        "Nosotros +2 por el envido",
        "Beto abandona la partida",
    ]


def test_the_other_team_reads_the_same_match_from_its_side() -> None:
    told = _told(1)

    assert "Ellos +2 por el envido" in _lines(told)
    assert (told[0].lines[0].side, told[0].lines[1].side, told[0].score) == ("them", "us", (0, 2))


def test_only_its_player_reads_a_face_down_card() -> None:
    """rules.md 4.6"""
    assert "Beto juega tapado el 5 de oro" in _lines(_told(1))
    assert not any("5 de oro" in line for line in _lines(_told(0)))


def test_hands_tell_dealer_and_own_cards() -> None:
    assert [(hand.number, hand.dealer, hand.cards[0]) for hand in _told(1)] == [
        (1, "Beto", "4 de copa"),
        (2, "Ana", "1 de basto"),
    ]


def test_perros_belong_to_the_hand_they_were_said_for_and_a_deal_tells_what_it_brought() -> None:
    written = record([player(0, "a", "Ana"), player(1, "b", "Beto")])
    deal = next(number for number, step in enumerate(written["steps"]) if step["do"] == "deal")
    written["steps"][deal]["then"] = {"points": [{"team": 0, "n": 3, "why": "flor"}]}
    written["steps"].insert(deal, {"seat": 0, "do": "perros"})
    written["deals"][1]["muestra"] = "2o"

    first, second = hands(MatchRecord.model_validate(written), reader=1)

    assert "Ana Echo los perros" not in _lines([first])
    assert _lines([second])[:2] == ["Ana Echo los perros", "Ellos +3 por la flor"]
    assert (first.muestra, second.muestra) == ("", "2 de oro")


def test_the_record_of_a_match_is_a_file_for_those_who_played_it() -> None:
    ana = create_guest("Ana")
    written = _against_bot(ana)
    store(FINISHED, finished(written))

    answer = _browser(ana).get(f"/historial/{MATCH_ID}/registro.json")

    assert answer.json() == written
    assert answer["Content-Disposition"] == f'attachment; filename="{MATCH_ID}.json"'
    assert _browser(create_guest("Otra")).get(f"/historial/{MATCH_ID}/registro.json").status_code == 404


def test_the_page_of_a_match_hides_the_rivals_cards_and_does_without_the_engine() -> None:
    guest = create_guest("Ana")
    store(FINISHED, finished(_against_bot(guest)))

    html = _browser(guest).get(f"/historial/{MATCH_ID}/").content.decode()

    assert "Mano 2" in html and "5eed" in html
    assert "4 de copa" in html  # played
    assert "5 de oro" not in html and "6 de basto" not in html and "7 de oro" not in html
