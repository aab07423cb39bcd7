"""Settings are read once and say in one line what is missing."""

import os
import subprocess
import sys

import pytest

GOOD = {
    "QUIERO_SECRET_KEY": "x" * 40,
    "QUIERO_DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none",
    "QUIERO_VALKEY_URL": "redis://127.0.0.1:1/0",
    "QUIERO_JWT_PRIVATE_KEY": "none",
}


def _run(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("QUIERO_")}
    command = [sys.executable, "-m", "web", *arguments]
    return subprocess.run(command, env=clean | environment, capture_output=True, text=True, timeout=60, check=False)


@pytest.mark.parametrize("missing", GOOD)
def test_a_missing_secret_is_one_line_that_names_it(missing: str) -> None:
    result = _run({name: value for name, value in GOOD.items() if name != missing}, "check")

    assert result.returncode == 1
    assert result.stderr.strip() == f"bad settings: {missing}: Field required"


def test_a_bad_value_is_named_and_not_shown() -> None:
    result = _run(GOOD | {"QUIERO_DATABASE_URL": "mysql://root:hunter2@db/x"}, "check")

    assert "QUIERO_DATABASE_URL" in result.stderr and len(result.stderr.strip().splitlines()) == 1
    assert "hunter2" not in result.stderr


def test_a_key_that_signs_nothing_is_one_line() -> None:
    result = _run(GOOD, "beat")

    assert result.returncode == 1
    assert result.stderr.strip() == "bad settings: QUIERO_JWT_PRIVATE_KEY: must be Ed25519 in PEM"


def test_the_migrations_hold_every_model_and_the_project_passes_its_checks() -> None:
    migrations = _run(GOOD, "makemigrations", "--check", "--dry-run")
    checks = _run(GOOD, "check", "--fail-level", "WARNING")

    assert "No changes detected" in migrations.stdout
    assert checks.returncode == 0, checks.stderr
