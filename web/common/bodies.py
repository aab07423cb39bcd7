"""JSON bodies of requests."""

import json
from typing import Any

from django.http import HttpRequest

from services.common.errors import InvalidInput


def json_body(request: HttpRequest) -> dict[str, Any]:
    """The request's JSON object; an empty body is an empty one. Raises InvalidInput (BAD_REQUEST)."""
    try:
        body = json.loads(request.body) if request.body.strip() else {}
    except (ValueError, RecursionError):
        body = None
    if not isinstance(body, dict):
        raise InvalidInput("BAD_REQUEST", "the body must be a JSON object")
    return body


def text(body: dict[str, Any], key: str) -> str | None:
    """A text of the body, or None when it is left out. Raises InvalidInput (BAD_REQUEST)."""
    value = body.get(key)
    if value is not None and not isinstance(value, str):
        raise InvalidInput("BAD_REQUEST", f"{key} must be a string")
    return value
