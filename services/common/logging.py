"""Structured logs: one JSON line per event on standard error, with table, player, request and trace where there is one.

Never cards, tokens or e-mails.
"""

import logging
import sys
import uuid

import structlog

from services.common import tracing


def configure(service: str, level: str) -> None:
    """Sets up structlog and the standard library's logging for a process."""
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            tracing.add_ids,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        wrapper_class=structlog.make_filtering_bound_logger(logging.getLevelNamesMapping()[level.upper()]),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )
    structlog.contextvars.bind_contextvars(service=service)
    logging.basicConfig(level=level.upper(), format="%(name)s %(levelname)s %(message)s")


def log_bug(event: str, error: BaseException, **facts: str) -> str:
    """Logs an unexpected error once and returns the id under which it stands in the log."""
    bug_id = uuid.uuid4().hex
    structlog.get_logger().error(event, bug_id=bug_id, exc_info=error, **facts)
    return bug_id
