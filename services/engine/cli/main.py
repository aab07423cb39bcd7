"""The commands of `python -m services.engine`; without one it serves."""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from typing import Final

from services.engine.cli.random_records import random_records
from services.engine.cli.replaying import replay_files
from services.engine.cli.verifying import verify_files
from services.engine.rules import RuleError
from services.engine.rules.presets import PRESETS

_ABOUT: Final = """\
The rules of Truco. Without a command: serves EngineService (settings are read from QUIERO_... variables).

A match record is JSON: the rules, the cards dealt and what each seat did; tests/vectors/README.md has the format."""

_REPLAY: Final = """\
Plays match records again by the rules and prints one line of JSON for each:
  {"name", "ok", "failures": [{"step", "key", "expected", "got"}], "steps": [all that holds after each step]}
A record is ok when every step was possible, every step marked "refused" was refused, and every "then" held.
For a record that cannot be read the line also has "error", and the error goes to stderr with its place in the file;
the other records are still replayed. The exit status is 0 only if all are ok."""

_VERIFY: Final = """\
Checks finished matches as the platform exports them, and tells of each check in plain words: the seed is the one that
the table was committed to, it draws the first dealer and shuffles every deal, the steps replay through the rules to the
result, and the records' hashes are chained to the last one. The exit status is 0 only if everything holds.
Who rewrites a whole record can make it hold again: --commitment and --chain compare it with what the table showed."""

_RANDOM: Final = """\
Writes match records of whole matches, one a line, in which every seat takes any legal action, each as likely as the
other. The same arguments write the same records. For example:
  python -m services.engine random --preset uruguayo --seats 6 --count 100 | python -m services.engine replay -"""


def main(arguments: Sequence[str]) -> int:
    """Runs one command and returns the exit status."""
    parser = _parser()
    chosen = parser.parse_args(arguments)
    try:
        if chosen.command == "replay":
            return 0 if replay_files(chosen.files) else 1
        if chosen.command == "verify":
            return 0 if verify_files(chosen.files, chosen.commitment, chosen.chain) else 1
        for record in random_records(
            chosen.preset, chosen.options, chosen.seats, chosen.seed, chosen.count, expect=chosen.expect
        ):
            print(json.dumps(record, separators=(",", ":")))
        sys.stdout.flush()
    except RuleError as error:
        parser.error(str(error))
    except BrokenPipeError:
        # Whoever read our output, `head` for one, has had enough: Python must not try to flush the rest.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m services.engine", description=_ABOUT, formatter_class=_AS_WRITTEN)
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    replay = commands.add_parser(
        "replay", help="replay match records", description=_REPLAY, formatter_class=_AS_WRITTEN
    )
    replay.add_argument(
        "files", nargs="+", metavar="FILE", help="a JSON list of records, or one record a line; - is stdin"
    )
    verify = commands.add_parser(
        "verify", help="check exported matches", description=_VERIFY, formatter_class=_AS_WRITTEN
    )
    verify.add_argument("files", nargs="+", metavar="FILE", help="as for replay")
    verify.add_argument("--commitment", default="", metavar="HEX", help="the one that the table showed at first")
    verify.add_argument("--chain", default="", metavar="HEX", help="the one that was noted when the match ended")
    random = commands.add_parser(
        "random", help="write random records", description=_RANDOM, formatter_class=_AS_WRITTEN
    )
    random.add_argument("--preset", required=True, choices=PRESETS, metavar="P", help=f"one of {', '.join(PRESETS)}")
    random.add_argument("--seats", required=True, type=int, metavar="N", help="2, 4 or 6, as the preset allows")
    random.add_argument("--seed", type=int, default=0, metavar="S", help="a whole number; other seeds, other matches")
    random.add_argument("--count", type=_count, default=1, metavar="K", help="how many records (1)")
    random.add_argument(
        "--options", type=_options, default={}, metavar="JSON", help="over the preset's: '{\"target\": 15}'"
    )
    random.add_argument("--expect", action="store_true", help='write all that holds after each step as its "then"')
    return parser


_AS_WRITTEN: Final = argparse.RawDescriptionHelpFormatter


def _count(text: str) -> int:
    count = int(text)
    if count < 0:
        raise ValueError(text)
    return count


def _options(text: str) -> dict[str, object]:
    try:
        options = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise argparse.ArgumentTypeError(f"not JSON: {error}") from error
    if not isinstance(options, dict):
        raise argparse.ArgumentTypeError('not a JSON object such as {"flor": true}')
    return options
