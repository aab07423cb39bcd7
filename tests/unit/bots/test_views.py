"""A view that crosses the wire is the library's view again."""

import pytest
from hypothesis import given, settings

from services.bots.views import action_message, ruleset_of, view_of
from services.engine.packing import views
from services.engine.requests import action_of
from services.engine.rules import Action, make_ruleset, view
from services.engine.rules.actions import CONTRAFLOR, DEAL, FLOR
from tests.property.random_matches import SEEDS, play, tables
from truco.rules.v1 import rules_pb2


@given(table=tables(), seed=SEEDS)
@settings(max_examples=20, deadline=None)
def test_every_seats_view_survives_the_wire(table, seed):
    for moment in play(table, seed):
        packed = views(moment.after)
        for seat, message in enumerate(packed.seats):
            expected = view(moment.after, seat)
            # Nobody but the table deals, so the contract leaves DEAL out.
            expected = expected._replace(legal=tuple(action for action in expected.legal if action.kind != DEAL))
            assert view_of(rules_pb2.View.FromString(message), table.ruleset) == expected


@given(table=tables(), seed=SEEDS)
@settings(max_examples=10, deadline=None)
def test_actions_survive_the_wire(table, seed):
    for moment in play(table, seed):
        if moment.action.kind != DEAL:
            assert action_of(action_message(Action(moment.action.kind, moment.action.card))) == moment.action


@pytest.mark.parametrize(
    ("sent", "meant"),
    [
        ({}, {}),
        ({"target": 15, "falta": "leader", "partner_cards": True},) * 2,
        (
            {"pica_falta": rules_pb2.Limit(points=5), "pica_resto": rules_pb2.Limit()},
            {"pica_falta": 5, "pica_resto": None},
        ),
        (
            {"flor": True, "flor_replies": rules_pb2.FlorReplies(replies=[FLOR, CONTRAFLOR])},
            {"flor": True, "flor_replies": ("flor", "contraflor")},
        ),
    ],
)
def test_a_tables_ruleset_is_read_with_its_options(sent, meant):
    message = rules_pb2.Ruleset(preset="maestro", options=rules_pb2.Options(**sent))

    assert ruleset_of(message) == make_ruleset("maestro", meant)
