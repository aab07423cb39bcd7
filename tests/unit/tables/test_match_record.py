"""The record of a finished match replays to the result that the match had (tests/vectors/README.md)."""

import json
from random import Random

import pytest

from services.engine.cli.main import main
from services.engine.codec import StateCodec
from services.engine.operations import Operations
from services.engine.rules.presets import PRESETS
from services.tables.domain import play
from services.tables.domain.match_record import match_record
from services.tables.domain.seats import client_seeds
from services.tables.domain.shuffle import deck
from services.tables.domain.times import Moment
from tests.unit.tables.test_deadlines import TIMES
from truco.engine.v1 import engine_pb2
from truco.rules.v1 import rules_pb2
from truco.rules.v1.rules_pb2 import Action
from truco.tables.v1.tables_pb2 import Act, SeatState, TableState

ENGINE = Operations(StateCodec(bytes(range(32))))
FORFEITS = 1 / 200
"""How often a seat gives the match up instead of acting."""

Table = tuple[str, int, rules_pb2.Options]

PLAIN = [(name, seats, rules_pb2.Options()) for name, ruleset in PRESETS.items() for seats in ruleset.seats]
CUSTOM = [
    (
        "maestro",
        6,
        rules_pb2.Options(
            flor=True,
            pica_pica=True,
            pica_until="buenas",
            pica_falta=rules_pb2.Limit(),
            pica_resto=rules_pb2.Limit(points=0),
            flor_replies=rules_pb2.FlorReplies(replies=[rules_pb2.ACTION_KIND_FLOR]),
        ),
    ),
    ("uruguayo", 6, rules_pb2.Options(chicos_to_win=3, target=15, resto_refused=1)),
    ("estrella", 6, rules_pb2.Options(pica_pica=True, pica_from=0, partner_cards=False, chicos_to_win=2)),
]


@pytest.mark.parametrize("table", [*PLAIN, *CUSTOM], ids=lambda table: f"{table[0]}-{table[1]}")
def test_a_finished_match_replays_to_its_result(table: Table, tmp_path, capsys) -> None:
    for number in range(12):
        written = match_record(played(table, Random(number)), 9, b"")
        (tmp_path / "match.json").write_text(written)

        status = main(["replay", str(tmp_path / "match.json")])

        replayed, record = json.loads(capsys.readouterr().out), json.loads(written)
        assert (status, replayed["ok"], replayed["failures"]) == (0, True, [])
        assert len(replayed["steps"]) == len(record["steps"])
        final = replayed["steps"][-1]
        assert final["phase"] == "over"
        assert {key: final[key] for key in ("winner", "score", "chicos")} == {
            key: record["result"][key] for key in ("winner", "score", "chicos")
        }


def test_duels_are_recorded_with_their_two_seats() -> None:
    table = "uruguayo", 6, rules_pb2.Options()
    records = [json.loads(match_record(played(table, Random(number)), 9, b"")) for number in range(12)]
    deals = [deal for record in records for deal in record["deals"]]

    assert {tuple(map(int, deal["hands"])) for deal in deals if len(deal["hands"]) == 2} == {(0, 3), (1, 4), (2, 5)}
    assert all(deal["muestra"] for deal in deals)


def played(table: Table, random: Random) -> TableState:
    """A whole match as the tables play it, a forfeit now and then."""
    preset, seats, options = table
    ruleset = rules_pb2.Ruleset(preset=preset, options=options)
    dealer = random.randrange(seats)
    request = engine_pb2.NewMatchRequest(ruleset=ruleset, seats=seats, dealer=dealer)
    state = TableState(ruleset=ruleset, seats=[SeatState() for _ in range(seats)], server_seed=random.randbytes(32))
    state = play.started(state, ENGINE.new_match(request), dealer, Moment(1, 1, TIMES))
    while state.position.phase != rules_pb2.PHASE_OVER:
        act = next_act(state, random)
        step = ENGINE.apply(engine_pb2.ApplyRequest(state=state.engine_state, seat=act.seat, action=act.action))
        state = play.acted(state, act, step, Moment(1, 1, TIMES), None)
    return state


def next_act(state: TableState, random: Random) -> Act:
    """What a seat's view offers, perros before a deal too; else the table deals."""
    if state.deals and random.random() < FORFEITS:
        return Act(seat=random.randrange(len(state.seats)), action=Action(kind=rules_pb2.ACTION_KIND_FORFEIT))
    offered = [
        Act(seat=seat, action=action)
        for seat, view in enumerate(state.seat_views)
        for action in rules_pb2.View.FromString(view).legal
    ]
    if state.position.phase != rules_pb2.PHASE_DEAL:
        return random.choice(offered)
    cards = deck(state.server_seed, state.deals + 1, client_seeds(state))[: state.position.deal_size]
    deal = Act(seat=state.position.dealer, action=Action(kind=rules_pb2.ACTION_KIND_DEAL, deck=cards))
    return random.choice([deal, *offered])
