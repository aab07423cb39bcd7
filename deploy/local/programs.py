"""The programs of supervisord.conf: their stages, how to tell that they are well, and what each one sees."""

import configparser
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path

from supervisor.datatypes import dict_of_key_value_pairs

CONF = Path(__file__).with_name("supervisord.conf")


@dataclass(frozen=True)
class Program:
    """One section of the process file."""

    name: str
    stage: int
    health: str
    """How to tell that it is well, see the process file."""

    env: Mapping[str, str]
    """What it sees on top of what all see."""

    command: Sequence[str]
    """How it is started, in the repository's root."""


def read(env: Mapping[str, str]) -> Mapping[str, Program]:
    """Reads the process file with the values of an environment; in the order in which they start."""
    conf = configparser.RawConfigParser()
    conf.read(CONF, encoding="utf-8")
    values = {f"ENV_{name}": value for name, value in env.items()}
    sections = [name for name in conf.sections() if name.startswith("program:")]
    found = [_program(conf[section], section.removeprefix("program:"), values) for section in sections]
    return {program.name: program for program in sorted(found, key=lambda program: program.stage)}


def stages(programs: Sequence[Program]) -> list[list[Program]]:
    """Groups programs that start together."""
    ordered = sorted(programs, key=lambda program: program.stage)
    return [list(group) for _, group in groupby(ordered, key=lambda program: program.stage)]


def _program(section: configparser.SectionProxy, name: str, values: Mapping[str, str]) -> Program:
    return Program(
        name=name,
        stage=int(section["priority"]),
        health=section["health"] % values,
        env=dict_of_key_value_pairs(section.get("environment", "") % values),
        command=shlex.split(section["command"] % {**values, "here": str(CONF.parent)}),
    )
