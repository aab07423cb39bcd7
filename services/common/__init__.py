"""What every service shares: settings, logging, health, metrics, NATS and gRPC wiring, errors, fairness."""
