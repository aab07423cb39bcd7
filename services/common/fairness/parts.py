"""Parsed JSON that is not believed: each part is asked for what it should be, and knows where it stands."""

from collections.abc import Iterator


class Wrong(Exception):
    """What is wrong with a match, in a sentence."""


class Part:
    """A part of parsed JSON that knows where it stands. Everything that is read from it raises Wrong."""

    def __init__(self, value: object, place: str) -> None:
        self.value = value
        self._place = place

    def __getitem__(self, key: str) -> "Part":
        if not isinstance(self.value, dict):
            raise self._wrong("an object")
        place = key if self._place == "the record" else f"{self._place}.{key}"
        if key not in self.value:
            raise Wrong(f"this is no match record: {place} is missing")
        return Part(self.value[key], place)

    def __iter__(self) -> Iterator["Part"]:
        if not isinstance(self.value, list):
            raise self._wrong("a list")
        return (Part(value, f"{self._place}[{number}]") for number, value in enumerate(self.value))

    def names(self) -> list[str]:
        """The keys of an object, each a word."""
        if not isinstance(self.value, dict):
            raise self._wrong("an object")
        return [Part(key, f"a key of {self._place}").word() for key in self.value]

    def has(self, key: str) -> bool:
        """Whether there is such a key."""
        return isinstance(self.value, dict) and key in self.value

    def number(self) -> int:
        """A whole number of at most 64 bits."""
        if isinstance(self.value, bool) or not isinstance(self.value, int) or abs(self.value) >> 63:
            raise self._wrong("a whole number")
        return self.value

    def flag(self) -> bool:
        """True or false."""
        if not isinstance(self.value, bool):
            raise self._wrong("true or false")
        return self.value

    def text(self) -> str:
        """A text without line breaks: two matches must never have the same bytes."""
        if not isinstance(self.value, str) or not _encodable(self.value) or "\n" in self.value:
            raise self._wrong("a text of one line")
        return self.value

    def word(self) -> str:
        """A text without spaces."""
        text = self.text()
        if not text or " " in text:
            raise self._wrong("a word")
        return text

    def hexadecimal(self) -> bytes:
        """Bytes in lower-case hex."""
        text = self.text()
        try:
            found = bytes.fromhex(text)
        except ValueError:
            raise self._wrong("hexadecimal") from None
        if found.hex() != text:
            raise self._wrong("lower-case hexadecimal")
        return found

    def pair(self) -> list[int]:
        """Two whole numbers."""
        numbers = [part.number() for part in self]
        if len(numbers) != 2:
            raise self._wrong("two numbers")
        return numbers

    def below(self, bound: int) -> int:
        """A whole number from 0 to bound - 1."""
        number = self.number()
        if not 0 <= number < bound:
            raise self._wrong(f"a number from 0 to {bound - 1}")
        return number

    def _wrong(self, what: str) -> Wrong:
        return Wrong(f"this is no match record: {self._place} is not {what}")


def _encodable(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
