"""What the portal reads from the environment, once, at the start of each of its processes."""

from functools import cache
from typing import Literal, Self
from urllib.parse import urlsplit

from pydantic import Field, field_validator, model_validator
from pydantic_settings import SettingsConfigDict

from services.common.settings import NatsSettings, ServiceSettings, load


class PortalSettings(ServiceSettings):
    """Settings of every portal process, from variables with the prefix QUIERO_."""

    model_config = SettingsConfigDict(env_prefix="QUIERO_", frozen=True, extra="ignore", hide_input_in_errors=True)

    secret_key: str = Field(min_length=32)
    """Signs cookies and CSRF tokens."""

    database_url: str
    """postgresql://user:password@host:port/name."""

    database_connections: int = 8
    """The most connections one process holds to PostgreSQL."""

    valkey_url: str
    """redis://:password@host:port/number: limits and Celery's broker."""

    jwt_private_key: str
    """The Ed25519 key that signs tokens, PEM (a written \\n counts as a line end)."""

    jwt_other_keys: str = ""
    """Ed25519 keys, PEM one after the other, public or private, that verify tokens and sign none: in a rotation the
    next key, then the previous one."""

    engine_address: str = "127.0.0.1:50052"
    """The engine, which replays a match when its page is looked at."""

    portal_address: str = "127.0.0.1:8000"
    """Where the pages listen."""

    pages_workers: int = 1
    """Processes that serve pages."""

    pages_threads: int = 4
    """Threads in each of them."""

    gateway_public_url: str = "http://127.0.0.1:8080"
    """Where browsers find the gateway's Connect face."""

    credits_address: str = "127.0.0.1:50053"
    """Where the credits service listens."""

    allowed_hosts: str = "127.0.0.1,localhost,[::1]"
    """Host names the pages answer to, separated by commas."""

    https: bool = False
    """Whether browsers come over HTTPS: cookies become secure, HSTS is sent, X-Forwarded-Proto is believed."""

    trusted_proxies: int = 0
    """How many proxies in front append to X-Forwarded-For; 0 believes nobody but the connection."""

    console_two_factor: bool = False
    """Whether members of the staff enter the console with a second factor only (an authenticator app)."""

    guests_per_hour: int = 600
    """Guests that one IP address may make in an hour; many people share one behind a carrier's NAT."""

    api_per_minute: int = 300
    """Requests to the API that one player may make in a minute."""

    api_of_address_per_minute: int = 3000
    """Requests to the API that one IP address may make in a minute."""

    guest_idle_days: int = 30
    """Days without activity after which a guest is deleted, or anonymised when there are matches."""

    cleanup_minutes: float = 60
    """Minutes between two clean-ups of guests."""

    hold_check_minutes: float = 1
    """Minutes between two looks at stakes that are held for long."""

    hold_doubt_minutes: float = 10
    """Minutes after which tables is asked, and asked again, whether a match stands behind held stakes."""

    season_check_minutes: float = 10
    """Minutes between two looks at whether a season of the ratings is over."""

    idle_check_minutes: float = 360
    """Minutes between two looks at ratings that have grown less certain by idleness."""

    report_days: float = 365
    """Days that reports of players are kept for the moderators."""

    welcome_credits: int = Field(default=500, ge=0)
    """Credits that a player gets once, when the first e-mail address is confirmed."""

    cashier_limit: int = Field(default=1000, ge=0)
    """Credits that a cashier may move for a player within 24 hours without a second person."""

    cashier_hours: float = Field(default=72, gt=0)
    """Hours that a cashier's request waits for the second person."""

    ledger_check_hour: int = Field(default=7, ge=0, le=23)
    """Hour of the day, UTC, at which the books are checked."""

    mail_folder: str = ""
    """A folder where mail lands instead of being sent, for a local run: every visitor may read it. Not with HTTPS."""

    mail_host: str = "127.0.0.1"
    """The SMTP server that takes our mail."""

    mail_port: int = 25
    """Its port."""

    mail_user: str = ""
    """Our name there; empty: without."""

    mail_password: str = ""
    """Our password there."""

    mail_tls: Literal["none", "starttls", "tls"] = "starttls"
    """How the connection to it is secured."""

    mail_from: str = "Quiero <quiero@localhost>"
    """The sender of our mail."""

    google_client_id: str = ""
    """The OAuth client by which people sign in with Google; empty: they cannot."""

    google_client_secret: str = ""
    """Its secret."""

    google_issuer: str = "https://accounts.google.com"
    """Who signs in people with Google: an OpenID Connect issuer."""

    test_accounts: bool = False
    """Whether `python -m web seed_players` may make accounts out of nothing: for tests and demonstrations only."""

    @field_validator("jwt_private_key", "jwt_other_keys")
    @classmethod
    def _with_line_ends(cls, value: str) -> str:
        return value.replace("\\n", "\n")

    @field_validator("database_url")
    @classmethod
    def _names_a_database(cls, value: str) -> str:
        url = urlsplit(value)
        if url.scheme not in ("postgresql", "postgres") or not url.hostname or not url.path.strip("/"):
            raise ValueError("must be postgresql://user:password@host:port/name")
        return value

    @model_validator(mode="after")
    def _mail_is_not_for_everybody(self) -> Self:
        if self.mail_folder and self.https:
            raise ValueError("QUIERO_MAIL_FOLDER shows all mail to everybody, so it does not go with QUIERO_HTTPS")
        return self


class CreditsSettings(PortalSettings):
    """Settings of the credits service."""

    health_address: str = "127.0.0.1:9105"


class ConsumerSettings(PortalSettings, NatsSettings):
    """Settings of the consumer of matches and reports."""

    health_address: str = "127.0.0.1:9106"


class WorkerSettings(PortalSettings, NatsSettings):
    """Settings of Celery's worker."""

    health_address: str = "127.0.0.1:9107"


class BeatSettings(PortalSettings):
    """Settings of Celery's clock."""

    health_address: str = "127.0.0.1:9108"


class RelaySettings(PortalSettings, NatsSettings):
    """Settings of the relay."""

    health_address: str = "127.0.0.1:9109"


@cache
def environment() -> PortalSettings:
    """This process's settings; ends the process with one line when something is missing."""
    return load(PortalSettings)
