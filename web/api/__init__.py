"""The REST API: all that a player sees, for programs. /api/docs/ shows it."""
