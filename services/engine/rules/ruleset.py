"""The options of rules.md 15. A number or a flag is a field; which computation to use is an enum field."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from mypy_extensions import i64

PICA_SEATS: Final = 6
"""The table size at which pica-pica is played (rules.md 11)."""

_LAST_FIVE: Final = 5


class Falta(StrEnum):
    """What a falta envido is worth (rules.md 6)."""

    LEADER = "leader"
    RIVAL = "rival"
    MALAS = "malas"


class EnvidoChain(StrEnum):
    """Which raises an envido allows (rules.md 6)."""

    ORDERED = "ordered"
    FREE = "free"


class CallBy(StrEnum):
    """Who may open a call when none is pending (rules.md 6, 8)."""

    TURN = "turn"
    ANYONE = "anyone"


class EnvidoOverTruco(StrEnum):
    """Until when an envido may go before a truco (rules.md 6)."""

    BEFORE_OWN_CARD = "before_own_card"
    BEFORE_ANY_CARD = "before_any_card"


class Mazo(StrEnum):
    """Who leaves when a seat folds (rules.md 9)."""

    TEAM = "team"
    INDIVIDUAL = "individual"


class MazoBonus(StrEnum):
    """When a fold gives the rival one point more (rules.md 9)."""

    NONE = "none"
    BEFORE_TEAM_CARD = "before_team_card"
    FIRST_TRICK = "first_trick"
    ENVIDO_UNPLAYED = "envido_unplayed"


class Refusal(StrEnum):
    """Whether one no_quiero closes a call or all of the team must say it (rules.md 5)."""

    UNANIMOUS = "unanimous"
    FIRST = "first"


class FlorAnnounce(StrEnum):
    """Who sings a flor (rules.md 7)."""

    MANUAL = "manual"
    AUTO = "auto"


class FlorTiming(StrEnum):
    """When a flor of the caller's own team must be sung (rules.md 7)."""

    AT_ONCE = "at_once"
    ON_TURN = "on_turn"


class FlorCount(StrEnum):
    """Whether each flor of a team scores (rules.md 7)."""

    EACH = "each"
    ONE = "one"


class Resto(StrEnum):
    """What a contraflor al resto is worth (rules.md 7)."""

    FALTA = "falta"
    CHICO = "chico"
    RIVAL = "rival"


class PicaUntil(StrEnum):
    """The score from which only redondas follow (rules.md 11)."""

    LAST_FIVE = "last_five"
    BUENAS = "buenas"


class Senas(StrEnum):
    """Which set of señas is offered (rules.md 13)."""

    ARGENTINE = "argentine"
    URUGUAYAN = "uruguayan"


@dataclass(frozen=True, kw_only=True)
class Ruleset:
    """The rules of one match. The defaults are what all presets share (rules.md 15)."""

    seats: tuple[int, ...]
    """The table sizes it is played at."""
    target: i64
    """Points that end a chico."""
    chicos_to_win: i64
    muestra: bool
    flor: bool
    flor_announce: FlorAnnounce
    flor_timing: FlorTiming
    flor_count: FlorCount
    flor_replies: tuple[str, ...]
    """The actions of rules.md 7 that answer a flor."""
    resto: Resto
    resto_refused: i64
    falta: Falta
    envido_chain: EnvidoChain
    envido_by: CallBy
    envido_over_truco: EnvidoOverTruco
    truco_by: CallBy
    tapada_from_trick: i64
    """The first trick in which a card may be played face down; 0 is never."""
    mazo: Mazo
    mazo_bonus: MazoBonus
    refusal: Refusal = Refusal.UNANIMOUS
    pica_pica: bool
    pica_from: i64
    pica_until: PicaUntil
    pica_falta: int | None
    """The most that a falta scores in a duel; 0 forbids it, None is no limit."""
    pica_resto: int | None
    perros: bool
    senas: Senas
    partner_cards: bool
    achico_points: i64 = 4
    flor_vs_flor_points: i64 = 3
    contraflor_refused: i64 = 4

    @property
    def pica_end(self) -> i64:
        """The score from which only redondas follow (rules.md 11)."""
        if self.pica_until is PicaUntil.LAST_FIVE:
            return self.target - _LAST_FIVE
        return (self.target + 1) // 2
