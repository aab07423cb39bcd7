"""Backup and restore of the platform's data."""
