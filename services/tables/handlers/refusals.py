"""Refusals as they travel in answers."""

from services.common.errors import TrucoError, code_number
from truco.tables.v1.tables_pb2 import Refused


def refused(error: TrucoError) -> Refused:
    """The message that stands for an error."""
    return Refused(
        code=code_number(error),
        reason=error.reason,
        message=error.message,
        metadata=dict(error.metadata),
        retry_after_ms=round((error.retry_after or 0) * 1000),
    )
