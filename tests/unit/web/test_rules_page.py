"""The rules page without an engine, and its form."""

import json

import pytest
from django.http import QueryDict
from django.test import Client

from services.engine.rules.options import CHOICES, FLOR_REPLIES
from services.engine.rules.presets import PRESETS
from services.engine.words import LANGUAGES, form
from tests.unit.engine.described import preset_options
from truco.rules.v1 import rules_pb2, words_pb2
from web.play.rules import choice
from web.play.rules.texts import TEXTS

VALUES = {**{name: tuple(values) for name, values in CHOICES.items()}, "flor_replies": FLOR_REPLIES}


def offered(preset: str = "maestro") -> list[words_pb2.RulesOption]:
    """A preset's options as the engine offers them."""
    return [
        words_pb2.RulesOption(
            name=option.name,
            label=option.label,
            choices=[
                words_pb2.RulesChoice(value_json=json.dumps(one.value), label=one.label, chosen=one.chosen)
                for one in option.choices
            ],
        )
        for option in form(preset_options(preset), VALUES, "es-AR")
    ]


@pytest.mark.django_db
@pytest.mark.parametrize("language", TEXTS)
def test_while_the_engine_is_away_the_page_says_so_in_its_language(language: str) -> None:
    answer = Client().get("/reglas/", {"idioma": language})

    assert answer.status_code == 503 and answer.headers["Retry-After"]
    assert TEXTS[language]["away"] in answer.content.decode()


def test_the_page_speaks_every_language_that_rules_come_in_and_names_every_preset() -> None:
    assert TEXTS.keys() == LANGUAGES.keys()
    for texts in TEXTS.values():
        assert texts.keys() == TEXTS["es-AR"].keys()
        assert {*PRESETS, *(f"{preset}.about" for preset in PRESETS)} <= texts.keys()


def test_only_what_differs_from_the_preset_is_a_change() -> None:
    query = QueryDict("target=15&falta=malas&pica_falta=null&idioma=en")

    assert choice.changes(query, offered()) == {"target": ["15"], "pica_falta": ["null"]}


def test_changes_become_the_options_of_the_contract() -> None:
    query = QueryDict(
        "target=15&flor=true&falta=rival&pica_falta=null&pica_resto=7&flor_replies=flor&flor_replies=contraflor"
    )

    packed = choice.message(choice.changes(query, offered()), offered())

    flor, contraflor = rules_pb2.ACTION_KIND_FLOR, rules_pb2.ACTION_KIND_CONTRAFLOR
    assert packed == rules_pb2.Options(
        target=15,
        flor=True,
        falta="rival",
        pica_falta=rules_pb2.Limit(),
        pica_resto=rules_pb2.Limit(points=7),
        flor_replies=rules_pb2.FlorReplies(replies=[flor, contraflor]),
    )


def test_every_value_of_every_option_can_be_asked_for() -> None:
    for option in offered():
        for one in option.choices:
            query = QueryDict(mutable=True)
            query[option.name] = choice.written(one)

            changed = choice.changes(query, offered())
            assert changed == (
                {} if choice.chosen(option) == [choice.written(one)] else {option.name: [choice.written(one)]}
            )
            choice.message(changed, offered())
