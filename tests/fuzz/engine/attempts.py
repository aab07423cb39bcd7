"""One attempt each of what the fuzzing tries. An attempt raises where the engine has not kept its word."""

import json
import signal
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, Final

from google.protobuf.descriptor import Descriptor
from google.protobuf.message import DecodeError

from services.common.errors import InvalidInput, TrucoError
from services.engine.cli.random_records import random_records
from services.engine.cli.reading import Found
from services.engine.cli.replaying import line_of
from services.engine.operations import Operations
from services.engine.rules.presets import PRESETS
from tests.fuzz.engine.messages import Builder, damaged
from tests.fuzz.engine.states import CODEC, believed, exercise, forged, not_made
from tests.fuzz.engine.trees import mutated
from tests.vectors.load import records
from truco.engine.v1 import engine_pb2
from truco.rules.v1 import reason_pb2, rules_pb2

SERVICE: Final = engine_pb2.DESCRIPTOR.services_by_name["EngineService"]
UNARY: Final = tuple(method for method in SERVICE.methods if not method.client_streaming)
REASONS: Final = frozenset(name.removeprefix("REASON_") for name in dict(reason_pb2.Reason.items())) - {"INTERNAL"}
_SECONDS: Final = 10.0
"""The longest that any single attempt may take."""
_MOST_STATES: Final = 2000


class Hang(BaseException):
    """An attempt took too long. Not an Exception: nothing on the way may swallow it."""


@contextmanager
def bounded() -> Iterator[None]:
    """Raises Hang in what takes too long."""

    def stop(_signal: int, _frame: Any) -> None:
        raise Hang

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, _SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class Fuzzer:
    """Makes attempts from one seed and counts how they went."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.outcomes: Counter[str] = Counter()
        self._operations = Operations(CODEC)
        self._records = [*records(), *_random_records(seed)]
        self.made: list[bytes] = []
        """States that the engine made."""
        self._texts = [json.dumps(record) for record in self._records if len(record["steps"]) < 60]
        self._offered: list[bytes] = [b""]
        self._builder = Builder(self.random, self._offered, self._texts)
        self.attempts: tuple[Callable[[], None], ...] = (
            self.request,
            self.request,
            self.move,
            self.forgery,
            self.record,
        )

    def attempt(self) -> None:
        """One attempt of any kind."""
        with bounded():
            self.random.choice(self.attempts)()

    def message(self) -> tuple[str, bytes]:
        """The name of a unary rpc, and a serialized request for it that is nearly right."""
        method = self.random.choice(UNARY)
        return method.name, self.damaged_now_and_then(self._build(method.input_type).SerializeToString())

    def apply_request(self) -> engine_pb2.ApplyRequest:
        """A request to apply something, nearly right."""
        request: engine_pb2.ApplyRequest = self._build(engine_pb2.ApplyRequest.DESCRIPTOR)
        return request

    def damaged_now_and_then(self, data: bytes) -> bytes:
        """The message, every fifth time damaged."""
        return damaged(data, self.random) if self.random.random() < 0.2 else data

    def request(self) -> None:
        """Any rpc with a message that is nearly right: an answer, or a refusal of the catalogue."""
        name, data = self.message()
        method = SERVICE.methods_by_name[name]
        try:
            request = getattr(engine_pb2, method.input_type.name).FromString(data)
        except DecodeError:
            self.outcomes[f"{name} unreadable"] += 1
            return
        answer = self._ask(name, request)
        if answer is None:
            return
        if "state" in method.input_type.fields_by_name:
            assert request.state in self.made, "a state that the engine did not make was believed"
        self._keep(answer)

    def move(self) -> None:
        """A match goes on by something legal, so that states of every kind come up."""
        state = self.random.choice(self.made) if self.made and self.random.random() < 0.98 else None
        if state is None:
            preset = self.random.choice(list(PRESETS))
            seats = self.random.choice(PRESETS[preset].seats)
            options = rules_pb2.Options(flor=True) if self.random.random() < 0.5 else None
            ruleset = rules_pb2.Ruleset(preset=preset, options=options)
            self._keep(self._ask("NewMatch", engine_pb2.NewMatchRequest(ruleset=ruleset, seats=seats, dealer=0)))
            return
        match = CODEC.decode(state)
        seat = self.random.randrange(match.seats)
        legal = self._ask("Legal", engine_pb2.LegalRequest(state=state, seat=seat))
        assert legal is not None
        if legal.actions:
            action = self.random.choice(legal.actions)
            if action.kind == rules_pb2.ACTION_KIND_DEAL:
                action = rules_pb2.Action(kind=action.kind, deck=self._builder.deck(19))
            self._keep(self._ask("Apply", engine_pb2.ApplyRequest(state=state, seat=seat, action=action)))

    def forgery(self) -> None:
        """A state changed by whoever has the key: refused, or one that can be played to its end."""
        if not self.made:
            return
        state = believed(forged(self.random.choice(self.made), self.random))
        self.outcomes["forgery refused" if state is None else "forgery played"] += 1
        if state is not None:
            exercise(state, self.random)

    def record(self) -> None:
        """A changed record: replayed, or refused with a reason; by the service and by the command alike."""
        record = mutated(self.random.choice(self._records), self._records, self.random)
        line = line_of(Found("fuzz", record))
        json.loads(json.dumps(line))
        answer = self._ask("Replay", engine_pb2.ReplayRequest(record_json=_damaged(json.dumps(record), self.random)))
        self.outcomes["record " + ("refused" if "error" in line else "ok" if line["ok"] else "failed")] += 1
        assert answer is None or len(answer.failures) == 0 or not answer.ok

    def _build(self, kind: Descriptor) -> Any:
        self._offered[:] = [self._state() for _ in range(3)]
        return self._builder.build(kind)

    def _state(self) -> bytes:
        if not self.made:
            return b""
        state = self.random.choice(self.made)
        return state if self.random.random() < 0.7 else not_made(state, self.random)

    def _keep(self, answer: Any) -> None:
        """Remembers a new state; what an engine has made it must believe."""
        if answer is not None and getattr(answer, "state", b""):
            CODEC.decode(answer.state)
            if len(self.made) >= _MOST_STATES:
                self.made[self.random.randrange(_MOST_STATES)] = answer.state
            else:
                self.made.append(answer.state)

    def _ask(self, name: str, request: Any) -> Any:
        """The answer to an rpc; None for a refusal that is as it should be."""
        operation = getattr(self._operations, "".join(f"_{c.lower()}" if c.isupper() else c for c in name)[1:])
        try:
            answer = operation(request)
        except TrucoError as error:
            assert error.reason in REASONS, error.reason
            self.outcomes[f"{name} {error.reason}"] += 1
            assert isinstance(error, InvalidInput) or error.code.name == "FAILED_PRECONDITION"
            return None
        answer.SerializeToString()
        self.outcomes[f"{name} answered"] += 1
        return answer


def _random_records(seed: int) -> list[dict[str, Any]]:
    tables = [(name, seats) for name, ruleset in PRESETS.items() for seats in ruleset.seats]
    return [
        record
        for preset, seats in tables
        for expect in (False, True)
        for record in random_records(preset, {}, seats, seed, 1, expect=expect)
    ]


def _damaged(text: str, random: Random) -> str:
    """Now and then a text that is no JSON."""
    if random.random() < 0.9:
        return text
    at = random.randrange(len(text) + 1)
    return text[:at] + random.choice(("", "{", '"', "NaN", "\\u0000", "9" * 5000, "[" * 2000)) + text[at + 1 :]
