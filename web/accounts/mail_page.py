"""In a local run: the mail that would have been sent."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET

from web.accounts.mail import local_mail
from web.settings.environment import environment


@require_GET
@never_cache
def mails(request: HttpRequest) -> HttpResponse:
    """The latest mails; there is no such page where mail is really sent."""
    if not environment().mail_folder:
        raise Http404
    return render(request, "accounts/local_mail.html", {"mails": local_mail(), "folder": environment().mail_folder})
