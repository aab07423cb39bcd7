"""What accounts tell the apps above them, which accounts must not import."""

from django.dispatch import Signal

email_confirmed = Signal()
"""A player's first address was confirmed; `player` is who. Sent inside the transaction that confirms: what a receiver
writes is kept or lost with it, and what it raises undoes it. Receivers are idempotent."""
