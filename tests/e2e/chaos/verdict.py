"""What must hold after a run, from the clients' own logs and from what is stored."""

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from tests.e2e.chaos.run import Evidence
from tests.harness.acknowledged import unacknowledged, unrecorded

_LONGEST_WAIT = 15.0
"""Seconds: what the platform promises its clients when anything dies."""
_BY_PLAY = 0.95


def every_acknowledged_action_is_recorded_once(evidence: Evidence) -> Iterator[str]:
    """And at the version that was told."""
    yield from unrecorded(evidence.log, evidence.tables)


def no_action_is_recorded_that_was_not_acknowledged(evidence: Evidence) -> Iterator[str]:
    """Nothing counts twice, nothing comes late."""
    yield from (f"{player}: {request}" for player, request in unacknowledged(evidence.log, evidence.tables))


def every_match_came_to_its_end(evidence: Evidence) -> Iterator[str]:
    """Its players saw it, and its versions are contiguous."""
    for table in evidence.opened:
        records = evidence.tables.get(table, [])
        if [stored.record.version for stored in records] != list(range(1, len(records) + 1)):
            yield f"{table} has the versions {[stored.record.version for stored in records]}"
        if sum(stored.ends_match for stored in records) != 1:
            yield f"{table} has the records {[stored.kind for stored in records]}"
    if evidence.over != len(evidence.opened):
        yield f"players saw the end of {evidence.over} of {len(evidence.opened)} matches"


def matches_ended_by_play(evidence: Evidence) -> Iterator[str]:
    """At least 95 % of them; each other one says that the platform was out."""
    outcomes = Counter(match.outcome for match in evidence.history.values())
    if outcomes["finished"] < _BY_PLAY * len(evidence.opened):
        yield f"{dict(outcomes)} of {len(evidence.opened)} matches"
    for match_id, match in evidence.history.items():
        if match.outcome == "abandoned" or match.void_reason not in ("", "outage"):
            yield f"{match_id} is {match.outcome}: {match.void_reason}"


def the_history_has_every_match_as_it_was(evidence: Evidence) -> Iterator[str]:
    """The record that the portal shows is the one that tables sealed."""
    for table, records in evidence.tables.items():
        for stored in records:
            if stored.kind != "finished":
                continue
            sealed = json.loads(stored.record.match_record_json)
            match = evidence.history.get(sealed["match"]["id"])
            if match is None or match.record != sealed:
                yield f"{table}: {'other than it was sealed' if match else 'not in the history'}"


def nobody_waited_longer_than_promised(evidence: Evidence) -> Iterator[str]:
    """For the answer to any command."""
    yield from (str(acted) for acted in evidence.log.acted if acted.waited > _LONGEST_WAIT)
    yield from (f"{waited:.1f} s for a seat" for waited in evidence.log.seated if waited > _LONGEST_WAIT)


def the_books_are_right(evidence: Evidence) -> Iterator[str]:
    """Credits sum to zero, and no stake is left held."""
    if evidence.ledger:
        yield evidence.ledger
    yield from (f"the stakes of {match_id} are held" for match_id in evidence.held)


Check = Callable[[Evidence], Iterator[str]]

CHECKS: Sequence[Check] = (
    every_acknowledged_action_is_recorded_once,
    no_action_is_recorded_that_was_not_acknowledged,
    every_match_came_to_its_end,
    matches_ended_by_play,
    the_history_has_every_match_as_it_was,
    nobody_waited_longer_than_promised,
    the_books_are_right,
)


def figures(evidence: Evidence) -> Mapping[str, object]:
    """The run in numbers."""
    done = Counter(
        f"{fault.program} {fault.what}{f' at a {fault.moment}' * bool(fault.moment)}" for fault in evidence.faults
    )
    outcomes = Counter(match.outcome for match in evidence.history.values())
    waits = sorted([*evidence.log.seated, *(acted.waited for acted in evidence.log.acted)])
    return {
        "seconds": round(evidence.seconds),
        "matches": dict(outcomes),
        "acknowledged actions": sum(not acted.refused for acted in evidence.log.acted),
        "refused actions": dict(Counter(acted.refused for acted in evidence.log.acted if acted.refused)),
        "wait for an answer, median and longest, s": (round(waits[len(waits) // 2], 3), round(waits[-1], 2)),
        "streams opened again": evidence.reopened,
        "faults": dict(sorted(done.items())),
    }
