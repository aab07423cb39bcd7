"""However many watch a table, it is one subscription and one message for each hand."""

import time
from pathlib import Path

from deploy.local.stack import Stack
from tests.service.gateway.faces import Guest, NativeFace, new_id
from tests.service.gateway.gateways import Gateway, gateway
from tests.service.gateway.matches import act, next_hand, play_a_card, seated, until_caught_up
from tests.service.gateway.portal import SigningPortal
from truco.play.v1 import play_pb2
from truco.rules.v1 import rules_pb2

_SPECTATORS = 40


async def test_many_spectators_share_one_subscription_and_each_gets_the_hand(
    servers: Stack, portal: SigningPortal, tmp_path: Path
) -> None:
    with gateway(servers, tmp_path / "log") as running:
        running.wait_until("ok")
        face = NativeFace(running.grpc)

        def new_guest() -> Guest:
            player_id = new_id()
            return Guest(face, portal.token(player_id), player_id)

        table_id, awaited, other = await seated(new_guest)
        _wait_until_nobody_listens(running)
        streams = [new_guest().watch(play_pb2.WatchTable(table_id=table_id)) for _ in range(_SPECTATORS)]
        for stream in streams:
            await until_caught_up(stream)
        assert _subscriptions(running) == 1

        await play_a_card(awaited, table_id)
        version = (await act(other, table_id, rules_pb2.Action(kind=rules_pb2.ACTION_KIND_MAZO))).version
        hands = [await next_hand(stream) for stream in streams]
        assert {hand.table.version for hand in hands} == {version}
        assert len({hand.SerializeToString(deterministic=True) for hand in hands}) == 1
        for stream in streams:
            await stream.aclose()
        await face.close()


def _wait_until_nobody_listens(running: Gateway) -> None:
    """A gateway notices a moment later that a client has gone."""
    until = time.monotonic() + 10
    while _subscriptions(running):
        assert time.monotonic() < until
        time.sleep(0.05)


def _subscriptions(running: Gateway) -> int:
    (line,) = [line for line in running.metrics().splitlines() if line.startswith("quiero_gateway_subscriptions ")]
    return int(float(line.split()[1]))
