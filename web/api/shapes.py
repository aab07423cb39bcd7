"""The objects of the API, as they are written and documented."""

from typing import Any

from rest_framework import serializers

from services.common.tokens import SCOPES
from web.accounts.access_tokens import MOST_DAYS, NAME_LENGTH
from web.accounts.bots import LABEL_LENGTH
from web.accounts.services import NAME_LENGTH as PLAYER_NAME_LENGTH
from web.api.parsing import Text


class Shape(serializers.Serializer[Any]):
    """An object."""


class ErrorBody(Shape):
    """Why something was refused: a reason of protos/truco/rules/v1/reason.proto."""

    reason = serializers.CharField()
    message = serializers.CharField(help_text="For developers.")
    metadata = serializers.DictField(child=serializers.CharField())


class Error(Shape):
    """What every refusal says."""

    error = ErrorBody()


class RatingShape(Shape):
    """A rating of one ruleset family and table size; the strength is within `points` give or take `margin`."""

    preset = serializers.CharField()
    seats = serializers.IntegerField()
    points = serializers.IntegerField()
    margin = serializers.IntegerField()
    games = serializers.IntegerField()
    provisional = serializers.BooleanField()
    place = serializers.IntegerField(allow_null=True, help_text="On the running season's board.")


class PlayerShape(Shape):
    """A player, as everybody may see it."""

    player_id = serializers.CharField()
    name = serializers.CharField()
    avatar = serializers.CharField()
    guest = serializers.BooleanField()
    bot = serializers.BooleanField()
    label = serializers.CharField(help_text="What a bot's author says of it; empty for people.")  # type: ignore[assignment]
    ratings = RatingShape(many=True)


class MeShape(PlayerShape):
    """The calling player, or the bot that the token acts as."""

    confirmed = serializers.BooleanField(help_text="Whether the e-mail address is confirmed.")
    scopes = serializers.ListField(child=serializers.ChoiceField(SCOPES), help_text="What the caller may do.")


class BalanceShape(Shape):
    """Trucardos."""

    available = serializers.IntegerField(help_text="That can be staked.")
    held = serializers.IntegerField(help_text="That stand behind running matches.")


class MovementShape(Shape):
    """One line of the statement."""

    at = serializers.DateTimeField()
    reason = serializers.CharField(help_text="welcome, hold, settle, release, annul, load or take.")
    match_id = serializers.CharField(help_text="Empty for what no match moved.")
    credits = serializers.IntegerField(help_text="Negative for what was taken.")
    note = serializers.CharField()


class SeatShape(Shape):
    """Who sat where, by the name of that day."""

    seat = serializers.IntegerField(help_text="Even and odd seats are the teams.")
    player_id = serializers.CharField(allow_null=True, help_text="Null for the platform's bots and who is no more.")
    name = serializers.CharField()
    guest = serializers.BooleanField()
    bot = serializers.BooleanField()


class MatchShape(Shape):
    """A match that has ended, as the caller, who sat in it, sees it."""

    match_id = serializers.CharField()
    preset = serializers.CharField()
    seats = serializers.IntegerField()
    target = serializers.IntegerField(allow_null=True)
    stake = serializers.IntegerField()
    ranked = serializers.BooleanField()
    started_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField()
    seat = serializers.IntegerField(help_text="The caller's.")
    result = serializers.ChoiceField(["won", "lost", "voided", "abandoned"])
    score = serializers.ListField(child=serializers.IntegerField(), help_text="Of seat 0's team, and of the other.")
    credits = serializers.IntegerField(help_text="What it moved on the caller's statement.")
    players = SeatShape(many=True)
    has_record = serializers.BooleanField(help_text="Whether there is a record to be had.")


class RecordShape(Shape):
    """The match record (`../tests/vectors/README.md`)."""

    match = serializers.DictField()
    players = serializers.ListField(child=serializers.DictField())
    steps = serializers.ListField(child=serializers.DictField())


class BoardRowShape(Shape):
    """One line of a leaderboard."""

    place = serializers.IntegerField()
    player_id = serializers.CharField()
    name = serializers.CharField()
    points = serializers.IntegerField()
    margin = serializers.IntegerField()
    games = serializers.IntegerField()
    wins = serializers.IntegerField()


class NewTokenShape(Shape):
    """A personal access token to be made."""

    name = Text(max_length=NAME_LENGTH)
    scopes = serializers.ListField(
        child=serializers.ChoiceField(SCOPES), allow_empty=False, max_length=len(SCOPES), help_text="What it is to do."
    )
    days = serializers.IntegerField(
        required=False, allow_null=True, min_value=1, max_value=MOST_DAYS, help_text="How long it lives; null for ever."
    )
    bot_id = serializers.RegexField(
        "^[0-9a-f]{32}$", required=False, allow_null=True, help_text="The bot of yours that it acts as, with bot:play."
    )


class TokenShape(Shape):
    """A personal access token."""

    token_id = serializers.CharField()
    name = serializers.CharField()
    scopes = serializers.ListField(child=serializers.ChoiceField(SCOPES))
    player_id = serializers.CharField(help_text="As whom it acts: you, or a bot of yours.")
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField(allow_null=True)
    used_at = serializers.DateTimeField(allow_null=True, help_text="Its last use, to the minute.")


class CreatedTokenShape(TokenShape):
    """A new personal access token."""

    secret = serializers.CharField(help_text="`qro_…`, shown this once.")


class NewBotShape(Shape):
    """A bot account to be made."""

    name = Text(max_length=PLAYER_NAME_LENGTH)
    label = Text(required=False, allow_blank=True, max_length=LABEL_LENGTH, default="")  # type: ignore[assignment]


class BotShape(Shape):
    """A bot account."""

    player_id = serializers.CharField()
    name = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]
    created_at = serializers.DateTimeField()


class BlockedShape(Shape):
    """Somebody whom the caller is never paired with."""

    player_id = serializers.CharField()
    name = serializers.CharField()


class NewGuestShape(Shape):
    """A guest to be made."""

    name = Text(
        required=False, allow_null=True, max_length=PLAYER_NAME_LENGTH, help_text="The portal finds one otherwise."
    )


class SignedShape(Shape):
    """A token for the gateway and this API, good for 15 minutes."""

    player_id = serializers.CharField()
    name = serializers.CharField()
    token = serializers.CharField()
    expires_at = serializers.IntegerField(help_text="Unix seconds.")


class GuestShape(SignedShape):
    """A new guest."""

    secret = serializers.CharField(help_text="Its personal access token, `qro_…`, shown this once.")


def page_of(kind: type[Shape]) -> type[Shape]:
    """A page of a list."""
    fields = {
        "items": kind(many=True),
        "next": serializers.CharField(allow_null=True, help_text="The cursor of the next page; null on the last one."),
    }
    return type(f"{kind.__name__.removesuffix('Shape')}Page", (Shape,), {**fields, "__doc__": "A page of a list."})
