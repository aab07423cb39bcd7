"""Which of a player's matches are asked for."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeVar

from django.db.models import Q

from services.common.errors import InvalidInput
from web.common.presets import NAMES, SIZES
from web.history.models import SeatResult

T = TypeVar("T")


@dataclass(frozen=True)
class Filters:
    """Of one ruleset family, table size, result; None for any."""

    preset: str | None = None
    size: int | None = None
    result: SeatResult | None = None

    @property
    def condition(self) -> Q:
        """What holds of the seats."""
        return Q(**{key: value for key, value in vars(self).items() if value is not None})


EVERYTHING: Final = Filters()


def read(preset: str = "", size: str = "", result: str = "") -> Filters:
    """The filters in an address; an empty text for any. Raises InvalidInput (BAD_REQUEST) for what there is not."""
    return Filters(
        _one("preset", preset, {name: name for name in NAMES}),
        _one("size", size, {str(number): number for number in SIZES}),
        _one("result", result, {each.value: each for each in SeatResult}),
    )


def _one(what: str, text: str, known: Mapping[str, T]) -> T | None:
    if text and text not in known:
        raise InvalidInput("BAD_REQUEST", f"no such {what}")
    return known.get(text)
