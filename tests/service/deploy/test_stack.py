"""Stack, as the tests of the services use it."""

import urllib.request
from pathlib import Path

import pytest
import redis

from deploy.local import ports
from deploy.local.errors import LocalError, ServiceDead
from deploy.local.stack import Stack
from services.engine import WHY_INTERPRETED


@pytest.fixture
def valkey_stack(tmp_path: Path) -> Stack:
    return Stack(tmp_path / "stack", overrides={"QUIERO_BOTS_PAUSE_MS": "0"})


def test_a_killed_program_comes_back_on_its_port_with_its_data(valkey_stack: Stack) -> None:
    with valkey_stack as stack:
        stack.start("valkey")
        with redis.Redis.from_url(stack.env["QUIERO_VALKEY_URL"]) as client:
            client.set("kept", "yes")
            client.execute_command("WAITAOF", 1, 0, 5000)
            killed = stack.kill9("valkey")
            stack.wait_until_well("valkey")
            assert client.get("kept") == b"yes"
        assert stack.pid("valkey") != killed


def test_a_stopped_program_is_started_again_on_demand(valkey_stack: Stack) -> None:
    with valkey_stack as stack:
        stack.start("valkey")
        stack.stop_program("valkey")
        with pytest.raises(ServiceDead, match="valkey does not run"):
            stack.pid("valkey")
        stack.start("valkey")
        assert stack.pid("valkey")


def test_overrides_reach_every_process_and_each_has_its_own_nats_user(valkey_stack: Stack) -> None:
    with valkey_stack as stack:
        assert stack.env["QUIERO_BOTS_PAUSE_MS"] == "0"
        assert [stack.env_of(name)["QUIERO_NATS_USER"] for name in ("tables", "bots", "gateway", "consumer")] == [
            "tables",
            "bots",
            "gateway",
            "portal",
        ]


def test_the_engine_of_a_stack_runs_the_rules_that_were_compiled(valkey_stack: Stack) -> None:
    with valkey_stack as stack:
        stack.start("engine")
        with urllib.request.urlopen(f"http://{stack.address('ENGINE_HEALTH')}/metrics") as answer:
            metrics = answer.read().decode()

    form = "interpreted" if WHY_INTERPRETED else "compiled"
    assert f'quiero_engine_rules_info{{form="{form}"}} 1.0' in metrics


def test_two_stacks_share_no_port() -> None:
    first, second = ports.free(), ports.free()
    assert not set(first.values()) & set(second.values())
    assert len(set(first.values())) == len(ports.DEFAULTS)
    first.close()
    second.close()


def test_an_unknown_program_or_port_is_named(valkey_stack: Stack) -> None:
    with valkey_stack as stack, pytest.raises(LocalError, match="no program is called tabels"):
        stack.start("tabels")
    with pytest.raises(LocalError, match="no port is called protal"):
        ports.usual({"PROTAL": 1})
