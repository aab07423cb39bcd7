"""Plays one match of Truco against a bot with random legal actions, and checks that it was dealt fairly."""

import asyncio
import random
import sys

from quiero import ENDED, Account, Client, TrucoError, verify
from truco.rules.v1.rules_pb2 import Options


async def main(portal: str, gateway: str) -> None:
    async with Client(gateway, await Account.new_guest(portal, "Azar")) as client:
        opened = await client.open_table("maestro", seats=2, bots=1, options=Options(target=15))
        async for update in client.updates(opened.table.table_id):
            if update.table.status in ENDED:
                break
            if update.view.legal:
                try:
                    await client.act(update, random.choice(update.view.legal))
                except TrucoError as error:  # The table has moved on; its next update is on the way.
                    print(error)
        view, table = update.view, update.table
        print("\n".join(verify(await client.match_record(table.match_id), chain=table.chain)))
        print(f"{'won' if view.winner == view.seat % 2 else 'lost'} {view.score[0]} to {view.score[1]}")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
