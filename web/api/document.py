"""The OpenAPI document of the API, and the page that shows it."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.serializers import Serializer

from web.api.shapes import Error, Shape


class CallersScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How callers prove who they are."""

    target_class = "web.api.callers.Callers"
    name = ["bearer", "session"]  # noqa: RUF012

    def get_security_definition(self, auto_schema: AutoSchema) -> list[dict[str, str]]:  # noqa: ARG002
        """A token, or the browser's cookie."""
        return [
            {"type": "http", "scheme": "bearer", "description": "A personal access token (qro_…), or one had for it."},
            {"type": "apiKey", "in": "cookie", "name": "quiero_session", "description": "A browser's session."},
        ]


def documented(
    summary: str,
    responses: Mapping[int, type[Shape] | None],
    *,
    request: type[Shape] | None = None,
    parameters: Sequence[OpenApiParameter | type[Serializer[Any]]] = (),
    errors: Sequence[int] = (),
) -> Callable[..., Any]:
    """Says in the document what a view does and answers; any may also be refused as no caller's, and for too many."""
    refused = dict.fromkeys((400, 401, 403, 405, 406, 415, 429, 503, *errors), Error)
    return extend_schema(
        summary=summary,
        description=summary,
        request=request,
        responses={**refused, **responses},
        parameters=list(parameters),
    )


@require_safe
@cache_control(public=True, max_age=300)
def openapi(_request: HttpRequest) -> HttpResponse:
    """The document."""
    return JsonResponse(_document())


@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """The page that shows it and tries it out."""
    return render(request, "api/docs.html")


@cache
def _document() -> dict[str, Any]:
    """Made once in each process: it is the same for everybody."""
    generator: Any = SchemaGenerator
    document: dict[str, Any] = generator().get_schema(request=None, public=True)
    return document
