"""The families of calls (rules.md 6, 7, 8)."""

from mypy_extensions import i64

from services.engine.rules.actions import (
    CONTRAFLOR_AL_RESTO,
    ENVIDO,
    FALTA_ENVIDO,
    FLOR,
    TRUCO,
    VALE_CUATRO,
)


def is_envido(call: i64) -> bool:
    """Whether a call is of the envido family."""
    return ENVIDO <= call <= FALTA_ENVIDO


def is_flor(call: i64) -> bool:
    """Whether a call is of the flor family."""
    return FLOR <= call <= CONTRAFLOR_AL_RESTO


def is_truco(call: i64) -> bool:
    """Whether a call is of the truco family."""
    return TRUCO <= call <= VALE_CUATRO


def truco_value(call: i64) -> i64:
    """What a call of the truco family makes the hand worth once accepted: 2, 3 or 4 (rules.md 8)."""
    return call - TRUCO + 2


def envido_calls(chain: i64) -> tuple[int, ...]:
    """The calls of a hand's envido in order."""
    calls = []
    while chain:
        calls.append((chain & 3) + ENVIDO - 1)
        chain >>= 2
    return tuple(reversed(calls))
