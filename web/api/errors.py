"""How an error leaves the API: the same body as everywhere (web.common.refusals)."""

from typing import Any

from django.core.exceptions import PermissionDenied, SuspiciousOperation
from django.http import Http404, HttpResponse
from rest_framework import exceptions, status

from services.common import errors
from web.common.refusals import refusal, typed

_KEPT = (status.HTTP_405_METHOD_NOT_ALLOWED, status.HTTP_406_NOT_ACCEPTABLE, status.HTTP_415_UNSUPPORTED_MEDIA_TYPE)
"""Statuses of HTTP's own, with BAD_REQUEST as their reason."""


def handle(error: Exception, context: dict[str, Any]) -> HttpResponse:
    """The response for whatever a view raised."""
    request = context["request"]._request
    response = refusal(request, _ours(error, request.path))
    kept = getattr(error, "status_code", None)
    if kept in _KEPT:
        response.status_code = kept
    if response.status_code == status.HTTP_401_UNAUTHORIZED:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


def _ours(error: Exception, path: str) -> errors.TrucoError:
    if isinstance(error, exceptions.ValidationError):
        return _invalid(error.detail)
    if isinstance(error, exceptions.PermissionDenied | PermissionDenied):  # the session's CSRF token
        return errors.Denied("TOKEN_INVALID", "a session needs its CSRF token")
    if isinstance(error, Http404):
        return errors.NotFound("PAGE_NOT_FOUND", "no such address")
    if isinstance(error, SuspiciousOperation):  # a body that is too large
        return errors.InvalidInput("BAD_REQUEST", "the request is not acceptable")
    if isinstance(error, exceptions.APIException):
        return errors.InvalidInput("BAD_REQUEST", str(error.detail))
    return typed(error, path=path)


def _invalid(detail: Any) -> errors.InvalidInput:
    """The first field that is wrong, and why."""
    if isinstance(detail, dict) and detail:
        field, found = next(iter(detail.items()))
        return errors.InvalidInput("BAD_REQUEST", f"{field}: {_first(found)}", field=str(field))
    return errors.InvalidInput("BAD_REQUEST", _first(detail))


def _first(detail: Any) -> str:
    while isinstance(detail, list | dict) and detail:
        detail = next(iter(detail.values())) if isinstance(detail, dict) else detail[0]
    return str(detail)
