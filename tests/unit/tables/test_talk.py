"""What may be said, by whom, and how much of it."""

import pytest

from deploy.local.environment import ROOT
from services.common.errors import Busy, TrucoError
from services.tables.domain.talk import REACTIONS, audience, check_text, recorded, spoken
from services.tables.domain.talk_limits import AT_ONCE, EVERY_MS, check_limit
from truco.engine.v1.engine_pb2 import Position
from truco.play.v1.play_pb2 import TABLE_STATUS_OPEN, TABLE_STATUS_PLAYING, TalkLine
from truco.rules.v1.rules_pb2 import PHASE_DEAL, PHASE_PLAY
from truco.tables.v1.tables_pb2 import Player, Say, SeatState, TableState

SENAS = ("ancho_espada", "nada")
NAMES = ("ana", "beto", "caro", "dani")


def table(seats: int = 4, status: int = TABLE_STATUS_PLAYING, phase: int = PHASE_PLAY) -> TableState:
    seated = [SeatState(player=Player(player_id=name, name=name.title())) for name in NAMES[:seats]]
    return TableState(table_id="a" * 16, epoch=1, seats=seated, status=status, position=Position(phase=phase))


def reason(state: TableState, player_id: str = "ana", **what: str) -> str:
    with pytest.raises(TrucoError) as refused:
        spoken(state, player_id, Say(**what), SENAS)
    return refused.value.reason


@pytest.mark.parametrize("text", ["hola", "¡Qué mano, che!", "x" * 200, "🎉", "👩‍👧", "a b", "中文"])
def test_what_people_write_is_let_through(text: str) -> None:
    assert check_text(text, 200) == text


@pytest.mark.parametrize(
    "text", ["x" * 201, "a\nb", "a\tb", "\x00", "a\u202eb", "a\u2066b", "a\u2028b", "\ue000", "a\x7f"]
)
def test_what_cannot_be_shown_is_refused(text: str) -> None:
    with pytest.raises(TrucoError, match="BAD_TEXT"):
        check_text(text, 200)


def test_blanks_around_a_text_are_dropped_and_an_empty_one_is_refused() -> None:
    assert spoken(table(), "ana", Say(table_text="  hola\n"), SENAS).table_text == "hola"
    assert reason(table(), table_text=" \n ") == "BAD_TEXT"
    assert reason(table(), team_text="") == "BAD_TEXT"


def test_the_contract_names_the_reactions() -> None:
    assert f": {', '.join(REACTIONS)}." in (ROOT / "protos/truco/play/v1/play.proto").read_text()


def test_refusals() -> None:
    assert reason(table(), "eva", table_text="hola") == "NOT_SEATED"
    assert reason(table()) == "BAD_REQUEST"
    assert reason(table(), reaction="buuu") == "UNKNOWN_REACTION"
    assert reason(table(), sena="flor") == "UNKNOWN_SENA"
    assert reason(table(phase=PHASE_DEAL), sena="nada") == "NO_HAND"
    assert reason(table(status=TABLE_STATUS_OPEN), sena="nada") == "NO_HAND"


def test_who_has_no_partner_tells_nobody_but_all() -> None:
    assert reason(table(2), team_text="hola") == "NO_PARTNERS"
    assert reason(table(2), sena="nada") == "NO_PARTNERS"
    assert spoken(table(2), "ana", Say(reaction=REACTIONS[0]), ()).reaction == REACTIONS[0]


@pytest.mark.parametrize(
    ("what", "heard_by", "told"),
    [
        ({"table_text": "hola"}, ["ana", "beto", "dani"], "all"),
        ({"reaction": "jaja"}, ["ana", "beto", "dani"], "all"),
        ({"team_text": "voy"}, ["beto", "dani"], "1"),
        ({"sena": "nada"}, ["beto", "dani"], "1"),
    ],
)
def test_people_hear_what_is_for_them_and_bots_hear_nothing(
    what: dict[str, str], heard_by: list[str], told: str
) -> None:
    state = table()
    state.seats[2].platform_bot = True
    line = spoken(state, "beto", Say(**what), SENAS)

    record = recorded(state, 7, line, "request", None)

    assert [hearer.player_id for hearer in record.hearers] == heard_by
    assert audience(line) == told
    assert (record.line.number, record.line.seat, record.line.name, record.version) == (1, 1, "Beto", 7)


def _line(time_ms: int, player_id: str = "ana", **what: str) -> TalkLine:
    return TalkLine(player_id=player_id, time_ms=time_ms, **(what or {"table_text": "x"}))


def test_some_lines_at_once_then_one_every_while() -> None:
    said = [_line(1000 + i) for i in range(AT_ONCE)]

    check_limit(said[:-1], _line(1005), 1005)
    with pytest.raises(Busy) as refused:
        check_limit(said, _line(1005), 1005)

    assert refused.value.reason == "LIMIT_REACHED" and refused.value.metadata["limit"] == "texts"
    wait_ms = round((refused.value.retry_after or 0) * 1000)
    assert EVERY_MS - 10 < wait_ms <= EVERY_MS
    check_limit(said, _line(0), 1005 + wait_ms)
    said.append(_line(1005 + wait_ms))
    with pytest.raises(Busy):
        check_limit(said, _line(0), 1005 + wait_ms + EVERY_MS - 1)
    check_limit(said, _line(0), 1005 + wait_ms + EVERY_MS)


def test_limits_are_each_players_own_and_signs_have_one_of_theirs() -> None:
    said = [_line(1000 + i) for i in range(AT_ONCE)]

    check_limit(said, _line(1005, "beto"), 1005)
    check_limit(said, _line(1005, reaction="jaja"), 1005)
    signs = [_line(1000 + i, **{"sena" if i % 2 else "reaction": "x"}) for i in range(AT_ONCE)]
    with pytest.raises(Busy, match="LIMIT_REACHED") as refused:
        check_limit(signs, _line(1005, sena="nada"), 1005)
    assert refused.value.metadata["limit"] == "signs"
