"""Ending tasks for certain."""

import asyncio
from collections.abc import Collection
from typing import Any, Final

_AGAIN_SECONDS: Final = 0.5


async def end(tasks: Collection["asyncio.Task[Any]"]) -> None:
    """Cancels tasks until they have ended, and takes no notice of what they ended with.

    Once is not enough: Python 3.11's wait_for, in which nats-py waits for answers, takes a cancellation for the answer
    that came at the same moment, and the task goes on for ever.
    """
    while under_way := [task for task in tasks if not task.done()]:
        for task in under_way:
            task.cancel()
        await asyncio.wait(under_way, timeout=_AGAIN_SECONDS)
    await asyncio.gather(*tasks, return_exceptions=True)
