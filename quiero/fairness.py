"""The check of a match that is over, by its record alone."""

import json

from services.common.fairness.checks import checks
from services.common.fairness.parts import Wrong

__all__ = ["Wrong", "verify"]


def verify(record: str, *, commitment: str = "", chain: str = "") -> list[str]:
    """Checks a match's record, its seed, first dealer, deals and chain of records: a sentence for each that holds.

    `record` is the JSON that Client.match_record returns or the history page exports; `commitment` and `chain` are what
    TableInfo showed at the table: without them who rewrote the whole record goes unnoticed. Raises Wrong with the first
    thing that does not hold. Whether each step was allowed is for `make verify`, which has the rules.
    """
    try:
        data = json.loads(record)
    except (ValueError, RecursionError) as error:
        raise Wrong(f"record: not JSON ({error})") from None
    return list(checks(data, commitment, chain))
