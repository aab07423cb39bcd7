"""The rules of a table in words, at both faces."""

import pytest

from deploy.local.stack import Stack
from services.common.errors import InvalidInput, TrucoError
from services.engine.rules.presets import PRESETS
from tests.service.gateway.conftest import NewGuest
from tests.service.gateway.faces import Guest
from truco.play.v1 import play_pb2
from truco.rules.v1 import rules_pb2


async def described(guest: Guest, preset: str, language: str, seats: int = 2, **options: object) -> str:
    """The rules as one text."""
    ruleset = rules_pb2.Ruleset(preset=preset, options=rules_pb2.Options(**options))
    request = play_pb2.DescribeRulesRequest(ruleset=ruleset, seats=seats, language=language)
    answer = await guest.call("DescribeRules", request, play_pb2.DescribeRulesResponse)
    return "\n".join("\n".join([section.title, *section.paragraphs]) for section in answer.sections)


@pytest.mark.parametrize("preset", PRESETS)
async def test_every_preset_is_told_in_every_language(new_guest: NewGuest, preset: str) -> None:
    ana = new_guest()

    texts = [await described(ana, preset, language) for language in ("es-AR", "es-UY", "en", "pt")]

    assert [text.splitlines()[0] for text in texts] == ["La partida", "El partido", "The match", "A partida"]


async def test_a_custom_table_is_told_as_it_is_however_often(new_guest: NewGuest) -> None:
    ana = new_guest()

    first = await described(ana, "maestro", "en", target=15)
    again = await described(ana, "maestro", "en", target=15)
    other = await described(ana, "maestro", "en", target=40)

    assert "to reach 15 points" in first and first == again
    assert "to reach 40 points" in other


@pytest.mark.parametrize(
    "preset, language, seats, reason",
    [
        ("tute", "en", 2, "UNKNOWN_PRESET"),
        ("maestro", "fr", 2, "BAD_REQUEST"),
        ("maestro", "en", 5, "BAD_SEATS"),
    ],
)
async def test_what_there_is_not_is_refused(
    new_guest: NewGuest, preset: str, language: str, seats: int, reason: str
) -> None:
    with pytest.raises(InvalidInput) as caught:
        await described(new_guest(), preset, language, seats)

    assert caught.value.reason == reason


async def test_strangers_are_told_nothing(new_guest: NewGuest) -> None:
    stranger = Guest(new_guest().face, "", "")

    with pytest.raises(TrucoError) as caught:
        await described(stranger, "maestro", "en")

    assert caught.value.reason == "TOKEN_INVALID"


async def test_what_was_told_once_is_known_without_the_engine(new_guest: NewGuest, servers: Stack) -> None:
    ana = new_guest()
    before = await described(ana, "ludoteka", "pt")
    servers.stop_program("engine")
    try:
        assert await described(ana, "ludoteka", "pt") == before
    finally:
        servers.start("engine")
