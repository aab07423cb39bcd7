"""What operators and people with curl expect of the two faces."""

import json

import grpc
import httpx
import pytest
from google.protobuf.descriptor_pb2 import FileDescriptorProto
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection_pb2, reflection_pb2_grpc

from deploy.local.stack import Stack
from tests.service.gateway.faces import connect_error, new_id
from tests.service.gateway.portal import SigningPortal

SERVICE = "truco.play.v1.PlayService"


@pytest.fixture
def web(servers: Stack, portal: SigningPortal) -> httpx.Client:
    """What curl would send."""
    headers = {"authorization": f"Bearer {portal.token()}"}
    return httpx.Client(base_url=f"http://{servers.address('GATEWAY_CONNECT')}/{SERVICE}", headers=headers, timeout=20)


def test_health_answers_for_the_server_and_the_service(servers: Stack) -> None:
    with grpc.insecure_channel(servers.address("GATEWAY_GRPC")) as channel:
        stub = health_pb2_grpc.HealthStub(channel)

        answers = [stub.Check(health_pb2.HealthCheckRequest(service=name)).status for name in ("", SERVICE)]

    assert answers == [health_pb2.HealthCheckResponse.SERVING] * 2


def test_reflection_tells_the_service_and_its_methods(servers: Stack) -> None:
    with grpc.insecure_channel(servers.address("GATEWAY_GRPC")) as channel:
        stub = reflection_pb2_grpc.ServerReflectionStub(channel)
        asked = [
            reflection_pb2.ServerReflectionRequest(list_services=""),
            reflection_pb2.ServerReflectionRequest(file_containing_symbol=SERVICE),
        ]

        listed, described = stub.ServerReflectionInfo(iter(asked))

    assert SERVICE in [service.name for service in listed.list_services_response.service]
    files = map(FileDescriptorProto.FromString, described.file_descriptor_response.file_descriptor_proto)
    methods = [method.name for file in files for service in file.service for method in service.method]
    assert {"OpenTable", "Act", "Watch"} <= set(methods)


def test_an_unknown_method_is_unimplemented(servers: Stack) -> None:
    with grpc.insecure_channel(servers.address("GATEWAY_GRPC")) as channel, pytest.raises(grpc.RpcError) as refused:
        channel.unary_unary(f"/{SERVICE}/Cheat")(b"")

    assert refused.value.code() == grpc.StatusCode.UNIMPLEMENTED


def test_a_table_is_opened_with_json(web: httpx.Client) -> None:
    body = {"requestId": new_id(), "ruleset": {"preset": "maestro", "options": {"target": 15}}, "seats": 2}

    answer = web.post("/OpenTable", json=body)

    assert answer.status_code == httpx.codes.OK, answer.text
    table = answer.json()["update"]["table"]
    assert (table["status"], len(table["seats"])) == ("TABLE_STATUS_OPEN", 2)
    listed = web.post("/ListTables", json={}).json()["tables"]
    assert table["tableId"] in [each["tableId"] for each in listed]


def test_errors_in_json_carry_their_reason(web: httpx.Client) -> None:
    answer = web.post("/GetTable", json={"tableId": "0123456789abcdef"})

    assert answer.status_code == httpx.codes.NOT_FOUND
    assert connect_error(answer.json()).reason == "TABLE_NOT_FOUND"


@pytest.mark.parametrize(("body", "reason"), [(b"{", "BAD_REQUEST"), (b'"' + b"x" * 70_000, "MESSAGE_TOO_LARGE")])
def test_json_that_cannot_be_read_is_refused(web: httpx.Client, body: bytes, reason: str) -> None:
    answer = web.post("/GetTable", content=body, headers={"content-type": "application/json"})

    assert connect_error(answer.json()).reason == reason


def test_an_oversized_watch_request_is_refused(web: httpx.Client) -> None:
    body = b"\0" + (70_000).to_bytes(4, "big") + b"x" * 70_000

    answer = web.post("/Watch", content=body, headers={"content-type": "application/connect+proto"})

    assert connect_error(json.loads(answer.content[5:])["error"]).reason == "MESSAGE_TOO_LARGE"


def test_grpc_web_works_too(web: httpx.Client) -> None:
    headers = {"content-type": "application/grpc-web+proto", "x-grpc-web": "1"}

    answer = web.post("/ListTables", content=b"\0\0\0\0\0", headers=headers)

    assert answer.status_code == httpx.codes.OK
    assert b"grpc-status: 0" in answer.content


@pytest.mark.parametrize(("origin", "allowed"), [("portal", True), ("http://elsewhere.example", False)])
def test_only_the_portals_pages_may_call(web: httpx.Client, servers: Stack, origin: str, allowed: bool) -> None:
    origin = f"http://{servers.address('PORTAL')}" if origin == "portal" else origin
    asks = {
        "origin": origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,connect-protocol-version,connect-timeout-ms,content-type",
    }

    answer = web.options("/Act", headers=asks)

    assert (answer.headers.get("access-control-allow-origin") == origin) is allowed
    assert (answer.status_code == httpx.codes.OK) is allowed
