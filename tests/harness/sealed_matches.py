"""Whole matches as the tables make them, without servers: every record sealed, from the opening to the end."""

from random import Random

from services.common.fairness.shuffle import deck, first_dealer
from services.engine.codec import StateCodec
from services.engine.operations import Operations
from services.engine.rules.presets import PRESETS
from services.tables.domain import life, play
from services.tables.domain.seats import client_seeds
from services.tables.domain.table import Draft, Table, is_over, seal
from services.tables.domain.times import Moment, Times
from truco.engine.v1 import engine_pb2
from truco.rules.v1 import rules_pb2
from truco.rules.v1.rules_pb2 import Action
from truco.tables.v1.tables_pb2 import (
    Act,
    AddBots,
    Command,
    JoinTable,
    OpenTable,
    Player,
    TableRecord,
    TableState,
    TimeGivenBack,
)

TIMES = Times(turn=30_000, bank=60_000, deal_pause=2_500, idle=1_800_000, keep=86_400_000, bot_retry=5_000)
TABLE_ID = "0123456789abcdef"
BETOS_SEED = "ñandú | 🍀"
RARE = 1 / 200
"""How often a seat gives the match up instead of acting; ten times as often the clock acts, or gives time back."""

Ruled = tuple[str, int, rules_pb2.Options]
"""Preset, seats, options."""

ENGINE_KEY = bytes(range(32))
_ENGINE = Operations(StateCodec(ENGINE_KEY))

PLAIN: list[Ruled] = [(name, seats, rules_pb2.Options()) for name, preset in PRESETS.items() for seats in preset.seats]
CUSTOM: list[Ruled] = [
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


def sealed_match(ruled: Ruled, random: Random) -> list[TableRecord]:
    """Every record of a table, its match with the clock's acts, time given back and a forfeit now and then."""
    tables = [_opened(ruled, random)]
    while not is_over(tables[-1].state):
        table = tables[-1]
        now_ms = table.record.time_ms + random.randrange(1, 9_000)
        draft = _next(table, random, Moment(now_ms, table.version + 1, TIMES))
        tables.append(Table(seal(table, draft, now_ms), table.sequence + 1))
    return [table.record for table in tables]


def _opened(ruled: Ruled, random: Random) -> Table:
    preset, seats, options = ruled
    ruleset = rules_pb2.Ruleset(preset=preset, options=options)
    body = OpenTable(ruleset=ruleset, seats=seats, client_seed="ana's luck")
    command = Command(player=_player(0), request_id="opening1", table_id=TABLE_ID, open=body)
    now_ms = 1_796_000_000_000
    state = life.opened(command, random.randbytes(32), Moment(now_ms, 1, TIMES))
    return Table(seal(None, Draft(command.player.player_id, body, state, 0, "opening1"), now_ms), 1)


def _next(table: Table, random: Random, moment: Moment) -> Draft:
    state = table.state
    if not state.started_ms:
        return _seated(state, moment)
    if state.deals and random.random() < 2 * RARE:
        return Draft("clock", TimeGivenBack(outage_ms=5_000), play.time_given_back(state, 5_000))
    act = _act(state, random)
    request = engine_pb2.ApplyRequest(state=state.engine_state, seat=act.seat, action=act.action)
    step = _ENGINE.apply(request)
    after = play.acted(state, act, step, moment, None)
    return Draft(_actor(state, act, random), act, after, act.seat, events=step.events)


def _seated(state: TableState, moment: Moment) -> Draft:
    """Beto sits down beside Ana, the bots do where there are more seats; then the match begins."""
    beto = Command(player=_player(1), request_id="joining1", table_id=TABLE_ID, join=JoinTable(client_seed=BETOS_SEED))
    if not state.seats[1].HasField("player"):
        return Draft(beto.player.player_id, beto.join, _begun(life.joined(state, 1, beto, moment), moment), 1)
    command = Command(player=_player(0), request_id="filling1", add_bots=AddBots(count=len(state.seats) - 2))
    seats = range(2, len(state.seats))
    return Draft(
        command.player.player_id, command.add_bots, _begun(life.bots_added(state, seats, command, moment), moment)
    )


def _begun(state: TableState, moment: Moment) -> TableState:
    if not life.starts_by_itself(state):
        return state
    dealer = first_dealer(state.server_seed, client_seeds(state))
    request = engine_pb2.NewMatchRequest(ruleset=state.ruleset, seats=len(state.seats), dealer=dealer)
    return play.started(state, _ENGINE.new_match(request), dealer, moment)


def _act(state: TableState, random: Random) -> Act:
    """What a seat's view offers, perros before a deal too; else the table deals."""
    if state.deals and random.random() < RARE:
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


def _actor(state: TableState, act: Act, random: Random) -> str:
    if act.action.kind == rules_pb2.ACTION_KIND_DEAL:
        return "table"
    return "clock" if random.random() < 10 * RARE else state.seats[act.seat].player.player_id


def _player(seat: int) -> Player:
    return Player(player_id="ab"[seat] * 32, name=("Ana", "Beto")[seat], avatar="mate", guest=seat == 1)
