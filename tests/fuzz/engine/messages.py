"""Messages of the engine's contract, built field by field from their descriptors, nearly right."""

from random import Random
from typing import Any, Final

from google.protobuf.descriptor import Descriptor, FieldDescriptor
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass

from services.engine.rules.cards import NAMES
from services.engine.rules.options import CHOICES
from services.engine.rules.presets import PRESETS
from tests.fuzz.engine.values import number, text
from truco.rules.v1 import rules_pb2

_CHOICES: Final[dict[str, tuple[Any, ...]]] = {
    **{
        name: tuple(choices) for name, choices in CHOICES.items() if not name.startswith("pica_") or name == "pica_pica"
    },
    "preset": tuple(PRESETS),
    "card": NAMES,
    "seats": (2, 4, 6),
    "seat": (0, 1),
    "dealer": (0, 1),
    "language": ("es-AR", "es-UY", "en", "pt"),
}
"""What belongs into a field of that name."""
_RIGHT: Final = 0.8
"""How often a field is filled with what belongs there."""


class Builder:
    """Builds messages; states come from a pool, which may grow meanwhile."""

    def __init__(self, random: Random, states: list[bytes], records: list[str]) -> None:
        self._random = random
        self._states = states
        self._records = records

    def build(self, kind: Descriptor) -> Message:
        """A message of that kind."""
        message = GetMessageClass(kind)()
        for field in kind.fields:
            if self._random.random() < self._share(kind, field):
                self._fill(message, field)
        if isinstance(message, rules_pb2.Action) and self._random.random() < _RIGHT:
            self._carry_only_its_own(message)
        return message

    def _carry_only_its_own(self, action: rules_pb2.Action) -> None:
        """Only PLAY and DOWN have a card, only DEAL has a deck."""
        if action.kind not in (rules_pb2.ACTION_KIND_PLAY, rules_pb2.ACTION_KIND_DOWN):
            action.card = ""
        if action.kind != rules_pb2.ACTION_KIND_DEAL:
            del action.deck[:]

    def _share(self, kind: Descriptor, field: FieldDescriptor) -> float:
        """How often a field is filled: options seldom, others mostly."""
        if kind.name == "Options":
            return 0.06
        return 0.25 if field.has_presence and field.message_type is None else 0.85

    def _fill(self, message: Message, field: FieldDescriptor) -> None:
        if field.is_repeated:
            count = self._count(field)
            values = self.deck(count) if field.name == "deck" else [self._value(field) for _ in range(count)]
            getattr(message, field.name).extend(values)
        elif field.message_type is not None:
            getattr(message, field.name).CopyFrom(self.build(field.message_type))
        else:
            setattr(message, field.name, self._value(field))

    def _count(self, field: FieldDescriptor) -> int:
        if field.name in ("score", "chicos") and self._random.random() < _RIGHT:
            return self._random.choice((0, 2))
        if field.name == "deck":
            return self._random.choice((0, 0, 0, 6, 7, 12, 13, 18, 19, 40, 41))
        return self._random.choice((0, 1, 1, 2, 3))

    def deck(self, count: int) -> list[str]:
        """So many cards, nearly always each once."""
        if count <= len(NAMES) and self._random.random() < _RIGHT:
            return self._random.sample(NAMES, count)
        return [_writable(text(self._random)) for _ in range(count)]

    def _value(self, field: FieldDescriptor) -> Any:
        if field.message_type is not None:
            return self.build(field.message_type)
        if field.name in _CHOICES and self._random.random() < _RIGHT:
            return self._random.choice(_CHOICES[field.name])
        if field.enum_type is not None:
            known = [value.number for value in field.enum_type.values]
            return (
                self._random.choice(known) if self._random.random() < _RIGHT else _fitting(number(self._random), field)
            )
        if field.type == FieldDescriptor.TYPE_BYTES:
            return self._random.choice(self._states)
        if field.type == FieldDescriptor.TYPE_STRING:
            return self._text(field)
        if field.type == FieldDescriptor.TYPE_BOOL:
            return self._random.random() < 0.5
        return _fitting(number(self._random), field)

    def _text(self, field: FieldDescriptor) -> str:
        if field.name == "record_json":
            return self._random.choice(self._records)
        return _writable(text(self._random))


def damaged(data: bytes, random: Random) -> bytes:
    """A serialized message with some bytes changed, cut, repeated, or with unknown fields behind it."""
    kind, at = random.randrange(5), random.randrange(len(data) + 1)
    if kind == 0:
        return data[:at]
    if kind == 1:
        return data[:at] + random.randbytes(random.randint(1, 4)) + data[at + 1 :]
    if kind == 2:
        return data + data[at:]
    if kind == 3:
        return data + b"\xfa\xff\x03\x05hello" + b"\xf8\xff\xff\xff\x0f\x01"
    return data[:at] + data[at + random.randint(1, 8) :]


def _writable(word: str) -> str:
    return word.encode(errors="replace").decode()


def _fitting(value: int, field: FieldDescriptor) -> int:
    unsigned = field.type in (FieldDescriptor.TYPE_UINT32, FieldDescriptor.TYPE_UINT64)
    bits = 64 if field.type in (FieldDescriptor.TYPE_UINT64, FieldDescriptor.TYPE_INT64) else 32
    wrapped = value % (1 << bits)
    return wrapped if unsigned or wrapped < 1 << (bits - 1) else wrapped - (1 << bits)
