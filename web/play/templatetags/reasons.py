"""Reasons in words, for templates."""

from django import template

from web.play.reasons import TEXTS

register = template.Library()


@register.filter
def reason_text(reason: str) -> str:
    """The text for a reason of the catalogue."""
    return str(TEXTS.get(reason, TEXTS["INTERNAL"]))
