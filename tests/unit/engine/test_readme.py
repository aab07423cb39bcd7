"""The example with which the engine's README opens."""

import re
from pathlib import Path

from services import engine
from services.engine.rules import text
from services.engine.rules.events import Called

README = (Path(engine.__file__).parent / "README.md").read_text()


def test_the_example_runs_as_it_stands():
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    names: dict[str, object] = {}

    exec(example, names)

    assert names["log"].events == [Called(0, 12)]
    answers = ["envido", "real_envido", "falta_envido", "retruco", "quiero", "no_quiero"]
    assert [text(action) for action in names["legal"](names["state"], 1)] == answers
