"""A view that crosses the wire is the library's view again."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from services.bots.views import action_message, ruleset_of, view_of
from services.engine.packing import views
from services.engine.requests import action_of
from services.engine.rules import Action, make_ruleset, view
from services.engine.rules.actions import DEAL
from tests.property.random_matches import play, rulesets
from truco.rules.v1 import rules_pb2


@given(table=rulesets(), seed=st.integers(0, 1 << 32))
@settings(max_examples=20, deadline=None)
def test_every_seats_view_survives_the_wire(table, seed):
    ruleset, seats = table
    for moment in play(ruleset, seats, seed):
        packed = views(moment.step.state)
        for seat, message in enumerate(packed.seats):
            expected = view(moment.step.state, seat)
            # Nobody but the table deals, so the contract leaves DEAL out.
            expected = expected._replace(legal=tuple(action for action in expected.legal if action.kind != DEAL))
            assert view_of(rules_pb2.View.FromString(message), ruleset) == expected


@given(table=rulesets(), seed=st.integers(0, 1 << 32))
@settings(max_examples=10, deadline=None)
def test_actions_survive_the_wire(table, seed):
    ruleset, seats = table
    for moment in play(ruleset, seats, seed):
        if moment.action.kind != DEAL:
            assert action_of(action_message(Action(moment.action.kind, moment.action.card))) == moment.action


@pytest.mark.parametrize("options", [{}, {"target": 15, "falta": "leader", "partner_cards": True}])
def test_a_tables_ruleset_is_read_with_its_options(options):
    message = rules_pb2.Ruleset(preset="maestro", options=rules_pb2.Options(**options))

    assert ruleset_of(message) == make_ruleset("maestro", options)
