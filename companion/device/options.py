"""Options: what players may choose, each declared once, as data.

From a declaration come the settings file and its checks, the rows on the screen, the section of the config file and
the flags of the command line. The platform's own options stand in `companion.device.settings`, a game's with the game.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, TypeVar

from companion.device.errors import UserError
from companion.device.language import later, say
from engine.suggestions import did_you_mean

ValueT = TypeVar("ValueT", bool, int, float, str)

#: The values of options by their ids.
Values = Mapping[str, Any]


class OptionKind(StrEnum):
    """Kind of an option's values."""

    CHOICE = "choice"
    FLAG = "flag"
    WHOLE_NUMBER = "whole-number"
    NUMBER = "number"


@dataclass(frozen=True)
class Option(Generic[ValueT]):
    """Option with its choices; made by `choice`, `flag` and `number`.

    `values` are those that the screen offers, one after the other; of a number every value from `least` to `most`
    is allowed. `title`, `words` (for single values) and `unit` (for the other numbers, with ``{n}``) are texts
    marked with `later`. `comment` stands in the config file, `flag_help` on the command line, both in English;
    without `flag_help` the option has no flag of its own. `formerly` is the old name that files and the command
    line may still use; several options may share one old name. `group` is the list on the command line that names
    it together with others, such as ``items`` for ``--items one,other``.
    """

    id: str
    kind: OptionKind
    title: str
    values: tuple[ValueT, ...]
    default: ValueT
    words: Mapping[ValueT, str] = field(default_factory=dict, hash=False)
    unit: str = "{n}"
    comment: str = ""
    flag_help: str = ""
    formerly: str = ""
    group: str = ""

    @property
    def least(self) -> ValueT:
        """The smallest number allowed."""
        return min(self.values)

    @property
    def most(self) -> ValueT:
        """The largest number allowed."""
        return max(self.values)

    def fits(self, value: object) -> bool:
        """Return True if the value is allowed."""
        match self.kind:
            case OptionKind.CHOICE:
                return isinstance(value, str) and value in self.values
            case OptionKind.FLAG:
                return isinstance(value, bool)
        allowed: type | tuple[type, ...] = int if self.kind is OptionKind.WHOLE_NUMBER else (int, float)
        return (
            isinstance(value, allowed) and not isinstance(value, bool) and self.least <= value <= self.most  # type: ignore[operator]
        )

    def taken(self, value: Any) -> Any:
        """Return a fitting value as it is kept: as a float if it may have a fraction."""
        return float(value) if self.kind is OptionKind.NUMBER else value

    def allowed(self) -> str:
        """Describe the allowed values, in the language in use."""
        match self.kind:
            case OptionKind.WHOLE_NUMBER:
                return say("a whole number from {least} to {most}", least=self.least, most=self.most)
            case OptionKind.NUMBER:
                return say("a number from {least} to {most}", least=self.least, most=self.most)
        values = ("true", "false") if self.kind is OptionKind.FLAG else self.values
        return say("one of {values}", values=", ".join(map(str, values)))

    def parse(self, text: str) -> Any:
        """Return the value that a text means; None if it means none that is allowed."""
        known = {_plain(value): value for value in self.values}
        if text in known or self.kind in (OptionKind.CHOICE, OptionKind.FLAG):
            return known.get(text)
        try:
            value = int(text) if self.kind is OptionKind.WHOLE_NUMBER else float(text)
        except ValueError:
            return None
        return value if self.fits(value) else None

    def describe_value(self, value: ValueT) -> str:
        """Return the value as the screen shows it."""
        if value in self.words:
            return say(self.words[value])
        shown = f"{value:g}" if isinstance(value, int | float) else value
        return say(self.unit, n=shown)

    def after(self, value: ValueT, values: Sequence[ValueT] = ()) -> ValueT:
        """Return the value that the screen offers after this one, the first after the last.

        It is one of these `values` if there are any.
        """
        values = values or self.values
        return values[(values.index(value) + 1) % len(values)] if value in values else values[0]


