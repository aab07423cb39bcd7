"""The database beside NATS's streams after a restore, when the two may be of different moments.

Tables tells where every table stands (`python -m services.tables survey`). A match that the database has not heard of
comes again from its terminal record, for the portal's consumer begins anew; what this page does is put the stakes where
they belong, and name the tables that the stream believes to be further back than the database knows them to be.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import UUID

from services.common.errors import TrucoError
from web.credits import books
from web.credits import services as credits
from web.history.models import Match

_CHUNK: Final = 1000
_UNDER_WAY: Final = ("OPEN", "STARTING", "PLAYING")


@dataclass
class Differences:
    """What was found, a line of words each, and the tables that the stream is to forget."""

    lines: list[str] = field(default_factory=list)
    unsolved: list[str] = field(default_factory=list)
    forget: list[str] = field(default_factory=list)


def reconcile(tables: Iterable[Mapping[str, Any]]) -> Differences:
    """Brings the stakes into line with the stream's tables. Doing it twice changes nothing more."""
    tables = list(tables)
    found, standing = Differences(), set[str]()
    holds = books.hold_states([match["match_id"] for table in tables for match, _ in _matches(table)])
    known = _known_ends([table["table_id"] for table in tables])
    for table in tables:
        if _is_behind(table, known[table["table_id"]]):
            _leave_behind(table, known, found)
            continue
        for match, running in _matches(table):
            standing.add(match["match_id"])
            if not running and match["match_id"] not in known.matches:
                found.lines.append(f"match {match['match_id']} {match['kind']}: the history gets it from its record")
            played = running or (match["kind"] == "finished" and match["match_id"] not in known.matches)
            if played and match["stakes"] and match["match_id"] not in holds:
                _hold(match, found)
    _release(standing, found)
    return found


class _Ends(defaultdict[str, int]):
    """Of these tables: the number of the latest match that the database knows to have ended, and the ids of all."""

    def __init__(self) -> None:
        super().__init__(int)
        self.matches: set[str] = set()

    def add(self, match_id: str) -> None:
        """Notes the end of a match."""
        self.matches.add(match_id)
        table_id, _, epoch = match_id.rpartition("-")
        self[table_id] = max(self[table_id], int(epoch) if epoch.isdecimal() else 0)


def _known_ends(table_ids: Sequence[str]) -> _Ends:
    known = _Ends()
    for start in range(0, len(table_ids), _CHUNK):
        matches = Match.objects.filter(table_id__in=table_ids[start : start + _CHUNK])
        for match_id in matches.values_list("pk", flat=True).iterator():
            known.add(match_id)
    return known


def _is_behind(table: Mapping[str, Any], latest: int) -> bool:
    """Whether the database knows how a match ended that the stream has still to come or under way."""
    return latest > table["epoch"] or (latest == table["epoch"] and table["status"] in _UNDER_WAY)


def _leave_behind(table: Mapping[str, Any], known: _Ends, found: Differences) -> None:
    table_id = table["table_id"]
    if missing := [match["match_id"] for match in table["ended"] if match["match_id"] not in known.matches]:
        unheard = ", ".join(missing)
        found.unsolved.append(
            f"table {table_id} is behind the database, which has not heard of {unheard}: left as it is"
        )
        return
    found.forget.append(table_id)
    found.lines.append(f"table {table_id} is behind the database, where match {known[table_id]} has ended: taken away")


def _matches(table: Mapping[str, Any]) -> Iterator[tuple[Mapping[str, Any], bool]]:
    """The table's matches, and whether each is under way."""
    for match in table["ended"]:
        yield match, False
    if table["running"]:
        yield table["running"], True


def _hold(match: Mapping[str, Any], found: Differences) -> None:
    match_id = match["match_id"]
    try:
        credits.hold_stakes(match_id, {UUID(player): stake for player, stake in match["stakes"].items()})
    except TrucoError as error:
        found.unsolved.append(f"match {match_id}: its stakes cannot be held again ({error.reason}); it is for nothing")
    else:
        found.lines.append(f"match {match_id}: its stakes are held again")


def _release(standing: set[str], found: Differences) -> None:
    """Gives back what is held for matches of which the stream knows nothing."""
    for match_id in books.open_holds():
        if match_id not in standing:
            credits.release_stakes(match_id)
            found.lines.append(f"match {match_id} is not in the stream: its stakes are given back")
