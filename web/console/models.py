"""The console has no rows of its own. Django tells only apps with a models module that the database is up to date, and
after that the roles are made."""
