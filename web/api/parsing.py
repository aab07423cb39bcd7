"""JSON bodies, and texts in them."""

from typing import Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser
from rest_framework.serializers import CharField


class Json(JSONParser):
    """JSON; what is nested too deep to be read is malformed, too."""

    def parse(self, *args: Any, **kwargs: Any) -> Any:
        """Raises ParseError."""
        try:
            return super().parse(*args, **kwargs)
        except RecursionError:
            raise ParseError("nested too deep") from None


class Text(CharField):
    """A text, and nothing that could be taken for one."""

    def to_internal_value(self, data: Any) -> str:
        """Raises ValidationError."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)
