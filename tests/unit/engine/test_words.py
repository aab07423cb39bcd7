"""A player who reads only the description of a table can play exactly that table."""

import ast
import re
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import pytest

from services.engine import words
from services.engine.rules.options import CHOICES, FLOR_REPLIES
from services.engine.rules.presets import PRESETS
from services.engine.words import LANGUAGES, describe, form
from services.engine.words.describe import described_by
from services.engine.words.languages import ES_AR
from services.engine.words.table import Table
from tests.unit.engine.described import EVERYTHING, GOLDEN, golden, plain, preset_options, tables

RULE_BOOK = Path(words.__file__).parents[3] / "docs" / "rules.md"
TABLES = list(tables())

REPLIES = tuple(replies for size in range(1, 6) for replies in combinations(FLOR_REPLIES, size))
"""Every choice of replies."""

VALUES = {**{name: tuple(choices) for name, choices in CHOICES.items()}, "flor_replies": REPLIES}

NO_SAY = {
    "flor_announce": lambda table: not table.flag("flor"),
    "flor_timing": lambda table: not table.flag("flor") or not table.teams,  # it is about a partner's flor
    "flor_count": lambda table: not table.flag("flor") or not table.teams,  # it is about a partner's flor
    "flor_replies": lambda table: not table.flag("flor"),
    "achico_points": lambda table: not answers(table, "con_flor_me_achico"),
    "flor_vs_flor_points": lambda table: not answers(table, "flor"),
    "contraflor_refused": lambda table: not answers(table, "contraflor"),
    "resto": lambda table: not table.resto,
    "resto_refused": lambda table: not table.resto,
    "refusal": lambda table: not table.teams,  # one player's no closes the call either way
    "mazo": lambda table: not table.teams,  # the team is the one player
    "senas": lambda table: not table.teams,
    "partner_cards": lambda table: not table.teams,
    "pica_pica": lambda table: table.seats != 6,
    "pica_from": lambda table: not table.pica_pica,
    "pica_until": lambda table: not table.pica_pica,
    "pica_falta": lambda table: not table.pica_pica,
    "pica_resto": lambda table: not table.pica_pica or not table.resto,
}
"""Options that depend on others, and where they have no say: the reason why they change nothing there."""


def answers(table, reply):
    return table.flag("flor") and reply in table.replies


def text(options, seats, language="es-AR"):
    return plain(describe(options, seats, language))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("option", VALUES)
def test_every_value_of_every_option_reads_differently(option, language):
    texts = [text(EVERYTHING | {option: value}, 6, language) for value in VALUES[option]]

    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("preset, seats", TABLES)
