"""Players, and the secrets by which programs come back."""

import uuid
from typing import ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Player(AbstractBaseUser, PermissionsMixin):
    """A person or a program. A guest who registers later stays the same player and keeps everything.

    What members of the staff may do in the console comes from their groups (`web.console.roles`).
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=24)
    avatar = models.CharField(max_length=24)
    email = models.EmailField(null=True, blank=True, unique=True)
    guest = models.BooleanField(default=True)
    confirmed = models.BooleanField(default=False)
    bot = models.BooleanField(default=False)
    is_staff = models.BooleanField(default=False, db_default=False)
    """Whether the player may enter the console."""
    is_superuser = models.BooleanField(default=False, db_default=False)
    skeleton = models.CharField(max_length=48, default="", db_default="", blank=True)
    """How a registered player's name looks (web.accounts.nicknames): no two look the same."""
    named_at = models.DateTimeField(null=True, blank=True)
    """When the player last chose a name."""
    adult_at = models.DateTimeField(null=True, blank=True)
    """When the player declared to be 18 or older. The date of birth is not asked: nothing here needs it."""
    created_at = models.DateTimeField(default=timezone.now)
    last_seen_at = models.DateTimeField(default=timezone.now)
    anonymised_at = models.DateTimeField(null=True, blank=True)

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["name"]

    objects = BaseUserManager["Player"]()

    class Meta:
        verbose_name = _("jugador")
        verbose_name_plural = _("jugadores")
        indexes = (
            models.Index(
                fields=["last_seen_at"],
                name="accounts_idle_guests",
                condition=models.Q(guest=True, anonymised_at__isnull=True),
            ),
        )
        constraints = (
            models.UniqueConstraint(
                fields=["skeleton"], name="accounts_names_look_different", condition=~models.Q(skeleton="")
            ),
        )

    def __str__(self) -> str:
        return self.name

    def get_full_name(self) -> str:
        """The name, as Django's pages ask for it."""
        return self.name


class Block(models.Model):
    """A player does not want to meet another."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    blocked = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=["player", "blocked"], name="accounts_blocked_once"),
            models.CheckConstraint(condition=~models.Q(player=models.F("blocked")), name="accounts_blocks_another"),
        )

    def __str__(self) -> str:
        return f"{self.player_id} blocked {self.blocked_id}"


class BotAccount(models.Model):
    """A player that is a program of a registered player's."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, primary_key=True, related_name="bot_account")
    owner = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="bot_accounts")
    label = models.CharField(max_length=60, blank=True)
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return f"{self.player} of {self.owner_id}"


class AccessToken(models.Model):
    """A personal access token: what a program holds to act as a player. Only the SHA-256 of its secret is kept, which
    has 256 random bits, so it needs no salt. Who revokes one deletes it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    owner = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="access_tokens")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    name = models.CharField(max_length=40)
    digest = models.CharField(max_length=64, unique=True)
    scopes = models.JSONField()
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField(null=True, blank=True)
    used_at = models.DateTimeField(null=True, blank=True)

    def __str__(self) -> str:
        return self.name


class Revocation(models.Model):
    """Tokens (JWT) of before are refused: those of a player, or those had for a personal access token. No foreign key:
    it outlives what it names."""

    subject = models.UUIDField(primary_key=True)
    at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return self.subject.hex


class LimitKind(models.TextChoices):
    """What a player may limit for themselves."""

    MINUTES = "minutes"  # of play in a day
    STAKE = "stake"  # credits for one match


class OwnLimit(models.Model):
    """A limit that a player set, from a time on. The latest that has begun holds; one that has not is a looser one."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=8, choices=LimitKind)
    most = models.PositiveIntegerField(null=True)
    """None: no limit."""
    since = models.DateTimeField()

    class Meta:
        indexes = (models.Index(fields=["player", "kind", "-since"], name="accounts_limits_in_force"),)

    def __str__(self) -> str:
        return f"{self.kind} of {self.player_id}: {self.most}"


class PlayDay(models.Model):
    """How long a player played on a day of the platform's time zone, as far as the player limits it."""

    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    day = models.DateField()
    seconds = models.PositiveIntegerField(default=0)
    counted_at = models.DateTimeField(default=timezone.now)
    """Up to when."""

    class Meta:
        constraints = (models.UniqueConstraint(fields=["player", "day"], name="accounts_one_row_a_day"),)

    def __str__(self) -> str:
        return f"{self.player_id} on {self.day}: {self.seconds} s"
