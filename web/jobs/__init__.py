"""The portal's jobs: when each runs, how it went, and the alarm when one is missing."""
