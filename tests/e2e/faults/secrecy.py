"""What each viewer may know at each version of a table, from its records, and what an update shows beyond that."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from google.protobuf.message import Message

from tests.harness.records import Stored
from truco.play.v1 import play_pb2
from truco.rules.v1 import rules_pb2

_CARD = re.compile(r"([1-7]|1[0-2])[eboc]")


class Knowledge:
    """The cards that the seats and spectators of one table may know, by version (architecture 5)."""

    def __init__(self, records: Sequence[Stored]) -> None:
        self._public: dict[int, frozenset[str]] = {}
        self._own: dict[int, dict[int, frozenset[str]]] = {}
        public: set[str] = set()
        own: defaultdict[int, set[str]] = defaultdict(set)
        for stored in records:
            for event in _events(stored):
                if event.HasField("hand_dealt"):
                    public, own = set(), defaultdict(set)
                elif event.HasField("cards_dealt"):
                    own[event.cards_dealt.seat].update(event.cards_dealt.cards)
                public.update(_made_public(event))
            self._public[stored.record.version] = frozenset(public)
            self._own[stored.record.version] = {seat: frozenset(cards) for seat, cards in own.items()}

    def shown_beyond(self, update: play_pb2.TableUpdate, since: int) -> set[str]:
        """The cards in an update that its viewer, who had seen `since`, must not know by its version."""
        version = update.table.version
        allowed: set[str] = set()
        for number in range(min(since + 1, version), version + 1):
            allowed |= self._public[number]
            if update.HasField("seat"):
                allowed |= self._own[number].get(update.seat, frozenset())
        return cards_in(update) - allowed


def cards_in(update: play_pb2.TableUpdate) -> set[str]:
    """Every card that stands anywhere in an update's events or view."""
    parts: list[Message] = [update.view, *update.events]
    return {text for part in parts for text in _texts(part) if _CARD.fullmatch(text)}


def _events(stored: Stored) -> Iterable[rules_pb2.Event]:
    return (rules_pb2.Event.FromString(addressed.event) for addressed in stored.record.events)


def _made_public(event: rules_pb2.Event) -> Sequence[str]:
    if event.HasField("card_played") and not event.card_played.face_down:
        return [event.card_played.card]
    if event.HasField("cards_shown"):
        return event.cards_shown.cards
    return []


def _texts(message: Message) -> Iterator[str]:
    for field, value in message.ListFields():
        values: Iterable[Any] = value if field.is_repeated else [value]
        for item in values:
            if isinstance(item, Message):
                yield from _texts(item)
            elif isinstance(item, str):
                yield item
