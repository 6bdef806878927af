"""Config file: written with a comment for each key, read with a report of each mistake.

The report gives the line and a suggestion.
"""

import difflib
import json
import re
import textwrap
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from pathlib import Path
from typing import Any

from companion.device.config import Config, ValueRule, key_rule, option_rule, sections
from companion.device.folders import NAME, config_folder
from companion.device.options import Option, Values, rename_former_options
from companion.device.plain_text import plain
from companion.device.settings import GameOptions
from hardware.errors import HardwareError
from hardware.pins import check_pins, default_board
from hardware.ring.ws2812 import max_lights
from vision.addresses import masked
from vision.bounded_files import curly_quote_in, decode_text, read_bounded

_WIDTH = 100
#: No config is larger.
MOST_BYTES = 200_000
_LONGEST_REASON = 200
_HEAD = """\
What this box consists of. Each line shows the default; what is left out has its default.
What comes first counts: the command line, what was changed on the screen (kept in settings.toml), this file, the
defaults. "companion config --check FILE" finds mistakes in it.
"""


SYSTEM_WIDE = Path("/etc") / NAME / "config.toml"
"""The installed service's config, which holds for whoever has none of their own."""


def default_config_path() -> Path:
    """Return the default place of the config file.

    Raises UserError if there is no home folder.
    """
    own = config_folder() / "config.toml"
    return SYSTEM_WIDE if SYSTEM_WIDE.exists() and not own.exists() else own


def config_text(config: Config, games: GameOptions | None = None) -> str:
    """Return the text of the file for `config`, with comments.

    `games` are the options of the games that get a section.
    """
    lines = [f"# {line}" for line in _wrapped(_HEAD.replace("\n", " "))]
    for name, kind in sections().items():
        lines += ["", f"# {'-' * 78}", *(f"# {line}" for line in _wrapped(_first_line(kind))), f"[{name}]"]
        for key in fields(kind):
            lines += ["", *(f"# {line}" for line in _wrapped(key.metadata["comment"]))]
            if key_rule(key).wording not in key.metadata["comment"]:
                lines += [f"# {line}" for line in _wrapped(f"Allowed: {key_rule(key).wording}.")]
            lines.append(f"{key.name} = {_toml(getattr(getattr(config, name), key.name))}")
    for game, options in (games or {}).items():
        if options:
            head = _wrapped(f"What a new game of {game} proposes until it is changed on the screen.")
            lines += ["", f"# {'-' * 78}", *(f"# {line}" for line in head), f"[{game}]"]
        for option in options:
            value = config.variants.get(game, {}).get(option.id, option.default)
            lines += [
                "",
                *(f"# {line}" for line in _wrapped(f"{option.comment} Allowed: {option_rule(option).wording}.")),
            ]
            lines.append(f"{option.id} = {_toml(value)}")
    return "\n".join(lines) + "\n"


def load_config(path: Path, games: GameOptions | None = None) -> tuple[Config, tuple[str, ...]]:
    """Load the config from the file; also return a sentence for each mistake, with its line.

    Missing or wrong values get their default; without the file, all values do. `games` are the options of the
    installed games, each with a section of its own. Never raises because of the file.
    """
    try:
        return parse_config(decode_text(read_bounded(path, MOST_BYTES)), str(path), games)
    except FileNotFoundError:
        return Config(), ()
    except OSError as error:
        return Config(), (f"{path}: cannot be read: {error.strerror}; the defaults hold.",)
    except UnicodeDecodeError:
        return Config(), (f"{path}: is no text in UTF-8; the defaults hold.",)


def parse_config(
    text: str, name: str = "the config", games: GameOptions | None = None
) -> tuple[Config, tuple[str, ...]]:
    """Parse the config in the text of a file called `name`, as `load_config`.

    Also returns its mistakes.
    """
    try:
        found = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        return Config(), (f"{name}: is not TOML: {_reason(error, text)}; the defaults hold.",)
    reader = _Reader(text, name)
    values = {section: reader.section(section, found.pop(section, {})) for section in sections()}
    variants = {}
    for game, options in (games or {}).items():
        if chosen := reader.variants(game, found.pop(game, {}), options):
            variants[game] = chosen
    config = Config(**values, variants=variants)
    for unknown in found:
        reader.unknown("", unknown, [*sections(), *(games or {})])
    reader.check_combinations(config)
    return config, tuple(problem for _, problem in sorted(reader.problems, key=lambda each: each[0]))


def _reason(error: Exception, text: str) -> str:
    """Say why a text is no TOML; name a curly quote in that line, if it is to blame."""
    reason = plain(str(error), _LONGEST_REASON)
    line = re.search(r"at line (\d+)", reason)
    quote = curly_quote_in(text.split("\n")[int(line[1]) - 1].partition("#")[0]) if line else ""
    return f'{reason}, where a curly quote stands ({quote}); write straight ones (")' if quote else reason


