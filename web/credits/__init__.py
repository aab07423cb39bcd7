"""Credits as double-entry postings: a balance is the sum of immutable entries (architecture 7)."""
