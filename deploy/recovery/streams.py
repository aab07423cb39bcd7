"""NATS's streams in files: each as the server's own snapshot, consumers included, taken while it is in use."""

import json
from pathlib import Path
from typing import Any, Final

from nats.aio.client import Client
from nats.js.errors import APIError

from deploy.recovery.errors import RecoveryError

_CHUNK: Final = 512 * 1024
_SECONDS: Final = 30.0


async def save(client: Client, folder: Path) -> list[str]:
    """Writes every stream into two files of the folder; returns their names."""
    names = await _names(client)
    for name in names:
        await _save(client, name, folder)
    return names


async def restore(client: Client, folder: Path) -> list[str]:
    """Makes every stream of the folder anew, in place of what there is; returns their names."""
    for name in await _names(client):
        await client.jetstream().delete_stream(name)
    names = _kept(folder)
    for name in names:
        await _restore(client, name, folder)
    return names


async def in_use(client: Client) -> bool:
    """Whether there are streams."""
    return bool(await _names(client))


async def _names(client: Client) -> list[str]:
    return sorted([str(info.config.name) for info in await client.jetstream().streams_info()])


def _kept(folder: Path) -> list[str]:
    return sorted(path.stem for path in folder.glob("*.json"))


async def _save(client: Client, name: str, folder: Path) -> None:
    inbox = client.new_inbox()
    chunks = await client.subscribe(inbox)
    request = {"deliver_subject": inbox, "chunk_size": _CHUNK, "jsck": True}
    answer = await _ask(client, f"$JS.API.STREAM.SNAPSHOT.{name}", request)
    with (folder / f"{name}.tar.s2").open("wb") as file:
        while data := (chunk := await chunks.next_msg(_SECONDS)).data:
            file.write(data)
            if chunk.reply:
                await client.publish(chunk.reply)
    if (status := (chunk.headers or {}).get("Status")) not in (None, "204"):
        raise RecoveryError(f"stream {name}: the snapshot broke off ({status})")
    await chunks.unsubscribe()
    description = {"config": answer["config"], "state": answer["state"]}
    (folder / f"{name}.json").write_text(json.dumps(description, indent=1) + "\n", encoding="utf-8")


async def _restore(client: Client, name: str, folder: Path) -> None:
    description = json.loads((folder / f"{name}.json").read_text(encoding="utf-8"))
    target = (await _ask(client, f"$JS.API.STREAM.RESTORE.{name}", description))["deliver_subject"]
    with (folder / f"{name}.tar.s2").open("rb") as file:
        while data := file.read(_CHUNK):
            await client.request(target, data, timeout=_SECONDS)
    _checked(json.loads((await client.request(target, b"", timeout=_SECONDS)).data))


async def _ask(client: Client, subject: str, request: dict[str, Any]) -> dict[str, Any]:
    return _checked(json.loads((await client.request(subject, json.dumps(request).encode(), timeout=_SECONDS)).data))


def _checked(answer: dict[str, Any]) -> dict[str, Any]:
    if "error" in answer:
        raise APIError.from_error(answer["error"])
    return answer
