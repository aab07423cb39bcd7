"""The whole platform on one machine, in one folder: what `make run` starts and what the tests run against."""
