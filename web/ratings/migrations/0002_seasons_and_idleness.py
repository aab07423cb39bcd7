"""Seasons and their boards, from the changes that there are; idleness as pairing was told it; changes taken back."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


FILL = """
WITH dated AS (
    SELECT *, at AT TIME ZONE 'America/Argentina/Buenos_Aires' AS local FROM ratings_ratingchange
), counted AS (
    SELECT *, (extract(year FROM local) * 4 + (extract(month FROM local)::int - 1) / 3)::int AS season FROM dated
), summed AS (
    SELECT season, player_id, preset, seats, max(at) AS updated, count(*) AS games,
        count(*) FILTER (WHERE mu_after > mu_before) AS wins,
        (array_agg(mu_after ORDER BY id DESC))[1] AS mu, (array_agg(sigma_after ORDER BY id DESC))[1] AS sigma
    FROM counted GROUP BY season, player_id, preset, seats
)
INSERT INTO ratings_seasonrating (season, player_id, preset, seats, mu, sigma, games, wins, updated, listed)
SELECT season, player_id, preset, seats, summed.mu, summed.sigma, summed.games, wins, summed.updated,
    rating.games >= 20 AND summed.sigma <= 7.25
FROM summed JOIN ratings_rating rating USING (player_id, preset, seats)
"""


class Migration(migrations.Migration):

    dependencies = [
        ('ratings', '0001_initial'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Season',
            fields=[
                ('number', models.PositiveIntegerField(primary_key=True, serialize=False)),
                ('starts_at', models.DateTimeField()),
                ('ends_at', models.DateTimeField()),
                ('closed_at', models.DateTimeField(null=True)),
            ],
        ),
        migrations.AddField(
            model_name='rating',
            name='told_weeks',
            field=models.PositiveSmallIntegerField(db_default=0, default=0),
        ),
        migrations.AddField(
            model_name='ratingchange',
            name='taken_back_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.CreateModel(
            name='SeasonRating',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('season', models.PositiveIntegerField()),
                ('preset', models.CharField(max_length=32)),
                ('seats', models.PositiveSmallIntegerField()),
                ('mu', models.FloatField()),
                ('sigma', models.FloatField()),
                ('games', models.PositiveIntegerField()),
                ('wins', models.PositiveIntegerField()),
                ('updated', models.DateTimeField()),
                ('listed', models.BooleanField()),
                ('place', models.PositiveIntegerField(null=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'indexes': [models.Index(condition=models.Q(('listed', True)), fields=['season', 'preset', 'seats', '-mu', 'player'], include=('updated',), name='ratings_board')],
                'constraints': [models.UniqueConstraint(fields=('player', 'season', 'preset', 'seats'), name='ratings_one_of_a_kind_a_season')],
            },
        ),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
    ]
