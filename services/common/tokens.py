"""What the portal writes into a player's token and whoever verifies it expects (architecture 6)."""

from typing import Final

ALGORITHM: Final = "EdDSA"
ISSUER: Final = "quiero"
AUDIENCE: Final = "quiero"
LIFE_SECONDS: Final = 15 * 60
"""How long a token lives."""

TABLE_READ: Final = "table:read"
"""To see what the player sees: tables, the lobby, the own matches."""
TABLE_PLAY: Final = "table:play"
"""To play as a person, and to see."""
BOT_PLAY: Final = "bot:play"
"""To play as a bot account, and to see; nothing in the token of a person."""
WALLET_READ: Final = "wallet:read"
"""To see the player's credits."""

SCOPES: Final = (TABLE_READ, TABLE_PLAY, BOT_PLAY, WALLET_READ)
PERSONS_SCOPES: Final = (TABLE_READ, TABLE_PLAY, WALLET_READ)
"""All that a person may do, and so what the token of a browser's session has."""
