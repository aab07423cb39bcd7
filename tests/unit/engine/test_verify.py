"""`verify` finds every change of an exported match, and says what it is."""

import copy
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from services.common.fairness import Wrong
from services.common.fairness.checks import sealed_entries
from services.common.fairness.reading import read
from services.common.fairness.seal import link
from services.engine.cli.main import main
from services.engine.cli.verifying import verify
from tests.unit.common.test_seal import VECTORS, Json

TWO, SIX = (vector["record"] for vector in VECTORS)
Key = str | int
Keys = tuple[Key, ...]


def test_what_holds_is_told_in_plain_words(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "match.json").write_text(json.dumps(TWO))
    seed, chain = TWO["fairness"]["commitment"], TWO["chain"]
    status = main(["verify", "--commitment", seed, "--chain", chain, str(tmp_path / "match.json")])
    assert status == 0
    assert capsys.readouterr().out.splitlines() == [
        f"{tmp_path}/match.json:",
        f"  ok     seed: its SHA-256 is the commitment, {seed}",
        "  ok     first dealer: seat 1, as the seed draws",
        "  ok     deals: all 2 are the decks that the seed shuffles",
        "  ok     rules: 10 steps, each allowed, and team 1 wins 1 to 15",
        f"  ok     chain: the match's 13 records, each with the hash of the one before, lead to {chain}",
    ]


TAMPERINGS: list[tuple[Keys, Any, str]] = [
    (("fairness", "server_seed"), "00" * 32, "seed: its SHA-256 is 6668"),
    (("fairness", "commitment"), "00" * 32, "but the table was committed to 0000"),
    (("start", "dealer"), 0, "first dealer: seat 0 dealt first, but the seed draws seat 1"),
    (("fairness", "client_seeds", 0), "Ana's luck", "first dealer: seat 1 dealt first, but the seed draws seat 0"),
    (("deals", 1, "hands", "1", 2), "7o", "deals: in deal 2 seat 1 got 3b 11c 7o, but deck 2 gives it 3b 11c 6c"),
    (("deals", 0, "muestra"), "1e", "deals: the muestra of deal 1 is 1e, but deck 1 turns up"),
    (("steps", 2, "do"), "play 7c", "rules: steps[2]: seat 0 may not 'play 7c' there: CARD_NOT_HELD"),
    (("steps", 2, "do"), "sing", "rules: "),
    (("steps", 3, "seat"), 0, "rules: steps[3]: seat 0 may not 'play 7c' there: "),
    (("result", "winner"), 0, "rules: the result's winner is 0, but the match was played to 1"),
    (("result", "winner"), True, "rules: the result's winner is True, but the match was played to 1"),
    (("result", "score"), [2, 15], "rules: the result's score is [2, 15], but the match was played to [1, 15]"),
    (("result", "forfeit_seat"), 0, "rules: the result's forfeit_seat is 0, but the match was played to None"),
    (("preset",), "poker", "rules: "),
    (("steps", 5, "do"), "down 12o", "chain: the match's 13 records lead to "),
    (("steps", 1, "by"), "bbbb", "chain: the match's 13 records lead to "),
    (("times", "steps_ms", 4), 1796000042032, "chain: the match's 13 records lead to "),
    (("players", 0, "player_id"), "c" * 32, "chain: the match's 13 records lead to "),
    (("sealed", "between"), [], "chain: the match's 12 records lead to "),
    (("chain",), "00" * 32, "but they were sealed as 0000"),
    (("times", "finished_ms"), 1, "chain: finished_ms is not the time of the last action"),
    (("match", "id"), "0123456789abcdef-2", "are not the match of table 0123456789abcdef that was sealed"),
    (("sealed", "between", 0, "action"), 99, "chain: a record stands before action 99, which is not its place"),
    (("deals",), [], "deals: the table dealt 2 times, but there are 0 deals"),
    (("times", "steps_ms"), "x", "this is no match record: times.steps_ms is not a list"),
    (("fairness", "client_seeds", 1), "a\nclient_seed 2 b", "fairness.client_seeds[1] is not a text of one line"),
    (("players", 0, "player_id"), "a b", "this is no match record: players[0].player_id is not a word"),
    (("seats",), 3, "this is no match record: players and client_seeds are not one for each"),
]


@pytest.mark.parametrize(("path", "value", "sentence"), TAMPERINGS, ids=lambda value: str(value)[:40])
def test_what_is_wrong_is_told_in_plain_words(path: Keys, value: Any, sentence: str) -> None:
    with pytest.raises(Wrong) as wrong:
        list(verify(_changed(TWO, path, value)))
    assert sentence in str(wrong.value)


@pytest.mark.parametrize("record", [TWO, SIX], ids=["two", "six"])
def test_no_value_can_be_changed(record: Json) -> None:
    """Any number, word, flag or null of the record, but names and avatars."""
    changed = 0
    for path in _leaves(record):
        for value in _others(_at(record, path)):
            if path[-1] in ("name", "avatar") and path[0] == "players":
                assert list(verify(_changed(record, path, value)))
                continue
            assert _is_wrong(_changed(record, path, value)), (path, value)
            changed += 1
    assert changed > 150


