"""Every NATS subject, stream, bucket and consumer name, and how a table finds its shard (architecture 4).

table.<shard>.<id>.<kind>      records; kind is open, commit, finished, voided or abandoned   stream TABLES
timer.<id>                     a table's timer, a message schedule                            stream TABLES
clock.<shard>.<id>.fired       a timer that fired                                             stream TABLES
ticket.<queue shard>.<player>  a player's seek                                                stream TABLES
pass.<queue shard>             the last pass of the shard's leader                            stream TABLES
tables.cmd.<shard>.<id>        commands of people, request-reply
tables.cmd.bot.<shard>.<id>    commands of the platform's bots, request-reply
tables.cmd.operator.<shard>.<id>   commands of operators, request-reply
tables.query.<shard>           queries, request-reply
tables.seek.<shard>.<player>   about a player's seek, by the player's shard, request-reply
tables.wake.<shard>.<id>       a table has something to do: told by the matchmaker
seek.<gateway>.<player>        how a seek goes, for the gateway that holds it
tables.presence.<shard>        who has come or gone at tables of a shard; `all`: a gateway lives
tables.match.<shard>           how a match stands, request-reply; all that the portal may ask
seat.<id>.<seat>.<kind>        what a person's seat hears: update, presence or talk
botseat.<id>.<seat>            updates for a seat that the platform's bots play
gateway.stream.<player>        streams that gateways have opened for a player, told each other
watch.<id>.<kind>              what spectators hear: hand, and update where no hand is being played
talk.<shard>.<id>.<audience>   what was said; audience is all, or a team: 0 or 1              stream TALK
report.<shard>.<id>            players reported to the moderators                             stream REPORTS
"""

import hashlib
import re
import zlib
from typing import Final

SHARDS: Final = 256
STREAM: Final = "TABLES"
STREAM_SUBJECTS: Final = ("table.>", "timer.>", "clock.>", "ticket.>", "pass.>")
QUEUE_SHARDS: Final = 16
"""Queues are spread over so many leaders."""

CLOCK_CONSUMER: Final = "tables-clock"
"""The durable consumer of fired timers, shared by all workers."""
MATCHES_CONSUMER: Final = "portal-matches"
"""The durable consumer of terminal records, for the portal."""

TALK_STREAM: Final = "TALK"
REPORTS_STREAM: Final = "REPORTS"
ALL_TALK: Final = "talk.>"
ALL_REPORTS: Final = "report.>"
REPORTS_CONSUMER: Final = "portal-reports"
"""The durable consumer of reports, for the portal."""

LOBBY_BUCKET: Final = "lobby"
"""KV: table id -> truco.play.v1.TableInfo of a listed open table."""
CODES_BUCKET: Final = "codes"
"""KV: a private table's code -> its id."""
PLAYER_BUCKET: Final = "player"
"""KV: player id -> truco.tables.v1.Whereabouts."""
MUTES_BUCKET: Final = "mutes"
"""KV: player id -> truco.tables.v1.Mutes; written by gateways."""
STANDING_BUCKET: Final = "standing"
"""KV: player id -> truco.portal.v1.Standing, written by the portal's relay."""
SANCTIONS_BUCKET: Final = "sanctions"
"""KV: player id -> truco.portal.v1.Sanctions, written by the portal's relay."""
REVOKED_BUCKET: Final = "revoked"
"""KV: player id or personal access token's id -> truco.portal.v1.Revocation, written by the portal's relay."""
WORKERS_BUCKET: Final = "workers"
"""KV: worker id -> nothing; a key that expires unless its worker renews it."""
GATEWAYS_BUCKET: Final = "gateways"
"""KV: gateway id -> nothing; a key that expires unless its gateway renews it, and with it the seeks that it holds."""
QUEUES_BUCKET: Final = "queues"
"""KV: queue -> truco.tables.v1.QueueNews."""

TERMINAL_KINDS: Final = ("finished", "voided", "abandoned")

ALL_RECORDS: Final = "table.>"
ALL_CLOCKS: Final = "clock.>"
ALL_SEATS: Final = "seat.>"
ALL_BOT_SEATS: Final = "botseat.>"
ALL_WATCHES: Final = "watch.>"
ALL_GATEWAY_STREAMS: Final = "gateway.stream.*"

UPDATE: Final = "update"
"""The kind of a truco.tables.v1.SeatUpdate."""
PRESENCE: Final = "presence"
"""The kind of a truco.play.v1.TablePresence."""
HAND: Final = "hand"
"""The kind of a truco.tables.v1.SeenHand."""
TALK: Final = "talk"
"""The kind of a truco.tables.v1.SeatTalk."""

GATEWAYS_ALIVE: Final = "tables.presence.all"
"""Where each gateway tells all workers that it lives."""

_TABLE_ID = re.compile(r"[0-9a-f]{16}")


def table_id_for(player_id: str, request_id: str) -> str:
    """The id of the table that a player opens with a request: the same for every retry (architecture 4.6)."""
    return hashlib.sha256(f"{player_id}|{request_id}".encode()).hexdigest()[:16]


def is_table_id(text: str) -> bool:
    """Whether it has the form of a table id. Nothing else may become part of a subject."""
    return _TABLE_ID.fullmatch(text) is not None


def shard_of(table_id: str) -> int:
    """The table's shard, 0 to 255, for ever the same."""
    return zlib.crc32(table_id.encode()) % SHARDS


