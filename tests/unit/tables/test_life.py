"""A table's life outside the game."""

import pytest

from services.common.errors import InvalidInput
from services.tables.domain.life import opened
from services.tables.domain.times import Moment, Times
from truco.tables.v1.tables_pb2 import Command, OpenTable, Player

_MOMENT = Moment(1, 1, Times(turn=1, bank=1, deal_pause=1, idle=1, keep=1, bot_retry=1))


@pytest.mark.parametrize("seed", ["", "a-b_c|d 0=", "mucha suerte, compañero 🍀"])
def test_a_client_seed_is_kept_as_it_came(seed: str) -> None:
    assert opened(_opening(seed), b"", _MOMENT).seats[0].client_seed == seed


@pytest.mark.parametrize("seed", ["x" * 65, "\x00", "luck\x00", "\n"])
def test_a_client_seed_that_the_history_could_not_store_is_refused(seed: str) -> None:
    with pytest.raises(InvalidInput, match="BAD_REQUEST"):
        opened(_opening(seed), b"", _MOMENT)


def _opening(seed: str) -> Command:
    body = OpenTable(seats=2, client_seed=seed)
    return Command(player=Player(player_id="ana"), request_id="request-1", open=body)
