"""The platform's own players: they see what their seat sees and act through the same commands as anybody."""
