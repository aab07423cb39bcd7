"""Finished matches: who played, how it ended, and every step of it."""
