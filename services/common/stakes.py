"""What may be staked: tables opens no other table, and the portal holds no other stake."""

from typing import Final

STAKES: Final = (10, 25, 50, 100, 250)
"""Credits that each head may put down; a match without credits stakes 0."""
