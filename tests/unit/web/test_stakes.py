"""What may be staked is the same wherever it is said."""

import re

import pytest

from deploy.local.environment import ROOT
from services.common.errors import InvalidInput
from services.common.stakes import STAKES
from services.tables.domain.stakes import check_stake


def test_the_page_offers_exactly_what_is_held() -> None:
    source = (ROOT / "web/ui/src/lobby/extras.ts").read_text()
    (listed,) = re.findall(r"STAKES = \[([\d, ]+)\]", source)

    assert tuple(int(stake) for stake in listed.split(",")) == (0, *STAKES)


@pytest.mark.parametrize("stake", [0, 10, 25, 50, 100, 250])
def test_tables_opens_what_is_held(stake: int) -> None:
    check_stake(stake, bots=0)


@pytest.mark.parametrize("stake", [-10, 1, 9, 11, 75, 500, 2**62])
def test_tables_opens_nothing_else(stake: int) -> None:
    with pytest.raises(InvalidInput, match="BAD_STAKE"):
        check_stake(stake, bots=0)
