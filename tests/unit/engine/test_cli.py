"""`python -m services.engine replay` and `random`: what they print, and the status that they end with."""

import io
import json
import subprocess
import sys

import pytest

from services.engine.cli.main import main
from services.engine.rules.presets import PRESETS
from services.engine.rules.record import KEYS
from tests.vectors.load import FOLDER, TABLES, records

RECORD = {
    "name": "one",
    "preset": "maestro",
    "seats": 2,
    "deals": [{"hands": {"0": ["1e", "7e", "3o"], "1": ["4c", "5o", "6b"]}}],
    "steps": [{"seat": 0, "do": "truco", "then": {"truco": 1}}, {"seat": 1, "do": "no_quiero"}],
}
FAILING = {
    **RECORD,
    "name": "two",
    "steps": [{"seat": 0, "do": "truco", "then": {"truco": 2}}, {"seat": 0, "do": "mazo"}],
}
TABLES_OF_PRESETS = [(name, str(seats)) for name, ruleset in PRESETS.items() for seats in ruleset.seats]


def replayed(capsys, *files):
    """The exit status, the lines of JSON, and the errors."""
    status = main(["replay", *map(str, files)])
    printed = capsys.readouterr()
    return status, [json.loads(line) for line in printed.out.splitlines()], printed.err.splitlines()


def written(tmp_path, text, name="records.jsonl"):
    (tmp_path / name).write_text(text)
    return tmp_path / name


def test_every_vector_is_ok(capsys):
    files = sorted(path for path in FOLDER.glob("*.json") if path.name not in TABLES)

    status, lines, errors = replayed(capsys, *files)

    assert (status, errors) == (0, [])
    assert [line["name"] for line in lines] == [record["name"] for record in records()]
    assert all(line["ok"] and not line["failures"] for line in lines)


def test_each_step_has_every_key_of_the_format(capsys, tmp_path):
    _, (line,), _ = replayed(capsys, written(tmp_path, json.dumps(RECORD)))

    assert list(line) == ["name", "ok", "failures", "steps"]
    assert [tuple(step) for step in line["steps"]] == [KEYS, KEYS]
    assert line["steps"][0]["default"] == {"0": None, "1": "no_quiero"}


def test_what_does_not_hold_is_told_and_makes_the_status_one(capsys, tmp_path):
    status, lines, errors = replayed(capsys, written(tmp_path, json.dumps([RECORD, FAILING])))

    assert (status, errors) == (1, [])
    assert [(line["name"], line["ok"]) for line in lines] == [("one", True), ("two", False)]
    assert lines[1]["failures"] == [
        {"step": 0, "key": "truco", "expected": 2, "got": 1},
        {"step": 1, "key": "do", "expected": "mazo", "got": "CALL_PENDING"},
    ]


def test_records_are_read_from_lists_lines_single_objects_and_stdin(capsys, tmp_path, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(json.dumps(RECORD).encode())))
    files = [
        written(tmp_path, json.dumps([RECORD, RECORD]), "list"),
        written(tmp_path, f"\n{json.dumps(RECORD)}\n\n{json.dumps(RECORD)}", "lines"),
        written(tmp_path, "\ufeff" + json.dumps(RECORD, indent=2), "single"),
        "-",
    ]

    status, lines, _ = replayed(capsys, *files)

    assert status == 0
    assert [line["name"] for line in lines] == ["one"] * 6


@pytest.mark.parametrize(
    ("text", "places", "oks"),
    [
        (f"{json.dumps(RECORD)}\n{{bad\n{json.dumps(RECORD)}", ["line 2: not JSON at column 2"], [True, False, True]),
        (json.dumps([{}, RECORD, 7]), ["record 0: BAD_REQUEST", "record 2: BAD_REQUEST"], [False, True, False]),
        (json.dumps([{**RECORD, "preset": "mus"}, RECORD]), ["record 0: UNKNOWN_PRESET"], [False, True]),
        ('[{"name": 1},\n{"name" 2}]', ["not JSON at line 2 column 9"], [False]),
        ("", ["not JSON at column 1"], [False]),
        ("[" * 100_000, ["nested too deeply"], [False]),
        ("1" * 5000, ["not JSON"], [False]),
    ],
    ids=range(7),
)
def test_what_cannot_be_read_is_told_with_its_place_and_the_rest_is_replayed(capsys, tmp_path, text, places, oks):
    file = written(tmp_path, text)

    status, lines, errors = replayed(capsys, file)

    assert status == 1
    assert [line["ok"] for line in lines] == oks
    assert [line["error"] for line in lines if not line["ok"]] == [error.removeprefix("error: ") for error in errors]
    assert len(errors) == len(places)
    for error, place in zip(errors, places, strict=True):
        assert error.startswith(f"error: {file}: {place}")


