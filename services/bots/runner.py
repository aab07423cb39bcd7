"""Plays the turns that tables sends: chooses, waits like a person, acts.

Nothing is kept but the turns being played. A turn that gets lost, with a killed process too, is sent again by tables
after 2 s; the same turn is always played alike and under the same request id, so it counts once (architecture 4).
"""

import asyncio

import structlog
from google.protobuf.message import DecodeError
from nats.aio.msg import Msg

from services.bots.commands import Commands
from services.bots.metrics import CHOOSING, RUNNING, TURNS
from services.bots.pacing import pause
from services.bots.policies import Policy
from services.bots.turn import Turn, turn_of
from services.common import tracing
from services.common.errors import TrucoError, Unreachable
from services.common.logging import log_bug
from services.engine.rules import RuleError

_log = structlog.get_logger()

Place = tuple[str, int]


class Runner:
    """The turns being played, at most one for each seat of each table."""

    def __init__(self, policy: Policy, commands: Commands, *, mean_pause: float, most_turns: int) -> None:
        """`mean_pause` in seconds; turns beyond `most_turns` at once are left for later."""
        self._policy = policy
        self._commands = commands
        self._mean_pause = mean_pause
        self._most_turns = most_turns
        self._running: dict[Place, tuple[Turn, asyncio.Task[None]]] = {}

    async def on_update(self, message: Msg) -> None:
        """Takes a SeatUpdate of a bot's seat."""
        try:
            turn = turn_of(message.data)
        except (DecodeError, RuleError, ValueError, IndexError) as error:
            TURNS.labels("unreadable").inc()
            log_bug("update unreadable", error, subject=message.subject)
            return
        if turn is not None:
            self._take(turn, (message.headers or {}).get(tracing.HEADER, ""))

    async def stop(self, grace: float) -> None:
        """Lets the turns being played end for `grace` seconds; what is left then, tables sends again."""
        tasks = [task for _, task in self._running.values()]
        if tasks:
            await asyncio.wait(tasks, timeout=grace)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _take(self, turn: Turn, traceparent: str) -> None:
        known, task = self._running.get(turn.place, (None, None))
        if known and known.moment >= turn.moment:
            return
        if task:
            TURNS.labels("superseded").inc()
            task.cancel()
        elif len(self._running) >= self._most_turns:
            TURNS.labels("crowded_out").inc()
            return
        self._running[turn.place] = (turn, asyncio.create_task(self._play(turn, traceparent)))
        RUNNING.set(len(self._running))

    async def _play(self, turn: Turn, traceparent: str) -> None:
        try:
            with tracing.span("bots turn", traceparent, table=turn.table_id):
                outcome = await self._outcome(turn)
            TURNS.labels(outcome).inc()
        except Exception as error:
            TURNS.labels("failed").inc()
            log_bug("turn failed", error, table=turn.table_id)
        finally:
            self._forget(turn)

    async def _outcome(self, turn: Turn) -> str:
        dice = turn.dice()
        with CHOOSING.time():
            action = self._policy.choose(turn.view, dice)
        await asyncio.sleep(pause(turn.view, action, self._mean_pause, turn.time_left, dice))
        try:
            await self._commands.act(turn, action)
        except Unreachable:
            return "unreachable"
        except TrucoError as refusal:
            _log.debug("turn refused", table=turn.table_id, seat=turn.seat, reason=refusal.reason)
            return "refused"
        return "acted"

    def _forget(self, turn: Turn) -> None:
        if self._running.get(turn.place, (None,))[0] is turn:
            del self._running[turn.place]
        RUNNING.set(len(self._running))
