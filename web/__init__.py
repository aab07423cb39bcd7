"""The portal: accounts, credits, history and the pages around the table (architecture 7)."""
