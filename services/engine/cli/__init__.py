"""What the engine does for people at a terminal: replays match records, writes random ones."""
