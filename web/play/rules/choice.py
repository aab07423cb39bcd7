"""What a form asks for: values of options by name, as they stand in an address (`?target=15&flor=true`)."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.http import QueryDict

from services.common.errors import InvalidInput
from truco.rules.v1 import rules_pb2, words_pb2

Changes = Mapping[str, Sequence[str]]
"""The options that differ from the preset's, with their values."""


def written(choice: words_pb2.RulesChoice) -> str:
    """The value as an address has it: words bare, all else as in JSON."""
    value = json.loads(choice.value_json)
    return value if isinstance(value, str) else choice.value_json


def changes(query: QueryDict, options: Iterable[words_pb2.RulesOption]) -> Changes:
    """What the query changes in these options. Raises InvalidInput (BAD_OPTION) for a value that there is not."""
    found = {option.name: _asked(query.getlist(option.name), option) for option in options if option.name in query}
    preset = {option.name: chosen(option) for option in options}
    return {name: values for name, values in found.items() if values != preset[name]}


def chosen(option: words_pb2.RulesOption) -> list[str]:
    """The values that are chosen."""
    return [written(choice) for choice in option.choices if choice.chosen]


def message(changed: Changes, options: Iterable[words_pb2.RulesOption]) -> rules_pb2.Options:
    """The options of a ruleset that are changed."""
    values = {option.name: {written(choice): choice.value_json for choice in option.choices} for option in options}
    packed = rules_pb2.Options()
    for name, texts in changed.items():
        _set(packed, name, [json.loads(values[name][text]) for text in texts])
    return packed


def _asked(texts: Sequence[str], option: words_pb2.RulesOption) -> list[str]:
    """The values in the order of the choices."""
    known = [written(choice) for choice in option.choices]
    if not set(texts) <= set(known):
        raise InvalidInput("BAD_OPTION", f"{option.name} may not be that")
    return [text for text in known if text in texts]


def _set(packed: rules_pb2.Options, name: str, values: list[Any]) -> None:
    field = getattr(packed, name)
    if isinstance(field, rules_pb2.FlorReplies):
        field.replies.extend(rules_pb2.ActionKind.Value(f"ACTION_KIND_{value.upper()}") for value in values)
    elif isinstance(field, rules_pb2.Limit):
        field.SetInParent()
        if values[-1] is not None:
            field.points = values[-1]
    else:
        setattr(packed, name, values[-1])
