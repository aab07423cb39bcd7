"""What the other services are to hear of, written where it changed: in the same transaction."""
