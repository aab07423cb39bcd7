"""Where replicas are reached."""

from services.common.grpc_target import grpc_target


def test_a_name_is_resolved_and_several_addresses_are_used_as_they_are() -> None:
    assert grpc_target("engine.quiero.svc:50052") == "dns:///engine.quiero.svc:50052"
    assert grpc_target("127.0.0.1:1,127.0.0.1:2") == "ipv4:127.0.0.1:1,127.0.0.1:2"
