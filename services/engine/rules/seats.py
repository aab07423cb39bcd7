"""Seats and teams. Several seats are one number, bit k for seat k (rules.md 1)."""

from typing import Final

from mypy_extensions import i64

NOBODY: Final = -1
"""In place of a seat or a team: none."""


def has(seats: i64, seat: i64) -> bool:
    """Whether a field of seats has the seat."""
    return seats >> seat & 1 != 0


def count(seats: i64) -> i64:
    """How many seats a field of seats has."""
    found: i64 = 0
    while seats:
        seats &= seats - 1
        found += 1
    return found


def seats_from(seats: i64, first: i64, table: i64) -> list[int]:
    """The seats of a field, from one on, round a table of so many."""
    return [(first + step) % table for step in range(table) if has(seats, (first + step) % table)]


def seats_of(seats: i64) -> tuple[int, ...]:
    """The seats of a field, from 0 on."""
    return tuple([seat for seat in range(6) if has(seats, seat)])


def team_of(seat: i64) -> i64:
    """The team of a seat (rules.md 1)."""
    return seat & 1


def rival_of(team: i64) -> i64:
    """The other team."""
    return 1 - team


def of_team(seats: i64, team: i64) -> i64:
    """The seats of a field that are of a team."""
    return seats & (0b101010 if team == 1 else 0b010101)
