"""A new key signs tokens while streams run: nobody notices."""

from tests.service.gateway.faces import Face, Guest, new_id
from tests.service.gateway.matches import join, look, open_table, until_caught_up, until_version
from tests.service.gateway.portal import SigningPortal


async def test_streams_go_on_and_tokens_of_both_keys_are_good(face: Face, portal: SigningPortal) -> None:
    ana, beto = (Guest(face, portal.token(each), each) for each in (new_id(), new_id()))
    stream = ana.watch()
    await until_caught_up(stream)
    table_id = (await open_table(ana, seats=4)).table.table_id

    portal.rotate()
    caro_id = new_id()
    caro = Guest(face, portal.token(caro_id), caro_id)

    joined = await join(caro, table_id)
    await until_version(stream, joined.table.version)
    seen = await join(beto, table_id)
    await until_version(stream, seen.table.version)
    assert (await look(caro, table_id)).table.version == seen.table.version
    ana.token = portal.token(ana.player_id)
    assert (await look(ana, table_id)).table.version == seen.table.version
