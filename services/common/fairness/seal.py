"""The seal over a table's records: each carries the hash of the one before (README.md has the exact bytes)."""

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

BY_THE_TABLE: Final = "table"
"""Who deals."""


class Entry(NamedTuple):
    """One record of a table: who did what and when."""

    time_ms: int
    seat: int | None
    by: str
    """A player id, or "clock" or "table"."""
    do: str
    """In words: "play 4c", "deal 1e 4c …", "time_given_back 5000"."""

    def line(self) -> str:
        """The entry as it is hashed."""
        seat = "-" if self.seat is None else self.seat
        return f"{self.time_ms} {seat} {self.by} {self.do}"


class Sitter(NamedTuple):
    """Who sits at a seat. Names and avatars are not sealed: players may have them taken out."""

    player_id: str
    guest: bool
    bot: bool
    client_seed: str


class Opening(NamedTuple):
    """All that is fixed when a match begins."""

    table_id: str
    epoch: int
    opened_ms: int
    started_ms: int
    commitment: str
    preset: str
    options: Mapping[str, object]
    """As records write them (rules.md 15)."""
    stake: int
    score: Sequence[int]
    chicos: Sequence[int]
    dealer: int
    sitters: Sequence[Sitter]

    def lines(self) -> list[str]:
        """The opening as it is hashed."""
        return [
            f"match {self.table_id} {self.epoch}",
            f"opened {self.opened_ms}",
            f"started {self.started_ms}",
            f"commitment {self.commitment}",
            f"preset {self.preset}",
            *(f"option {name} {_compact(value)}" for name, value in sorted(self.options.items())),
            f"stake {self.stake}",
            f"score {self.score[0]} {self.score[1]}",
            f"chicos {self.chicos[0]} {self.chicos[1]}",
            f"dealer {self.dealer}",
            *(_sitter(seat, sitter) for seat, sitter in enumerate(self.sitters)),
            *(f"client_seed {seat} {sitter.client_seed}" for seat, sitter in enumerate(self.sitters)),
        ]


def link(before: str, entry: Entry, opening: Opening | None = None) -> str:
    """The hash that a record carries, in hex, after the one that the record before carries ("" for a table's first).

    `opening` is that of the match which begins with the record.
    """
    lines = [before, entry.line(), *(opening.lines() if opening else ())]
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def _sitter(seat: int, sitter: Sitter) -> str:
    return (
        f"seat {seat} {sitter.player_id}"
        f" {'guest' if sitter.guest else 'registered'} {'bot' if sitter.bot else 'person'}"
    )


def _compact(value: object) -> str:
    return json.dumps(value, separators=(",", ":"))
