"""Who comes back at any point of a match is right at the first message: at another gateway, from any version seen."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from deploy.local.stack import Stack
from services.common.errors import Conflict
from tests.service.gateway.faces import Face, Guest, NativeFace, new_id
from tests.service.gateway.gateways import gateway
from tests.service.gateway.matches import Watching, act, join, leave, look, next_update, open_table
from tests.service.gateway.portal import SigningPortal
from truco.play.v1 import play_pb2
from truco.rules.v1 import rules_pb2

CALLS = frozenset(range(rules_pb2.ACTION_KIND_ENVIDO, rules_pb2.ACTION_KIND_VALE_CUATRO + 1))
SHORTCUTS = frozenset((rules_pb2.ACTION_KIND_MAZO, rules_pb2.ACTION_KIND_DOWN))
"""They end hands early, and nothing hangs on them."""
FOR_ALL = frozenset((rules_pb2.ACTION_KIND_FALTA_ENVIDO, rules_pb2.ACTION_KIND_CONTRAFLOR_AL_RESTO))
"""Calls that end a match when they are accepted."""
MOST_MATCHES = 8
MOST_ACTIONS = 250

MATCHES: dict[str, tuple[str, rules_pb2.Options, int, set[str]]] = {
    "flor": ("maestro", rules_pb2.Options(flor=True), 2, {
        "pending ENVIDO", "pending REAL_ENVIDO", "pending FALTA_ENVIDO", "pending TRUCO", "pending RETRUCO",
        "pending VALE_CUATRO", "between hands", "second trick", "truco behind envido",
    }),
    "partners": ("maestro", rules_pb2.Options(), 4, {"one partner refused"}),
    "muestra": ("granronda_uruguayo", rules_pb2.Options(), 6, {"pending FLOR", "pending CONTRAFLOR"}),
    "perros": ("uruguayo", rules_pb2.Options(), 6, {
        "perros window", "perros said", "pending CONTRAFLOR_AL_RESTO", "pending CON_FLOR_ENVIDO",
    }),
    "duels": ("granronda", rules_pb2.Options(pica_pica=True, pica_from=0), 6, {"duel", "between duels"}),
}  # fmt: skip
"""By name: preset, options, seats, and the moments that the match must have shown at least."""


class Seat:
    """A player with a stream that never breaks, and all that came over it."""

    def __init__(self, guest: Guest, stream: Watching) -> None:
        self.guest = guest
        self.seen: list[play_pb2.TableUpdate] = []
        self._stream = stream

    async def until(self, version: int) -> None:
        """Reads up to a version."""
        while not self.seen or self.seen[-1].table.version < version:
            self.seen.append(await next_update(self._stream))

    def events_between(self, version: int, last: int) -> list[rules_pb2.Event]:
        """What happened after one version up to another, as the seat was told at the time."""
        return [event for update in self.seen if version < update.table.version <= last for event in update.events]

    async def close(self) -> None:
        """Stops watching."""
        await self._stream.aclose()


@pytest.fixture(scope="module")
def with_pauses(tmp_path_factory: pytest.TempPathFactory, portal: SigningPortal) -> Iterator[Stack]:
    """The servers, with a short pause before deals, so that the time between hands can be seen."""
    overrides = {
        "QUIERO_TABLES_DEAL_PAUSE_MS": "250",
        "QUIERO_TABLES_PERROS_WINDOW_MS": "250",
        "QUIERO_JWKS_URL": portal.url,
    }
    with Stack(tmp_path_factory.mktemp("resume"), overrides=overrides) as stack:
        stack.start("nats", "engine", "tables", "gateway")
        yield stack


@pytest.fixture
async def elsewhere(with_pauses: Stack, tmp_path: Path) -> AsyncIterator[Face]:
    """A second gateway."""
    with gateway(with_pauses, tmp_path / "gateway.log") as second:
        second.wait_until("ok")
        face = NativeFace(second.grpc)
        yield face
        await face.close()


@pytest.mark.parametrize("name", MATCHES)
async def test_the_first_message_is_right_at_every_kind_of_moment(
    name: str, with_pauses: Stack, elsewhere: Face, portal: SigningPortal
) -> None:
    preset, options, seats, wanted = MATCHES[name]
    here = NativeFace(with_pauses.address("GATEWAY_GRPC"))
    guests = [Guest(here, portal.token(player_id := new_id()), player_id) for _ in range(seats)]
    met: set[str] = set()

    for number in range(MOST_MATCHES):
        await play(guests, rules_pb2.Ruleset(preset=preset, options=options), elsewhere, met, wanted, Random(number))
        if met >= wanted:
            break

    assert met >= wanted, f"never seen: {wanted - met}"
    await here.close()


async def play(
    guests: list[Guest], ruleset: rules_pb2.Ruleset, elsewhere: Face, met: set[str], wanted: set[str], random: Random
) -> None:
    """Plays a match until the wanted moments were met; at each new one everybody goes and comes back."""
    table_id, players = await seat_all(guests, ruleset)
    for _ in range(MOST_ACTIONS):
        now = await look(players[0].guest, table_id)
        if new := moments(now.view) - met:
            for player in players:
                await check_return(player, elsewhere, table_id, random)
            met |= new
        if met >= wanted or now.table.status == play_pb2.TABLE_STATUS_FINISHED:
            break
        await go_on(players, table_id, random, met)
    await leave(players[0].guest, table_id)
    for player in players:
        await player.close()


async def seat_all(guests: list[Guest], ruleset: rules_pb2.Ruleset) -> tuple[str, list[Seat]]:
    """A table of these guests, each watching."""
    table_id = (await open_table(guests[0], ruleset=ruleset, seats=len(guests))).table.table_id
    players = []
    for guest in guests:
        if guest is not guests[0]:
            await join(guest, table_id)
        players.append(Seat(guest, guest.watch()))
    return table_id, players


async def check_return(player: Seat, elsewhere: Face, table_id: str, random: Random) -> None:
    """The player's connection is gone, and it comes back by another gateway with some version that it had seen."""
    before = (await look(player.guest, table_id)).table.version
    await player.until(before)
    had = random.choice([update.table for update in player.seen])
    back = Guest(elsewhere, player.guest.token, player.guest.player_id)
    stream = back.watch(play_pb2.WatchTable(table_id=table_id, epoch=had.epoch, version=had.version))

    first = await anext(stream)

    await stream.aclose()
    await player.until(first.update.table.version)
    as_lived = next(each for each in player.seen if each.table.version == first.update.table.version)
    assert first.update.table.version >= before
    assert first.update.view == as_lived.view
    if had.version > player.seen[0].table.version:
        assert list(first.update.events) == player.events_between(had.version, first.update.table.version)


