"""The rules of Truco as pure functions: no I/O, no clock, no randomness; the standard library and nothing else.

    state = new_match(make_ruleset("maestro"), seats=2)
    state = apply(state, state.dealer, deal(deck))
    for action in legal(state, state.turn): ...

Section numbers in this package are those of docs/rules.md.
"""

from services.engine.rules.actions import Action, deal, parse, text
from services.engine.rules.apply import apply
from services.engine.rules.errors import IllegalAction, InvalidInput, Reason, RuleError
from services.engine.rules.guard import refusal
from services.engine.rules.legal import awaited, default_action, legal
from services.engine.rules.log import Log
from services.engine.rules.match import new_match
from services.engine.rules.options import make_ruleset
from services.engine.rules.ruleset import Ruleset
from services.engine.rules.state import State
from services.engine.rules.view import View, view

__all__ = [
    "Action",
    "IllegalAction",
    "InvalidInput",
    "Log",
    "Reason",
    "RuleError",
    "Ruleset",
    "State",
    "View",
    "apply",
    "awaited",
    "deal",
    "default_action",
    "legal",
    "make_ruleset",
    "new_match",
    "parse",
    "refusal",
    "text",
    "view",
]