@pytest.mark.parametrize("record", [TWO, SIX], ids=["two", "six"])
def test_nothing_can_be_left_out_added_or_put_in_another_order(record: Json) -> None:
    for path in _containers(record):
        for edit in (_without_last, _with_last_twice, _first_two_exchanged):
            value = edit(copy.deepcopy(_at(record, path)))
            if value == _at(record, path):
                continue
            assert _is_wrong(_changed(record, path, value)), path


JUNK = [None, True, -1, 1.5, 10**30, "", "x", "\ud800", "deal", [], [[]], {}, {"a": 1}, [None] * 40]


def test_whatever_stands_anywhere_in_a_record_is_found_without_a_crash() -> None:
    for path in [*_leaves(TWO), *_containers(TWO)]:
        if path[0] == "players" and path[-1] in ("name", "avatar"):
            continue
        for junk in JUNK:
            assert _at(TWO, path) == junk or _is_wrong(_changed(TWO, path, junk)), (path, junk)


@pytest.mark.parametrize("key", TWO)
def test_a_record_without_one_of_its_parts_is_none(key: str) -> None:
    with pytest.raises(Wrong, match="is missing"):
        list(verify({name: value for name, value in TWO.items() if name != key}))


@pytest.mark.parametrize("data", [None, [], 7, "x", {}, [TWO], {"name": {}}])
def test_what_is_no_record_is_told_so(data: object) -> None:
    with pytest.raises(Wrong, match="this is no match record"):
        list(verify(data))


def test_a_record_sealed_anew_holds_but_not_against_what_was_noted() -> None:
    """Who may rewrite the whole record can make it hold again: hence what the table showed."""
    forged = _changed(TWO, ("times", "steps_ms", 0), 1796000014244)
    forged["chain"] = _resealed(forged)
    assert len(list(verify(forged))) == 5
    with pytest.raises(Wrong, match="but the chain known of it is 0036d23"):
        list(verify(forged, chain=TWO["chain"]))
    with pytest.raises(Wrong, match="but the commitment known of it is 0000"):
        list(verify(TWO, commitment="0000"))


def test_the_command_says_where_it_looked_and_goes_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    records = [_changed(TWO, ("result", "winner"), 0), SIX]
    (tmp_path / "matches.json").write_text(json.dumps(records))
    assert main(["verify", str(tmp_path / "matches.json"), str(tmp_path / "none.json")]) == 1
    told = capsys.readouterr().out
    assert "matches.json: record 0:" in told
    assert "  WRONG  rules: the result's winner is 0" in told
    assert told.count("  ok     chain") == 1
    assert "  WRONG  No such file or directory" in told


def test_the_checks_need_the_standard_library_only() -> None:
    program = "import sys, services.common.fairness; print(*{name.split('.')[0] for name in sys.modules})"
    told = subprocess.run([sys.executable, "-S", "-c", program], capture_output=True, text=True, check=True).stdout
    assert set(told.split()) <= {*sys.stdlib_module_names, "services", "__main__"}


def _is_wrong(record: Json) -> bool:
    try:
        list(verify(record))
    except Wrong:
        return True
    return False


def _resealed(record: Json) -> str:
    match = read(record)
    chain = match.before
    for number, entry in enumerate(sealed_entries(match)):
        chain = link(chain, entry, None if number else match.opening)
    return chain


def _changed(record: Json, path: Keys, value: Any) -> Json:
    changed = copy.deepcopy(record)
    _at(changed, path[:-1])[path[-1]] = value
    return changed


def _at(value: Any, path: Keys) -> Any:
    for key in path:
        value = value[key]
    return value


def _children(value: Any) -> Iterator[tuple[Key, Any]]:
    if isinstance(value, dict):
        yield from value.items()
    elif isinstance(value, list):
        yield from enumerate(value)


def _leaves(value: Any, path: Keys = ()) -> Iterator[Keys]:
    for key, child in _children(value):
        if isinstance(child, dict | list):
            yield from _leaves(child, (*path, key))
        else:
            yield (*path, key)


def _containers(value: Any, path: Keys = ()) -> Iterator[Keys]:
    for key, child in _children(value):
        if isinstance(child, dict | list) and child:
            yield (*path, key)
            yield from _containers(child, (*path, key))


def _others(value: Any) -> list[Any]:
    """Values of the same kind, a nearly equal one of another kind, and none."""
    if isinstance(value, bool):
        return [not value, int(value), None]
    if isinstance(value, int):
        return [value + 1, value - 1, float(value), str(value), None]
    if isinstance(value, str):
        return [f"{value} ", f"{value}x", value[:-1] or "y"]
    return [0, "", False]


def _without_last(value: Any) -> Any:
    return dict(list(value.items())[:-1]) if isinstance(value, dict) else value[:-1]


def _with_last_twice(value: Any) -> Any:
    return value if isinstance(value, dict) else [*value, value[-1]]


def _first_two_exchanged(value: Any) -> Any:
    return value if isinstance(value, dict) or len(value) < 2 else [value[1], value[0], *value[2:]]
