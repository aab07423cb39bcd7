"""The pages around the table: landing, lobby and table shells, errors in words."""
