"""The gateway's two faces as programs see them, behind one small interface, so that a test proves both."""

import base64
import json
import uuid
from collections.abc import AsyncGenerator, AsyncIterator, Mapping
from typing import Any, Protocol, TypeVar

import grpc
import httpx
from google.protobuf.message import Message
from google.rpc import error_details_pb2

from services.common.errors import TrucoError, from_code, from_rpc_error
from truco.play.v1 import play_pb2

Response = TypeVar("Response", bound=Message)

_PATH = "/truco.play.v1.PlayService"
_PREFIX = 5
_END = 0b10


class Face(Protocol):
    """One way to the gateway. Every method raises the TrucoError that the gateway sent."""

    async def raw(self, rpc: str, data: bytes, token: str) -> bytes:
        """Calls a unary rpc with bytes, whatever they are."""

    def watch(self, request: play_pb2.WatchRequest, token: str) -> AsyncGenerator[play_pb2.WatchResponse, None]:
        """Watches."""

    async def close(self) -> None:
        """Disconnects."""


class NativeFace:
    """gRPC over HTTP/2."""

    def __init__(self, address: str) -> None:
        # Without bandwidth probes a client that does not read takes in no more than HTTP/2's first window, 64 KiB.
        options = [("grpc.use_local_subchannel_pool", 1), ("grpc.http2.bdp_probe", 0)]
        self._channel = grpc.aio.insecure_channel(address, options=options)

    async def raw(self, rpc: str, data: bytes, token: str) -> bytes:
        """See Face."""
        try:
            answer: bytes = await self._channel.unary_unary(f"{_PATH}/{rpc}")(
                data, metadata=_headers(token), timeout=30
            )
        except grpc.aio.AioRpcError as error:
            raise from_rpc_error(error) from error
        return answer

    async def watch(self, request: play_pb2.WatchRequest, token: str) -> AsyncGenerator[play_pb2.WatchResponse, None]:
        """See Face."""
        call = self._channel.unary_stream(f"{_PATH}/Watch")(request.SerializeToString(), metadata=_headers(token))
        try:
            async for data in call:
                yield play_pb2.WatchResponse.FromString(data)
        except grpc.aio.AioRpcError as error:
            raise from_rpc_error(error) from error
        finally:
            call.cancel()

    async def close(self) -> None:
        """See Face."""
        await self._channel.close()


class ConnectFace:
    """Connect over HTTP/1.1, as a browser speaks it."""

    def __init__(self, address: str) -> None:
        self._client = httpx.AsyncClient(base_url=f"http://{address}{_PATH}", timeout=30)

    async def raw(self, rpc: str, data: bytes, token: str) -> bytes:
        """See Face."""
        answer = await self._client.post(f"/{rpc}", content=data, headers=_web_headers(token, "application/proto"))
        if answer.status_code != httpx.codes.OK:
            raise connect_error(answer.json())
        return answer.content

    async def watch(self, request: play_pb2.WatchRequest, token: str) -> AsyncGenerator[play_pb2.WatchResponse, None]:
        """See Face."""
        headers = _web_headers(token, "application/connect+proto")
        content = _enveloped(request.SerializeToString())
        async with self._client.stream("POST", "/Watch", content=content, headers=headers) as answer:
            async for flags, data in _envelopes(answer.aiter_bytes()):
                if not flags & _END:
                    yield play_pb2.WatchResponse.FromString(data)
                elif error := json.loads(data).get("error"):
                    raise connect_error(error)

    async def close(self) -> None:
        """See Face."""
        await self._client.aclose()


class Guest:
    """A player at one face."""

    def __init__(self, face: Face, token: str, player_id: str) -> None:
        self.face = face
        self.token = token
        self.player_id = player_id

    async def call(self, rpc: str, request: Message, kind: type[Response]) -> Response:
        """Calls a unary rpc."""
        return kind.FromString(await self.face.raw(rpc, request.SerializeToString(), self.token))

    def watch(self, *tables: play_pb2.WatchTable, client_id: str = "") -> AsyncGenerator[play_pb2.WatchResponse, None]:
        """Watches."""
        return self.face.watch(play_pb2.WatchRequest(client_id=client_id or new_id(), tables=tables), self.token)


def new_id() -> str:
    """An id that nobody has used."""
    return uuid.uuid4().hex


def connect_error(fields: Mapping[str, Any]) -> TrucoError:
    """The error in a Connect error body."""
    info = error_details_pb2.ErrorInfo()
    for detail in fields.get("details", ()):
        if detail["type"] == info.DESCRIPTOR.full_name:
            info.ParseFromString(base64.b64decode(detail["value"] + "=="))
    code = next(code.value[0] for code in grpc.StatusCode if code.name == fields["code"].upper())
    return from_code(code, info.reason, fields.get("message", ""), info.metadata)


async def _envelopes(chunks: AsyncIterator[bytes]) -> AsyncIterator[tuple[int, bytes]]:
    buffer = b""
    async for chunk in chunks:
        buffer += chunk
        while len(buffer) >= _PREFIX and len(buffer) >= (size := _PREFIX + int.from_bytes(buffer[1:_PREFIX], "big")):
            yield buffer[0], buffer[_PREFIX:size]
            buffer = buffer[size:]


def _enveloped(data: bytes) -> bytes:
    return b"\0" + len(data).to_bytes(4, "big") + data


def _headers(token: str) -> tuple[tuple[str, str], ...]:
    return (("authorization", f"Bearer {token}"),) if token else ()


def _web_headers(token: str, content_type: str) -> dict[str, str]:
    return {"content-type": content_type, "connect-protocol-version": "1", **dict(_headers(token))}
