"""What the portal's apps share: security headers, refusals, limits, threads on the database, Celery."""
