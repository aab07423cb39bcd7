"""Finds the records in a file: a JSON list, one record a line, or a single record."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from services.engine.rules.record import parse_json

STDIN: Final = "-"


class Found(NamedTuple):
    """Parsed JSON and where it stood, or why what stood there could not be parsed."""

    place: str
    data: object
    problem: str = ""


def found_in(file: str) -> Iterator[Found]:
    """Everything that should be a record, in order."""
    try:
        content = sys.stdin.buffer.read() if file == STDIN else Path(file).read_bytes()
        text = content.decode("utf-8-sig")
    except OSError as error:
        return iter([Found(file, None, error.strerror or str(error))])
    except UnicodeDecodeError as error:
        return iter([Found(file, None, f"not UTF-8 at byte {error.start}")])
    return _records("stdin" if file == STDIN else file, text)


def _records(file: str, text: str) -> Iterator[Found]:
    whole = _parsed(file, text)
    if not whole.problem:
        return _listed(file, whole.data)
    lines = [_parsed(f"{file}: line {number}", line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    by_line = any(isinstance(line.data, dict) for line in lines)
    return iter(lines if by_line else [whole])


def _listed(file: str, data: object) -> Iterator[Found]:
    if not isinstance(data, list):
        return iter([Found(file, data)])
    return (Found(f"{file}: record {number}", record) for number, record in enumerate(data))


def _parsed(place: str, text: str) -> Found:
    try:
        return Found(place, parse_json(text))
    except json.JSONDecodeError as error:
        where = f"column {error.colno}" if "\n" not in text else f"line {error.lineno} column {error.colno}"
        return Found(place, None, f"not JSON at {where}: {error.msg}")
    except ValueError as error:
        return Found(place, None, f"not JSON: {error}")
    except RecursionError:
        return Found(place, None, "nested too deeply")
