"""The nightly look at the books: by clock and worker, kept as a row, told by the credits service's metrics."""

import asyncio
import time
import uuid
from collections.abc import Callable
from datetime import UTC, datetime
from urllib.request import urlopen

from celery import Celery

from deploy.local.stack import Stack
from tests.service.portal.conftest import Query

PATIENCE_SECONDS = 60
JOBS = ("history.check_books", "history.release_orphans", "ratings.close_seasons")
NewPlayer = Callable[..., uuid.UUID]


async def test_the_worker_looks_at_the_books_and_keeps_what_it_found(portal: Stack, query: Query) -> None:
    began = datetime.now(UTC)
    with Celery(broker=portal.env["QUIERO_VALKEY_URL"]) as app:
        app.send_task("history.check_books")

    until = time.monotonic() + PATIENCE_SECONDS
    while not (rows := query("SELECT found, findings FROM credits_bookscheck WHERE began_at >= %s", [began])):
        assert time.monotonic() < until, portal.log("worker")[-2000:]
        await asyncio.sleep(0.1)

    ((found, findings),) = rows
    assert found == len(findings)
    assert "the books are" in portal.log("worker")


async def test_the_credits_service_tells_how_the_books_are_and_which_job_is_late(portal: Stack) -> None:
    def metrics() -> str:
        with urlopen(f"http://{portal.address('CREDITS_HEALTH')}/metrics", timeout=5) as answer:
            return str(answer.read().decode())

    told = await asyncio.to_thread(metrics)

    assert "quiero_ledger_findings " in told
    for job in JOBS:
        assert f'quiero_job_late{{job="{job}"}} 0.0' in told


async def test_a_cashiers_request_expires_by_the_clock(portal: Stack, query: Query, new_player: NewPlayer) -> None:
    teller, player, request = new_player(), new_player(), uuid.uuid4()
    query(
        "INSERT INTO credits_cashierrequest (id, player_id, credits, why, asked_by_id, asked_at, alone, expires_at,"
        " state, refusal) VALUES (%s, %s, 5000, 'Premio', %s, now(), false, now(), 'pending', '')",
        [request, player, teller],
    )

    until = time.monotonic() + PATIENCE_SECONDS
    while query("SELECT state FROM credits_cashierrequest WHERE id = %s", [request]) != [("expired",)]:
        assert time.monotonic() < until, portal.log("worker")[-2000:]
        await asyncio.sleep(0.1)


async def test_a_job_that_ran_is_noted(portal: Stack, query: Query) -> None:
    until = time.monotonic() + PATIENCE_SECONDS
    while not query("SELECT 1 FROM jobs_jobrun WHERE job = 'history.clean_up_guests' AND succeeded_at > began_at"):
        assert time.monotonic() < until, portal.log("worker")[-2000:]
        await asyncio.sleep(0.1)