async def go_on(players: list[Seat], table_id: str, random: Random, met: set[str]) -> None:
    """Somebody who may acts, rather in a way not seen yet."""
    for player in random.sample(players, len(players)):
        now = await look(player.guest, table_id)
        if action := choose(now.view, random, met):
            with suppress(Conflict):  # the table may deal while perros are said
                await act(player.guest, table_id, action, expected_version=now.table.version)
            return
    await asyncio.sleep(0.05)  # the table is about to deal


def choose(view: rules_pb2.View, random: Random, met: set[str]) -> rules_pb2.Action | None:
    """An action of the viewer's, if it has one: a call never seen pending before anything else."""
    perros = [action for action in view.legal if action.kind == rules_pb2.ACTION_KIND_PERROS]
    if perros and "perros said" not in met:
        return perros[0]
    # After perros there is no flor, so once is enough.
    legal = [action for action in view.legal if action not in perros and action.kind not in SHORTCUTS]
    if view.pending.call in FOR_ALL:
        legal = [action for action in legal if action.kind != rules_pb2.ACTION_KIND_QUIERO]
    unseen = [action for action in legal if action.kind in CALLS and f"pending {short(action.kind)}" not in met]
    if not legal:
        return None
    return random.choice((unseen if random.random() < 0.85 else []) or legal)


def moments(view: rules_pb2.View) -> set[str]:
    """What kinds of moment this is."""
    duel = len(view.playing) < view.seats
    found = {
        "between duels" if duel else "between hands": view.phase == rules_pb2.PHASE_DEAL and view.hand > 0,
        "duel": duel and view.phase == rules_pb2.PHASE_PLAY,
        "perros said": view.HasField("perros"),
        "perros window": any(action.kind == rules_pb2.ACTION_KIND_PERROS for action in view.legal),
        "truco behind envido": bool(view.suspended),
        "one partner refused": bool(view.refused),
        "second trick": len(view.tricks) == 1,
        f"pending {short(view.pending.call)}": view.HasField("pending"),
    }
    return {name for name, is_so in found.items() if is_so}


def short(kind: rules_pb2.ActionKind) -> str:
    """The name of an action's kind."""
    return rules_pb2.ActionKind.Name(kind).removeprefix("ACTION_KIND_")
