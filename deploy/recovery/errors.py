"""What may go wrong with a backup or a restore, in a line that an operator understands."""


class RecoveryError(Exception):
    """It was not done; the message says why."""
