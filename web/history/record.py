"""The match record as the portal reads it: `match_record_json` of a `finished` record.

The format is that of tests/vectors/README.md (name, preset, options, seats, start, deals, steps) with what a match of
the platform has on top:

    "match":    {"id", "table_id", "epoch", "ranked"}                          ranked: whether it counts for the ratings
    "players":  [{"seat", "player_id", "name", "avatar", "guest", "bot"}]      one for each seat, in seat order
    "times":    {"opened_ms", "started_ms", "dealt_ms", "finished_ms", "steps_ms": [...]}  Unix milliseconds; one a step
    "result":   {"winner": team, "score": [a, b], "chicos": [a, b], "forfeit_seat": seat or null}
    "fairness": {"commitment", "server_seed", "client_seeds": [...]}           architecture 5
    "chain":    hex; what it covers besides stands in "sealed" and "steps[].by" (services/common/fairness/README.md)
    "stake":    credits that each seat put down; 0 for none

Keys that are not listed are kept in the stored record and not read. `options`, `start`, `steps[].then`, `avatar`,
`ranked` and `stake` may be left out. What each step brought (`then`) comes from the engine when the match is looked at.
"""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, model_validator

Pair = Annotated[list[int], Field(min_length=2, max_length=2)]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore", hide_input_in_errors=True)


class MatchIds(_Part):
    """Which match it is."""

    id: str = Field(pattern=r"^[A-Za-z0-9_-]{1,64}$")
    table_id: str = Field(max_length=48)
    epoch: int
    ranked: bool = False


class SeatedPlayer(_Part):
    """Who sat at one seat."""

    seat: int = Field(ge=0, le=5)
    player_id: str
    name: str = Field(max_length=64)
    avatar: str = Field(default="", max_length=64)
    guest: bool
    bot: bool


class Times(_Part):
    """When, in Unix milliseconds."""

    opened_ms: int
    started_ms: int
    finished_ms: int
    steps_ms: list[int]


class Result(_Part):
    """How it ended."""

    winner: Literal[0, 1]
    score: Pair
    chicos: Pair
    forfeit_seat: int | None = None


class Fairness(_Part):
    """What recomputes every deck (architecture 5)."""

    commitment: str
    server_seed: str
    client_seeds: list[Any]


class Deal(_Part):
    """The cards of one hand, by seat."""

    hands: dict[int, list[str]]
    muestra: str | None = None


class Points(_Part):
    """Points that a step scored."""

    team: int
    n: int
    why: str


class Said(_Part):
    """A declaration: tantos, or son buenas."""

    seat: int
    tantos: int | None = None


class Then(_Part):
    """What a step brought, as far as the history shows it."""

    score: Pair | None = None
    points: list[Points] = []
    said: list[Said] = []
    tricks: list[int | Literal["parda"]] | None = None
    shown: dict[int, list[str]] = {}


_NOTHING = Then()
"""Shared: a default of its own for each step of each match would be a fifth of the work of storing it."""


class Step(_Part):
    """One action of one seat."""

    seat: int
    do: str
    by: str = ""
    then: Then = Field(default_factory=lambda: _NOTHING)


class Start(_Part):
    """Where the match began."""

    dealer: int | None = None


class MatchRecord(_Part):
    """A whole match."""

    name: str
    preset: str = Field(max_length=32)
    options: dict[str, Any] = {}
    seats: Literal[2, 4, 6]
    start: Start = Start()
    deals: list[Deal]
    steps: list[Step]
    match: MatchIds
    players: list[SeatedPlayer]
    times: Times
    result: Result
    fairness: Fairness
    chain: str
    stake: int = Field(default=0, ge=0)

    @model_validator(mode="after")
    def _every_seat_has_a_player(self) -> "MatchRecord":
        if [player.seat for player in self.players] != list(range(self.seats)):
            raise ValueError("players must be one for each seat, in seat order")
        return self
