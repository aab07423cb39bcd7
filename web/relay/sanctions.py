"""What players are barred from, as gateways read it (truco.portal.v1.Sanctions)."""

from collections.abc import Collection, Mapping
from datetime import UTC, datetime
from uuid import UUID

from truco.portal.v1 import sanctions_pb2
from web.sanctions import services
from web.sanctions.services import Kind

_NO_END = datetime(9999, 1, 1, tzinfo=UTC)


def sanctions(keys: Collection[str]) -> Mapping[str, bytes]:
    """The lasting sanctions of each player, by id; those who have none are left out."""
    return {player.hex: _told(player, until) for player, until in services.lasting([UUID(key) for key in keys]).items()}


def _told(player: UUID, until: Mapping[Kind, datetime | None]) -> bytes:
    def ms(kind: Kind) -> int:
        return round((until[kind] or _NO_END).timestamp() * 1000) if kind in until else 0

    return sanctions_pb2.Sanctions(
        player_id=player.hex,
        muted_until_ms=ms(Kind.MUTE),
        seek_banned_until_ms=ms(Kind.SEEK_BAN),
        suspended_until_ms=ms(Kind.SUSPENSION),
    ).SerializeToString()
