"""Records: versions, kinds, the chain, and the purity of transitions."""

import hashlib

from services.common.subjects import is_table_id, record, shard_of, table_id_for
from services.tables.adapters.workers import shards_of
from services.tables.domain import life, play, rematch, starting
from services.tables.domain.table import Draft, Table, kind, seal
from services.tables.domain.times import Moment
from tests.harness.sealed_matches import TIMES
from truco.play.v1.play_pb2 import StartRefusal
from truco.rules.v1.rules_pb2 import Ruleset
from truco.tables.v1.tables_pb2 import Command, JoinTable, LeaveTable, OpenTable, Player, TableRecord


def test_each_record_carries_the_hash_of_the_one_before() -> None:
    first, second = _two_records()
    assert (first.version, second.version, second.previous_sequence) == (1, 2, 11)
    commitment = hashlib.sha256(b"\x01" * 32).hexdigest()
    assert first.chain == hashlib.sha256(f"\n1 0 ana open {commitment}".encode()).digest()
    assert second.chain == hashlib.sha256(f"{first.chain.hex()}\n2 1 beto join ".encode()).digest()


def test_the_kind_of_a_record_follows_from_what_it_made_of_the_table() -> None:
    first, second = _two_records()
    assert (kind(first), kind(second)) == ("open", "commit")
    leaving = Command(player=Player(player_id="ana"), request_id="r3", leave=LeaveTable())
    lonely = life.left(first.state, 0, leaving, Moment(3, 2, TIMES))
    assert kind(seal(Table(first, 11), Draft("ana", leaving.leave, lonely, 0), 3)) == "abandoned"


def test_transitions_leave_what_they_were_given_as_it_was() -> None:
    first, second = _two_records()
    stored = first.state.SerializeToString(deterministic=True)
    joining = Command(player=Player(player_id="caro"), request_id="r9", join=JoinTable())
    moment = Moment(9, 3, TIMES)
    life.joined(first.state, 2, joining, moment)
    life.bots_added(first.state, [2, 3], joining, moment)
    life.left(first.state, 0, joining, moment)
    life.closed(first.state)
    life.remembered(first.state, joining, moment)
    life.free(first.state, 0)
    life.seat_changed(first.state, 0, 3, joining, moment)
    life.removed(first.state, 0, joining, moment)
    offered = rematch.offered(first.state, b"\x02" * 32, moment)
    kept = offered.SerializeToString(deterministic=True)
    for step in (rematch.wanted, rematch.declined):
        step(offered, 0, joining, moment)
    rematch.next_match(offered, moment)
    begun = starting.starting(first.state, moment)
    starting.called_off(begun, StartRefusal(player_ids=["ana"]), moment)
    play.voided(first.state, "outage")
    assert offered.SerializeToString(deterministic=True) == kept
    assert begun.seats[0].player.player_id == "ana"
    assert first.state.SerializeToString(deterministic=True) == stored
    assert second.state.seats[1].player.player_id == "beto"


def test_a_tables_id_comes_from_player_and_request_and_its_shard_never_changes() -> None:
    table_id = table_id_for("ana", "request-1")
    assert table_id == table_id_for("ana", "request-1") != table_id_for("ana", "request-2")
    assert is_table_id(table_id)
    assert not any(map(is_table_id, ("", "ABCDEF0123456789", "0123456789abcde", "0123456789abcdef0", "a.>", "*")))
    assert shard_of("0123456789abcdef") == 51
    assert record("0123456789abcdef", "open") == "table.51.0123456789abcdef.open"


def test_every_shard_has_one_worker_and_a_death_moves_only_its_own() -> None:
    workers = ["a", "b", "c"]
    shares = {worker: shards_of(worker, workers) for worker in workers}
    assert sorted(shard for share in shares.values() for shard in share) == list(range(256))
    assert all(len(share) > 50 for share in shares.values())
    for survivor in ("a", "b"):
        assert shares[survivor] <= shards_of(survivor, ["a", "b"])


def _two_records() -> tuple[TableRecord, TableRecord]:
    opening = Command(
        player=Player(player_id="ana"),
        request_id="r1",
        table_id="0123456789abcdef",
        open=OpenTable(seats=4, ruleset=Ruleset(preset="maestro")),
    )
    opened = life.opened(opening, b"\x01" * 32, Moment(1, 1, TIMES))
    first = seal(None, Draft("ana", opening.open, opened, 0, "r1"), 1)
    joining = Command(player=Player(player_id="beto"), request_id="r2", join=JoinTable())
    state = life.joined(first.state, 1, joining, Moment(2, 2, TIMES))
    return first, seal(Table(first, 11), Draft("beto", joining.join, state, 1, "r2"), 2)