def match_id(table_id: str, epoch: int) -> str:
    """The id of a table's match number `epoch`."""
    return f"{table_id}-{epoch}"


def record(table_id: str, kind: str) -> str:
    """Where a table's record of some kind is stored."""
    return f"table.{shard_of(table_id)}.{table_id}.{kind}"


def records(table_id: str) -> str:
    """All records of a table; the last one is the table."""
    return f"table.{shard_of(table_id)}.{table_id}.>"


def records_of(shard: int) -> str:
    """All records of all tables of a shard."""
    return f"table.{shard}.>"


def records_and_clock(table_id: str) -> str:
    """All records of a table and the timer that fired last: what a table is written over is compared with this."""
    return f"*.{shard_of(table_id)}.{table_id}.*"


def terminal_records() -> list[str]:
    """All records that end a match or a table."""
    return [f"table.*.*.{kind}" for kind in TERMINAL_KINDS]


def timer(table_id: str) -> str:
    """Where a table's timer is stored."""
    return f"timer.{table_id}"


def clock(table_id: str) -> str:
    """Where a table's timer fires."""
    return f"clock.{shard_of(table_id)}.{table_id}.fired"


def command(table_id: str) -> str:
    """Where a person's command to a table is sent."""
    return f"tables.cmd.{shard_of(table_id)}.{table_id}"


def bot_command(table_id: str) -> str:
    """Where a command of the platform's bots is sent; refused for people's seats."""
    return f"tables.cmd.bot.{shard_of(table_id)}.{table_id}"


def operator_command(table_id: str) -> str:
    """Where an operator's command to a table is sent."""
    return f"tables.cmd.operator.{shard_of(table_id)}.{table_id}"


def commands_of(shard: int) -> tuple[str, str, str]:
    """What a worker subscribes to for a shard's commands: people's, those of the platform's bots, and operators'."""
    return f"tables.cmd.{shard}.*", f"tables.cmd.bot.{shard}.*", f"tables.cmd.operator.{shard}.*"


def query(shard: int) -> str:
    """Where a query about tables of a shard is sent."""
    return f"tables.query.{shard}"


def match_query(shard: int) -> str:
    """Where the portal asks how a match at a table of a shard stands."""
    return f"tables.match.{shard}"


def presence(shard: int) -> str:
    """Where it is told who has come or gone at tables of a shard."""
    return f"tables.presence.{shard}"


def seat(table_id: str, number: int, kind: str = UPDATE) -> str:
    """Where a person's seat hears something of a kind."""
    return f"seat.{table_id}.{number}.{kind}"


def all_of_seat(table_id: str, number: int) -> str:
    """All that a person's seat hears."""
    return seat(table_id, number, "*")


def bot_seat(table_id: str, number: int) -> str:
    """Where a seat of the platform's bots gets its updates."""
    return f"botseat.{table_id}.{number}"


def tickets_in(queue_shard: int) -> str:
    """The seeks of all players in the queues of a shard."""
    return f"ticket.{queue_shard}.*"


def ticket(queue_shard: int, player_id: str) -> str:
    """Where a player's seek in a queue of a shard is stored."""
    return f"ticket.{queue_shard}.{player_id}"


def tickets_of(player_id: str) -> str:
    """A player's seeks in the queues of all shards; the last one is the player's seek."""
    return f"ticket.*.{player_id}"


def passing(queue_shard: int) -> str:
    """Where the last pass of a queue shard's leader is stored."""
    return f"pass.{queue_shard}"


def seek_command(player_id: str) -> str:
    """Where a request about a player's seek is sent."""
    return f"tables.seek.{shard_of(player_id)}.{player_id}"


def seek_commands_of(shard: int) -> str:
    """What a worker subscribes to for a shard's requests about seeks."""
    return f"tables.seek.{shard}.*"


def wake(table_id: str) -> str:
    """Where a table is told to look at what it has to do."""
    return f"tables.wake.{shard_of(table_id)}.{table_id}"


def wakes_of(shard: int) -> str:
    """What a worker subscribes to, to wake a shard's tables."""
    return f"tables.wake.{shard}.*"


def seek(gateway_id: str, player_id: str) -> str:
    """Where a gateway hears how a seek goes that it holds."""
    return f"seek.{gateway_id}.{player_id}"


def seeks(gateway_id: str) -> str:
    """Where a gateway hears of all seeks that it holds."""
    return f"seek.{gateway_id}.*"


def watch(table_id: str, kind: str = UPDATE) -> str:
    """Where spectators hear something of a kind."""
    return f"watch.{table_id}.{kind}"


def all_of_watch(table_id: str) -> str:
    """All that spectators hear."""
    return watch(table_id, "*")


def gateway_stream(player_id: str) -> str:
    """Where gateways tell each other of a player's streams."""
    return f"gateway.stream.{player_id}"


def talk(table_id: str, audience: str) -> str:
    """Where a line for some audience is stored."""
    return f"talk.{shard_of(table_id)}.{table_id}.{audience}"


def talk_of(table_id: str) -> str:
    """All that was said at a table."""
    return f"talk.{shard_of(table_id)}.{table_id}.*"


def report(table_id: str) -> str:
    """Where a report of a player of a table is stored."""
    return f"report.{shard_of(table_id)}.{table_id}"
