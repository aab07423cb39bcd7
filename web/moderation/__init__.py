"""What players report to the moderators."""
