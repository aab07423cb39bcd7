"""The matchmaker: players who seek the same become tables (README.md)."""
