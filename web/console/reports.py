"""What moderators do about reports of players."""

from web.accounts.services import Player
from web.audit.services import Change
from web.console.actions import action, perform
from web.moderation import services
from web.moderation.services import Report


@action("decide_report", permission="moderation.change_report")
def decide(
    *, by: Player | None, why: str, report: Report, upheld: bool, kind: str = "", days: int = 0, reason: str = ""
) -> Change:
    """Upholds a report or dismisses it; with a kind of sanction, the reported player gets that in the same step."""
    before = report.state
    decided = services.decide(report.pk, upheld=upheld)
    if upheld and kind and report.reported is not None:
        perform(
            "impose_sanction",
            by,
            why,
            player=report.reported,
            kind=kind,
            days=days,
            reason=reason,
            report_id=report.pk,
        )
    return Change(
        f"report:{report.pk}", {"state": before}, {"state": decided.state, "sanction": kind if upheld else ""}
    )
