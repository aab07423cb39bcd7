"""What tables refuses reaches the caller with its reason, its facts and the time after which a retry may succeed."""

import pytest

from services.common.errors import Busy
from services.gateway.tables import Tables
from truco.tables.v1.tables_pb2 import Command, Refused, Reply


class Refusing:
    """Tables refuses."""

    async def ask(self, subject: str, _payload: bytes, seconds: float) -> bytes:
        assert subject.startswith("tables.cmd.") and seconds > 0
        refused = Refused(code=8, reason="LIMIT_REACHED", metadata={"limit": "texts"}, retry_after_ms=1500)
        return Reply(refused=refused).SerializeToString()


async def test_a_limit_says_when_to_come_again() -> None:
    with pytest.raises(Busy) as refused:
        await Tables(Refusing(), 5).command(Command(table_id="0" * 16))  # type: ignore[arg-type]

    assert refused.value.reason == "LIMIT_REACHED"
    assert (dict(refused.value.metadata), refused.value.retry_after) == ({"limit": "texts"}, 1.5)