def test_files_that_are_not_there_or_no_text_are_told_and_the_rest_is_replayed(capsys, tmp_path):
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")

    status, lines, errors = replayed(
        capsys, tmp_path / "absent", tmp_path / "binary", written(tmp_path, json.dumps(RECORD))
    )

    assert (status, [line["ok"] for line in lines]) == (1, [False, False, True])
    assert [str(tmp_path / name) in error for name, error in zip(("absent", "binary"), errors, strict=True)] == [
        True
    ] * 2


def test_a_record_with_more_deals_than_cards_for_them_is_not_replayed(capsys, tmp_path):
    steps = [{"seat": 0, "do": "mazo"}, {"seat": 0, "do": "deal"}]

    _, (line,), _ = replayed(capsys, written(tmp_path, json.dumps({**RECORD, "steps": steps})))

    assert "BAD_REQUEST" in line["error"]


@pytest.mark.parametrize(("preset", "seats"), TABLES_OF_PRESETS)
def test_random_records_are_whole_matches_that_replay(capsys, tmp_path, preset, seats):
    arguments = ["random", "--preset", preset, "--seats", seats, "--seed", "3", "--count", "5", "--expect"]
    assert main(arguments) == 0
    first = capsys.readouterr().out
    assert main(arguments) == 0
    assert capsys.readouterr().out == first

    status, lines, _ = replayed(capsys, written(tmp_path, first))

    assert (status, len(lines)) == (0, 5)
    assert {line["steps"][-1]["phase"] for line in lines} == {"over"}
    for line, record in zip(lines, map(json.loads, first.splitlines()), strict=True):
        assert [step["then"] for step in record["steps"]] == line["steps"]


def test_random_records_have_the_options_given(capsys):
    options = {"flor": True, "target": 15}

    assert main(["random", "--preset", "maestro", "--seats", "2", "--options", json.dumps(options)]) == 0
    assert json.loads(capsys.readouterr().out)["options"] == options


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["random", "--preset", "mus", "--seats", "2"], "invalid choice: 'mus'"),
        (["random", "--preset", "ludoteka", "--seats", "6"], "BAD_SEATS"),
        (["random", "--preset", "maestro", "--seats", "2", "--options", "{"], "not JSON"),
        (["random", "--preset", "maestro", "--seats", "2", "--options", "[]"], "not a JSON object"),
        (["random", "--preset", "maestro", "--seats", "2", "--options", '{"luck": 1}'], "no option is called 'luck'"),
        (["random", "--preset", "maestro", "--seats", "2", "--count", "-1"], "--count"),
        (["replay"], "FILE"),
        (["dance"], "invalid choice: 'dance'"),
    ],
)
def test_a_command_that_makes_no_sense_is_refused(capsys, arguments, complaint):
    with pytest.raises(SystemExit) as ended:
        main(arguments)

    assert ended.value.code == 2
    assert complaint in capsys.readouterr().err


def test_as_a_process_records_go_from_one_command_to_the_other():
    command = [sys.executable, "-m", "services.engine"]
    made = subprocess.run(
        [*command, "random", "--preset", "uruguayo", "--seats", "6", "--count", "3"], capture_output=True, check=True
    )

    replay = subprocess.run([*command, "replay", "-"], input=made.stdout, capture_output=True, check=True)

    assert [json.loads(line)["ok"] for line in replay.stdout.splitlines()] == [True] * 3


def test_a_reader_that_has_had_enough_gets_no_complaint():
    command = f"{sys.executable} -m services.engine random --preset maestro --seats 2 --count 5000 | head -n 1"

    ended = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)

    assert json.loads(ended.stdout)["name"] == "maestro-2-0-0"
    assert "Error" not in ended.stderr
