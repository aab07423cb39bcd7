"""The benchmark's tables, as they are printed."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from tests.bench.platform.figures import Figures
from tests.bench.platform.processes import Measured
from tests.bench.platform.usage import PYTHON_SERVICES

_PATH = ("engine", "tables", "gateway")
_SERVERS = ("nats", "postgres", "valkey")
_TIMES = (("acknowledgement", "acknowledged"), ("rival's update", "rival_saw"), ("right after resuming", "resumed"))


FULL = "saturation"
SAME = "same rate"
RESUMING = "resuming"
IDLE = "nobody acts"


@dataclass(frozen=True)
class Column:
    """A measurement, and the floor's under the same order where there is one."""

    title: str
    tables: int
    platform: Measured
    floor: Measured | None = None


def report(columns: Sequence[Column], seats: int) -> None:
    """Prints everything: what is measured while people act, then what tables and streams cost that do nothing."""
    for title in (FULL, SAME, RESUMING):
        print(f"\n{seats} seats, {title}, by number of tables")
        _acting([column for column in columns if column.title == title])
    print(f"\n{seats} seats, {IDLE}, by number of tables")
    _idle([column for column in columns if column.title == IDLE])


def _acting(columns: Sequence[Column]) -> None:
    _row("", [column.tables for column in columns])
    _each(columns, "actions/s", lambda m: f"{m.figures.actions_per_second:.0f}")
    _each(columns, "records per action", lambda m: f"{m.figures.records_per_action:.2f}")
    _each(columns, "matches ended, refused, missed, again", lambda m: _counts(m.figures))
    for title, of in _TIMES:
        _each(columns, f"ms to {title}, p50, p99", partial(_percentiles, of=of))
    _each(columns, "wrong after resuming", lambda m: m.figures.wrong_after_resuming)
    for name in (*PYTHON_SERVICES, *_SERVERS):
        if any(name in column.platform.cpu for column in columns):
            _each(columns, f"CPU µs/action, {name}", partial(_micros, programs=(name,)))
    _each(columns, "CPU µs/action, Python", partial(_micros, programs=PYTHON_SERVICES))
    _each(columns, "CPU µs/action, engine+tables+gateway", partial(_micros, programs=_PATH))
    _each(columns, "load's CPU µs/action", lambda m: f"{m.figures.load_cpu / max(1, m.figures.actions) * 1e6:.0f}")
    if any(column.floor for column in columns):
        _floor([column for column in columns if column.floor])


def _floor(columns: Sequence[Column]) -> None:
    floors = [Column(column.title, column.tables, column.floor) for column in columns if column.floor]
    _each(floors, "floor: actions/s", lambda m: f"{m.figures.actions_per_second:.0f}")
    _each(floors, "floor: ms to the rival, p50, p99", partial(_percentiles, of="rival_saw"))
    for name in _PATH:
        _each(floors, f"floor: CPU µs/action, {name}", partial(_micros, programs=(name,)))
    _each(floors, "floor: CPU µs/action, Python", partial(_micros, programs=_PATH))
    _row("Python, times the floor's", [_times(column, PYTHON_SERVICES) for column in columns])
    _row("engine+tables+gateway, times", [_times(column, _PATH) for column in columns])


def _idle(columns: Sequence[Column]) -> None:
    first = columns[0]
    _row("", [column.tables for column in columns])
    _each(columns, "streams", lambda m: m.figures.streams)
    for name in (*_PATH, "nats"):
        _each(columns, f"CPU ms/s, {name}", partial(_share, name=name))
        _each(columns, f"MB, {name}", partial(_megabytes, name=name))
        more = [_growth(first, column, name, column.tables - first.tables) for column in columns]
        _row(f"kB more per table, {name}", more)
    streams = first.platform.figures.streams
    _row(
        "kB more per stream, gateway",
        [_growth(first, column, "gateway", column.platform.figures.streams - streams) for column in columns],
    )


def _counts(figures: Figures) -> str:
    return f"{figures.matches},{figures.refused},{figures.missed},{figures.unanswered}"


def _percentiles(measured: Measured, of: str) -> str:
    found = getattr(measured.figures, of)
    return f"{found.p50:.1f}, {found.p99:.1f}"


def _micros(measured: Measured, programs: Sequence[str]) -> str:
    return f"{measured.microseconds(*programs):.0f}"


def _share(measured: Measured, name: str) -> str:
    return f"{measured.cpu.get(name, 0.0) / measured.figures.seconds * 1000:.0f}"


def _megabytes(measured: Measured, name: str) -> str:
    return f"{measured.rss.get(name, 0) / 1e6:.0f}"


def _growth(first: Column, column: Column, name: str, count: int) -> str:
    return f"{(column.platform.rss[name] - first.platform.rss[name]) / count / 1e3:.1f}" if count else ""


def _each(columns: Sequence[Column], title: str, cell: Callable[[Measured], object]) -> None:
    _row(title, [cell(column.platform) for column in columns])


def _times(column: Column, programs: Sequence[str]) -> str:
    if not column.floor or not column.floor.figures.actions:
        return ""
    return f"{column.platform.microseconds(*programs) / column.floor.microseconds(*_PATH):.2f}"


def _row(title: str, cells: Sequence[object]) -> None:
    print(f"{title:38}" + "".join(f"{cell!s:>15}" for cell in cells))
