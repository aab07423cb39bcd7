"""The ledger. Triggers in the migrations see to it that entries and postings are never changed or deleted, that the
postings of an entry sum to zero, and that an account's balance follows them and never falls below zero."""

from django.conf import settings
from django.db import models
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class AccountKind(models.TextChoices):
    """Whose credits an account counts."""

    ISSUED = "issued"  # the platform's: what it gave out, below zero by that much
    AVAILABLE = "available"  # a player's, to stake
    HELD = "held"  # a player's, behind running matches


class Account(models.Model):
    """Credits of one kind, of one player or of the platform."""

    kind = models.CharField(max_length=9, choices=AccountKind)
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    balance = models.BigIntegerField(default=0, db_default=0)
    """The sum of the account's postings, kept by the database as they are written. The platform's own is not kept, or
    every gift would wait for the one before."""
    version = models.BigIntegerField(default=0, db_default=0)
    """How many postings the balance counts."""

    class Meta:
        constraints = (
            models.CheckConstraint(condition=models.Q(balance__gte=0), name="credits_no_balance_below_zero"),
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
    ANNUL = "annul"
    LOAD = "load"
    TAKE = "take"


class Entry(models.Model):
    """One movement, made once: `key` names its cause."""

    key = models.CharField(max_length=96)
    reason = models.CharField(max_length=8, choices=Reason)
    match_id = models.CharField(max_length=64, blank=True)
    note = models.CharField(max_length=300, blank=True, db_default="")
    """What the cashier or operator wrote, for the player to read."""
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("movimiento")
        verbose_name_plural = _("movimientos")
        constraints = (models.UniqueConstraint(fields=["key"], name="credits_entry_made_once"),)
        indexes = (
            models.Index(fields=["match_id"], name="credits_entries_of_match", condition=~models.Q(match_id="")),
        )

    def __str__(self) -> str:
        return self.key


class Posting(models.Model):
    """What an entry adds to one account, negative for what it takes."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="postings", db_index=False)
    account = models.ForeignKey(Account, on_delete=models.PROTECT, related_name="postings", db_index=False)
    credits = models.BigIntegerField()

    class Meta:
        indexes = (models.Index(fields=["account", "id"], name="credits_postings_of_account"),)
        constraints = (
            models.UniqueConstraint(fields=["entry", "account"], name="credits_one_posting_per_account"),
            models.CheckConstraint(condition=~models.Q(credits=0), name="credits_posting_moves_something"),
        )


class HoldState(models.TextChoices):
    """Where a match's stakes are."""

    HELD = "held"
    SETTLED = "settled"
    RELEASED = "released"
    ANNULLED = "annulled"  # settled, and taken back since


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


class RequestState(models.TextChoices):
    """Where a cashier's request is."""

    PENDING = "pending"
    DONE = "done"
    REFUSED = "refused"
    EXPIRED = "expired"


class CashierRequest(models.Model):
    """Credits that a cashier loads or takes, with the written reason; above a limit a second person decides."""

    id = models.UUIDField(primary_key=True)
    """Chosen by who asks, so that asking again is asking once."""
    player = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    credits = models.BigIntegerField()
    """Loaded; negative for what is taken."""
    why = models.CharField(max_length=300)
    asked_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    asked_at = models.DateTimeField(default=timezone.now)
    alone = models.BooleanField()
    """Whether the cashier's word was enough."""
    expires_at = models.DateTimeField()
    state = models.CharField(max_length=8, choices=RequestState, default=RequestState.PENDING)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    """The second person; null when nobody was needed, or nobody decided in time."""
    decided_at = models.DateTimeField(null=True)
    refusal = models.CharField(max_length=300, blank=True)

    class Meta:
        verbose_name = _("carga o quita")
        verbose_name_plural = _("cargas y quitas")
        default_permissions = ("view",)
        permissions = (
            ("load", "Load credits to players, or take them"),
            ("approve", "Approve what another cashier loads or takes"),
        )
        indexes = (
            models.Index(fields=["expires_at"], name="credits_pending_requests", condition=models.Q(state="pending")),
            models.Index(fields=["player", "-asked_at"], name="credits_requests_for_player"),
            models.Index(fields=["asked_by", "-asked_at"], name="credits_requests_of_cashier"),
        )
        constraints = (
            models.CheckConstraint(condition=~models.Q(credits=0), name="credits_request_moves_something"),
            models.CheckConstraint(condition=~models.Q(why=""), name="credits_request_has_a_reason"),
            models.CheckConstraint(
                condition=~models.Q(player=models.F("asked_by")), name="credits_request_for_another"
            ),
            models.CheckConstraint(
                condition=models.Q(state="pending", decided_at=None)
                | (~models.Q(state="pending") & models.Q(decided_at__isnull=False)),
                name="credits_request_decided_once",
            ),
            models.CheckConstraint(
                condition=~models.Q(state="done")
                | models.Q(alone=True)
                | (
                    models.Q(decided_by__isnull=False)
                    & ~models.Q(decided_by=models.F("asked_by"))
                    & ~models.Q(decided_by=models.F("player"))
                ),
                name="credits_request_needs_a_second_person",
            ),
        )

    def __str__(self) -> str:
        return f"{self.credits:+d} to {self.player_id}: {self.state}"


class BooksCheck(models.Model):
    """One look at all of the books, and what was found."""

    began_at = models.DateTimeField()
    ended_at = models.DateTimeField(db_index=True)
    held = models.PositiveIntegerField()
    """Matches with held stakes."""
    found = models.PositiveIntegerField()
    findings = models.JSONField()
    """The findings in words, the first hundred."""

    class Meta:
        default_permissions = ("view",)

    def __str__(self) -> str:
        return f"{self.ended_at:%F %T}: {self.found} findings"
