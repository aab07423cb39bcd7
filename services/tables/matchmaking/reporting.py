"""What a leader tells: parties how many of them are there, and everybody how the queues do."""

from services.tables.matchmaking import metrics
from services.tables.matchmaking.ports import News
from services.tables.matchmaking.queue import Queue, queue_of
from services.tables.matchmaking.tickets import status_of
from services.tables.matchmaking.waiting import Waiting
from services.tables.matchmaking.waits import Waits
from truco.tables.v1.seeks_pb2 import QueueNews, Ticket


class Reporting:
    """The reports of one leader's time."""

    def __init__(self, shard: int, news: News, waiting: Waiting) -> None:
        self._shard = shard
        self._news = news
        self._waiting = waiting
        self._waits: dict[Queue, Waits] = {}
        self._published: dict[Queue, QueueNews] = {}

    async def begin(self) -> None:
        """Goes on from what the leader before knew."""
        for queue, news in (await self._news.queues(self._shard)).items():
            self._published[queue] = news
            self._waits[queue] = Waits(news.expected_seconds if news.HasField("expected_seconds") else None)

    def seated(self, ticket: Ticket, now_ms: int) -> None:
        """Somebody was seated."""
        waited_ms = now_ms - ticket.since_ms
        metrics.SEEKS.labels("seated").inc()
        metrics.WAITED_SECONDS.observe(waited_ms / 1000)
        self._waits.setdefault(queue_of(ticket), Waits()).note(now_ms, waited_ms)

    async def tell_parties(self, now_ms: int) -> None:
        """Tells the members of parties to whom something has happened."""
        told, self._waiting.news = self._waiting.news, {}
        for player_id in told:
            if member := self._waiting.get(player_id):
                status = status_of(member.ticket, now_ms, self._waiting.present(member))
                await self._news.tell(member.ticket.gateway, player_id, status)

    async def publish(self, now_ms: int) -> None:
        """Says how the queues do, where that has changed. Errors: UNREACHABLE."""
        counts = self._waiting.counts
        for queue in {**self._published, **counts}:
            news = _news(queue, counts[queue], self._waits.get(queue, Waits()).expected_seconds(now_ms))
            labels = (
                queue.preset,
                str(queue.seats),
                str(queue.stake),
                str(queue.ranked).lower(),
                str(queue.bots).lower(),
            )
            metrics.WAITING.labels(*labels).set(news.waiting)
            if self._published.get(queue) != news:
                await self._news.publish(news)
                self._published[queue] = news


def _news(queue: Queue, waiting: int, expected_seconds: int | None) -> QueueNews:
    return QueueNews(
        preset=queue.preset,
        seats=queue.seats,
        stake=queue.stake,
        ranked=queue.ranked,
        bots=queue.bots,
        waiting=waiting,
        expected_seconds=expected_seconds,
    )
