"""Tables in the midst of a match, as a worker would have stored them: played in process by the tables' own domain and
the engine's own operations, then given ids and secrets of their own."""

import secrets
import time
import uuid
from collections.abc import Iterator
from random import Random
from typing import Final

from services.common.fairness.shuffle import deck, first_dealer
from services.common.subjects import table_id_for
from services.engine.codec import StateCodec
from services.engine.operations import Operations
from services.tables.domain import life, play
from services.tables.domain.seats import client_seeds
from services.tables.domain.table import Draft, Table, is_over, seal
from services.tables.domain.times import Moment, Times
from truco.engine.v1 import engine_pb2
from truco.rules.v1 import rules_pb2
from truco.tables.v1.tables_pb2 import Act, Command, JoinTable, OpenTable, Player, TableRecord, TableState

_HOUR: Final = 3_600_000
_PACE_MS: Final = 5_000
"""What people take for an action, on average."""
TIMES: Final = Times(turn=_HOUR, bank=_HOUR, deal_pause=0, idle=_HOUR, keep=_HOUR, bot_retry=_HOUR)
_NAMES: Final = ("Anselmo", "Ramona", "Evaristo", "Filomena", "Isidoro", "Petrona")
_CALM: Final = (rules_pb2.ACTION_KIND_PLAY, rules_pb2.ACTION_KIND_QUIERO, rules_pb2.ACTION_KIND_NO_QUIERO)
_CALM_SHARE: Final = 0.85
_NEVER: Final = (rules_pb2.ACTION_KIND_MAZO, rules_pb2.ACTION_KIND_FORFEIT, rules_pb2.ACTION_KIND_FALTA_ENVIDO)


def running(table: TableRecord) -> bool:
    """Whether a seat of a match is to move."""
    return not is_over(table.state) and table.state.position.phase == rules_pb2.PHASE_PLAY


class Matches:
    """Whole matches of people who play as those of the platform's benchmark do (`../platform/playing.py`)."""

    def __init__(self, engine_key: bytes, seats: int, luck: Random) -> None:
        self._engine = Operations(StateCodec(engine_key))
        self._seats = seats
        self._luck = luck
        self._now_ms = 0

    def records(self) -> Iterator[TableRecord]:
        """Every record of one match, the opening included."""
        self._now_ms = time.time_ns() // 1_000_000 - _HOUR // 2  # the match is over by now
        table = self._opened()
        yield table.record
        while not is_over(table.state):
            self._now_ms += round(self._luck.expovariate(1 / _PACE_MS))
            draft = self._next(table)
            table = Table(seal(table, draft, self._now_ms), table.sequence + 1)
            yield table.record

    def _opened(self) -> Table:
        body = OpenTable(ruleset=rules_pb2.Ruleset(preset="maestro"), seats=self._seats, unlisted=True)
        command = self._command(0, open=body)
        command.table_id = table_id_for(command.player.player_id, command.request_id)
        state = life.opened(command, secrets.token_bytes(32), self._moment(1))
        return Table(seal(None, Draft(command.player.player_id, body, state, 0, command.request_id), self._now_ms), 1)

    def _next(self, table: Table) -> Draft:
        state, moment = table.state, self._moment(table.version + 1)
        for seat in range(self._seats):
            if not state.seats[seat].HasField("player"):
                return self._joined(state, seat, moment)
        act = self._deal(state) if state.position.phase == rules_pb2.PHASE_DEAL else self._choice(state)
        by_the_table = act.action.kind == rules_pb2.ACTION_KIND_DEAL
        command = None if by_the_table else self._command(act.seat, act=Act(action=act.action))
        step = self._engine.apply(engine_pb2.ApplyRequest(state=state.engine_state, seat=act.seat, action=act.action))
        after = play.acted(state, act, step, moment, command)
        actor = "table" if by_the_table else state.seats[act.seat].player.player_id
        return Draft(actor, act, after, act.seat, command.request_id if command else "", step.events)

    def _joined(self, state: TableState, seat: int, moment: Moment) -> Draft:
        command = self._command(seat, join=JoinTable())
        after = life.joined(state, seat, command, moment)
        if life.starts_by_itself(after):
            dealer = first_dealer(after.server_seed, client_seeds(after))
            match = engine_pb2.NewMatchRequest(ruleset=after.ruleset, seats=self._seats, dealer=dealer)
            after = play.started(after, self._engine.new_match(match), dealer, moment)
        return Draft(command.player.player_id, command.join, after, seat, command.request_id)

    def _deal(self, state: TableState) -> Act:
        cards = deck(state.server_seed, state.deals + 1, client_seeds(state))[: state.position.deal_size]
        action = rules_pb2.Action(kind=rules_pb2.ACTION_KIND_DEAL, deck=cards)
        return Act(seat=state.position.dealer, action=action)

    def _choice(self, state: TableState) -> Act:
        act = choice(state, self._luck)
        act.action.ClearField("deck")
        return act

    def _command(self, seat: int, **body: OpenTable | JoinTable | Act) -> Command:
        player = Player(player_id=f"{seat:032x}", name=_NAMES[seat], avatar="mate")
        return Command(player=player, request_id=uuid.uuid4().hex, **body)  # type: ignore[arg-type]

    def _moment(self, version: int) -> Moment:
        return Moment(self._now_ms, version, TIMES)


def choice(state: TableState, luck: Random) -> Act:
    """What an awaited seat does, more or less as people do."""
    seat = state.position.awaited[0].seat
    legal = rules_pb2.View.FromString(state.seat_views[seat]).legal
    calm = [action for action in legal if action.kind in _CALM]
    wild = [action for action in legal if action.kind not in _NEVER] or legal
    return Act(seat=seat, action=luck.choice(calm if calm and luck.random() < _CALM_SHARE else wild))


def renamed(record: TableRecord) -> TableRecord:
    """The same table under another name: its id, players, requests and seed are its own."""
    other = TableRecord()
    other.CopyFrom(record)
    state = other.state
    state.table_id = secrets.token_hex(8)
    state.server_seed, other.chain = secrets.token_bytes(32), secrets.token_bytes(32)
    for seat in state.seats:
        seat.player.player_id = uuid.uuid4().hex
        for done in seat.requests:
            done.request_id = uuid.uuid4().hex
    state.creator_id = state.seats[0].player.player_id
    other.actor = other.actor if other.actor == "table" else state.seats[other.seat].player.player_id
    return other
