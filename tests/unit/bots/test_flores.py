"""What a seat concludes about the others' flores is true, whatever is played."""

from hypothesis import given, settings
from hypothesis import strategies as st

from services.bots.policies.criollo.flores import holders, without
from services.engine.rules import awaited, view
from services.engine.rules.seats import seats_of
from services.engine.rules.state import PLAYING
from tests.property.random_matches import PRESET_TABLES, SEEDS, play, tables


@given(table=st.sampled_from(PRESET_TABLES) | tables(), seed=SEEDS)
@settings(max_examples=60, deadline=None)
def test_is_never_wrong(table, seed):
    for moment in play(table, seed):
        state = moment.before
        if state.phase == PLAYING:
            dealt = set(seats_of(state.flores))
            for seat in awaited(state):
                seen = view(state, seat)
                if len(seen.legal) > 1:
                    assert holders(seen) <= dealt
                    assert not without(seen) & dealt
