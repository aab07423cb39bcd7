"""What lets anybody check a match: the shuffle, the seal over a match's records, and the checks of an exported match.

The standard library and nothing else: whoever plays by the API may take this folder along.

    for told in checks(json.loads(text)):  # raises Wrong with the first thing that is wrong
        print(told)

README.md has the exact bytes.
"""

from services.common.fairness.checks import checks
from services.common.fairness.parts import Wrong

__all__ = ["Wrong", "checks"]
