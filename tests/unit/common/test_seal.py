"""The seal against its vectors, and against an implementation of services/common/fairness/README.md written anew."""

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from services.common.fairness import checks
from tests.harness.sealed_matches import CUSTOM, PLAIN, Ruled, sealed_match

Json = dict[str, Any]

VECTORS: list[Json] = json.loads((Path(__file__).parents[2] / "vectors" / "sealed.json").read_text())


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_the_readme_is_enough_to_recompute_every_line_and_hash(vector: Json) -> None:
    found, chain = [], vector["record"]["sealed"]["before"]
    for lines in sealed_lines(vector["record"]):
        chain = hashlib.sha256("\n".join([chain, *lines]).encode()).hexdigest()
        found.append({"lines": lines, "chain": chain})
    assert found == vector["links"]
    assert chain == vector["record"]["chain"]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])
def test_the_sealed_vectors_hold(vector: Json) -> None:
    assert [told.split(":")[0] for told in checks(vector["record"])] == ["seed", "first dealer", "deals", "chain"]


@pytest.mark.parametrize("ruled", [*PLAIN, *CUSTOM], ids=lambda ruled: f"{ruled[0]}-{ruled[1]}")
def test_the_chain_of_a_match_is_that_of_the_tables_own_records(ruled: Ruled) -> None:
    for number in range(3):
        records = sealed_match(ruled, Random(number))
        match: Json = json.loads(records[-1].match_record_json)
        chain, links = match["sealed"]["before"], []
        for lines in sealed_lines(match):
            chain = hashlib.sha256("\n".join([chain, *lines]).encode()).hexdigest()
            links.append(chain)
        assert links == [record.chain.hex() for record in records[-len(links) :]]
        assert records[-len(links) - 1].chain.hex() == match["sealed"]["before"]


def test_a_match_holds_however_its_keys_are_ordered() -> None:
    """PostgreSQL orders them in its own way."""
    for vector in VECTORS:
        assert list(checks(json.loads(json.dumps(vector["record"], sort_keys=True))))


def test_names_and_avatars_can_be_taken_out() -> None:
    record: Json = json.loads(json.dumps(VECTORS[0]["record"]))
    for player in record["players"]:
        player |= {"name": "anonymous", "avatar": ""}
    assert list(checks(record))


def sealed_lines(match: Json) -> list[list[str]]:
    """What is hashed, record by record, written from the README."""
    began, between = match["sealed"]["began"], match["sealed"]["between"]
    lines = [[_line(began["time_ms"], began["seat"], began["by"], began["do"]), *_opening(match)]]
    steps = [{"seat": match["start"]["dealer"], "do": "deal"}, *match["steps"]]
    times = [match["times"]["dealt_ms"], *match["times"]["steps_ms"]]
    deals = _deal_lines(match)
    for number, (step, time_ms) in enumerate(zip(steps, times, strict=True)):
        lines += [[_line(n["time_ms"], n["seat"], n["by"], n["do"])] for n in between if n["action"] == number]
        dealt = step["do"] == "deal"
        by = step.get("by", "table" if dealt else match["players"][step["seat"]]["player_id"])
        lines.append([_line(time_ms, step["seat"], by, next(deals) if dealt else step["do"])])
    return lines


def _line(time_ms: int, seat: int | None, by: str, do: str) -> str:
    return f"{time_ms} {'-' if seat is None else seat} {by} {do}"


def _opening(match: Json) -> list[str]:
    start, times = match["start"], match["times"]
    options = sorted(match["options"].items())
    kinds, natures = {True: "guest", False: "registered"}, {True: "bot", False: "person"}
    return [
        f"match {match['match']['table_id']} {match['match']['epoch']}",
        f"opened {times['opened_ms']}",
        f"started {times['started_ms']}",
        f"commitment {match['fairness']['commitment']}",
        f"preset {match['preset']}",
        *(f"option {name} {json.dumps(value).replace(', ', ',')}" for name, value in options),
        f"stake {match['stake']}",
        "score {} {}".format(*start["score"]),
        "chicos {} {}".format(*start["chicos"]),
        f"dealer {start['dealer']}",
        *(f"seat {p['seat']} {p['player_id']} {kinds[p['guest']]} {natures[p['bot']]}" for p in match["players"]),
        *(f"client_seed {seat} {seed}" for seat, seed in enumerate(match["fairness"]["client_seeds"])),
    ]


def _deal_lines(match: Json) -> Iterator[str]:
    seats, duels = match["seats"], 0
    dealers = [match["start"]["dealer"], *(step["seat"] for step in match["steps"] if step["do"] == "deal")]
    for dealer, deal in zip(dealers, match["deals"], strict=True):
        duels = 0 if len(deal["hands"]) == seats else duels + 1
        mano = (dealer + max(duels, 1)) % seats
        order = [mano, (mano + seats // 2) % seats] if duels else [(mano + n) % seats for n in range(seats)]
        cards = [deal["hands"][str(seat)][place] for place in (0, 1, 2) for seat in order]
        yield " ".join(["deal", *cards, *([deal["muestra"]] if deal["muestra"] else [])])
