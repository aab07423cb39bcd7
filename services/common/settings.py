"""Settings that every process reads. A process adds its own in a subclass and reads them once, at start."""

from typing import NoReturn, TypeVar

from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

S = TypeVar("S", bound="ServiceSettings")


class ServiceSettings(BaseSettings):
    """Settings of one process, from environment variables with the prefix QUIERO_."""

    model_config = SettingsConfigDict(env_prefix="QUIERO_", frozen=True, extra="ignore")

    log_level: str = "INFO"
    """The least severe level that is logged."""

    health_address: str = "127.0.0.1:0"
    """Where /healthz and /metrics are served, host:port; port 0 takes a free one."""

    traces_url: str = ""
    """The collector that takes spans over OTLP (HTTP, protobuf), e.g. http://collector:4318; empty for no tracing."""

    traces_ratio: float = Field(default=0.01, ge=0, le=1)
    """The share of requests that a gateway samples, besides those whose caller has sampled them."""


class NatsSettings(ServiceSettings):
    """Settings of a process that talks NATS."""

    nats_url: str = "nats://127.0.0.1:4222"
    nats_user: str
    """The NATS user; its inbox prefix is _INBOX_<user> (architecture 4.9)."""

    nats_password: str


def load(settings: type[S]) -> S:
    """Reads a process's settings from the environment, or ends the process with one line that names what is wrong."""
    try:
        return settings()
    except ValidationError as error:
        _exit_naming(error)


def split_address(address: str) -> tuple[str, int]:
    """Splits host:port; raises ValueError for anything else."""
    host, colon, port = address.rpartition(":")
    if not colon or not port.isdigit():
        raise ValueError(f"{address!r} is not host:port")
    return host.strip("[]"), int(port)


def _exit_naming(error: ValidationError) -> NoReturn:
    faults = "; ".join(f"QUIERO_{'_'.join(map(str, f['loc'])).upper()}: {f['msg']}" for f in error.errors())
    raise SystemExit(f"bad settings: {faults}")
