"""/reglas/: every preset in words, in every language, and what a plain form changes in it."""

import re
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from services.common.errors import InvalidInput, NotFound, TrucoError, Unreachable
from truco.engine.v1 import engine_pb2
from truco.rules.v1 import rules_pb2
from web.play.rules import choice, page
from web.play.rules.book import described
from web.play.rules.page import DEFAULT_LANGUAGE, DEFAULT_SEATS, Asked
from web.play.rules.texts import TEXTS

_FIRST = "maestro"
"""What is shown to who does not choose; it tells which presets there are."""

_IN_PAGE = ("BAD_OPTION", "BAD_SEATS")
"""Refusals of rules, which the form shows; all else is not about them."""


@require_safe
def rules(request: HttpRequest, preset: str = _FIRST) -> HttpResponse:
    """The rules page. While the engine is away it says so, with 503."""
    language = request.GET.get("idioma", DEFAULT_LANGUAGE)
    if language not in TEXTS:
        raise InvalidInput("BAD_REQUEST", "there is no such language")
    try:
        return _shown(request, preset, language)
    except Unreachable:
        return _away(request, language)


def _shown(request: HttpRequest, preset: str, language: str) -> HttpResponse:
    first = described(rules_pb2.Ruleset(preset=_FIRST), DEFAULT_SEATS, language)
    sizes = {known.name: known.seats for known in first.presets}.get(preset)
    if sizes is None:
        raise NotFound("PAGE_NOT_FOUND", "no such preset")
    asked = Asked(preset, _seats(request), language, {})
    base, refused = _told(asked, rules_pb2.Options(), first)
    asked = Asked(preset, asked.seats, language, choice.changes(request.GET, base.options))
    if request.GET and asked.address != request.get_full_path():
        return redirect(asked.address)
    told = base
    if asked.changes and refused is None:
        told, refused = _told(asked, choice.message(asked.changes, base.options), first)
    context = {
        "presets": page.presets(asked, first.presets),
        "sizes": page.sizes(asked, sizes),
        "groups": page.groups(asked, base.options),
        "changed": page.changed(asked, base.options),
        "sections": told.sections if refused is None else (),
        "refused": refused and _reason(refused, base),
        "reset": Asked(preset, asked.seats, language, {}).address,
    }
    return _page(request, asked, context, HTTPStatus.OK if refused is None else HTTPStatus.BAD_REQUEST)


def _told(
    asked: Asked, options: rules_pb2.Options, otherwise: engine_pb2.DescribeResponse
) -> tuple[engine_pb2.DescribeResponse, TrucoError | None]:
    """What the engine says of the rules; when it refuses them, what else there is to choose from, and the refusal."""
    try:
        return described(rules_pb2.Ruleset(preset=asked.preset, options=options), asked.seats, asked.language), None
    except InvalidInput as error:
        if error.reason not in _IN_PAGE:
            raise
        return otherwise, error


def _reason(refused: TrucoError, base: engine_pb2.DescribeResponse) -> dict[str, Any]:
    """Why, and which options the engine names."""
    words = re.findall(r"\w+", refused.message)
    named = [option.label for option in base.options if option.name in words]
    return {"reason": refused.reason, "options": named}


def _seats(request: HttpRequest) -> int:
    text = request.GET.get("jugadores", str(DEFAULT_SEATS))
    if text not in ("2", "4", "6"):
        raise InvalidInput("BAD_SEATS", "2, 4 or 6 play")
    return int(text)


def _away(request: HttpRequest, language: str) -> HttpResponse:
    response = _page(
        request, Asked(_FIRST, DEFAULT_SEATS, language, {}), {"away": True}, HTTPStatus.SERVICE_UNAVAILABLE
    )
    response.headers["Retry-After"] = "5"
    return response


def _page(request: HttpRequest, asked: Asked, context: dict[str, Any], status: HTTPStatus) -> HttpResponse:
    """The page in its language."""
    common = {"asked": asked, "texts": TEXTS[asked.language], "languages": page.languages(asked)}
    response = render(request, "rules/page.html", {**common, **context}, status=status)
    response.headers["Content-Language"] = asked.language
    return response
