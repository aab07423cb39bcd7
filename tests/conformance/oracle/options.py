"""The options and the seven presets (rules.md 15, 11)."""

from dataclasses import dataclass, fields
from typing import Any

FLOR_REPLIES = ("con_flor_me_achico", "flor", "contraflor", "con_flor_envido", "contraflor_al_resto")


@dataclass
class Options:
    """One table's rules; the values given here are those of the preset `granronda`."""

    target: int = 30
    chicos_to_win: int = 1
    muestra: bool = False
    flor: bool = False
    flor_announce: str = "manual"
    flor_timing: str = "at_once"
    flor_count: str = "each"
    flor_replies: tuple[str, ...] = ("con_flor_me_achico", "contraflor", "contraflor_al_resto")
    resto: str = "falta"
    resto_refused: int = 4
    achico_points: int = 4
    flor_vs_flor_points: int = 3
    contraflor_refused: int = 4
    falta: str = "leader"
    envido_chain: str = "ordered"
    envido_by: str = "turn"
    envido_over_truco: str = "before_own_card"
    truco_by: str = "turn"
    tapada_from_trick: int = 0
    mazo: str = "team"
    mazo_bonus: str = "first_trick"
    refusal: str = "unanimous"
    pica_pica: bool = False
    pica_from: int = 0
    pica_until: str = "last_five"
    pica_falta: int | None = 6
    pica_resto: int | None = 6
    perros: bool = False
    senas: str = "argentine"
    partner_cards: bool = False


PRESETS: dict[str, dict[str, Any]] = {
    "maestro": {
        "falta": "malas",
        "envido_by": "anyone",
        "tapada_from_trick": 2,
        "mazo_bonus": "before_team_card",
    },
    "ludoteka": {
        "flor_timing": "on_turn",
        "resto": "chico",
        "envido_chain": "free",
        "truco_by": "anyone",
        "mazo": "individual",
        "mazo_bonus": "none",
    },
    "granronda": {},
    "granronda_flor": {"flor": True},
    "granronda_uruguayo": {"flor": True, "muestra": True, "mazo_bonus": "none", "senas": "uruguayan"},
    "uruguayo": {
        "muestra": True,
        "flor": True,
        "flor_announce": "auto",
        "flor_replies": ("flor", "con_flor_envido", "contraflor_al_resto"),
        "resto": "chico",
        "resto_refused": 3,
        "falta": "rival",
        "mazo_bonus": "none",
        "pica_pica": True,
        "pica_until": "buenas",
        "pica_falta": None,
        "pica_resto": None,
        "perros": True,
        "senas": "uruguayan",
    },
    "estrella": {
        "flor_timing": "on_turn",
        "flor_count": "one",
        "flor_replies": ("flor", "contraflor", "contraflor_al_resto"),
        "resto": "rival",
        "falta": "rival",
        "envido_over_truco": "before_any_card",
        "mazo": "individual",
        "mazo_bonus": "envido_unplayed",
        "pica_from": 5,
        "pica_falta": 0,
        "pica_resto": 7,
        "partner_cards": True,
    },
}

SIZES: dict[str, tuple[int, ...]] = dict.fromkeys(PRESETS, (2, 4, 6)) | {"ludoteka": (2, 4)}


def options_of(preset: str, changes: dict[str, Any]) -> Options:
    """The preset with a table's changes; the record's lists become tuples."""
    known = {field.name for field in fields(Options)}
    unknown = set(changes) - known
    if unknown:
        raise ValueError(f"unknown options: {sorted(unknown)}")
    chosen: dict[str, Any] = {}
    for name, value in (PRESETS[preset] | changes).items():
        chosen[name] = tuple(value) if isinstance(value, list) else value
    return Options(**chosen)


def nonsense(options: Options, seats: int, changes: dict[str, Any]) -> str | None:
    """Why these options make no sense together (rules.md 15, last paragraphs), None when they do."""
    if changes.get("pica_pica") and seats != 6:
        return "pica_pica without six seats"
    if options.perros and not options.flor:
        return "perros without flor"
    if options.perros and options.pica_pica and seats == 6 and 0 in (options.pica_falta, options.pica_resto):
        return "perros with duels that allow no falta or resto"
    until = options.target - 5 if options.pica_until == "last_five" else options.target / 2
    if options.pica_pica and seats == 6 and options.pica_from >= until:
        return "pica_from leaves no round between it and pica_until"
    if options.muestra and not options.flor:
        return "muestra without flor"
    if options.muestra and options.flor_timing == "on_turn":
        return "muestra with flor_timing on_turn"
    if options.senas == "uruguayan" and not options.muestra:
        return "uruguayan senas without muestra"
    if not {"con_flor_me_achico", "flor"} & set(options.flor_replies):
        return "flor_replies with neither con_flor_me_achico nor flor"
    if options.target not in (15, 30, 40):
        return "target"
    return None
