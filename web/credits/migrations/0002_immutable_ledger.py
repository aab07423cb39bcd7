"""The ledger's own guards, in the database: nothing changes it, whatever the code does."""

from django.db import migrations

IMMUTABLE = """
CREATE FUNCTION credits_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the ledger is immutable: % on %', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER credits_entry_immutable BEFORE UPDATE OR DELETE ON credits_entry
    FOR EACH ROW EXECUTE FUNCTION credits_refuse_change();
CREATE TRIGGER credits_posting_immutable BEFORE UPDATE OR DELETE ON credits_posting
    FOR EACH ROW EXECUTE FUNCTION credits_refuse_change();
"""

NO_IMMUTABLE = """
DROP TRIGGER credits_posting_immutable ON credits_posting;
DROP TRIGGER credits_entry_immutable ON credits_entry;
DROP FUNCTION credits_refuse_change();
"""

# Deferred: an entry's postings are written one after the other, and count at the commit.
BALANCED = """
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

NO_BALANCED = """
DROP TRIGGER credits_posting_balanced ON credits_posting;
DROP FUNCTION credits_check_balanced();
"""


class Migration(migrations.Migration):
    dependencies = [("credits", "0001_initial")]

    operations = [
        migrations.RunSQL(IMMUTABLE, NO_IMMUTABLE),
        migrations.RunSQL(BALANCED, NO_BALANCED),
    ]
