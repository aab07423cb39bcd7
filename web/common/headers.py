"""The security headers that Django does not send by itself."""

from collections.abc import Callable
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse

from web.settings.environment import environment


class SecurityHeaders:
    """Adds Content-Security-Policy and Permissions-Policy to every response."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response
        self._policy = content_security_policy(environment().gateway_public_url, _sign_in_elsewhere())

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self._get_response(request)
        response.headers.setdefault("Content-Security-Policy", self._policy)
        response.headers.setdefault("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()")
        return response


def content_security_policy(gateway_url: str, sign_in_url: str = "") -> str:
    """Everything from the portal alone, save connections to the gateway, and forms that lead to where one signs in."""
    gateway = urlsplit(gateway_url)
    elsewhere = urlsplit(sign_in_url)
    forms = f"'self' {elsewhere.scheme}://{elsewhere.netloc}" if sign_in_url else "'self'"
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "media-src 'self'; "
        f"connect-src 'self' {gateway.scheme}://{gateway.netloc}; "
        f"form-action {forms}; base-uri 'none'; frame-ancestors 'none'"
    )


def _sign_in_elsewhere() -> str:
    """Browsers hold a form to where its answer redirects, too."""
    return environment().google_issuer if environment().google_client_id else ""
