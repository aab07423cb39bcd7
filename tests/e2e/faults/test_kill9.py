"""kill -9 of tables, engine, bots and gateway in the middle of matches loses nothing and counts nothing twice.

One run, several looks at it: people and bots play at five tables while each of the four programs is killed 20 times,
and a second worker of tables kills itself 20 times between append and reply and 20 times between append and fan-out.
The players' own logs are then compared with the TABLES stream.
"""

import asyncio
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import pairwise

import grpc
import pytest

from deploy.local.stack import Stack
from tests.e2e.faults.scenario import KILLS, PROGRAMS, Evidence, Run
from tests.e2e.faults.secrecy import Knowledge, cards_in
from tests.harness.acknowledged import unacknowledged, unrecorded
from tests.harness.faults import FAULTS
from tests.harness.records import Stored
from truco.engine.v1 import engine_pb2, engine_pb2_grpc
from truco.play.v1 import play_pb2

_LONGEST_WAIT = 15.0
"""Seconds: the bound that the platform promises its clients when anything dies."""

_NEEDED = ("nats", "postgres", "valkey", "migrate", "engine", "tables", "portal", "bots", "gateway")


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """A platform of our own: everybody else's tests would notice what is done to it."""
    pauses = {"QUIERO_TABLES_DEAL_PAUSE_MS": "200", "QUIERO_BOTS_PAUSE_MS": "50"}
    with Stack(tmp_path_factory.mktemp("kill9"), overrides=pauses) as stack:
        stack.start(*_NEEDED)
        yield stack


@pytest.fixture(scope="module")
def evidence(stack: Stack) -> Evidence:
    """What is left of the run."""
    seed = random.randrange(2**32)
    print(f"seed {seed}")
    return asyncio.run(Run(stack, random.Random(seed)).evidence())


def test_everything_was_killed_in_the_middle_of_matches(evidence: Evidence) -> None:
    assert Counter(kill.program for kill in evidence.kills) == dict.fromkeys(PROGRAMS, KILLS)
    assert all(kill.running_matches for kill in evidence.kills)
    assert evidence.deaths == dict.fromkeys(FAULTS, KILLS)
    assert evidence.watches_reopened >= KILLS, "every kill of the gateway breaks every Watch"


def test_every_acknowledged_action_is_recorded_once_at_its_version(evidence: Evidence) -> None:
    acknowledged = sum(not acted.refused for acted in evidence.log.acted)
    print(f"{acknowledged} acknowledged actions in {len(evidence.opened)} matches")
    assert list(unrecorded(evidence.log, evidence.tables)) == []


def test_no_action_is_recorded_that_was_not_acknowledged(evidence: Evidence) -> None:
    assert unacknowledged(evidence.log, evidence.tables) == set()


def test_versions_are_contiguous(evidence: Evidence) -> None:
    for table, records in evidence.tables.items():
        assert [stored.record.version for stored in records] == list(range(1, len(records) + 1)), table


def test_every_match_ends(evidence: Evidence) -> None:
    assert set(evidence.opened) == set(evidence.tables)
    for records in evidence.tables.values():
        kinds = [stored.kind for stored in records]
        assert kinds.count("finished") == 1, _where_it_stands(records[-1])
        # What comes after the end are wishes for a rematch.
        assert set(kinds) <= {"open", "commit", "finished"} and kinds[0] == "open"
        assert records[-1].record.state.status == play_pb2.TABLE_STATUS_FINISHED


def test_every_finished_match_replays(evidence: Evidence, stack: Stack) -> None:
    with grpc.insecure_channel(stack.address("ENGINE")) as channel:
        engine = engine_pb2_grpc.EngineServiceStub(channel)
        for records in evidence.tables.values():
            finished = next(stored for stored in records if stored.kind == "finished")
            request = engine_pb2.ReplayRequest(record_json=finished.record.match_record_json)
            replayed = engine.Replay(request, wait_for_ready=True, timeout=30)
            assert replayed.ok, replayed.failures


def test_no_client_waits_over_15_seconds_for_an_answer(evidence: Evidence) -> None:
    longest = max(evidence.log.acted, key=lambda acted: acted.waited)
    print(f"longest wait for an acknowledgement: {longest.waited:.2f} s")
    assert longest.waited <= _LONGEST_WAIT, longest


def test_no_client_waits_over_15_seconds_for_a_bot_or_a_deal(evidence: Evidence) -> None:
    longest = max(_bots_thought(evidence))
    print(f"longest wait for a bot's move: {longest:.2f} s")
    assert longest <= _LONGEST_WAIT


def test_no_client_waits_over_15_seconds_to_see_what_happened(evidence: Evidence) -> None:
    waits = sorted(_waits_to_see(evidence))
    print(f"longest wait for an update: {waits[-1]:.2f} s, median {waits[len(waits) // 2] * 1000:.0f} ms")
    assert waits[-1] <= _LONGEST_WAIT


def test_no_update_shows_cards_of_other_seats(evidence: Evidence) -> None:
    knowledge = {table: Knowledge(records) for table, records in evidence.tables.items()}
    shown, watched = 0, defaultdict[tuple[str, str], int](int)
    for seen in evidence.log.seen:
        table_id, since = seen.update.table.table_id, watched[seen.player_id, seen.update.table.table_id]
        assert knowledge[table_id].shown_beyond(seen.update, since) == set(), seen
        if seen.watched:
            watched[seen.player_id, table_id] = seen.update.table.version
        if seen.update.table.status != play_pb2.TABLE_STATUS_FINISHED:
            assert not seen.update.table.server_seed
            assert not seen.update.table.chain
        shown += len(cards_in(seen.update))
    assert shown, "the updates showed no card at all"


def _bots_thought(evidence: Evidence) -> Iterator[float]:
    """How long each bot's move took after what came before it at its table: a worker or the bots may have died."""
    for records in evidence.tables.values():
        for before, after in pairwise(records):
            if after.record.HasField("seat") and after.record.state.seats[after.record.seat].platform_bot:
                yield (after.record.time_ms - before.record.time_ms) / 1000


def _where_it_stands(last: Stored) -> str:
    state, acted = last.record.state, last.record.acted
    awaited = [(awaited.seat, state.seats[awaited.seat].player.player_id) for awaited in state.position.awaited]
    return f"{last.table_id} at {last.record.version}: {acted} at {last.record.time_ms}, awaits {awaited}"


def _waits_to_see(evidence: Evidence) -> Iterator[float]:
    """For each person and each version after it sat down: how long until it saw that version or a later one."""
    sightings: defaultdict[tuple[str, str], list[tuple[int, float]]] = defaultdict(list)
    for seen in evidence.log.seen:
        sightings[seen.update.table.table_id, seen.player_id].append((seen.update.table.version, seen.at))
    for (table, _), seen_versions in sightings.items():
        first = min(version for version, _ in seen_versions)
        for stored in evidence.tables[table][first:]:
            at = min(at for version, at in seen_versions if version >= stored.record.version)
            yield at - stored.record.time_ms / 1000
