"""Settings of a tables worker, from the environment."""

from services.common.settings import NatsSettings
from services.tables.domain.times import Times
from services.tables.matchmaking.rules import Rules


class TablesSettings(NatsSettings):
    """Read once, at start."""

    health_address: str = "127.0.0.1:9102"

    engine_address: str = "127.0.0.1:50052"
    """host:port of the engine; a name with several addresses, or several ip:port with commas, are used in turn."""

    credits_address: str = "127.0.0.1:50053"
    """host:port of the portal's credits; a name with several addresses, or ip:port with commas, are used in turn."""

    tables_deal_pause_ms: int = 2500
    """Pause before the next deal; 0 in tests and benchmarks."""

    tables_perros_window_ms: int = 5000
    """The pause before a deal as long as perros may be said."""

    tables_turn_seconds: float = 30
    """A seat's time for each decision, where neither the table nor its preset has another."""

    tables_bank_seconds: float = 60
    """What a seat may overdraw in a whole match, where neither the table nor its preset has another."""

    tables_rematch_seconds: float = 60
    """So long after a match another one with the same seats may be wanted."""

    tables_hold_retry_seconds: float = 3
    """Stakes that nobody has held for so long are asked for again, by another worker if need be."""

    tables_hold_patience_seconds: float = 60
    """A staked match whose stakes can't be held for so long does not start."""

    tables_idle_seconds: float = 1800
    """An open table closes when nothing has happened for so long."""

    tables_keep_seconds: float = 86_400
    """Records of finished tables are kept so long, and at least until the portal has them."""

    tables_talk_days: float = 30
    """What was said and reported is kept for the moderators for so long."""

    tables_bot_retry_seconds: float = 2
    """A bot that has not answered for so long is told again."""

    tables_away_seconds: float = 10
    """A player of whom no gateway has spoken for so long is away, since it was last spoken of. Gateways speak every
    QUIERO_GATEWAY_HEARTBEAT_SECONDS, which must be well under that."""

    tables_stand_in_seconds: float = 40
    """Who is away for so long in a match gets a bot that sits in."""

    tables_missed_turns: int = 2
    """A bot also sits in for who lets the time run out so many turns in a row."""

    tables_abandon_seconds: float = 120
    """A match in which everybody is away for so long is given up; stakes go back."""

    tables_void_outage_seconds: float = 60
    """An outage of the platform longer than that voids the matches that were being played; shorter ones are given back
    to the clocks."""

    tables_seek_window: float = 3.0
    """How far apart in rating (OpenSkill's mu) players who seek a match may be at first."""

    tables_seek_widening: float = 0.1
    """By how much that grows with each second of waiting."""

    tables_seek_cap: float = 12.0
    """How far apart they may be at most, however long they wait."""

    tables_rival_seconds: float = 1800
    """Who met within that time meets again in a sought match only after waiting."""

    tables_rival_wait_seconds: float = 60
    """How long both must have waited to meet again so soon."""

    tables_replicas: int = 1
    """Replicas of the stream and the buckets: 3 in a NATS cluster."""

    tables_cache: int = 10_000
    """How many tables a worker keeps at hand."""

    @property
    def matchmaking(self) -> Rules:
        """How the matchmaker pairs."""
        return Rules(
            window=self.tables_seek_window,
            widening=self.tables_seek_widening,
            cap=self.tables_seek_cap,
            rival_ms=round(self.tables_rival_seconds * 1000),
            rival_wait_ms=round(self.tables_rival_wait_seconds * 1000),
        )

    @property
    def times(self) -> Times:
        """The durations in milliseconds."""
        return Times(
            turn=round(self.tables_turn_seconds * 1000),
            bank=round(self.tables_bank_seconds * 1000),
            deal_pause=self.tables_deal_pause_ms,
            perros_window=self.tables_perros_window_ms,
            idle=round(self.tables_idle_seconds * 1000),
            keep=round(self.tables_keep_seconds * 1000),
            rematch=round(self.tables_rematch_seconds * 1000),
            hold_retry=round(self.tables_hold_retry_seconds * 1000),
            hold_patience=round(self.tables_hold_patience_seconds * 1000),
            bot_retry=round(self.tables_bot_retry_seconds * 1000),
            silence=round(self.tables_away_seconds * 1000),
            stand_in=round(self.tables_stand_in_seconds * 1000),
            missed_turns=self.tables_missed_turns,
            abandon=round(self.tables_abandon_seconds * 1000),
            void_outage=round(self.tables_void_outage_seconds * 1000),
        )
