"""What players were told, compared with what is stored."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from tests.harness.random_player import Log
from tests.harness.records import Stored

Tables = Mapping[str, Sequence[Stored]]
"""Every table's records in stored order."""


def unrecorded(log: Log, tables: Tables) -> Iterator[str]:
    """The acknowledged actions that are not recorded exactly once, as they were acknowledged."""
    recorded = _by_request(tables)
    for acted in log.acted:
        if acted.refused:
            continue
        found = [
            (item.table_id, item.record.state.epoch, item.record.version, item.record.acted.action)
            for item in recorded[acted.player_id, acted.request_id]
        ]
        if found != [(acted.table_id, acted.epoch, acted.version, acted.action)]:
            yield f"{acted} is recorded as {found}"


def unacknowledged(log: Log, tables: Tables) -> set[tuple[str, str]]:
    """The actions of these players that are recorded though nobody was told so: player id and request id."""
    acknowledged = {(acted.player_id, acted.request_id) for acted in log.acted if not acted.refused}
    people = {acted.player_id for acted in log.acted}
    recorded = {
        key
        for key, found in _by_request(tables).items()
        if key[0] in people and found[0].record.WhichOneof("action") == "acted"
    }
    return recorded - acknowledged


def _by_request(tables: Tables) -> defaultdict[tuple[str, str], list[Stored]]:
    found: defaultdict[tuple[str, str], list[Stored]] = defaultdict(list)
    for records in tables.values():
        for stored in records:
            if stored.record.request_id:
                found[stored.record.actor, stored.record.request_id].append(stored)
    return found
