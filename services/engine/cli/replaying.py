"""The command `replay`."""

import json
import sys
from collections.abc import Sequence

from services.engine.cli.reading import Found, found_in
from services.engine.rules import RuleError
from services.engine.rules.record import read
from services.engine.rules.replay import replay

Line = dict[str, object]


def replay_files(files: Sequence[str]) -> bool:
    """Replays every record of the files, prints one line of JSON for each, and returns whether all are ok."""
    all_ok = True
    for file in files:
        for found in found_in(file):
            line = line_of(found)
            if "error" in line:
                print(f"error: {line['error']}".encode(errors="replace").decode(), file=sys.stderr)
            print(json.dumps(line), flush=True)
            all_ok = all_ok and line["ok"] is True
    return all_ok


def line_of(found: Found) -> Line:
    """What is printed for what was found: how its replay went, or why it was not replayed."""
    if found.problem:
        return _unreadable(found, found.problem)
    try:
        played = replay(read(found.data))
    except RuleError as error:
        return _unreadable(found, str(error))
    failures = [failure._asdict() for failure in played.failures]
    return {"name": played.name, "ok": not failures, "failures": failures, "steps": played.steps}


def _unreadable(found: Found, problem: str) -> Line:
    name = found.data.get("name", "") if isinstance(found.data, dict) else ""
    return {"name": str(name), "ok": False, "failures": [], "steps": [], "error": f"{found.place}: {problem}"}
