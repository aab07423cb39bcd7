"""What tables refuses reaches the caller with its reason, its facts and the time after which a retry may succeed."""

import pytest
from nats.aio.msg import Msg

from services.common.errors import Busy
from services.gateway.tables import Tables
from truco.tables.v1.tables_pb2 import Command, Refused, Reply


class Refusing:
    """A NATS connection behind which tables refuses."""

    async def request(self, subject: str, _payload: bytes, timeout: float) -> Msg:
        assert subject.startswith("tables.cmd.") and timeout > 0
        refused = Refused(code=8, reason="LIMIT_REACHED", metadata={"limit": "texts"}, retry_after_ms=1500)
        return Msg(self, data=Reply(refused=refused).SerializeToString())  # type: ignore[arg-type]


async def test_a_limit_says_when_to_come_again() -> None:
    with pytest.raises(Busy) as refused:
        await Tables(Refusing(), 5).command(Command(table_id="0" * 16))  # type: ignore[arg-type]

    assert refused.value.reason == "LIMIT_REACHED"
    assert (dict(refused.value.metadata), refused.value.retry_after) == ({"limit": "texts"}, 1.5)
