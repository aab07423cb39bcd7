"""Presets and the options that a table sets over them (rules.md 15)."""

from dataclasses import fields

import pytest

from services.engine.rules import InvalidInput, Reason, Ruleset, make_ruleset, new_match
from services.engine.rules.options import CHOICES
from services.engine.rules.presets import PRESETS


def reason_of(call, *arguments):
    with pytest.raises(InvalidInput) as refused:
        call(*arguments)
    return refused.value.reason


def test_an_option_changes_its_field_alone():
    ruleset = make_ruleset("maestro", {"target": 15, "falta": "leader"})

    assert ruleset.target == 15
    assert {
        field.name
        for field in fields(Ruleset)
        if getattr(ruleset, field.name) != getattr(PRESETS["maestro"], field.name)
    } == {
        "target",
        "falta",
    }


def test_every_field_but_the_table_sizes_is_an_option():
    assert {*CHOICES, "flor_replies", "seats"} == {field.name for field in fields(Ruleset)}


@pytest.mark.parametrize(
    ("preset", "options"),
    [
        ("maestro", {"muestra": True}),
        ("maestro", {"flor": True, "muestra": True, "flor_timing": "on_turn"}),
        ("uruguayo", {"flor": False, "muestra": False}),
        ("maestro", {"perros": True}),
        ("maestro", {"senas": "uruguayan"}),
        ("uruguayo", {"muestra": False}),
        ("uruguayo", {"pica_falta": 0}),
        ("uruguayo", {"pica_resto": 0}),
        ("granronda_flor", {"flor_replies": ["contraflor", "contraflor_al_resto"]}),
    ],
)
def test_options_that_make_no_sense_together_are_refused_with_the_reason(preset, options):
    with pytest.raises(InvalidInput) as refused:
        make_ruleset(preset, options)

    assert refused.value.reason is Reason.BAD_OPTION
    assert refused.value.message not in ("", "BAD_OPTION")


def test_pica_pica_is_set_at_six_only_but_a_preset_that_has_it_is_played_at_any_size():
    assert reason_of(make_ruleset, "maestro", {"pica_pica": True}, 4) is Reason.BAD_OPTION
    assert make_ruleset("maestro", {"pica_pica": True}, 6).pica_pica
    assert make_ruleset("uruguayo", {}, 4).pica_pica


def test_the_order_of_replies_means_nothing():
    replies = ["flor", "con_flor_me_achico"]

    assert make_ruleset("maestro", {"flor_replies": replies}) == make_ruleset(
        "maestro", {"flor_replies": replies[::-1]}
    )


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("target", 20),
        ("target", True),
        ("target", "30"),
        ("chicos_to_win", 0),
        ("chicos_to_win", True),
        ("falta", "nothing"),
        ("mazo", None),
        ("tapada_from_trick", 4),
        ("tapada_from_trick", False),
        ("partner_cards", 1),
        ("flor_replies", []),
        ("flor_replies", ["contraflor"]),
        ("flor_replies", ["flor", "flor"]),
        ("flor_replies", "flor"),
        ("flor_replies", [["flor"]]),
        ("seats", [2]),
        ("nonsense", 1),
    ],
)
def test_a_value_that_rules_md_does_not_list_is_refused(option, value):
    assert reason_of(make_ruleset, "maestro", {option: value}) is Reason.BAD_OPTION


def test_an_unknown_preset_is_refused():
    assert reason_of(make_ruleset, "mus") is Reason.UNKNOWN_PRESET


@pytest.mark.parametrize(("preset", "seats"), [("maestro", 3), ("maestro", 0), ("ludoteka", 6)])
def test_a_preset_has_its_table_sizes(preset, seats):
    assert reason_of(new_match, make_ruleset(preset), seats) is Reason.BAD_SEATS


@pytest.mark.parametrize(
    "start",
    [(2, (0, 0), (0, 0)), (-1, (0, 0), (0, 0)), (0, (30, 0), (0, 0)), (0, (0, -1), (0, 0)), (0, (0, 0), (1, 0))],
)
def test_a_match_that_cannot_start_there_is_refused(start):
    assert reason_of(new_match, make_ruleset("maestro"), 2, *start) is Reason.BAD_START
