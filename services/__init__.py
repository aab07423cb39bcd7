"""The services behind Quiero: engine, tables, bots and gateway. See docs in each package's README."""
