"""The rules of a table in words, over gRPC."""

import json

import grpc
import pytest

from services.engine.rules.options import CHOICES, FLOR_REPLIES
from services.engine.rules.presets import PRESETS
from services.engine.words import LANGUAGES
from tests.service.engine.calls import refused
from truco.engine.v1 import engine_pb2
from truco.rules.v1 import rules_pb2


def request(preset="maestro", seats=2, language="es-AR", **options):
    ruleset = rules_pb2.Ruleset(preset=preset, options=rules_pb2.Options(**options))
    return engine_pb2.DescribeRequest(ruleset=ruleset, seats=seats, language=language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("preset", PRESETS)
async def test_every_preset_is_told_at_every_size_in_every_language(engine, preset, language):
    for seats in PRESETS[preset].seats:
        described = await engine.Describe(request(preset, seats, language))

        assert [section.name for section in described.sections][:3] == ["match", "cards", "deal"]
        assert all(section.title and section.paragraphs for section in described.sections)


async def test_a_grid_has_a_cell_for_each_heading(engine):
    described = await engine.Describe(request())

    grids = [section.grid for section in described.sections if section.HasField("grid")]
    assert len(grids) == 2
    assert all(len(row.cells) == len(grid.head) for grid in grids for row in grid.rows)


async def test_a_custom_table_is_told_as_it_is(engine):
    described = await engine.Describe(request(target=15, envido_by="turn", tapada_from_trick=0))

    text = "\n".join(paragraph for section in described.sections for paragraph in section.paragraphs)
    assert "15 puntos" in text and "Lo abre el que tiene el turno" in text and "boca abajo" not in text


async def test_every_option_is_offered_with_the_tables_value_chosen(engine):
    described = await engine.Describe(request(target=15, language="en"))

    options = {option.name: option for option in described.options}
    assert options.keys() == {*CHOICES, "flor_replies"}
    assert [(choice.value_json, choice.chosen) for choice in options["target"].choices] == [
        ("15", True),
        ("30", False),
        ("40", False),
    ]
    assert [json.loads(choice.value_json) for choice in options["flor_replies"].choices] == list(FLOR_REPLIES)
    assert all(option.label and all(choice.label for choice in option.choices) for option in options.values())
    assert all(
        sum(choice.chosen for choice in option.choices) == 1
        for option in options.values()
        if option.name != "flor_replies"
    )


async def test_every_preset_is_offered_with_its_sizes(engine):
    described = await engine.Describe(request())

    assert {preset.name: tuple(preset.seats) for preset in described.presets} == {
        name: ruleset.seats for name, ruleset in PRESETS.items()
    }


@pytest.mark.parametrize(
    "asked, reason",
    [
        (request("tute"), "UNKNOWN_PRESET"),
        (request(target=31), "BAD_OPTION"),
        (request(seats=3), "BAD_SEATS"),
        (request("ludoteka", seats=6), "BAD_SEATS"),
        (request(language="es"), "BAD_REQUEST"),
        (request(language=""), "BAD_REQUEST"),
        (engine_pb2.DescribeRequest(), "UNKNOWN_PRESET"),
    ],
)
async def test_what_cannot_be_played_or_read_is_refused(engine, asked, reason):
    assert await refused(engine.Describe(asked)) == (grpc.StatusCode.INVALID_ARGUMENT, reason)
