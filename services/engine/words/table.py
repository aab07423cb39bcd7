"""What the chapters ask of a table: its options and its size."""

from collections.abc import Mapping
from dataclasses import dataclass

PICA_PICA_SEATS = 6


@dataclass(frozen=True, slots=True)
class Table:
    """The options of rules.md 15 by name, and how many sit there."""

    options: Mapping[str, object]
    seats: int

    def number(self, name: str) -> int:
        """The value of an option that is a number."""
        value = self.options[name]
        assert isinstance(value, int), name
        return value

    def limit(self, name: str) -> int | None:
        """The value of an option that is a number or no limit."""
        return None if self.options[name] is None else self.number(name)

    def flag(self, name: str) -> bool:
        """The value of an option that is yes or no."""
        return bool(self.options[name])

    def chosen(self, name: str) -> str:
        """The key of the text for the value of an option that is a word, e.g. "falta.malas"."""
        return f"{name}.{self.options[name]}"

    @property
    def replies(self) -> tuple[str, ...]:
        """The actions that answer a flor."""
        replies = self.options["flor_replies"]
        assert isinstance(replies, list | tuple)
        return tuple(replies)

    @property
    def teams(self) -> bool:
        """Whether anybody has a partner."""
        return self.seats > 2

    @property
    def individual(self) -> bool:
        """Whether a seat may leave while its partners play on (rules.md 9)."""
        return self.teams and self.options["mazo"] == "individual"

    @property
    def pica_pica(self) -> bool:
        """Whether there are pica-pica rounds (rules.md 11)."""
        return self.seats == PICA_PICA_SEATS and self.flag("pica_pica")

    @property
    def half(self) -> int:
        """The points of the malas; the next whole number where they are no half."""
        return (self.number("target") + 1) // 2

    @property
    def halves(self) -> bool:
        """Whether there are malas and buenas (rules.md 10)."""
        return self.number("target") > 15

    @property
    def resto(self) -> bool:
        """Whether a contraflor al resto can be called (rules.md 7, 12)."""
        return self.flag("flor") and ("contraflor_al_resto" in self.replies or self.flag("perros"))

    def sized(self, key: str) -> str:
        """The key of a text that is another one where nobody has a partner."""
        return f"{key}.{'teams' if self.teams else 'two'}"
