"""Balances that the database keeps as postings are written, whatever an account's history: it was summed up each time.

Nothing is written meanwhile: the table is locked until the balances stand and the triggers follow them. Indexes that
nobody read, or that another covers, go.
"""

from django.db import migrations, models

LOCK = "LOCK TABLE credits_account, credits_posting IN SHARE ROW EXCLUSIVE MODE"

COUNT = """
UPDATE credits_account a SET balance = p.credits, version = p.postings
FROM (SELECT account_id, sum(credits) AS credits, count(*) AS postings FROM credits_posting GROUP BY account_id) p
WHERE p.account_id = a.id AND a.kind <> 'issued'
"""

# For each statement, so that an entry's postings are written by one and looked at once.
FOLLOW = """
DROP TRIGGER credits_posting_balanced ON credits_posting;
DROP FUNCTION credits_check_balanced();

CREATE FUNCTION credits_follow_postings() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    uneven bigint;
BEGIN
    SELECT entry_id INTO uneven FROM written GROUP BY entry_id HAVING sum(credits) <> 0 LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'entry % does not sum to zero', uneven USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    UPDATE credits_account a SET balance = a.balance + w.credits, version = a.version + w.postings
    FROM (SELECT account_id, sum(credits) AS credits, count(*) AS postings FROM written GROUP BY account_id) w
    WHERE a.id = w.account_id AND a.kind <> 'issued';
    RETURN NULL;
END $$;
CREATE TRIGGER credits_posting_followed AFTER INSERT ON credits_posting
    REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION credits_follow_postings();

ALTER TABLE credits_account SET (fillfactor = 60);
"""

NO_FOLLOW = """
DROP TRIGGER credits_posting_followed ON credits_posting;
DROP FUNCTION credits_follow_postings();
ALTER TABLE credits_account RESET (fillfactor);

CREATE FUNCTION credits_check_balanced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF (SELECT sum(credits) FROM credits_posting WHERE entry_id = NEW.entry_id) <> 0 THEN
        RAISE EXCEPTION 'entry % does not sum to zero', NEW.entry_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    IF EXISTS (SELECT FROM credits_account WHERE id = NEW.account_id AND kind <> 'issued')
        AND (SELECT sum(credits) FROM credits_posting WHERE account_id = NEW.account_id) < 0 THEN
        RAISE EXCEPTION 'account % falls below zero', NEW.account_id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER credits_posting_balanced AFTER INSERT ON credits_posting
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION credits_check_balanced();
"""

# An account begins with nothing, and only the trigger above, which runs at depth 1, changes it. A closed hold stays so,
# but for a settled match that is annulled.
GUARD = """
CREATE TRIGGER credits_entry_kept BEFORE TRUNCATE ON credits_entry
    FOR EACH STATEMENT EXECUTE FUNCTION credits_refuse_change();
CREATE TRIGGER credits_posting_kept BEFORE TRUNCATE ON credits_posting
    FOR EACH STATEMENT EXECUTE FUNCTION credits_refuse_change();
CREATE TRIGGER credits_account_kept BEFORE TRUNCATE ON credits_account
    FOR EACH STATEMENT EXECUTE FUNCTION credits_refuse_change();
CREATE TRIGGER credits_hold_kept BEFORE TRUNCATE ON credits_hold
    FOR EACH STATEMENT EXECUTE FUNCTION credits_refuse_change();
CREATE TRIGGER credits_account_begins_empty BEFORE INSERT ON credits_account
    FOR EACH ROW WHEN (NEW.balance <> 0 OR NEW.version <> 0) EXECUTE FUNCTION credits_refuse_change();
CREATE TRIGGER credits_account_follows BEFORE UPDATE ON credits_account
    FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION credits_refuse_change();
CREATE TRIGGER credits_hold_stays BEFORE UPDATE ON credits_hold
    FOR EACH ROW WHEN (
        NEW.match_id <> OLD.match_id OR NEW.stakes <> OLD.stakes OR OLD.state IN ('released', 'annulled')
        OR (OLD.state = 'settled' AND NEW.state <> 'annulled')
    ) EXECUTE FUNCTION credits_refuse_change();
CREATE TRIGGER credits_hold_remains BEFORE DELETE ON credits_hold
    FOR EACH ROW EXECUTE FUNCTION credits_refuse_change();
"""

NO_GUARD = """
DROP TRIGGER credits_hold_remains ON credits_hold;
DROP TRIGGER credits_hold_stays ON credits_hold;
DROP TRIGGER credits_account_follows ON credits_account;
DROP TRIGGER credits_account_begins_empty ON credits_account;
DROP TRIGGER credits_hold_kept ON credits_hold;
DROP TRIGGER credits_account_kept ON credits_account;
DROP TRIGGER credits_posting_kept ON credits_posting;
DROP TRIGGER credits_entry_kept ON credits_entry;
"""

REASONS = ["welcome", "hold", "settle", "release", "annul", "load", "take"]
STATES = ["held", "settled", "released", "annulled"]


def _choices(values):
    return [(value, value.title()) for value in values]


class Migration(migrations.Migration):
    dependencies = [("credits", "0003_hold_doubt")]

    operations = [
        migrations.RunSQL(LOCK, migrations.RunSQL.noop),
        migrations.AddField("account", "balance", models.BigIntegerField(default=0, db_default=0)),
        migrations.AddField("account", "version", models.BigIntegerField(default=0, db_default=0)),
        migrations.RunSQL(COUNT, migrations.RunSQL.noop),
        migrations.AddConstraint(
            "account",
            models.CheckConstraint(condition=models.Q(balance__gte=0), name="credits_no_balance_below_zero"),
        ),
        migrations.AddField("entry", "note", models.CharField(max_length=300, blank=True, db_default="")),
        migrations.AlterField("entry", "reason", models.CharField(max_length=8, choices=_choices(REASONS))),
        migrations.AlterField("entry", "match_id", models.CharField(max_length=64, blank=True)),
        migrations.AlterField("entry", "key", models.CharField(max_length=96)),
        migrations.AddConstraint(
            "entry", models.UniqueConstraint(fields=["key"], name="credits_entry_made_once")
        ),
        migrations.AddIndex(
            "entry",
            models.Index(fields=["match_id"], name="credits_entries_of_match", condition=~models.Q(match_id="")),
        ),
        migrations.AddIndex(
            "posting", models.Index(fields=["account", "id"], name="credits_postings_of_account")
        ),
        migrations.AlterField(
            "posting",
            "entry",
            models.ForeignKey("credits.entry", on_delete=models.PROTECT, related_name="postings", db_index=False),
        ),
        migrations.AlterField(
            "posting",
            "account",
            models.ForeignKey("credits.account", on_delete=models.PROTECT, related_name="postings", db_index=False),
        ),
        migrations.AlterField(
            "hold", "state", models.CharField(max_length=8, choices=_choices(STATES), default="held")
        ),
        migrations.RunSQL(FOLLOW, NO_FOLLOW),
        migrations.RunSQL(GUARD, NO_GUARD),
    ]
