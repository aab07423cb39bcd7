"""What holds in every match, whatever the rules, the cards and the moves."""

from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings

from services.engine.rules import RuleError, apply, awaited, default_action, legal, make_ruleset, refusal, view
from services.engine.rules.actions import DEAL, DOWNS, FORFEIT, PLAYS, SPOKEN, deal
from services.engine.rules.cards import CARDS
from services.engine.rules.events import ChicoEnded, Scored
from services.engine.rules.state import OVER, PLAYING
from tests.property.random_matches import SEEDS, TABLES, play, rulesets
from tests.property.unseen import with_other_unseen_cards

BOUNDED = settings(max_examples=100, deadline=None, derandomize=True)
EVERY_ACTION = (*PLAYS, *DOWNS, *(action for action in SPOKEN[1:] if action.kind not in (2, 3, FORFEIT)))
MOST_ACTIONS = 20_000
"""Far more than any match takes: a chico of 40 points, five chicos."""


def some_moment(table, seed):
    """A moment somewhere in a match of that table."""
    moments = list(islice(play(*table, seed), 120))
    return moments[Random(seed).randrange(len(moments))]


@BOUNDED
@given(rulesets(), SEEDS)
def test_an_action_is_legal_exactly_when_apply_accepts_it(table, seed):
    state = some_moment(table, seed).before

    for seat in range(state.seats):
        listed = set(legal(state, seat))
        for action in EVERY_ACTION:
            taken = deal(tuple(range(CARDS))) if action.kind == DEAL else action
            assert (action in listed) == accepted(state, seat, taken)


@BOUNDED
@given(rulesets(), SEEDS)
def test_no_action_changes_the_state_it_was_given(table, seed):
    state = some_moment(table, seed).before
    kept = state.copy()

    for seat in range(-1, state.seats + 1):
        for action in (*EVERY_ACTION, SPOKEN[0], SPOKEN[FORFEIT]):
            accepted(state, seat, action)

    assert state == kept


@BOUNDED
@given(rulesets(), SEEDS)
def test_a_refusal_is_what_apply_raises(table, seed):
    state = some_moment(table, seed).before

    for seat in range(-1, state.seats + 1):
        for action in EVERY_ACTION:
            reason = refusal(state, seat, action)
            assert accepted(state, seat, action) == (reason is None)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table[0]}-{table[1]}")
def test_every_match_of_every_preset_ends_and_its_points_add_up(table):
    preset, seats = table
    for seed in range(5):
        check_whole_match(make_ruleset(preset), seats, seed)


@settings(BOUNDED, max_examples=30)
@given(rulesets(), SEEDS)
def test_every_match_of_every_custom_table_ends_and_its_points_add_up(table, seed):
    check_whole_match(*table, seed)


@BOUNDED
@given(rulesets(), SEEDS)
def test_who_is_awaited_has_a_legal_default_and_nobody_else_has_one(table, seed):
    for moment in islice(play(*table, seed), 60):
        state = moment.before
        assert awaited(state)
        for seat in range(state.seats):
            action = default_action(state, seat)
            assert (action is not None) == (seat in awaited(state))
            assert action is None or action in legal(state, seat)


@BOUNDED
@given(rulesets(), SEEDS)
def test_a_view_does_not_depend_on_cards_that_its_seat_has_not_seen(table, seed):
    for moment in islice(play(*table, seed), 60):
        for viewer in (None, *range(moment.before.seats)):
            other = with_other_unseen_cards(moment.step.state, viewer, Random(seed))
            assert repr(view(moment.step.state, viewer)) == repr(view(other, viewer))


def test_a_leak_planted_on_purpose_is_caught():
    table = make_ruleset("maestro"), 2
    states = [moment.step.state for moment in play(*table, seed=1)]

    def leaky(state, viewer):
        return view(state, viewer)._replace(cards=state.held[1])

    assert any(leaky(state, 0) != leaky(with_other_unseen_cards(state, 0, Random(1)), 0) for state in states)


def accepted(state, seat, action):
    try:
        apply(state, seat, action)
    except RuleError:
        return False
    return True


def check_whole_match(ruleset, seats, seed):
    moments = list(islice(play(ruleset, seats, seed), MOST_ACTIONS))
    final = moments[-1].step.state
    score, chicos = [0, 0], [0, 0]
    for event in (event for moment in moments for event in moment.step.events):
        if isinstance(event, Scored):
            score[event.team] += event.points
            assert 0 <= score[event.team] <= ruleset.target
        if isinstance(event, ChicoEnded):
            assert score[event.team] == ruleset.target
            chicos[event.team] += 1
            score = score if ruleset.chicos_to_win in chicos else [0, 0]

    assert final.phase == OVER
    assert chicos[final.winner] == ruleset.chicos_to_win
    assert (final.score, final.chicos) == (tuple(score), tuple(chicos))
    assert all(moment.step.state.turn >= 0 for moment in moments if moment.step.state.phase == PLAYING)
