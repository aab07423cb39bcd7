"""Random tables: a preset, its seats and sensible changes to its options."""

from dataclasses import dataclass
from random import Random
from typing import Any

from tests.conformance.oracle.options import PRESETS, SIZES, nonsense, options_of

CHOICES: dict[str, tuple[Any, ...]] = {
    "target": (15, 30, 40),
    "chicos_to_win": (1, 2, 3),
    "muestra": (False, True),
    "flor": (False, True, True),
    "flor_announce": ("manual", "auto"),
    "flor_timing": ("at_once", "on_turn"),
    "flor_count": ("each", "one"),
    "flor_replies": (
        ["con_flor_me_achico"],
        ["flor"],
        ["flor", "contraflor"],
        ["con_flor_me_achico", "con_flor_envido", "contraflor"],
        ["con_flor_me_achico", "contraflor", "contraflor_al_resto"],
        ["con_flor_me_achico", "flor", "contraflor", "con_flor_envido", "contraflor_al_resto"],
    ),
    "resto": ("falta", "chico", "rival"),
    "resto_refused": (3, 4, 6),
    "achico_points": (3, 4, 5),
    "flor_vs_flor_points": (3, 4, 6),
    "contraflor_refused": (3, 4, 5),
    "falta": ("malas", "leader", "rival"),
    "envido_chain": ("ordered", "free"),
    "envido_by": ("turn", "anyone"),
    "envido_over_truco": ("before_own_card", "before_any_card"),
    "truco_by": ("turn", "anyone"),
    "tapada_from_trick": (0, 1, 2, 3),
    "mazo": ("team", "individual"),
    "mazo_bonus": ("none", "before_team_card", "first_trick", "envido_unplayed"),
    "refusal": ("unanimous", "first"),
    "perros": (False, True),
}
AT_SIX: dict[str, tuple[Any, ...]] = {
    "pica_pica": (False, True, True, True),
    "pica_from": (0, 5, 10),
    "pica_until": ("last_five", "buenas"),
    "pica_falta": (None, 0, 6, 7),
    "pica_resto": (None, 0, 6, 7),
}

# What seldom comes together by chance; a theme's seats and options are set first.
THEMES: tuple[tuple[tuple[int, ...], dict[str, Any]], ...] = (
    ((2, 4, 6), {}),
    ((2, 4, 6), {}),
    ((2, 4, 6), {"flor": True}),
    ((4, 6), {"flor": True, "muestra": False, "flor_timing": "on_turn"}),
    ((2, 4, 6), {"flor": True, "perros": True}),
    ((6,), {"pica_pica": True, "pica_from": 0, "mazo": "team"}),
    ((6,), {"pica_pica": True, "pica_from": 0, "flor": True}),
    ((6,), {"pica_pica": True, "pica_until": "buenas"}),
)


@dataclass(frozen=True)
class Kind:
    """Which tables are wanted; None is any."""

    preset: str | None = None
    seats: int | None = None
    custom: bool = True
    """Whether options may be changed."""
    plain: bool = False
    """Only tables without flor, muestra, pica-pica and perros."""


def random_table(rng: Random, kind: Kind) -> dict[str, Any]:
    """`preset`, `options` and `seats` of a record; ValueError where the preset is not played by so many."""
    if kind.preset and kind.seats and kind.seats not in SIZES[kind.preset]:
        raise ValueError(f"{kind.preset} is not played by {kind.seats}")
    while True:
        preset = kind.preset or rng.choice(list(PRESETS))
        themed, changes = rng.choice(THEMES) if kind.custom else ((2, 4, 6), {})
        possible = [seats for seats in SIZES[preset] if seats in themed and kind.seats in (None, seats)]
        if not possible:
            continue
        seats = rng.choice(possible)
        changes = (_random_changes(rng, seats) if kind.custom else {}) | changes
        if kind.plain:
            changes |= dict.fromkeys(("flor", "muestra", "pica_pica", "perros"), False)
        if PRESETS[preset].get("muestra") and not options_of(preset, changes).muestra:
            changes["senas"] = "argentine"
        if nonsense(options_of(preset, changes), seats, changes) is None:
            return {"preset": preset, "options": changes, "seats": seats}


def _random_changes(rng: Random, seats: int) -> dict[str, Any]:
    choices = CHOICES | AT_SIX if seats == 6 else CHOICES
    share = rng.choice((0, 0, 0.1, 0.3, 0.6))
    return {name: rng.choice(values) for name, values in choices.items() if rng.random() < share}
