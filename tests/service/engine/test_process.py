"""The engine as the process that `make run` starts."""

import os
import re
import signal
import subprocess
import sys
import urllib.request

import grpc
import pytest

from services.engine import WHY_INTERPRETED
from services.engine.native.store import SWITCH
from truco.engine.v1 import engine_pb2, engine_pb2_grpc

COMMAND = [sys.executable, "-m", "services.engine"]


def environment(**variables):
    kept = {name: value for name, value in os.environ.items() if not name.startswith("QUIERO_")}
    return {**kept, "QUIERO_HEALTH_ADDRESS": "127.0.0.1:0", "QUIERO_ENGINE_ADDRESS": "127.0.0.1:0", **variables}


def port_in(process, name):
    """The port that the process logs under that name."""
    return next(int(found[1]) for line in process.stderr if (found := re.search(rf'"{name}": (\d+)', line)))


def test_it_serves_is_healthy_and_ends_on_request():
    process = subprocess.Popen(
        COMMAND, env=environment(QUIERO_ENGINE_STATE_KEY="5a" * 32), stderr=subprocess.PIPE, text=True
    )
    try:
        health, port = port_in(process, "health_port"), port_in(process, "grpc_port")
        with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
            stub = engine_pb2_grpc.EngineServiceStub(channel)
            match = stub.NewMatch(engine_pb2.NewMatchRequest(ruleset={"preset": "maestro"}, seats=2))
            with pytest.raises(grpc.RpcError):
                stub.Apply(engine_pb2.ApplyRequest(state=match.state))
        with urllib.request.urlopen(f"http://127.0.0.1:{health}/healthz") as answer:
            assert (answer.status, answer.read()) == (200, b"ok\n")
        with urllib.request.urlopen(f"http://127.0.0.1:{health}/metrics") as answer:
            counted = answer.read().decode()
        assert 'quiero_engine_refusals_total{operation="apply",reason="UNKNOWN_ACTION"} 1.0' in counted
        process.send_signal(signal.SIGTERM)
        assert process.wait(10) == 0
    finally:
        process.kill()
        process.communicate()


def test_without_a_proper_key_it_ends_with_one_line():
    for key in ({}, {"QUIERO_ENGINE_STATE_KEY": "short"}):
        ended = subprocess.run(COMMAND, env=environment(**key), capture_output=True, text=True, timeout=20)

        assert ended.returncode == 1
        assert ended.stderr.count("\n") == 1
        assert "QUIERO_ENGINE_STATE_KEY" in ended.stderr


@pytest.mark.parametrize(
    ("switch", "form"), [({}, "interpreted" if WHY_INTERPRETED else "compiled"), ({SWITCH: "1"}, "interpreted")]
)
def test_it_tells_how_the_rules_run(switch, form):
    process = subprocess.Popen(
        COMMAND, env=environment(QUIERO_ENGINE_STATE_KEY="5a" * 32, **switch), stderr=subprocess.PIPE, text=True
    )
    try:
        health = port_in(process, "health_port")
        told = next(line for line in process.stderr if "the rules run" in line)
        port_in(process, "grpc_port")
        with urllib.request.urlopen(f"http://127.0.0.1:{health}/metrics") as answer:
            metrics = answer.read().decode()
    finally:
        process.kill()
        process.communicate()

    assert f"the rules run {form}" in told
    assert re.findall(r'quiero_engine_rules_info{form="(.+)"} 1.0', metrics) == [form]
