"""A history out of nothing, as large as asked, for benchmarks and demonstrations (`python -m web seed_history`)."""
