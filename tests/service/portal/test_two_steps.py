"""Two steps to sign in: a code of an application, or one of those for when it is lost."""

import base64
import hmac
import re
import time

import pytest
import redis

from deploy.local.stack import Stack
from tests.service.portal.visitor import PASSWORD, Visitor


@pytest.fixture(autouse=True)
def no_limit_reached_before(portal: Stack) -> None:
    """All tests come from one address, so each begins with nothing counted."""
    valkey = redis.Redis.from_url(portal.env["QUIERO_VALKEY_URL"])
    for key in valkey.scan_iter("*allauth:rl:*"):
        valkey.delete(key)


def test_with_two_steps_the_password_alone_signs_nobody_in(portal: Stack) -> None:
    owner, elsewhere = Visitor(portal), Visitor(portal)
    address = owner.register()
    codes = _activate(owner)

    asked = elsewhere.sign_in(address)
    assert asked.url.path == "/ingresar/codigo/"
    assert elsewhere.get("/cuenta/").url.path == "/ingresar/"
    wrong = elsewhere.submit("/ingresar/codigo/", code="00000000")
    assert wrong.url.path == "/ingresar/codigo/"

    assert elsewhere.submit("/ingresar/codigo/", code=codes[0]).url.path == "/lobby/"
    again = Visitor(portal)
    again.sign_in(address)
    assert again.submit("/ingresar/codigo/", code=codes[0]).url.path == "/ingresar/codigo/"


def _activate(owner: Visitor) -> list[str]:
    """Turns the two steps on; the recovery codes."""
    page = owner.submit("/cuenta/confirmar/?next=/cuenta/dos-pasos/activar/", password=PASSWORD)
    secret = re.search(r"<code>(\w+)</code>", page.text)
    assert secret, page.text
    # not by `submit`, which looks at the page again: each look makes another secret
    owner.post("/cuenta/dos-pasos/activar/", page, code=_totp(secret[1]))
    found = re.findall(r"<li><code>(\w+)</code></li>", owner.get("/cuenta/dos-pasos/codigos/").text)
    assert len(found) == 10
    return found


def _totp(secret: str) -> str:
    """The code of now (RFC 6238)."""
    moment = (int(time.time()) // 30).to_bytes(8)
    digest = hmac.digest(base64.b32decode(secret), moment, "sha1")
    at = digest[-1] & 0xF
    return f"{(int.from_bytes(digest[at : at + 4]) & 0x7FFFFFFF) % 10**6:06}"
