"""What the portal writes into a player's token and whoever verifies it expects (architecture 6)."""

from typing import Final

ALGORITHM: Final = "EdDSA"
ISSUER: Final = "quiero"
AUDIENCE: Final = "quiero"
PLAY_SCOPE: Final = "play"
