"""A worker's last lines of a table are right whatever other workers say and whatever is not kept any more."""

from services.tables.domain.talk import Said
from services.tables.handlers.lines import MOST_LINES, Lines
from services.tables.handlers.ports import SequenceConflict, TalkStore
from truco.play.v1.play_pb2 import TalkLine
from truco.tables.v1.tables_pb2 import Hearer, TalkRecord

TABLE = "0123456789abcdef"


class Stored(TalkStore):
    """What is stored, by sequence; `reads` counts how often a line was read by its sequence."""

    def __init__(self) -> None:
        self.said: dict[int, Said] = {}
        self.reads = 0

    async def last(self, table_id: str) -> Said | None:
        assert table_id == TABLE
        return self.said[max(self.said)] if self.said else None

    async def at(self, sequence: int) -> Said | None:
        self.reads += 1
        return self.said.get(sequence)

    async def append(self, table_id: str, audience: str, data: bytes, after: int) -> int:
        assert (table_id, audience) == (TABLE, "all")
        if max(self.said, default=0) != after:
            raise SequenceConflict
        return self.put(TalkRecord.FromString(data))

    def put(self, record: TalkRecord) -> int:
        sequence = max(self.said, default=0) + 3  # other tables' lines lie between
        self.said[sequence] = Said(record, sequence)
        return sequence

    def expire(self, count: int) -> None:
        for sequence in sorted(self.said)[:count]:
            del self.said[sequence]


def _record(number: int, previous: int, hearer: str = "ana") -> TalkRecord:
    line = TalkLine(table_id=TABLE, number=number, table_text="hola")
    return TalkRecord(line=line, hearers=[Hearer(player_id=hearer)], previous_sequence=previous)


def _fill(stored: Stored, count: int, hearer: str = "ana") -> None:
    for _ in range(count):
        last = max(stored.said, default=0)
        number = stored.said[last].record.line.number + 1 if last else 1
        stored.put(_record(number, last, hearer))


async def _numbers(lines: Lines) -> list[int]:
    return [said.record.line.number for said in await lines.of(TABLE)]


async def test_lines_of_other_workers_are_found_and_only_they_are_read() -> None:
    stored = Stored()
    lines = Lines(stored)
    _fill(stored, 10)
    assert await _numbers(lines) == list(range(1, 11))
    stored.reads = 0

    _fill(stored, 3)

    assert await _numbers(lines) == list(range(1, 14))
    assert stored.reads == 2, "the last one comes by itself"


async def test_who_was_not_first_does_not_write() -> None:
    stored = Stored()
    lines = Lines(stored)
    before = await lines.of(TABLE)
    _fill(stored, 1)

    assert await lines.append(_record(1, 0), before) is None

    again = await lines.of(TABLE)
    said = await lines.append(_record(2, again[-1].sequence), again)
    assert said is not None and await _numbers(lines) == [1, 2]


async def test_a_table_whose_lines_are_not_kept_any_more_begins_anew() -> None:
    stored = Stored()
    lines = Lines(stored)
    _fill(stored, 3)
    assert await _numbers(lines) == [1, 2, 3]

    stored.expire(3)

    assert await _numbers(lines) == []


async def test_a_new_worker_reads_as_far_back_as_lines_are_kept() -> None:
    stored = Stored()
    _fill(stored, 10)
    stored.expire(4)

    assert await _numbers(Lines(stored)) == [5, 6, 7, 8, 9, 10]


async def test_no_more_than_the_last_lines_are_kept_at_hand() -> None:
    stored = Stored()
    _fill(stored, MOST_LINES + 20)
    lines = Lines(stored)

    assert await _numbers(lines) == list(range(21, MOST_LINES + 21))
    _fill(stored, 5)
    assert await _numbers(lines) == list(range(26, MOST_LINES + 26))


async def test_a_player_hears_again_the_last_of_what_was_for_it() -> None:
    stored = Stored()
    _fill(stored, 5)
    _fill(stored, 60, hearer="beto")
    _fill(stored, 5)

    heard = await Lines(stored).heard(TABLE, "ana", 7)

    assert [line.number for line in heard] == [4, 5, 66, 67, 68, 69, 70]
