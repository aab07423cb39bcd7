"""The stored format: states outlive releases, so its layout changes only with its version."""

import hashlib

from services.engine.codec import VERSION, StateCodec
from services.engine.rules import make_ruleset, new_match
from services.engine.rules.presets import PRESETS
from services.engine.rules.random_play import Table

CODEC = StateCodec(bytes(range(32)))


def test_a_state_is_written_as_it_always_was():
    """If this fails and the rules are the same, stored states became unreadable: codec.py asks for a new VERSION."""
    digest = hashlib.sha256()
    for preset, ruleset in PRESETS.items():
        table = Table(new_match(make_ruleset(preset), max(ruleset.seats)), 7)
        while table.state.hand < 12 and not table.is_over():
            digest.update(CODEC.encode(table.state))
            table.step()

    assert (VERSION, digest.hexdigest()[:16]) == (2, "76ffeb0da854dbcf")
