"""The words of the program in the language of the players: every text that people see or hear goes through here.

Texts stand in the code in English, each a whole sentence with its values in braces, written out in the call so that
the tools of gettext find it. What is made once, at import, is marked with `later` and translated when it is shown.
"""

import gettext

_catalogue: gettext.NullTranslations = gettext.NullTranslations()


def say(text: str, **values: object) -> str:
    """The text in the chosen language, its values filled in."""
    translated = _catalogue.gettext(text) if text else ""
    return translated.format(**values) if values else translated


def say_count(one: str, many: str, n: int, **values: object) -> str:
    """The text for one thing or that for `n` things, as the chosen language counts; ``{n}`` is filled in too."""
    return _catalogue.ngettext(one, many, n).format(n=n, **values)


def later(text: str) -> str:
    """The text itself: marks one that is translated only where it is shown, with `say`."""
    return text