def test_an_option_that_has_a_say_at_a_table_changes_its_text(preset, seats):
    options = preset_options(preset)
    silent = {option for option, has_none in NO_SAY.items() if has_none(Table(options, seats))}

    for language in LANGUAGES:
        before = text(options, seats, language)
        for option, values in VALUES.items():
            others = [value for value in values[:: max(1, len(values) // 3)] if value != options[option]]
            changed = [text(options | {option: value}, seats, language) != before for value in others]
            assert all(changed) if option not in silent else not any(changed), option


def test_to_fifteen_there_are_no_malas_so_the_falta_is_the_leaders():
    assert text(preset_options("maestro", target=15, falta="malas"), 2) == text(
        preset_options("maestro", target=15, falta="leader"), 2
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_every_text_and_no_other(language):
    assert LANGUAGES[language].texts.keys() == ES_AR.texts.keys()


class Used(dict):
    """Texts that remember which of them were asked for."""

    def __init__(self, texts):
        super().__init__(texts)
        self.keys_used = set()

    def __getitem__(self, key):
        self.keys_used.add(key)
        return super().__getitem__(key)


def test_every_text_is_read_somewhere():
    texts = Used(ES_AR.texts)
    language = replace(ES_AR, texts=texts)
    for seats in (2, 4, 6):
        for options in [EVERYTHING, *map(preset_options, PRESETS)]:
            for option, values in VALUES.items():
                for value in values[:5]:
                    described_by(language, options | {option: value}, seats)
            described_by(language, options | {"pica_pica": True, "pica_falta": 0, "pica_resto": 0, "flor": True}, seats)

    assert texts.keys_used == texts.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_exists_once(language):
    sentences = [text for text in LANGUAGES[language].texts.values() if text.endswith(".")]

    assert len(set(sentences)) == len(sentences)


def test_uruguayan_spanish_repeats_nothing_of_the_argentine():
    uruguayan = LANGUAGES["es-UY"].texts

    own = {key for key in uruguayan if uruguayan[key] is not ES_AR.texts[key]}

    assert own and all(uruguayan[key] != ES_AR.texts[key] for key in own)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("preset, seats", TABLES)
def test_the_text_is_well_formed(preset, seats, language):
    for section in describe(preset_options(preset), seats, language):
        assert section.title and section.paragraphs
        for paragraph in section.paragraphs:
            assert paragraph[-1] in ".)" and not re.search(r"[\[\]{}]|  |\s[.,;:]", paragraph), paragraph


@pytest.mark.parametrize("language", ["en", "pt"])
@pytest.mark.parametrize("preset, seats", TABLES)
def test_a_spanish_word_is_explained_where_it_stands_first(preset, seats, language):
    meanings = LANGUAGES[language].meanings
    for options in (preset_options(preset), EVERYTHING, preset_options(preset, flor=True, pica_pica=True)):
        said = "\n".join("\n".join(section.paragraphs) for section in describe(options, seats, language))
        for root in {word.removesuffix("s") for word in meanings}:
            first = re.search(rf"(?<!no )\b{root}s?\b", outside_parentheses(said), re.IGNORECASE)
            if first is not None:
                assert re.match(rf"”? \({re.escape(meanings[first[0].lower()])}\)", said[first.end() :]), root


def outside_parentheses(said):
    """The text with blanks in place of what stands in parentheses."""
    return re.sub(r"\([^)]*\)", lambda found: " " * len(found[0]), said)


@pytest.mark.parametrize("preset", PRESETS)
def test_only_what_applies_is_said(preset):
    options = preset_options(preset)
    names = [section.name for section in describe(options, 2, "es-AR")]

    assert ("flor" in names) == options["flor"] and ("perros" in names) == options["perros"]
    assert "partners" not in names and "pica_pica" not in names


def test_the_envidos_grid_is_the_rule_books():
    grid = next(section.grid for section in describe(EVERYTHING, 2, "en") if section.name == "envido")
    names = {"E": "envido", "R": "real envido", "F": "falta envido"}
    rows = re.findall(r"^\| ([ERF ]+) \| (\w+) \| (\d) \|$", RULE_BOOK.read_text(), re.MULTILINE)

    assert len(rows) == len(grid.rows) == 11
    for (chain, accepted, refused), cells in zip(rows, grid.rows, strict=True):
        said = ", ".join(names[call] for call in chain.split())
        assert cells == (said.capitalize(), accepted.replace("falta", "The falta"), refused)


@pytest.mark.parametrize("preset", PRESETS)
def test_the_presets_read_as_they_did(preset):
    assert golden(preset) == (GOLDEN / f"{preset}.txt").read_text()


@pytest.mark.parametrize("path", sorted(Path(words.__file__).parent.rglob("*.py")), ids=lambda path: path.stem)
def test_the_words_import_the_standard_library_and_themselves(path):
    others = {name.partition(".")[0] for name in imported(path) if not name.startswith("services.engine.words")}

    assert others <= {"collections", "dataclasses", "itertools", "re", "typing"}


def imported(path):
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            yield node.module


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_form_names_every_option_and_value(language):
    offered = form(EVERYTHING, VALUES | {"flor_replies": FLOR_REPLIES}, language)

    assert {option.name for option in offered} == VALUES.keys()
    for option in offered:
        labels = [choice.label for choice in option.choices]
        assert option.label and all(labels) and len(set(labels)) == len(labels)
        assert not {"True", "False", "None"} & set(labels)
    used = {f"{option.name}.{choice.value}" for option in offered for choice in option.choices}
    general = {"yes", "no", "no_limit", "not_played"}
    assert LANGUAGES[language].labels.keys() <= used | VALUES.keys() | general
