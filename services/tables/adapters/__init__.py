"""The ports on NATS, JetStream and gRPC."""
