"""When a table is open to who comes."""

import pytest

from services.common.errors import IllegalAction
from services.tables.handlers.seating import check_open
from truco.play.v1.play_pb2 import TABLE_STATUS_CLOSED, TABLE_STATUS_OPEN, TABLE_STATUS_PLAYING, TABLE_STATUS_STARTING
from truco.tables.v1.tables_pb2 import TableState


def test_an_open_table_is_open_to_all() -> None:
    check_open(TableState(status=TABLE_STATUS_OPEN))


@pytest.mark.parametrize(
    ("state", "reason"),
    [
        (TableState(status=TABLE_STATUS_CLOSED), "TABLE_CLOSED"),
        (TableState(status=TABLE_STATUS_STARTING), "ALREADY_STARTED"),
        (TableState(status=TABLE_STATUS_PLAYING), "ALREADY_STARTED"),
        (TableState(status=TABLE_STATUS_OPEN, matched=True), "ALREADY_STARTED"),
    ],
)
def test_no_other_table_is_nor_one_that_the_matchmaker_made(state: TableState, reason: str) -> None:
    with pytest.raises(IllegalAction, match=reason):
        check_open(state)
