"""What matches are chosen by stands on the seats. Two indexes of keys that others cover go.

Database defaults stand in for what a consumer of the release before does not write, while it still runs beside: such a
match shows in the list, but under no filter.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

FILL = """
UPDATE history_matchseat seat SET preset = match.preset, size = match.size, result = CASE
    WHEN match.outcome <> 'finished' THEN match.outcome
    WHEN match.winner = seat.seat % 2 THEN 'won' ELSE 'lost' END
FROM history_match match WHERE match.id = seat.match_id
"""

RESULTS = [("won", "Won"), ("lost", "Lost"), ("voided", "Voided"), ("abandoned", "Abandoned")]


class Migration(migrations.Migration):
    dependencies = [
        ("history", "0002_ranked_void_and_rivals"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField("matchseat", "preset", models.CharField(max_length=32, db_default="")),
        migrations.AddField("matchseat", "size", models.PositiveSmallIntegerField(db_default=0)),
        migrations.AddField("matchseat", "result", models.CharField(max_length=9, choices=RESULTS, db_default="")),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
        migrations.AlterField(
            "matchseat",
            "match",
            models.ForeignKey(
                "history.match", on_delete=django.db.models.deletion.CASCADE, related_name="seats", db_index=False
            ),
        ),
        migrations.AlterField(
            "matchseat",
            "player",
            models.ForeignKey(
                settings.AUTH_USER_MODEL,
                on_delete=django.db.models.deletion.SET_NULL,
                null=True,
                related_name="+",
                db_index=False,
            ),
        ),
        migrations.RemoveIndex("matchseat", "history_latest_of_player"),
        migrations.AddIndex(
            "matchseat",
            models.Index(
                fields=["player", "-ended_at", "-id", "preset", "size", "result"], name="history_matches_of_player"
            ),
        ),
    ]
