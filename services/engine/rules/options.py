"""From a preset's name and a table's options to a ruleset, refused with the reason where it makes no sense."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from enum import EnumMeta
from typing import Final

from services.engine.rules.errors import InvalidInput, Reason
from services.engine.rules.presets import PRESETS
from services.engine.rules.ruleset import (
    PICA_SEATS,
    CallBy,
    EnvidoChain,
    EnvidoOverTruco,
    Falta,
    FlorAnnounce,
    FlorCount,
    FlorTiming,
    Mazo,
    MazoBonus,
    PicaUntil,
    Refusal,
    Resto,
    Ruleset,
    Senas,
)

_MOST_POINTS: Final = 40
_FLAG: Final = (False, True)
_POINTS: Final = tuple(range(1, _MOST_POINTS + 1))
_LIMIT: Final = (None, *range(_MOST_POINTS + 1))
FLOR_REPLIES: Final = ("con_flor_me_achico", "flor", "contraflor", "con_flor_envido", "contraflor_al_resto")
"""The replies that a ruleset may list (rules.md 7)."""

CHOICES: Final[dict[str, EnumMeta | tuple[object, ...]]] = {
    "target": (15, 30, 40),
    "chicos_to_win": (1, 2, 3, 4, 5),
    "muestra": _FLAG,
    "flor": _FLAG,
    "flor_announce": FlorAnnounce,
    "flor_timing": FlorTiming,
    "flor_count": FlorCount,
    "resto": Resto,
    "resto_refused": _POINTS,
    "falta": Falta,
    "envido_chain": EnvidoChain,
    "envido_by": CallBy,
    "envido_over_truco": EnvidoOverTruco,
    "truco_by": CallBy,
    "tapada_from_trick": (0, 1, 2, 3),
    "mazo": Mazo,
    "mazo_bonus": MazoBonus,
    "refusal": Refusal,
    "pica_pica": _FLAG,
    "pica_from": (0, *_POINTS),
    "pica_until": PicaUntil,
    "pica_falta": _LIMIT,
    "pica_resto": _LIMIT,
    "perros": _FLAG,
    "senas": Senas,
    "partner_cards": _FLAG,
    "achico_points": _POINTS,
    "flor_vs_flor_points": _POINTS,
    "contraflor_refused": _POINTS,
}
"""What each option may be; flor_replies is a list of FLOR_REPLIES."""


def make_ruleset(preset: str, options: Mapping[str, object] | None = None, seats: int | None = None) -> Ruleset:
    """The preset with the table's options over it, for so many seats where that is known.

    Raises InvalidInput: UNKNOWN_PRESET, BAD_OPTION (also where options make no sense together), BAD_SEATS.
    """
    base = PRESETS.get(preset)
    if base is None:
        raise InvalidInput(Reason.UNKNOWN_PRESET, f"no preset is called {preset!r}")
    chosen = {name: _choice(name, value) for name, value in (options or {}).items()}
    ruleset = replace(base, **chosen)  # type: ignore[arg-type]  # _choice has checked each
    if seats is not None:
        _check_seats(ruleset, seats, pica_pica_set=chosen.get("pica_pica") is True)
    why_not = senseless(ruleset, seats)
    if why_not is not None:
        raise InvalidInput(Reason.BAD_OPTION, why_not)
    return ruleset


def senseless(ruleset: Ruleset, seats: int | None = None) -> str | None:
    """Why the options make no sense together, for so many seats where that is known; None where they do."""
    for makes_none, why in _SENSELESS:
        if makes_none(ruleset):
            return why
    if ruleset.pica_pica and seats in (None, PICA_SEATS):
        return _senseless_duels(ruleset)
    return None


def _choice(name: str, value: object) -> object:
    if name == "flor_replies":
        return _replies(value)
    choices = CHOICES.get(name)
    if choices is None:
        raise InvalidInput(Reason.BAD_OPTION, f"no option is called {name!r}")
    for choice in choices:
        # True == 1 in Python, but not in a record.
        if choice == value and isinstance(value, bool) == isinstance(choice, bool):
            return choice
    raise InvalidInput(Reason.BAD_OPTION, f"{name} may not be {value!r}")


def _replies(value: object) -> tuple[str, ...]:
    if not isinstance(value, list | tuple) or len(set(map(str, value))) != len(value):
        raise InvalidInput(Reason.BAD_OPTION, "flor_replies is a list without repeats")
    if not all(reply in FLOR_REPLIES for reply in value):
        raise InvalidInput(Reason.BAD_OPTION, f"flor_replies may not be {value!r}")
    return tuple(reply for reply in FLOR_REPLIES if reply in value)


def _check_seats(ruleset: Ruleset, seats: int, *, pica_pica_set: bool) -> None:
    if seats not in ruleset.seats:
        raise InvalidInput(Reason.BAD_SEATS, f"{seats} seats, but it is played with {ruleset.seats}")
    if pica_pica_set and seats != PICA_SEATS:
        raise InvalidInput(Reason.BAD_OPTION, "pica_pica needs six seats")


def _no_answer_to_a_flor(ruleset: Ruleset) -> bool:
    return not {"con_flor_me_achico", "flor"} & set(ruleset.flor_replies)


def _muestra_without_flor(ruleset: Ruleset) -> bool:
    return ruleset.muestra and not ruleset.flor


def _muestra_with_late_flor(ruleset: Ruleset) -> bool:
    return ruleset.muestra and ruleset.flor_timing is FlorTiming.ON_TURN


def _uruguayan_senas_without_muestra(ruleset: Ruleset) -> bool:
    return ruleset.senas is Senas.URUGUAYAN and not ruleset.muestra


def _perros_without_flor(ruleset: Ruleset) -> bool:
    return ruleset.perros and not ruleset.flor


def _senseless_duels(ruleset: Ruleset) -> str | None:
    """What makes no sense only where duels are played (rules.md 11)."""
    if ruleset.perros and 0 in (ruleset.pica_falta, ruleset.pica_resto):
        return "perros call what pica_falta or pica_resto 0 forbids in a duel"
    if ruleset.pica_from >= ruleset.pica_end:
        return f"pica_from {ruleset.pica_from} leaves no round to pica_pica: pica_until ends them at {ruleset.pica_end}"
    return None


_SENSELESS: Final[tuple[tuple[Callable[[Ruleset], bool], str], ...]] = (
    (_no_answer_to_a_flor, "flor_replies has neither con_flor_me_achico nor flor"),
    (_muestra_without_flor, "muestra needs flor: a hand of two piezas is one"),
    (_muestra_with_late_flor, "muestra needs flor_timing at_once: a hand of two piezas has no envido points"),
    (_uruguayan_senas_without_muestra, "senas uruguayan tell of the muestra's cards and need muestra"),
    (_perros_without_flor, "perros need flor"),
)
