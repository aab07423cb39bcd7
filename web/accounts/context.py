"""What templates need to know of how this copy is set up."""

from django.http import HttpRequest

from web.settings.environment import environment


def setup(_request: HttpRequest) -> dict[str, bool]:
    """Whether one can sign in with Google, and whether mail lands in a folder instead of being sent."""
    return {"google_offered": bool(environment().google_client_id), "local_mail": bool(environment().mail_folder)}
