"""What an operator may set in a gateway."""

from pydantic import Field

from services.common.settings import NatsSettings


class GatewaySettings(NatsSettings):
    """Settings of a gateway process."""

    gateway_grpc_address: str = "127.0.0.1:50051"
    """Where native gRPC listens."""

    gateway_connect_address: str = "127.0.0.1:8080"
    """Where Connect and gRPC-Web listen, over HTTP/1.1."""

    gateway_allowed_origins: str = "http://127.0.0.1:8000,http://localhost:8000"
    """The pages that may call the Connect face, separated by commas."""

    jwks_url: str = "http://127.0.0.1:8000/.well-known/jwks.json"
    """Where the portal publishes the keys that its tokens are signed with."""

    gateway_message_limit: int = Field(default=64 << 10, gt=0)
    """The largest request in bytes; a larger one is refused with MESSAGE_TOO_LARGE."""

    gateway_commands_per_second: float = Field(default=200, gt=0)
    """How many commands one player may send per second over time; twice as many at once."""

    gateway_seatings_per_minute: float = Field(default=60, gt=0)
    """How often one player may open, fill, join, start or leave tables, mute others, or do the like, per minute over
    time; twice as often at once."""

    gateway_reports_per_10_minutes: float = Field(default=5, gt=0)
    """How often one player may report another per ten minutes over time; twice as often at once."""

    gateway_watches_per_minute: float = Field(default=60, gt=0)
    """How often one player may open a Watch per minute over time, since one may ask for many records; twice at once."""

    gateway_codes_per_minute: float = Field(default=10, gt=0)
    """How many codes of private tables one player may try per minute over time; twice as many at once."""

    gateway_passwords_per_minute: float = Field(default=10, gt=0)
    """How many passwords of tables one player may try per minute over time; twice as many at once."""

    gateway_streams_per_player: int = Field(default=20, gt=0)
    """How many Watch streams one player may hold open, at all gateways together."""

    gateway_limits_url: str = ""
    """Valkey, where all gateways count together how much a player asks: redis://:password@host:port/number. Without it
    each gateway counts for itself."""

    gateway_renewal_seconds: float = Field(default=45, gt=0, le=60)
    """How long before its token expires a Watch's client is told to come again with a new one: clients get that from
    one minute before."""

    gateway_queue_limit: int = Field(default=256, gt=0)
    """How many live messages may wait for a slow reader before its stream is closed with SLOW_READER."""

    gateway_seek_grace_seconds: float = Field(default=10, ge=0)
    """How long a seek outlives the Watch stream that it names, for the stream to come back."""

    gateway_heartbeat_seconds: float = Field(default=7, gt=0)
    """After how long without a message clients get a heartbeat, and how often versions are compared with tables'."""

    gateway_patience_seconds: float = Field(default=12, gt=0)
    """How long a request waits for tables before it fails with UNREACHABLE."""

    gateway_notice_seconds: float = Field(default=0, ge=0)
    """How long a gateway that is to stop goes on as before while /healthz says 503, for load balancers to notice."""

    gateway_move_seconds: float = Field(default=5, gt=0)
    """How long clients may take to move their streams to another gateway when this one stops."""

    gateway_grace_seconds: float = Field(default=2, gt=0)
    """How long running calls may take to end after that."""

    @property
    def farewell_seconds(self) -> float:
        """How long servers that stop let what runs go on."""
        return self.gateway_move_seconds + self.gateway_grace_seconds

    @property
    def origins(self) -> list[str]:
        """The allowed origins as a list."""
        return [origin.strip() for origin in self.gateway_allowed_origins.split(",") if origin.strip()]
