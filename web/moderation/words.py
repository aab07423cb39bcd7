"""Talk as a moderator reads it, one line of text for each."""

from datetime import UTC, datetime

from truco.play.v1.play_pb2 import TalkLine

_KINDS = {"table_text": "a todos", "team_text": "al equipo", "sena": "seña", "reaction": "reacción"}


def line_of_text(line: TalkLine) -> str:
    """When, who, to whom, what: names and texts are as the players wrote them."""
    which = line.WhichOneof("what") or ""
    time = datetime.fromtimestamp(line.time_ms / 1000, UTC).strftime("%Y-%m-%d %H:%M:%S")
    return f"{time}  {line.number:>4}  [{line.seat}] {line.name} ({_KINDS.get(which, which)}): {getattr(line, which)}"
