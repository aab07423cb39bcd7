"""Cashiers' requests, which stay as they were decided, and the looks at the books."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


GUARD = """
CREATE TRIGGER credits_request_stays BEFORE UPDATE ON credits_cashierrequest
    FOR EACH ROW WHEN (
        OLD.state <> 'pending'
        OR (NEW.id, NEW.player_id, NEW.credits, NEW.why, NEW.asked_by_id, NEW.asked_at, NEW.alone, NEW.expires_at)
            IS DISTINCT FROM
           (OLD.id, OLD.player_id, OLD.credits, OLD.why, OLD.asked_by_id, OLD.asked_at, OLD.alone, OLD.expires_at)
    ) EXECUTE FUNCTION credits_refuse_change();
CREATE TRIGGER credits_request_remains BEFORE DELETE ON credits_cashierrequest
    FOR EACH ROW EXECUTE FUNCTION credits_refuse_change();
CREATE TRIGGER credits_request_kept BEFORE TRUNCATE ON credits_cashierrequest
    FOR EACH STATEMENT EXECUTE FUNCTION credits_refuse_change();
"""

NO_GUARD = """
DROP TRIGGER credits_request_kept ON credits_cashierrequest;
DROP TRIGGER credits_request_remains ON credits_cashierrequest;
DROP TRIGGER credits_request_stays ON credits_cashierrequest;
"""


class Migration(migrations.Migration):

    dependencies = [
        ('credits', '0004_balances'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='BooksCheck',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('began_at', models.DateTimeField()),
                ('ended_at', models.DateTimeField(db_index=True)),
                ('held', models.PositiveIntegerField()),
                ('found', models.PositiveIntegerField()),
                ('findings', models.JSONField()),
            ],
            options={
                'default_permissions': ('view',),
            },
        ),
        migrations.CreateModel(
            name='CashierRequest',
            fields=[
                ('id', models.UUIDField(primary_key=True, serialize=False)),
                ('credits', models.BigIntegerField()),
                ('why', models.CharField(max_length=300)),
                ('asked_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('alone', models.BooleanField()),
                ('expires_at', models.DateTimeField()),
                ('state', models.CharField(choices=[('pending', 'Pending'), ('done', 'Done'), ('refused', 'Refused'), ('expired', 'Expired')], default='pending', max_length=8)),
                ('decided_at', models.DateTimeField(null=True)),
                ('refusal', models.CharField(blank=True, max_length=300)),
                ('asked_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('decided_by', models.ForeignKey(null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'permissions': (('load', 'Load credits to players, or take them'), ('approve', 'Approve what another cashier loads or takes')),
                'default_permissions': ('view',),
                'indexes': [models.Index(condition=models.Q(('state', 'pending')), fields=['expires_at'], name='credits_pending_requests'), models.Index(fields=['player', '-asked_at'], name='credits_requests_for_player'), models.Index(fields=['asked_by', '-asked_at'], name='credits_requests_of_cashier')],
                'constraints': [models.CheckConstraint(condition=models.Q(('credits', 0), _negated=True), name='credits_request_moves_something'), models.CheckConstraint(condition=models.Q(('why', ''), _negated=True), name='credits_request_has_a_reason'), models.CheckConstraint(condition=models.Q(('player', models.F('asked_by')), _negated=True), name='credits_request_for_another'), models.CheckConstraint(condition=models.Q(models.Q(('decided_at', None), ('state', 'pending')), models.Q(models.Q(('state', 'pending'), _negated=True), ('decided_at__isnull', False)), _connector='OR'), name='credits_request_decided_once'), models.CheckConstraint(condition=models.Q(models.Q(('state', 'done'), _negated=True), ('alone', True), models.Q(('decided_by__isnull', False), models.Q(('decided_by', models.F('asked_by')), _negated=True), models.Q(('decided_by', models.F('player')), _negated=True)), _connector='OR'), name='credits_request_needs_a_second_person')],
            },
        ),
        migrations.RunSQL(GUARD, NO_GUARD),
    ]
