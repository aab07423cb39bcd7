"""What the page knows of presets and options is what the engine plays (rules.md 15)."""

import json
from typing import Any

import pytest

from deploy.local.environment import ROOT
from services.engine.rules.options import CHOICES, FLOR_REPLIES
from services.engine.rules.presets import PRESETS

BOOK: dict[str, Any] = json.loads((ROOT / "web/ui/src/rules/rulebook.json").read_text())


def test_the_presets_are_the_engines() -> None:
    assert BOOK["presets"] == list(PRESETS)
    assert BOOK["seats"] == [list(preset.seats) for preset in PRESETS.values()]


@pytest.mark.parametrize("option", [*CHOICES, "flor_replies"])
def test_an_option_is_in_every_preset_what_the_engine_plays(option: str) -> None:
    assert BOOK["options"][option]["presets"] == [_plain(getattr(preset, option)) for preset in PRESETS.values()]


@pytest.mark.parametrize("option", [*CHOICES, "flor_replies"])
def test_an_option_may_be_what_the_engine_allows(option: str) -> None:
    engine = FLOR_REPLIES if option == "flor_replies" else CHOICES[option]
    assert _choices(BOOK["options"][option]["choices"]) == [_plain(choice) for choice in engine]


def test_no_option_is_the_pages_own() -> None:
    assert set(BOOK["options"]) == {*CHOICES, "flor_replies"}


def test_what_a_preset_offers_begins_with_its_own_value() -> None:
    for preset, offers in BOOK["offers"].items():
        for option, values in offers.items():
            assert values[0] == _plain(getattr(PRESETS[preset], option))


def _choices(choices: Any) -> list[Any]:
    if isinstance(choices, list):
        return choices
    return [*([None] if choices.get("none") else []), *range(choices["from"], choices["to"] + 1)]


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
