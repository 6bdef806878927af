"""Options as rows of a list: a choice takes the next value."""

from dataclasses import replace

from companion.device.language import say
from companion.device.options import AnyOption
from companion.screen.pages import Row, Tone


def option_row(option: AnyOption, value: object, row_id: str = "", detail: str = "") -> Row:
    """Return an option's row with its value; the row's id is the option's if none is given."""
    return Row(say(option.title), row_id or option.id, option.describe_value(value), detail)


def idle_row(row: Row) -> Row:
    """Return the row in its place while it cannot be chosen, so that no other moves."""
    return replace(row, id="", tone=Tone.FADED)
