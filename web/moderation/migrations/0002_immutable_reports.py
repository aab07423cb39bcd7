"""What a report says never changes, whatever the code does. Its state does, and players may be deleted."""

from django.db import migrations

IMMUTABLE = """
CREATE FUNCTION moderation_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF to_jsonb(NEW) - ARRAY['state', 'reporter_id', 'reported_id']
        <> to_jsonb(OLD) - ARRAY['state', 'reporter_id', 'reported_id'] THEN
        RAISE EXCEPTION 'what report % says is immutable', OLD.id
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER moderation_report_immutable BEFORE UPDATE ON moderation_report
    FOR EACH ROW EXECUTE FUNCTION moderation_refuse_change();
"""

NO_IMMUTABLE = """
DROP TRIGGER moderation_report_immutable ON moderation_report;
DROP FUNCTION moderation_refuse_change();
"""


class Migration(migrations.Migration):
    dependencies = [("moderation", "0001_initial")]

    operations = [migrations.RunSQL(IMMUTABLE, NO_IMMUTABLE)]
