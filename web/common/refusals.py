"""How an error leaves the portal: JSON under /api/, a page elsewhere, and a bug logged once with an id."""

from collections.abc import Callable
from http import HTTPStatus

from django.core.exceptions import BadRequest, PermissionDenied, SuspiciousOperation
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from services.common import errors
from services.common.logging import log_bug
from web.common import database

# From the most special to the least, as an error is looked up by isinstance.
_STATUS: tuple[tuple[type[errors.TrucoError], HTTPStatus], ...] = (
    (errors.InvalidInput, HTTPStatus.BAD_REQUEST),
    (errors.Unauthenticated, HTTPStatus.UNAUTHORIZED),
    (errors.Denied, HTTPStatus.FORBIDDEN),
    (errors.NotFound, HTTPStatus.NOT_FOUND),
    (errors.Busy, HTTPStatus.TOO_MANY_REQUESTS),
    (errors.Unreachable, HTTPStatus.SERVICE_UNAVAILABLE),
    (errors.InternalError, HTTPStatus.INTERNAL_SERVER_ERROR),
    (errors.TrucoError, HTTPStatus.CONFLICT),
)


class Refusals:
    """Middleware that answers exceptions of views."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self._get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answers a refusal or a bug; what Django answers itself (404, 403, bad requests) is left to it."""
        if isinstance(error, Http404 | PermissionDenied | SuspiciousOperation | BadRequest):
            return None
        return refusal(request, typed(error, path=request.path))


def typed(error: Exception, **facts: str) -> errors.TrucoError:
    """The typed error that an exception stands for: itself, the database being away, or a bug, which is logged."""
    if isinstance(error, errors.TrucoError):
        return error
    if isinstance(error, database.AWAY):
        return database.unreachable()
    return errors.InternalError("INTERNAL", "internal error", id=log_bug("portal failed", error, **facts))


def refusal(request: HttpRequest, error: errors.TrucoError) -> HttpResponse:
    """The response for a typed error."""
    status = next(status for kind, status in _STATUS if isinstance(error, kind))
    if request.path.startswith("/api/"):
        body = {"error": {"reason": error.reason, "message": error.message, "metadata": dict(error.metadata)}}
        response: HttpResponse = JsonResponse(body, status=status)
    else:
        response = render(
            request, "refusal.html", {"reason": error.reason, "id": error.metadata.get("id")}, status=status
        )
    if error.retry_after is not None:
        response.headers["Retry-After"] = str(max(1, round(error.retry_after)))
    return response
