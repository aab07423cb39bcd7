"""Every limit on what one player may ask, as an operator has set them."""

from dataclasses import dataclass
from typing import Self

from services.gateway.limits import Limit, RateLimit, SharedCounts
from services.gateway.settings import GatewaySettings


@dataclass(frozen=True, slots=True)
class PlayerLimits:
    """Each is named in the refusal by its key (`limit` in the ErrorInfo's metadata)."""

    commands: Limit
    seatings: Limit
    """Commands that a player has no need to give often, and that store a record each time."""
    reports: Limit
    watchings: Limit
    codes: Limit
    passwords: Limit

    @classmethod
    def of(cls, settings: GatewaySettings, shared: SharedCounts | None) -> Self:
        """Counted for all gateways together, or for this one without `shared`."""

        def limit(key: str, amount: float, seconds: float = 1.0) -> Limit:
            return Limit(RateLimit(key, amount, seconds), shared)

        return cls(
            commands=limit("commands_per_second", settings.gateway_commands_per_second),
            seatings=limit("seatings_per_minute", settings.gateway_seatings_per_minute, 60),
            reports=limit("reports_per_10_minutes", settings.gateway_reports_per_10_minutes, 600),
            watchings=limit("watches_per_minute", settings.gateway_watches_per_minute, 60),
            codes=limit("codes_per_minute", settings.gateway_codes_per_minute, 60),
            passwords=limit("passwords_per_minute", settings.gateway_passwords_per_minute, 60),
        )
