"""Matches that begin alike are asked of the engine once in a while."""

import pytest

from services.tables.adapters import beginnings
from services.tables.adapters.beginnings import Beginnings
from truco.engine.v1.engine_pb2 import NewMatchResponse


def test_an_answer_is_remembered_for_the_same_request_only() -> None:
    known, answer = Beginnings(), NewMatchResponse(state=b"begun")
    known.put(b"maestro, 2 seats", answer)
    assert known.get(b"maestro, 2 seats") is answer
    assert known.get(b"maestro, 4 seats") is None


def test_the_engine_is_asked_again_after_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    known, now = Beginnings(), [100.0]
    monkeypatch.setattr(beginnings.time, "monotonic", lambda: now[0])
    known.put(b"maestro", NewMatchResponse(state=b"begun"))
    now[0] += 59
    assert known.get(b"maestro") is not None
    now[0] += 2
    assert known.get(b"maestro") is None


def test_not_more_than_some_are_remembered() -> None:
    known = Beginnings()
    for number in range(1_000):
        known.put(str(number).encode(), NewMatchResponse())
    assert known.get(b"0") is None
    assert known.get(b"999") is not None
