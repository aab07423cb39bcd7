"""Boards by season: who is on them, in what order, and what time does to them."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from services.common.errors import InvalidInput
from services.engine.rules.presets import PRESETS
from truco.portal.v1.standing_pb2 import Standing
from web.accounts.models import Player
from web.common.presets import NAMES, sizes_of
from web.outbox.models import Change as Announced
from web.ratings import seasons, strength, upkeep
from web.ratings.models import Rating, RatingChange, Season, SeasonRating
from web.ratings.seasons import Quarter, season_at, season_of_match
from web.ratings.services import Played, leaderboard, own_place, rate, standing_of, standings_of, take_back, uncertainty
from web.relay.standings import standings

pytestmark = pytest.mark.django_db

Registered = Callable[..., Player]
NOW = season_at(timezone.now())


def _on_board(player: Player, mu: float, *, idle_days: float = 0, season: Quarter = NOW, **changes: object) -> None:
    """A rating and its line on a board, as a last match so long ago left them."""
    updated = min(timezone.now(), season.ends_at) - timedelta(days=idle_days)
    common = {"player": player, "preset": "maestro", "seats": 2, "mu": mu, "sigma": 3.0, "updated": updated}
    Rating.objects.get_or_create(player=player, preset="maestro", seats=2, defaults=common | {"games": 30})
    row = common | {"season": season.number, "games": 12, "wins": 9, "listed": True} | changes
    SeasonRating.objects.create(**row)


def _names(**asked: object) -> list[str]:
    return [row.name for row in leaderboard("maestro", 2, **asked).rows]  # type: ignore[arg-type]


def _rate(match: str, winner: Player, loser: Player, at: datetime | None = None) -> None:
    rate(Played(match, "maestro", [[winner.id], [loser.id]], 0, at or timezone.now()))


def test_the_strongest_stand_first_with_places_points_and_margins(registered: Registered) -> None:
    for name, mu in (("Ana", 30.0), ("Beto", 35.5), ("Caro", 20.0)):
        _on_board(registered(name), mu)

    rows = leaderboard("maestro", 2).rows

    assert [(row.place, row.name, row.points, row.margin) for row in rows] == [
        (1, "Beto", 1420, 120),
        (2, "Ana", 1200, 120),
        (3, "Caro", 800, 120),
    ]
    assert (rows[0].games, rows[0].wins, rows[0].percent) == (12, 9, 75)
    assert not leaderboard("maestro", 4).rows and not leaderboard("estrella", 2).rows


def test_pages_have_everybody_once_though_many_are_as_strong(registered: Registered) -> None:
    for number in range(11):
        _on_board(registered(f"P{number}"), 30.0 + number // 4)

    places, after = [], None
    while True:
        page = leaderboard("maestro", 2, after=after, limit=3)
        places += [(row.place, row.player_id) for row in page.rows]
        after = page.next
        if after is None:
            break

    assert [place for place, _ in places] == list(range(1, 12)) and len({player for _, player in places}) == 11


def test_the_own_place_is_that_on_the_board(registered: Registered) -> None:
    players = [registered(f"P{number}") for number in range(5)]
    for number, each in enumerate(players):
        _on_board(each, 30.0 + number % 3)

    rows = {row.player_id: row.place for row in leaderboard("maestro", 2).rows}

    assert {each.id: own_place(each.id, "maestro", 2).place for each in players} == rows  # type: ignore[union-attr]
    assert own_place(registered("Nadie").id, "maestro", 2) is None


def test_who_has_been_idle_for_long_is_hidden_until_the_next_match(registered: Registered) -> None:
    ana, beto = registered("Ana"), registered("Beto")
    _on_board(ana, 30.0, idle_days=strength.HIDDEN_AFTER.days + 1)
    _on_board(beto, 29.0, idle_days=strength.HIDDEN_AFTER.days - 1)

    assert _names() == ["Beto"] and own_place(beto.id, "maestro", 2).place == 1  # type: ignore[union-attr]
    assert own_place(ana.id, "maestro", 2) is None and standings_of(ana.id)[0].idle

    _rate("0123456789abcdef-1", ana, beto)

    assert _names() == ["Ana", "Beto"]


def test_a_new_rating_is_provisional_and_enters_the_board_with_its_twentieth_match(registered: Registered) -> None:
    ana, beto = registered("Ana"), registered("Beto")
    for number in range(strength.PROVISIONAL_MATCHES - 1):
        _rate(f"0123456789abcdef-{number}", *((ana, beto) if number % 2 else (beto, ana)))

    standing = standing_of(ana.id, "maestro", 2)
    assert standing is not None and (standing.provisional, standing.missing, standing.place) == (True, 1, None)
    assert _names() == []

    _rate("0123456789abcdef-20", ana, beto)

    standing = standing_of(ana.id, "maestro", 2)
    assert standing is not None and (standing.provisional, standing.missing, standing.place) == (False, 0, 1)
    assert [(row.name, row.games, row.wins) for row in leaderboard("maestro", 2).rows] == [
        ("Ana", 20, 10),
        ("Beto", 20, 10),
    ]


def test_who_comes_back_after_a_year_is_provisional_again(registered: Registered) -> None:
    ana, beto = registered("Ana"), registered("Beto")
    _on_board(ana, 30.0, idle_days=364)

    standing = standing_of(ana.id, "maestro", 2)
    assert standing is not None and standing.provisional and standing.missing == 0
    assert (standing.points, standing.margin) == (1200, strength.margin(strength.SIGMA))

    _rate("0123456789abcdef-1", beto, ana)

    before = RatingChange.objects.get(player=ana)
    assert before.sigma_before == strength.SIGMA and _names() == []


@pytest.mark.parametrize("days, weeks", [(-3, 0), (0, 0), (6.9, 0), (7, 1), (20.9, 2), (21, 3), (5000, 56)])
def test_whole_weeks_count(days: float, weeks: int) -> None:
    at = timezone.now()

    assert strength.idle_weeks(at - timedelta(days=days), at) == weeks


def test_uncertainty_grows_with_idleness_and_never_beyond_a_beginners() -> None:
    at = timezone.now()
    grown = [strength.aged(2.0, at - timedelta(weeks=weeks), at) for weeks in range(60)]

    assert grown == sorted(grown) and grown[0] == 2.0 and grown[-1] == strength.SIGMA
    assert strength.aged(9.0, at - timedelta(weeks=3), at) == 9.0


def test_pairing_is_told_of_the_uncertainty_week_by_week_and_once(registered: Registered) -> None:
    ana, fresh = registered("Ana"), registered("Beto")
    _on_board(ana, 30.0, idle_days=15)
    _on_board(fresh, 30.0, idle_days=6)

    assert (upkeep.tell_idle(), upkeep.tell_idle()) == (1, 0)

    assert [each.key for each in Announced.objects.all()] == [ana.id.hex]
    (told,) = Standing.FromString(standings([ana.id.hex])[ana.id.hex]).ratings
    assert told.sigma == uncertainty(Rating.objects.get(player=ana)) > 3.0 and told.mu == 30.0
    Rating.objects.filter(player=ana).update(updated=timezone.now() - timedelta(days=22))
    assert (upkeep.tell_idle(), upkeep.tell_idle()) == (1, 0)


def test_a_match_makes_a_rating_be_told_anew(registered: Registered) -> None:
    ana, beto = registered("Ana"), registered("Beto")
    _on_board(ana, 30.0, idle_days=15)
    upkeep.tell_idle()

    _rate("0123456789abcdef-1", ana, beto)

    assert Rating.objects.get(player=ana).told_weeks == 0 and upkeep.tell_idle() == 0


@pytest.mark.parametrize(
    "moment, number",
    [
        ("2026-10-01T02:59:59", "2026.3"),
        ("2026-10-01T03:00:00", "2026.4"),
        ("2027-01-01T02:59:59", "2026.4"),
        ("2027-01-01T03:00:00", "2027.1"),
    ],
)
def test_seasons_are_quarters_in_argentina(moment: str, number: str) -> None:
    season = season_at(datetime.fromisoformat(moment).replace(tzinfo=UTC))

    assert f"{season.year}.{season.quarter}" == number
    assert season.last_day < season.ends_at.date()
    assert season.starts_at <= datetime.fromisoformat(moment).replace(tzinfo=UTC) < season.ends_at


def test_a_match_that_comes_late_counts_for_its_season_until_that_is_closed() -> None:
    season = Quarter(2026 * 4)
    ended = season.ends_at - timedelta(minutes=1)

    assert season_of_match(ended, season.ends_at + seasons.GRACE / 2) == season
    assert season_of_match(ended, season.ends_at + seasons.GRACE) == Quarter(season.number + 1)


def _past(registered: Registered) -> tuple[Quarter, list[Player]]:
    """A season that is over and not closed, with three on its board and one who was idle at its end."""
    season = Quarter(NOW.number - 1)
    Season.objects.create(number=season.number, starts_at=season.starts_at, ends_at=season.ends_at)
    players = [registered(name) for name in ("Ana", "Beto", "Caro", "Dani")]
    for each, mu in zip(players, (28.0, 31.0, 29.0, 40.0), strict=True):
        _on_board(each, mu, season=season, idle_days=60 if each.name == "Dani" else 2)
    _on_board(players[0], 35.0, season=season, preset="estrella")
    return season, players


def test_a_season_is_closed_once_and_its_board_stays_as_it_was(registered: Registered) -> None:
    season, (ana, beto, *_) = _past(registered)

    assert (upkeep.close_seasons(), upkeep.close_seasons()) == (1, 0)

    frozen = [(row.place, row.name) for row in leaderboard("maestro", 2, season.number).rows]
    assert frozen == [(1, "Beto"), (2, "Caro"), (3, "Ana")]
    _rate("0123456789abcdef-1", ana, beto)
    beto.delete()
    assert [(row.place, row.name) for row in leaderboard("maestro", 2, season.number).rows] == frozen[1:]
    assert [(row.place, row.name) for row in leaderboard("estrella", 2, season.number).rows] == [(1, "Ana")]
    assert set(Season.objects.values_list("number", flat=True)) == {season.number, NOW.number}


def test_a_season_is_not_closed_before_its_last_matches_have_come_in(monkeypatch: pytest.MonkeyPatch) -> None:
    season = Quarter(NOW.number - 1)
    Season.objects.create(number=season.number, starts_at=season.starts_at, ends_at=season.ends_at)
    monkeypatch.setattr(upkeep.timezone, "now", lambda: season.ends_at + seasons.GRACE / 2)

    assert upkeep.close_seasons() == 0


def test_ratings_go_on_from_season_to_season(registered: Registered) -> None:
    _, (ana, beto, *_) = _past(registered)

    _rate("0123456789abcdef-1", ana, beto)

    assert RatingChange.objects.get(player=ana).mu_before == 28.0
    row = SeasonRating.objects.get(player=ana, season=NOW.number)
    assert (row.games, row.wins) == (1, 1) and row.mu > 28.0


def test_a_match_that_is_taken_back_leaves_no_trace_on_rating_and_board(registered: Registered) -> None:
    ana, beto = registered("Ana"), registered("Beto")
    _rate("0123456789abcdef-1", ana, beto)
    before = Rating.objects.get(player=ana)
    _rate("0123456789abcdef-2", ana, beto)

    assert (take_back("0123456789abcdef-2"), take_back("0123456789abcdef-2")) == (True, False)

    after = Rating.objects.get(player=ana)
    assert (after.mu, after.sigma, after.games) == pytest.approx((before.mu, before.sigma, 1))
    assert SeasonRating.objects.get(player=ana).games == SeasonRating.objects.get(player=ana).wins == 1
    take_back("0123456789abcdef-1")
    assert not SeasonRating.objects.exists() and standings_of(ana.id) == []
    assert take_back("0123456789abcdef-9") is False


@pytest.mark.parametrize("after", ["", "x", "25.0", "nan~" + "0" * 32, "1~" + "0" * 31, "1e5~" + "0" * 32])
def test_a_place_that_is_none_is_refused(after: str) -> None:
    with pytest.raises(InvalidInput):
        leaderboard("maestro", 2, after=after)


def test_there_is_a_board_for_every_family_and_size_of_the_rules() -> None:
    assert {name: sizes_of(name) for name in NAMES} == {name: preset.seats for name, preset in PRESETS.items()}


def test_the_page_shows_the_board_and_the_readers_own_place(registered: Registered) -> None:
    ana, beto, client = registered("Ana"), registered("Beto"), Client()
    _on_board(ana, 30.0)
    _on_board(beto, 31.0)
    stranger = client.get("/ranking/").content.decode()
    client.force_login(ana)

    own = client.get("/ranking/maestro/2/").content.decode()

    assert "Beto" in stranger and "Vas" not in stranger
    assert "Vas 2.º" in own and "con 1200 puntos" in own and "± 120: lo más probable" in own
    assert "entre 1080 y 1320" in own and 'class="board-mine"' in own


def test_a_profile_shows_its_players_ratings(registered: Registered) -> None:
    ana, beto = registered("Ana"), registered("Beto")
    _on_board(ana, 30.0)

    page = " ".join(Client().get(f"/jugador/{ana.id.hex}/").content.decode().split())

    assert "<b>1200</b>" in page and "± 120" in page and "1.º" in page and "30 partidas por el ranking" in page
    assert "Todavía no jugó partidas por el ranking" in Client().get(f"/jugador/{beto.id.hex}/").content.decode()


def test_the_page_says_what_is_missing_for_the_board(registered: Registered) -> None:
    ana, beto, client = registered("Ana"), registered("Beto"), Client()
    client.force_login(ana)
    before = client.get("/ranking/").content.decode()
    _rate("0123456789abcdef-1", ana, beto)

    after = client.get("/ranking/").content.decode()

    assert "Todavía no jugaste partidas por el ranking" in before
    assert "Te faltan 19 partidas para entrar en la tabla" in after and "provisorio" in after


def test_a_closed_season_has_its_own_page(registered: Registered) -> None:
    season, (ana, *_) = _past(registered)
    upkeep.close_seasons()
    client = Client()
    client.force_login(ana)

    page = client.get(f"/ranking/maestro/2/?temporada={season.number}").content.decode()

    assert "Temporada cerrada" in page and "Terminaste 3.º con 1120 puntos" in page


@pytest.mark.parametrize(
    "path, status",
    [
        ("/ranking/tute/2/", 404),
        ("/ranking/maestro/3/", 404),
        ("/ranking/ludoteka/6/", 404),
        ("/ranking/maestro/2/?temporada=1", 404),
        ("/ranking/maestro/2/?temporada=x", 404),
        ("/ranking/maestro/2/?desde=x", 400),
        ("/ranking/uruguayo/6/", 200),
    ],
)
def test_only_boards_that_there_are_are_shown(path: str, status: int) -> None:
    assert Client().get(path).status_code == status


def test_a_player_without_an_id_of_ours_is_nobody(registered: Registered) -> None:
    assert standings_of(UUID(int=1)) == [] and standing_of(registered("Ana").id, "maestro", 2) is None


def test_a_board_is_read_and_counted_from_the_index_in_its_order(registered: Registered) -> None:
    for number in range(4):
        _on_board(registered(f"P{number}"), 30.0 + number)
    with CaptureQueriesContext(connection) as ran:
        leaderboard("maestro", 2, after=leaderboard("maestro", 2, limit=1).next)
    read = [query["sql"] for query in ran if "ratings_seasonrating" in query["sql"]]

    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        cursor.execute("SET LOCAL enable_bitmapscan = off")
        for sql in read:
            cursor.execute(f"EXPLAIN {sql}")
            plan = "\n".join(line for (line,) in cursor.fetchall())
            assert "using ratings_board" in plan and "Sort" not in plan
    assert len(read) == 4