#: An option with values of a kind that is not known here.
AnyOption = Option[Any]


def choice(id_: str, title: str, words: Mapping[str, str], default: str, **more: str) -> Option[str]:
    """Create an option with a few values, each with its words."""
    return Option(id_, OptionKind.CHOICE, title, tuple(words), default, words, **more)


_YES_OR_NO = {False: later("no"), True: later("yes")}


def flag(
    id_: str, title: str, default: bool = False, words: Mapping[bool, str] = _YES_OR_NO, **more: str
) -> Option[bool]:
    """Return an option that is on or off; `words` say what off and on mean."""
    return Option(id_, OptionKind.FLAG, title, (False, True), default, words, **more)


def whole_number(
    id_: str, title: str, values: tuple[int, ...], default: int, words: Mapping[int, str], unit: str, **more: str
) -> Option[int]:
    """Return a whole number; the smallest and the largest of `values` bound it."""
    return Option(id_, OptionKind.WHOLE_NUMBER, title, values, default, words, unit, **more)


def number(id_: str, title: str, values: tuple[float, ...], default: float, unit: str, **more: str) -> Option[float]:
    """Return an option of any number between the smallest and the largest of `values`."""
    return Option(id_, OptionKind.NUMBER, title, values, default, {}, unit, **more)


def with_defaults(options: Iterable[Option[Any]], values: Values) -> Values:
    """Return the values of all these options: the default of each that is not in `values`."""
    return {option.id: values.get(option.id, option.default) for option in options}


def rename_former_options(values: Values, options: Iterable[Option[Any]]) -> Values:
    """Return the values with former option names replaced by the current ones.

    They come from files of older versions. A value under a current name has priority.
    """
    former = {option.id: values[option.formerly] for option in options if option.formerly in values}
    names = {option.formerly for option in options} - {""}
    return {**former, **{name: value for name, value in values.items() if name not in names}}


def parse_variants(text: str, options: Sequence[Option[Any]], what: str = "variant") -> Values:
    """Parse the option values in a text like ``one,other,speed=2``.

    Each part is an option that is switched on, one of the values of a choice, or an option with its value. `what`
    is the word for them in ``--variants``. Raises UserError.
    """
    values: dict[str, Any] = {}
    for part in filter(None, (part.strip() for part in text.split(","))):
        name, equals, wanted = part.partition("=")
        name = name.replace("-", "_")
        was = [option for option in options if option.formerly == name]
        if was and not equals:
            values |= {option.id: True for option in was}
            continue
        found = _chosen(name, wanted if equals else None, options)
        if found is None:
            names = list(_variant_names(options))
            near = did_you_mean(name, names, {known.partition("=")[0]: known for known in names})
            near = near or f"; there are {', '.join(names) or 'none'}"
            raise UserError(f"--{what}s: there is no {what} {part!r}{near}")
        option, value = found
        values[option.id] = value
    return values


def _chosen(name: str, wanted: str | None, options: Sequence[Option[Any]]) -> tuple[Option[Any], Any] | None:
    for option in options:
        if wanted is None and option.id == name and option.kind is OptionKind.FLAG:
            return option, True
        if wanted is None and option.kind is OptionKind.CHOICE and name in option.values:
            return option, name
        if wanted is not None and option.id == name:
            value = option.parse(wanted)
            return None if value is None else (option, value)
    return None


def _variant_names(options: Sequence[Option[Any]]) -> Iterable[str]:
    for option in options:
        name = option.id.replace("_", "-")
        if option.kind is OptionKind.CHOICE:
            yield from option.values
        else:
            yield name if option.kind is OptionKind.FLAG else f"{name}={option.least}..{option.most}"


def _plain(value: object) -> str:
    """Return a value as files and the command line have it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
