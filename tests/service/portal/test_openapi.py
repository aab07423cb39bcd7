"""The API against its own document: whatever is sent, what comes back is as the document says, and never a bug."""

from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from deploy.local.stack import Stack

EXAMPLES = 10
SECONDS = 30
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
    response_headers_conformance,
]
OPERATIONS = [
    "POST /api/guest",
    "POST /api/token",
    "GET /api/v1/leaderboards",
    "GET /api/v1/matches/{match_id}",
    "GET /api/v1/matches/{match_id}/record",
    "GET /api/v1/me",
    "GET /api/v1/me/balance",
    "GET /api/v1/me/blocks",
    "PUT /api/v1/me/blocks/{player_id}",
    "DELETE /api/v1/me/blocks/{player_id}",
    "GET /api/v1/me/bots",
    "POST /api/v1/me/bots",
    "DELETE /api/v1/me/bots/{bot_id}",
    "GET /api/v1/me/matches",
    "GET /api/v1/me/movements",
    "GET /api/v1/me/tokens",
    "POST /api/v1/me/tokens",
    "DELETE /api/v1/me/tokens/{token_id}",
    "GET /api/v1/players/{player_id}",
]


@pytest.fixture(scope="module")
def url(portal: Stack) -> str:
    """Where the portal is."""
    return f"http://{portal.address('PORTAL')}"


@pytest.fixture(scope="module")
def schema(url: str) -> Any:
    """The document, as the portal serves it."""
    return schemathesis.openapi.from_url(f"{url}/api/v1/openapi.json")


@pytest.fixture(scope="module")
def session(url: str) -> requests.Session:
    """A guest's browser, with its CSRF token."""
    browser = requests.Session()
    page = browser.get(url).text
    form = page.split('name="csrfmiddlewaretoken" value="', 1)[1].split('"', 1)[0]
    assert browser.post(f"{url}/entrar/", {"csrfmiddlewaretoken": form}).ok
    browser.headers["X-CSRFToken"] = browser.cookies["quiero_csrf"]
    return browser


@pytest.fixture(scope="module")
def program(url: str) -> requests.Session:
    """A guest's program, with its personal access token."""
    secret = requests.post(f"{url}/api/guest", timeout=SECONDS).json()["secret"]
    with requests.Session() as made:
        made.headers["Authorization"] = f"Bearer {secret}"
        return made


def test_every_operation_is_tried(schema: Any) -> None:
    assert sorted(found.ok().label for found in schema.get_all_operations()) == sorted(OPERATIONS)


@pytest.mark.parametrize("who", ["session", "program", "nobody"])
@pytest.mark.parametrize("label", OPERATIONS)
def test_an_operation_keeps_to_the_document(
    schema: Any, url: str, session: requests.Session, program: requests.Session, label: str, who: str
) -> None:
    caller = {"session": session, "program": program, "nobody": requests.Session()}[who]
    operation = schema.find_operation_by_label(label)

    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        derandomize=True,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy())
    def keeps_to_it(case: Any) -> None:
        response = case.call(base_url=url, session=caller, timeout=SECONDS)
        case.validate_response(response, checks=CHECKS)

    keeps_to_it()
