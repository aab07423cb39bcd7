"""What can be done with the audit log: add to it, and read it."""

from dataclasses import dataclass
from uuid import UUID

from django.db.models import QuerySet

from web.audit.models import Entry as Entry  # what every app calls an entry of the log

Facts = dict[str, object]
"""What JSON can hold. No e-mail addresses, texts of players or anything else that a person may want deleted."""

COMMAND_LINE = "línea de comandos"


@dataclass(frozen=True)
class Actor:
    """Who acts: a member of the staff, or, without an id, who may run commands on the server."""

    player_id: UUID | None
    name: str


@dataclass(frozen=True)
class Change:
    """What an action did, to what (kind:id), and what was there before and after."""

    target: str
    before: Facts
    after: Facts


def record(actor: Actor, action: str, why: str, change: Change) -> Entry:
    """Adds an entry, in the caller's transaction."""
    return Entry.objects.create(
        actor=actor.player_id,
        actor_name=actor.name,
        action=action,
        target=change.target,
        why=why,
        before=change.before,
        after=change.after,
    )


def about(target: str) -> QuerySet[Entry]:
    """What was done to something (kind:id), the latest first."""
    return Entry.objects.filter(target=target).order_by("-pk")
