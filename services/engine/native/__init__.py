"""The compiled rules: `python -m services.engine.native` builds them, `services.engine` finds them."""
