"""Ending tasks for certain."""

import asyncio

from services.common.tasks import end


async def test_a_task_that_takes_a_cancellation_for_an_answer_is_ended_all_the_same() -> None:
    answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    answers: list[int] = []

    async def work() -> None:
        answers.append(await asyncio.wait_for(answer, 60))
        await asyncio.Event().wait()

    working = asyncio.create_task(work())
    await asyncio.sleep(0)
    answer.set_result(1)

    async with asyncio.timeout(30):
        await end([working])

    assert working.done()


async def test_what_a_task_ended_with_is_nobodys_trouble() -> None:
    async def fail() -> None:
        raise ValueError

    failing = asyncio.create_task(fail())

    await end([failing])

    assert failing.done()
