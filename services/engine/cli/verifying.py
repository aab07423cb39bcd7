"""The command `verify`."""

from collections.abc import Iterator, Sequence

from services.common.fairness.checks import chain_checks, shuffle_checks
from services.common.fairness.parts import Wrong
from services.common.fairness.reading import read as read_match
from services.engine.cli.reading import Found, found_in
from services.engine.rules import RuleError
from services.engine.rules.actions import FORFEIT
from services.engine.rules.record import Record, read
from services.engine.rules.replay import Failure, Outcome, observe, replay


def verify_files(files: Sequence[str], commitment: str, chain: str) -> bool:
    """Checks every match of the files, tells of each check, and returns whether all hold."""
    verified = [_told(found, commitment, chain) for file in files for found in found_in(file)]
    return all(verified)


def verify(data: object, commitment: str = "", chain: str = "") -> Iterator[str]:
    """Every check of a match in parsed JSON: a sentence for each that holds. Raises Wrong with the first that does not.

    `commitment` and `chain` are what the table showed, where that is known.
    """
    match = read_match(data)
    yield from shuffle_checks(match, commitment)
    yield _rules(data)
    yield from chain_checks(match, chain)


def _told(found: Found, commitment: str, chain: str) -> bool:
    print(f"{found.place}:")
    try:
        if found.problem:
            raise Wrong(found.problem)
        for told in verify(found.data, commitment, chain):
            print(f"  ok     {told}")
    except Wrong as wrong:
        print(f"  WRONG  {wrong}".encode(errors="replace").decode())
        return False
    return True


def _rules(data: object) -> str:
    """The steps are allowed and lead to the result, and nothing is left over."""
    try:
        record = read(data)
        played = replay(record)
    except RuleError as error:
        raise Wrong(f"rules: {error}") from error
    for failure in played.failures:
        raise Wrong(f"rules: {_sentence(failure, record)}")
    final = observe(played.final, ())
    if final["phase"] != "over":
        raise Wrong(f"rules: the match is not over after its {len(record.steps)} steps")
    _compare(_result(data), {**final, "forfeit_seat": _forfeit_seat(record)})
    return f"rules: {len(record.steps)} steps, each allowed, and team {final['winner']} wins {_score(final)}"


def _sentence(failure: Failure, record: Record) -> str:
    place = f"steps[{failure.step}]"
    if failure.key == "do":
        return f"{place}: seat {record.steps[failure.step].seat} may not {failure.expected!r} there: {failure.got}"
    return f"{place}: {failure.key} is {failure.expected}, but the match was played to {failure.got}"


def _result(data: object) -> Outcome:
    result = data.get("result") if isinstance(data, dict) else None
    if not isinstance(result, dict):
        raise Wrong("rules: result is missing")
    return result


def _compare(written: Outcome, played: Outcome) -> None:
    for key in ("winner", "score", "chicos", "forfeit_seat"):
        if key not in written or _strict(written[key]) != _strict(played[key]):
            raise Wrong(f"rules: the result's {key} is {written.get(key)}, but the match was played to {played[key]}")


def _strict(value: object) -> str:
    """JSON's true is no 1."""
    return repr(value)


def _forfeit_seat(record: Record) -> int | None:
    return next((step.seat for step in record.steps if step.action.kind == FORFEIT), None)


def _score(final: Outcome) -> str:
    score = final["score"]
    return f"{score[0]} to {score[1]}" if isinstance(score, list) else ""
