"""What the bots read from their environment."""

from typing import Literal

from pydantic import Field

from services.common.settings import NatsSettings


class BotsSettings(NatsSettings):
    """Settings of the bots process."""

    health_address: str = "127.0.0.1:9103"

    bots_pause_ms: int = Field(default=900, ge=0, le=5000)
    """The mean pause before a bot's move, in milliseconds; 0 for none."""

    bots_policy: Literal["criollo", "always_accept", "random"] = "criollo"
    """The policy that plays (services/bots/policies)."""

    bots_most_turns: int = Field(default=5000, ge=1)
    """How many turns it takes on at once; more are left to other replicas, or to the next time tables sends them."""

    bots_most_commands: int = Field(default=256, ge=1)
    """How many commands may wait for their answer at once."""
