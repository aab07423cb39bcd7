"""What a backup's folder holds, and whether it still holds it."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from deploy.recovery.errors import RecoveryError

_FILE: Final = "manifest.json"


def write(folder: Path, state_key: str) -> None:
    """Notes the moment, every file's hash, and by which key the engine's states are sealed."""
    told = {
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "state_key": fingerprint(state_key),
        "sha256": {str(path.relative_to(folder)): _hash(path) for path in _files(folder)},
    }
    (folder / _FILE).write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


def check(folder: Path) -> Mapping[str, str]:
    """When it was made, and the state key's fingerprint; raises RecoveryError for a folder that is not whole."""
    try:
        told = json.loads((folder / _FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        raise RecoveryError(f"{folder} is not a whole backup: {_FILE} cannot be read") from None
    for name, digest in told["sha256"].items():
        if not (folder / name).is_file() or _hash(folder / name) != digest:
            raise RecoveryError(f"{folder} is not whole: {name} is not what was saved")
    return {"made": told["made"], "state_key": told["state_key"]}


def fingerprint(state_key: str) -> str:
    """Tells whether two keys are the same, and nothing of the key: it has 256 random bits."""
    return hashlib.sha256(f"quiero state key {state_key}".encode()).hexdigest()[:16]


def _files(folder: Path) -> Iterator[Path]:
    return (path for path in sorted(folder.rglob("*")) if path.is_file())


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
