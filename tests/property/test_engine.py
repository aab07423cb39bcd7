"""What holds in every match, whatever the rules, the cards and the moves."""

import json
from itertools import islice
from random import Random

import pytest
from hypothesis import given, settings

from services.engine.cli.random_records import written
from services.engine.rules import RuleError, apply, awaited, deal, default_action, legal, refusal
from services.engine.rules.actions import DEAL, DOWN, DOWNS, FORFEIT, PLAY, PLAYS, SPOKEN
from services.engine.rules.cards import CARDS
from services.engine.rules.events import ChicoEnded, Scored
from services.engine.rules.invariants import broken
from services.engine.rules.record import read
from services.engine.rules.replay import observe, replay
from services.engine.rules.state import OVER, PLAYING
from tests.property.random_matches import PRESET_TABLES, SEEDS, play, tables

BOUNDED = settings(max_examples=60, deadline=None, derandomize=True)
WORDS = tuple(action for action in SPOKEN[1:FORFEIT] if action.kind not in (DEAL, PLAY, DOWN))
DEALT = deal(tuple(range(CARDS)))
MOST_ACTIONS = 20_000
"""Far more than any match takes: nine chicos of 40 points."""


def some_states(table, seed):
    """Three states of a match of that table."""
    moments = list(islice(play(table, seed), 200))
    return [moment.before for moment in Random(seed).choices(moments, k=3)]


@BOUNDED
@given(tables(), SEEDS)
def test_an_action_is_legal_exactly_when_apply_accepts_it(table, seed):
    for state in some_states(table, seed):
        for seat in range(state.seats):
            listed = legal(state, seat)
            assert len(set(listed)) == len(listed)
            for action in (*PLAYS, *DOWNS, *WORDS):
                assert (action in listed) == accepted(state, seat, action)
            assert (SPOKEN[DEAL] in listed) == accepted(state, seat, DEALT)
            assert accepted(state, seat, SPOKEN[FORFEIT])


@BOUNDED
@given(tables(), SEEDS)
def test_no_action_changes_the_state_it_was_given(table, seed):
    for state in some_states(table, seed):
        kept = state.copy()

        for seat in range(-1, state.seats + 1):
            for action in (*PLAYS, *DOWNS, *SPOKEN, DEALT):
                accepted(state, seat, action)

        assert state == kept


@BOUNDED
@given(tables(), SEEDS)
def test_a_refusal_is_what_apply_raises(table, seed):
    for state in some_states(table, seed):
        for seat in range(-1, state.seats + 1):
            for action in (*PLAYS, *DOWNS, *SPOKEN, DEALT):
                assert refusal(state, seat, action) == refusal_of_apply(state, seat, action)


@pytest.mark.parametrize("table", PRESET_TABLES, ids=lambda table: f"{table.preset}-{table.seats}")
def test_every_match_of_every_preset_ends_and_its_points_add_up(table):
    for seed in range(20):
        check_whole_match(table, seed)


@BOUNDED
@given(tables(), SEEDS)
def test_every_match_of_every_custom_table_ends_and_its_points_add_up(table, seed):
    check_whole_match(table, seed)


@BOUNDED
@given(tables(), SEEDS)
def test_who_is_awaited_has_a_legal_default_and_nobody_else_has_one(table, seed):
    for moment in islice(play(table, seed), 100):
        state = moment.before
        assert awaited(state)
        for seat in range(state.seats):
            action = default_action(state, seat)
            assert (action is not None) == (seat in awaited(state))
            assert action is None or action in legal(state, seat)


@BOUNDED
@given(tables(), SEEDS)
def test_every_state_keeps_the_invariants(table, seed):
    assert [broken(moment.after) for moment in play(table, seed) if broken(moment.after)] == []


@BOUNDED
@given(tables(), SEEDS)
def test_a_running_match_survives_as_a_record(table, seed):
    moments = list(islice(play(table, seed), Random(seed).randrange(1, 300)))
    record = {"preset": table.preset, "options": table.options, **written(moments[0].before, moments)}

    replayed = replay(read(json.loads(json.dumps(record))))

    assert replayed.failures == ()
    assert replayed.final == moments[-1].after
    assert list(replayed.steps) == [observe(moment.after, moment.events) for moment in moments[1:]]


def accepted(state, seat, action):
    return refusal_of_apply(state, seat, action) is None


def refusal_of_apply(state, seat, action):
    try:
        apply(state, seat, action)
    except RuleError as error:
        return error.reason
    return None


def check_whole_match(table, seed):
    moments, ruleset = list(islice(play(table, seed), MOST_ACTIONS)), table.ruleset
    final = moments[-1].after
    score, chicos = [0, 0], [0, 0]
    for event in (event for moment in moments for event in moment.events):
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
    assert all(moment.after.turn >= 0 for moment in moments if moment.after.phase == PLAYING)
