"""What may go wrong when the platform is started; each is told to the person in one line."""


class LocalError(Exception):
    """Something that the person who started the platform can understand and mend; the text is one clear line."""


class PortTaken(LocalError):
    """Another program listens on a port that a service wants."""


class MissingTool(LocalError):
    """A server's program is not installed."""


class ServiceDead(LocalError):
    """A service ended or did not become healthy in time."""
