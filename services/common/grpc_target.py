"""Where a service is reached that has replicas."""


def grpc_target(addresses: str) -> str:
    """The gRPC target for host:port, whose name may stand for several addresses, or for several ip:port with commas.

    With the policy round_robin they are used in turn.
    """
    return f"ipv4:{addresses}" if "," in addresses else f"dns:///{addresses}"
