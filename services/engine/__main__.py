"""The engine's process, `python -m services.engine`, and its commands for people at a terminal."""

import sys


def main() -> int:
    """Runs the command given, or serves; a command does not wait for the server's libraries to be imported."""
    if sys.argv[1:]:
        from services.engine.cli.main import main as run_command

        return run_command(sys.argv[1:])
    from services.engine.serving import serve

    serve()
    return 0


if __name__ == "__main__":
    sys.exit(main())
