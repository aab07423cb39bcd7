"""The library and the protos use the same words and numbers."""

from services.engine.rules import Reason, actions, state
from services.engine.rules.errors import IllegalAction, InvalidInput, error_of
from services.engine.rules.events import Why
from truco.rules.v1 import reason_pb2, rules_pb2

GAME = range(1, 40)
MALFORMED = range(40, 70)


def test_reasons_are_those_of_the_game_and_of_malformed_input():
    catalogue = {name.removeprefix("REASON_"): number for name, number in reason_pb2.Reason.items()}

    assert {str(reason) for reason in Reason} == {
        name for name, number in catalogue.items() if number in GAME or number in MALFORMED
    }
    for reason in Reason:
        kind = IllegalAction if catalogue[reason] in GAME else InvalidInput
        assert type(error_of(reason)) is kind


def test_kinds_of_action_have_the_numbers_of_the_contract():
    contract = {name.removeprefix("ACTION_KIND_").lower(): number for name, number in rules_pb2.ActionKind.items()}

    assert {word: number for number, word in enumerate(actions.KIND_NAMES) if word} == {
        word: number for word, number in contract.items() if number
    }


def test_phases_have_the_numbers_of_the_contract():
    assert (state.DEALING, state.PLAYING, state.OVER) == (
        rules_pb2.PHASE_DEAL,
        rules_pb2.PHASE_PLAY,
        rules_pb2.PHASE_OVER,
    )


def test_every_why_is_a_score_reason():
    words = {name.removeprefix("SCORE_REASON_").lower() for name, _number in rules_pb2.ScoreReason.items()}

    assert {str(why) for why in Why} == words - {"unspecified"}


def test_the_options_of_the_contract_are_those_of_a_ruleset():
    names = {field.name for field in rules_pb2.Options.DESCRIPTOR.fields}

    assert names == set(state.Ruleset.__dataclass_fields__) - {"seats"}
