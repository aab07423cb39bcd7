"""The security headers that Django does not send by itself."""

from collections.abc import Callable
from urllib.parse import urlsplit

from django.http import HttpRequest, HttpResponse

from web.settings.environment import environment


class SecurityHeaders:
    """Adds Content-Security-Policy and Permissions-Policy to every response."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response
        self._policy = content_security_policy(environment().gateway_public_url)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self._get_response(request)
        response.headers.setdefault("Content-Security-Policy", self._policy)
        response.headers.setdefault("Permissions-Policy", "camera=(), microphone=(), geolocation=(), payment=()")
        return response


def content_security_policy(gateway_url: str) -> str:
    """Everything from the portal alone, save connections to the gateway."""
    gateway = urlsplit(gateway_url)
    return (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "media-src 'self'; "
        f"connect-src 'self' {gateway.scheme}://{gateway.netloc}; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    )
