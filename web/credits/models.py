"""The ledger. Entries and postings are never changed or deleted: triggers in the migrations see to it, and to it that
the postings of an entry sum to zero and that no player's account falls below zero."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils import timezone


class AccountKind(models.TextChoices):
    """Whose credits an account counts."""

    ISSUED = "issued"  # the platform's: what it gave out, below zero by that much
    AVAILABLE = "available"  # a player's, to stake
    HELD = "held"  # a player's, behind running matches


class Account(models.Model):
    """Credits of one kind, of one player or of the platform."""

    kind = models.CharField(max_length=9, choices=AccountKind)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=["player", "kind"], name="credits_one_account_of_a_kind", nulls_distinct=False
            ),
            models.CheckConstraint(
                condition=models.Q(kind=AccountKind.ISSUED, player=None)
                | models.Q(kind__in=[AccountKind.AVAILABLE, AccountKind.HELD], player__isnull=False),
                name="credits_account_has_its_owner",
            ),
        )

    def __str__(self) -> str:
        return f"{self.kind} of {self.player_id or 'the platform'}"


class Reason(models.TextChoices):
    """Why credits moved."""

    WELCOME = "welcome"
    HOLD = "hold"
    SETTLE = "settle"
    RELEASE = "release"


class Entry(models.Model):
    """One movement, made once: `key` names its cause."""

    key = models.CharField(max_length=96, unique=True)
    reason = models.CharField(max_length=8, choices=Reason)
    match_id = models.CharField(max_length=64, blank=True, db_index=True)
    at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.key


class Posting(models.Model):
    """What an entry adds to one account, negative for what it takes."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="postings")
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="postings")
    credits = models.BigIntegerField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["entry", "account"], name="credits_one_posting_per_account"),
            models.CheckConstraint(condition=~models.Q(credits=0), name="credits_posting_moves_something"),
        )


class HoldState(models.TextChoices):
    """Where a match's stakes are."""

    HELD = "held"
    SETTLED = "settled"
    RELEASED = "released"


class Hold(models.Model):
    """The stakes of one match. One without stakes marks a match released before its hold arrived."""

    match_id = models.CharField(primary_key=True, max_length=64)
    state = models.CharField(max_length=8, choices=HoldState, default=HoldState.HELD)
    stakes = models.JSONField()
    """Credits by player id (uuid hex)."""

    opened_at = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True)
    asked_at = models.DateTimeField(default=timezone.now, db_default=Now())
    """When the hold was made, or tables was last asked whether a match stands behind it."""
    doubt = models.UUIDField(null=True)
    """Set while tables is being asked: the hold stands for no match that is about to begin until that is known."""

    class Meta:
        indexes = (
            models.Index(fields=["asked_at"], name="credits_open_holds", condition=models.Q(state=HoldState.HELD)),
        )
        constraints = (
            models.CheckConstraint(
                condition=models.Q(state=HoldState.HELD, closed_at=None)
                | (~models.Q(state=HoldState.HELD) & models.Q(closed_at__isnull=False)),
                name="credits_hold_closed_once",
            ),
        )

    def __str__(self) -> str:
        return f"{self.match_id}: {self.state}"
