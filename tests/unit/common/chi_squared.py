"""Pearson's test with the standard library."""

import math
from collections.abc import Iterable


def p_value(chi_squared: float, freedom: int) -> float:
    """How likely so great a value is by chance: the upper regularised gamma function at (freedom / 2, value / 2)."""
    a, x = freedom / 2, chi_squared / 2
    if x <= 0:
        return 1.0
    scale = math.exp(a * math.log(x) - x - math.lgamma(a))
    return 1 - scale * _series(a, x) if x < a + 1 else scale * _fraction(a, x)


def even(counts: Iterable[int], expected: float) -> float:
    """Pearson's statistic of counts that should all be the same."""
    return sum((count - expected) ** 2 for count in counts) / expected


def _series(a: float, x: float) -> float:
    term = total = 1 / a
    while term > total * 1e-15:
        a += 1
        term *= x / a
        total += term
    return total


def _fraction(a: float, x: float) -> float:
    """Lentz's continued fraction."""
    b = x + 1 - a
    c, d = 1e300, 1 / b
    value, number = d, 0
    while True:
        number += 1
        step = number * (a - number)
        b += 2
        d = 1 / (step * d + b)
        c = b + step / c
        value *= c * d
        if abs(c * d - 1) < 1e-14:
            return value
