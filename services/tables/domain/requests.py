"""What a table remembers of requests, so that a repeated one is answered and not repeated (architecture 4.2)."""

import hashlib
from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from services.common.errors import Reused
from services.tables.domain.passwords import without_password
from truco.tables.v1.tables_pb2 import Command, DoneRequest, JoinTable, OpenTable, SeatState, TableState

if TYPE_CHECKING:
    from google.protobuf.internal.containers import RepeatedCompositeFieldContainer

PER_SEAT: Final = 16
OF_LEFT_PLAYERS: Final = 64
_WITH_PASSWORD: Final = (OpenTable, JoinTable)


def body_hash(command: Command) -> bytes:
    """Tells two bodies apart: the first 16 bytes of SHA-256 over what is to be done.

    Without the password: records keep this, and who has them could try passwords without the cost of scrypt.
    """
    which = command.WhichOneof("body") or ""
    body = getattr(command, which) if which else None
    if isinstance(body, _WITH_PASSWORD):
        body = without_password(body)
    written = body.SerializeToString(deterministic=True) if body is not None else b""
    return hashlib.sha256(which.encode() + b"|" + written).digest()[:16]


def done_before(state: TableState, seat: int | None, command: Command) -> DoneRequest | None:
    """The request as it was carried out, or None. Errors: REQUEST_ID_REUSED when it had another body."""
    done = _find(_memory(state, seat, command.player.player_id), command.request_id)
    if done is not None and done.body_hash != body_hash(command):
        raise Reused("REQUEST_ID_REUSED", "this request id was used before with another body")
    return done


def remember(seat: SeatState, command: Command, version: int) -> None:
    """Adds a request to a seat that is being built."""
    done = DoneRequest(request_id=command.request_id, body_hash=body_hash(command), version=version)
    _append(seat.requests, [done], PER_SEAT)


def remember_left(state: TableState, seat: SeatState) -> None:
    """Adds to a state that is being built what a seat remembers whose player is about to be gone."""
    for done in seat.requests:
        done.player_id = seat.player.player_id
    _append(state.left_requests, seat.requests, OF_LEFT_PLAYERS)


def _memory(state: TableState, seat: int | None, player_id: str) -> Iterable[DoneRequest]:
    left = [done for done in state.left_requests if done.player_id == player_id]
    if seat is None:
        return left
    return [*left, *state.seats[seat].requests] if left else state.seats[seat].requests


def _find(memory: Iterable[DoneRequest], request_id: str) -> DoneRequest | None:
    for done in memory:  # a plain loop: a generator costs twice as much, 2 µs for the 16 of a seat
        if done.request_id == request_id:
            return done
    return None


def _append(memory: "RepeatedCompositeFieldContainer[DoneRequest]", more: Iterable[DoneRequest], limit: int) -> None:
    memory.extend(more)
    del memory[:-limit]
