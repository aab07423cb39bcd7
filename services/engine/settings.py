"""What the engine reads from its environment."""

from typing import Annotated

from pydantic import StringConstraints

from services.common.settings import ServiceSettings


class EngineSettings(ServiceSettings):
    """Settings of the engine process.

    QUIERO_ENGINE_INTERPRETED is read elsewhere, by every process that imports the rules (`native/store.py`).
    """

    health_address: str = "127.0.0.1:9101"

    engine_address: str = "127.0.0.1:50052"
    """Where EngineService is served, host:port; port 0 takes a free one."""

    engine_state_key: Annotated[str, StringConstraints(pattern=r"^([0-9a-fA-F]{2}){16,}$")]
    """The secret that tags states, at least 32 hex characters, the same for all engines of a deployment."""
