"""The rule vectors, and which of them this release can run: the ruleset itself says so."""

import json
from pathlib import Path
from typing import Any

from services.engine.rules import InvalidInput, Reason, make_ruleset

FOLDER = Path(__file__).parent
VALUES = "evaluations.json"
TABLES = {VALUES, "shuffle.json"}
"""Files that hold value tables, not records."""


def records() -> list[dict[str, Any]]:
    """Every vector, whatever its ruleset, in file order."""
    files = sorted(path for path in FOLDER.glob("*.json") if path.name not in TABLES)
    return [record for path in files for record in json.loads(path.read_text())]


def runnable() -> list[dict[str, Any]]:
    """The vectors whose ruleset this release plays."""
    return [record for record in records() if _supported(record)]


def values(kind: str) -> list[list[Any]]:
    """A table of evaluations.json: envido, flor or compare."""
    table: list[list[Any]] = json.loads((FOLDER / VALUES).read_text())[kind]
    return table


def _supported(record: dict[str, Any]) -> bool:
    try:
        make_ruleset(record["preset"], record.get("options"))
    except InvalidInput as error:
        if error.reason is Reason.OPTION_NOT_SUPPORTED:
            return False
        raise
    return True
