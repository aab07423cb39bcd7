"""Why the rules refuse something: the words of protos/truco/rules/v1/reason.proto that concern the game.

RuleError          carries a Reason
├── IllegalAction  well-formed, but the state does not allow it
└── InvalidInput   malformed, whatever the state
"""

from enum import StrEnum
from typing import Final


class Reason(StrEnum):
    """A reason of the catalogue, without its prefix; the catalogue has a sentence on each."""

    NOT_YOUR_TURN = "NOT_YOUR_TURN"
    CALL_PENDING = "CALL_PENDING"
    NOTHING_TO_ANSWER = "NOTHING_TO_ANSWER"
    NOT_YOUR_ANSWER = "NOT_YOUR_ANSWER"
    ALREADY_REFUSED = "ALREADY_REFUSED"
    CARD_NOT_HELD = "CARD_NOT_HELD"
    NO_TAPADA = "NO_TAPADA"
    ENVIDO_CLOSED = "ENVIDO_CLOSED"
    ENVIDO_TOO_LATE = "ENVIDO_TOO_LATE"
    ENVIDO_CHAIN = "ENVIDO_CHAIN"
    NOT_YOUR_RAISE = "NOT_YOUR_RAISE"
    TRUCO_CHAIN = "TRUCO_CHAIN"
    FOLDED = "FOLDED"
    NO_FLOR = "NO_FLOR"
    FLOR_OWED = "FLOR_OWED"
    NOT_PLAYED_HERE = "NOT_PLAYED_HERE"
    NO_HAND = "NO_HAND"
    HAND_IN_PLAY = "HAND_IN_PLAY"
    NOT_DEALER = "NOT_DEALER"
    MATCH_OVER = "MATCH_OVER"
    FLOR_CLOSED = "FLOR_CLOSED"
    PERROS_CLOSED = "PERROS_CLOSED"
    NOT_IN_DUEL = "NOT_IN_DUEL"
    WRONG_ANSWER = "WRONG_ANSWER"

    UNKNOWN_CARD = "UNKNOWN_CARD"
    UNKNOWN_ACTION = "UNKNOWN_ACTION"
    UNKNOWN_SEAT = "UNKNOWN_SEAT"
    BAD_DECK = "BAD_DECK"
    UNKNOWN_PRESET = "UNKNOWN_PRESET"
    BAD_OPTION = "BAD_OPTION"
    BAD_SEATS = "BAD_SEATS"
    BAD_STATE = "BAD_STATE"
    BAD_REQUEST = "BAD_REQUEST"
    BAD_REQUEST_ID = "BAD_REQUEST_ID"
    BAD_START = "BAD_START"


_MALFORMED: Final = frozenset(
    (
        Reason.UNKNOWN_CARD,
        Reason.UNKNOWN_ACTION,
        Reason.UNKNOWN_SEAT,
        Reason.BAD_DECK,
        Reason.UNKNOWN_PRESET,
        Reason.BAD_OPTION,
        Reason.BAD_SEATS,
        Reason.BAD_STATE,
        Reason.BAD_REQUEST,
        Reason.BAD_REQUEST_ID,
        Reason.BAD_START,
    )
)


class RuleError(Exception):
    """The rules refused something, and nothing changed."""

    def __init__(self, reason: Reason, message: str = "") -> None:
        super().__init__(f"{reason}: {message}" if message else str(reason))
        self.reason = reason
        self.message = message or str(reason)


class IllegalAction(RuleError):
    """The state does not allow it."""


class InvalidInput(RuleError):
    """The input is malformed, whatever the state."""


def error_of(reason: Reason, message: str = "") -> RuleError:
    """The error of the kind that the reason belongs to."""
    return InvalidInput(reason, message) if reason in _MALFORMED else IllegalAction(reason, message)
