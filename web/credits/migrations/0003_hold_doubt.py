"""What is needed to ask tables about holds that stay open. The database default serves a release that does not know it."""

from django.db import migrations, models
from django.db.models.functions import Now
from django.utils import timezone


class Migration(migrations.Migration):
    dependencies = [("credits", "0002_immutable_ledger")]

    operations = [
        migrations.AddField("hold", "asked_at", models.DateTimeField(default=timezone.now, db_default=Now())),
        migrations.AddField("hold", "doubt", models.UUIDField(null=True)),
        migrations.AddIndex(
            "hold",
            models.Index(fields=["asked_at"], name="credits_open_holds", condition=models.Q(state="held")),
        ),
    ]
