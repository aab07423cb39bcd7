"""The jobs app."""

from django.apps import AppConfig


class JobsConfig(AppConfig):
    """What runs by the clock."""

    name = "web.jobs"

    def ready(self) -> None:
        """Notes how jobs go, in a process that runs any."""
        from web.jobs import recording

        recording.connect()
