"""What the portal tells the other services over NATS, and the process that tells it."""
