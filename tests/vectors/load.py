"""The rule vectors."""

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
VALUES = "evaluations.json"
TABLES = {VALUES, "shuffle.json", "sealed.json", "tables_format_1.json"}
"""Files that hold value tables, what is wrapped round a record, and stored tables, not plain records."""


def records() -> list[dict[str, Any]]:
    """Every vector, in file order."""
    files = sorted(path for path in FOLDER.glob("*.json") if path.name not in TABLES)
    return [record for path in files for record in json.loads(path.read_text())]


def values(kind: str) -> list[list[Any]]:
    """A table of evaluations.json: envido, flor or compare."""
    table: list[list[Any]] = json.loads((FOLDER / VALUES).read_text())[kind]
    return table
