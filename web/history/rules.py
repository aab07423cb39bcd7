"""Where a match's rules stand in words: the rules page with the table's options in its address."""

import json
from urllib.parse import urlencode

from django.urls import reverse

from web.history.models import Match


def address(match: Match) -> str:
    """The rules page of the match's table."""
    options = match.record["options"] if match.record else {"target": match.target} if match.target else {}
    pairs = [
        ("jugadores", str(match.size)),
        *((name, text) for name, value in options.items() for text in _texts(value)),
    ]
    return f"{reverse('rules_of', args=[match.preset])}?{urlencode(pairs)}"


def _texts(value: object) -> list[str]:
    """A value as the page's form has it: words bare, all else as in JSON, each of a list by itself."""
    values = value if isinstance(value, list) else [value]
    return [each if isinstance(each, str) else json.dumps(each) for each in values]
