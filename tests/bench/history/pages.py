"""The pages and services that are measured, and what the database does for each. Import it when Django is set up."""

import time
from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple

from django.db import connection
from django.db.models import Count
from django.test import Client
from django.utils import timezone

from web.accounts.models import Player
from web.common.keyset import Moment
from web.history.models import MatchSeat
from web.ratings.models import SeasonRating
from web.ratings.seasons import season_at
from web.ratings.services import leaderboard, standings_of

Ask = Callable[[], object]


class Took(NamedTuple):
    """What one page took of the database: milliseconds as the page waited for them, and queries."""

    ms: float
    cpu_ms: float
    """What the server's process worked for it; the rest is the wire, and waiting for a processor that others use."""
    queries: int


def measured(ask: Ask) -> Took:
    """Does it, and counts every statement with the fetching of its rows."""
    spent: list[float] = []

    def watch(execute: Callable[..., Any], *arguments: Any) -> Any:
        began = time.perf_counter()
        try:
            return execute(*arguments)
        finally:
            spent.append(time.perf_counter() - began)

    worked = _worked_ns()
    with connection.execute_wrapper(watch):
        ask()
    return Took(1000 * sum(spent), (_worked_ns() - worked) / 1e6, len(spent))


def _worked_ns() -> int:
    """For how long the server's process of this connection has been on a processor."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (pid,) = cursor.fetchone()
    return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0])


def cases() -> Iterator[tuple[str, Ask]]:
    """What is measured, by name."""
    busiest = _busiest()
    yield from _lists(busiest)
    yield from _matches(busiest)
    yield from _statements(busiest)
    yield from _boards(busiest)


def _lists(busiest: Player) -> Iterator[tuple[str, Ask]]:
    client = _browser(busiest)
    total = MatchSeat.objects.filter(player=busiest).count()
    yield f"list, busiest player ({total})", _get(client, "/historial/")
    now = timezone.now()
    for days in (365, 700, 729):
        yield f"list, {days} days ago", _get(client, f"/historial/?antes={Moment(now - timedelta(days=days), 1)}")
    for query in ("reglas=estrella", "mesa=6", "resultado=lost", "resultado=abandoned"):
        yield f"list, {query}", _get(client, f"/historial/?{query}")
    rare = "reglas=ludoteka&mesa=2&resultado=voided"
    yield f"list, {rare}", _get(client, f"/historial/?{rare}")
    yield "list, a filter that nothing meets", _get(client, "/historial/?reglas=ludoteka&mesa=6")
    others = cycle([_browser(player) for player in Player.objects.order_by("id")[:30]])
    yield "list, somebody else each time", lambda: next(others).get("/historial/")


def _matches(busiest: Player) -> Iterator[tuple[str, Ask]]:
    client = _browser(busiest)
    own = MatchSeat.objects.filter(player=busiest, match__record__isnull=False).order_by("-ended_at")
    ids = cycle(own.values_list("match_id", flat=True)[:30])
    yield "match", lambda: client.get(f"/historial/{next(ids)}/")
    yield "record, as a file", lambda: client.get(f"/historial/{next(ids)}/registro.json")


def _statements(busiest: Player) -> Iterator[tuple[str, Ask]]:
    client = _browser(busiest)
    yield "movements", _get(client, "/historial/movimientos/")
    with connection.cursor() as cursor:
        cursor.execute("SELECT percentile_disc(0.05) WITHIN GROUP (ORDER BY id) FROM credits_posting")
        (deep,) = cursor.fetchone()
    yield "movements, deep", _get(client, f"/historial/movimientos/?antes={deep}")


def _boards(busiest: Player) -> Iterator[tuple[str, Ask]]:
    season = season_at(timezone.now()).number
    kinds = SeasonRating.objects.filter(season=season, listed=True).values_list("preset", "seats")
    preset, seats, listed = kinds.annotate(rows=Count("id")).order_by("-rows")[0]
    address = f"/ranking/{preset}/{seats}/"
    rows = SeasonRating.objects.filter(season=season, preset=preset, seats=seats, listed=True)
    last = rows.order_by("-mu", "player")[max(listed - 60, 0)]
    yield f"board of {listed}, a stranger", _get(_stranger(), address)
    yield "board, somebody who is on it", _get(_browser(Player.objects.get(pk=last.player_id)), address)
    yield "board, deep", _get(_stranger(), f"{address}?desde={last.mu:.20f}~{last.player_id.hex}")
    yield "leaderboard(), deep, 200 rows", lambda: leaderboard(preset, seats, None, None, 200)
    yield "standings_of(), busiest player", lambda: standings_of(busiest.id)


def _busiest() -> Player:
    seats = MatchSeat.objects.filter(player__isnull=False).values_list("player_id")
    return Player.objects.get(pk=seats.annotate(played=Count("id")).order_by("-played")[0][0])


def _browser(player: Player) -> Client:
    client = _stranger()
    client.force_login(player)
    return client


def _stranger() -> Client:
    return Client(HTTP_HOST="127.0.0.1")


def _get(client: Client, address: str) -> Ask:
    return lambda: _answered(client.get(address).status_code)


def _answered(status: int) -> None:
    if status != 200:
        raise SystemExit(f"a page answered {status}")