class _Reader:
    """Reader of what a file says, and of what is wrong with it."""

    def __init__(self, text: str, name: str) -> None:
        self._name = name
        self._lines = dict(_key_lines(text))
        self.problems: list[tuple[int, str]] = []
        """Each with its line, 0 if it is not known."""

    def section(self, section: str, found: Any) -> Any:
        """Return the section's value from what was found under its name."""
        kind = sections()[section]
        return kind(**self._values(section, found, {key.name: key_rule(key) for key in fields(kind)}))

    def variants(self, game: str, found: Any, options: Sequence[Option[Any]]) -> Values:
        """Return the non-default values of a game's options from the section under its id."""
        found = rename_former_options(found, options) if isinstance(found, dict) else found
        values = self._values(game, found, {option.id: option_rule(option) for option in options})
        return {
            option.id: values[option.id]
            for option in options
            if values.get(option.id, option.default) != option.default
        }

    def _values(self, section: str, found: Any, rules: Mapping[str, ValueRule]) -> dict[str, Any]:
        if not isinstance(found, dict):
            self._problem(section, "", f'"{section}" is a section: write [{section}] on a line of its own')
            return {}
        values = {}
        for key, value in found.items():
            if key not in rules:
                self.unknown(section, key, list(rules))
            elif not rules[key].fits(value):
                self._report_invalid(section, key, value, rules[key])
            else:
                values[key] = _frozen(value)
        return values

    def unknown(self, section: str, key: str, known: list[str]) -> None:
        """Report a key or section that does not exist."""
        what = f'there is no key "{key[:60]}" in [{section}]' if section else f'there is no section or key "{key[:60]}"'
        elsewhere = [other for other, kind in sections().items() if key in {each.name for each in fields(kind)}]
        near = difflib.get_close_matches(key, known, 1)
        if elsewhere:
            what += f"; it belongs under [{elsewhere[0]}]"
        elif near:
            what += f'; did you mean "{near[0]}"?'
        else:
            what += f"; there are {', '.join(known)}"
        self._problem(section, key, what)

    def _report_invalid(self, section: str, key: str, value: Any, rule: ValueRule) -> None:
        what = f"{key} is {masked(_toml(value))[:60]}, but should be {rule.wording}"
        near = difflib.get_close_matches(str(value).lower(), [choice.lower() for choice in rule.choices], 1)
        if near:
            choice = next(choice for choice in rule.choices if choice.lower() == near[0])
            shown = choice if choice in ("true", "false") else f'"{choice}"'
            what += f"; did you mean {shown}?"
        self._problem(section, key, what)

    def check_combinations(self, config: Config) -> None:
        """Check the rules that involve several keys: pins, and the current of the lights."""
        pins = {f"the button {name}": pin for name, pin in config.buttons.pins().items()}
        if config.ring.kind == "leds":
            for number, light in enumerate(config.ring.leds, start=1):
                parts = light if isinstance(light, tuple) else (light,)
                pins |= {
                    f"light {number}" + f", part {part}" * (len(parts) > 1): pin for part, pin in enumerate(parts, 1)
                }
        try:
            check_pins(pins, default_board(), (*config.ring.reserved(), *config.sound.reserved()))
        except HardwareError as error:
            self._problem("buttons", "", str(error).rstrip("."))
        ring = config.ring
        if ring.kind == "leds" and not ring.leds:
            self._problem("ring", "kind", 'kind is "leds", but leds names no pin')
        if ring.kind == "spi":
            if ring.count > max_lights(ring.order):
                self._problem(
                    "ring", "count", f"with the order {ring.order} there may be {max_lights(ring.order)} lights"
                )
            try:
                ring.budget().limit(ring.count, ring.order)
            except ValueError as error:
                self._problem("ring", "supply_ma", str(error))

    def _problem(self, section: str, key: str, what: str) -> None:
        line = self._lines.get((section, key)) or self._lines.get((section or key, "")) or 0
        end = "" if what.endswith("?") else "."
        self.problems.append((line, f"{self._name}{f', line {line}' if line else ''}: {plain(what)}{end}"))


def _key_lines(text: str) -> Iterator[tuple[tuple[str, str], int]]:
    """Yield the line number of each key, by (section, key); a section's heading has the key ""."""
    section = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if match := re.match(r"\s*\[+\s*([\w-]+)\s*\]+", line):
            section = match[1]
            yield (section, ""), number
        elif match := re.match(r"\s*[\"']?([\w-]+)[\"']?\s*(?:\.\s*[\"']?([\w-]+)[\"']?\s*)?=", line):
            yield ((match[1], match[2]) if match[2] else (section, match[1])), number
            if not section and not match[2]:
                yield (match[1], ""), number


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, _WIDTH, break_long_words=False, break_on_hyphens=False)


def _first_line(kind: type[Any]) -> str:
    return (kind.__doc__ or "").splitlines()[0]


def _toml(value: Any) -> str:
    """Return a value as TOML writes it."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, bool | str):
        return json.dumps(value, ensure_ascii=False)
    return str(value)


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
