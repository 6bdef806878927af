"""Days as the language in use writes them."""

from datetime import date

from companion.device.language import later, say

_MONTHS = (
    later("{day} January"),
    later("{day} February"),
    later("{day} March"),
    later("{day} April"),
    later("{day} May"),
    later("{day} June"),
    later("{day} July"),
    later("{day} August"),
    later("{day} September"),
    later("{day} October"),
    later("{day} November"),
    later("{day} December"),
)


def day_of_year(month: int, day: int) -> str:
    """Return a day of each year, such as ``21 November``."""
    return say(_MONTHS[month - 1], day=day)


def date_text(day: date) -> str:
    """Return a day, such as ``21 November 2026``."""
    return say("{day} {year}", day=day_of_year(day.month, day.day), year=day.year)
