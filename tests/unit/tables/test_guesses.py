"""Passwords: how they are kept, and how often one may guess."""

import pytest

from services.common.errors import Busy, InvalidInput
from services.tables.domain.passwords import check_password, hashed, opens
from services.tables.handlers.guesses import MOST, WITHIN_MS, Guesses


def test_a_password_is_kept_with_its_salt_and_opens_however_it_is_composed() -> None:
    kept = hashed("ca\u00f1a", b"s" * 16)
    assert b"ca" not in kept[16:] and kept != hashed("ca\u00f1a", b"t" * 16)
    assert opens("can\u0303a", kept)
    assert not opens("cana", kept)


@pytest.mark.parametrize("password", ["x" * 65, "a\nb", "\x00"])
def test_what_cannot_be_a_password_is_refused(password: str) -> None:
    with pytest.raises(InvalidInput, match="BAD_REQUEST"):
        check_password(password)


def test_after_many_wrong_guesses_nobody_may_try_for_a_minute() -> None:
    guesses = Guesses()
    for number in range(MOST):
        guesses.check("t", f"guess {number}", number)
        guesses.note("t", f"guess {number}", number)
    guesses.check("t", "guess 3", MOST)
    guesses.check("u", "guess", MOST)
    with pytest.raises(Busy, match="LIMIT_REACHED") as refused:
        guesses.check("t", "another", MOST)
    assert refused.value.retry_after == pytest.approx(60, abs=0.1)
    guesses.check("t", "another", WITHIN_MS + MOST)
