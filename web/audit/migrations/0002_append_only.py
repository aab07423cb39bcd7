"""The audit log is only ever added to, whatever the code does."""

from django.db import migrations

APPEND_ONLY = """
CREATE FUNCTION audit_refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the audit log is only added to: % on %', TG_OP, TG_TABLE_NAME
        USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER audit_entry_append_only BEFORE UPDATE OR DELETE ON audit_entry
    FOR EACH ROW EXECUTE FUNCTION audit_refuse_change();
"""

NOT_APPEND_ONLY = """
DROP TRIGGER audit_entry_append_only ON audit_entry;
DROP FUNCTION audit_refuse_change();
"""


class Migration(migrations.Migration):
    dependencies = [("audit", "0001_initial")]

    operations = [migrations.RunSQL(APPEND_ONLY, NOT_APPEND_ONLY)]
