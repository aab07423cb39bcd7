"""Database defaults stand in for what a consumer of the release before does not write, while it still runs beside."""

from django.conf import settings
from django.db import migrations, models
from django.db.models.functions import Now

FILL = """
UPDATE history_matchseat SET ended_at = history_match.finished_at
FROM history_match WHERE history_match.id = history_matchseat.match_id
"""


class Migration(migrations.Migration):
    dependencies = [
        ("history", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField("match", "ranked", models.BooleanField(default=False, db_default=False)),
        migrations.AddField("match", "void_reason", models.CharField(max_length=32, blank=True, db_default="")),
        migrations.AddField("matchseat", "ended_at", models.DateTimeField(db_default=Now())),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
        migrations.AddIndex(
            "matchseat", models.Index(fields=["player", "-ended_at"], name="history_latest_of_player")
        ),
    ]
