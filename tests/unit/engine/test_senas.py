"""The señas of a table (rules.md 13)."""

import pytest

from services.engine.descriptions import description
from services.engine.requests import ruleset_of
from truco.rules.v1 import rules_pb2

ARGENTINE = [
    "ancho_espada",
    "ancho_basto",
    "siete_espada",
    "siete_oro",
    "tres",
    "dos",
    "ancho_falso",
    "buen_envido",
    "nada",
]
URUGUAYAN = [
    "dos_muestra",
    "cuatro_muestra",
    "cinco_muestra",
    "perico",
    "perica",
    "mata",
    "flor",
    "buen_envido",
    "nada",
]


def senas(preset: str, seats: int = 4, **options: object) -> list[str]:
    ruleset = rules_pb2.Ruleset(preset=preset, options=rules_pb2.Options(**options))  # type: ignore[arg-type]
    return list(description(ruleset_of(ruleset, seats), seats, "es-AR").senas)


@pytest.mark.parametrize(("preset", "expected"), [("maestro", ARGENTINE), ("uruguayo", URUGUAYAN)])
def test_each_set_is_that_of_the_rule_book(preset: str, expected: list[str]) -> None:
    assert senas(preset) == expected


def test_flor_is_told_where_it_is_played() -> None:
    assert sorted(senas("maestro", flor=True)) == sorted([*ARGENTINE, "flor"])


def test_who_has_no_partner_makes_none() -> None:
    assert senas("maestro", seats=2) == []
