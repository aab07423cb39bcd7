"""Pages of words: what proves that the game is fair, and what is kept of people."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render, resolve_url
from django.views.decorators.http import require_safe

from web.settings.environment import environment


@require_safe
def fairness(request: HttpRequest) -> HttpResponse:
    """How anybody checks the cards, and what that does not prove."""
    return render(request, "about/fairness.html")


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What is kept, for how long, and how to have it or be rid of it."""
    facts = {
        "report_days": round(environment().report_days),
        "guest_days": environment().guest_idle_days,
        "account_url": resolve_url("account"),
    }
    return render(request, "about/privacy.html", facts)
