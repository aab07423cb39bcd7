"""What moderators do about players: sanctions, their end, and answers to appeals."""

from datetime import datetime, timedelta

from web.accounts.services import Player
from web.audit.services import Change, Facts
from web.console.actions import action
from web.sanctions import services
from web.sanctions.services import Appeal, Kind, Sanction


@action("impose_sanction", permission="sanctions.add_sanction")
def impose(
    *,
    by: Player | None,  # noqa: ARG001
    why: str,  # noqa: ARG001
    player: Player,
    kind: str,
    days: int,
    reason: str,
    report_id: str = "",
) -> Change:
    """Bars a player from something for some days; 0 is until somebody lifts it."""
    before = _lasting(player)
    made = services.impose(player.pk, Kind(kind), reason, timedelta(days=days) if days else None, report_id)
    return Change(f"player:{player.pk.hex}", before, _lasting(player) | {"sanction": made.pk, "report": report_id})


@action("lift_sanction", permission="sanctions.change_sanction")
def lift(*, by: Player | None, why: str, sanction: Sanction) -> Change:  # noqa: ARG001
    """Ends a sanction before its time."""
    before = _lasting(sanction.player)
    services.lift(sanction.pk)
    return Change(f"player:{sanction.player_id.hex}", before | {"sanction": sanction.pk}, _lasting(sanction.player))


@action("answer_appeal", permission="sanctions.change_appeal")
def answer(*, by: Player | None, why: str, appeal: Appeal, answer: str, upheld: bool) -> Change:  # noqa: ARG001
    """Answers an appeal; one that is upheld lifts its sanction."""
    player = appeal.sanction.player
    before = _lasting(player) | {"appeal": appeal.pk, "state": appeal.state}
    answered = services.answer(appeal.pk, answer, upheld=upheld)
    return Change(f"player:{player.pk.hex}", before, _lasting(player) | {"state": answered.state})


def _lasting(player: Player) -> Facts:
    """What the player is barred from, each until when."""
    return {str(kind): _iso(until) for kind, until in services.lasting([player.pk]).get(player.pk, {}).items()}


def _iso(until: datetime | None) -> str:
    return until.isoformat(timespec="seconds") if until else "until lifted"
