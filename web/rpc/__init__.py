"""What the portal serves to the other services over gRPC."""
