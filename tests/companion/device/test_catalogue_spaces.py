"""Spaces in all catalogues follow one rule for each language.

French has a no-break space before a high sign and inside quotes; Chinese has no space beside Latin letters, figures
and what is put in.
"""

import re
from collections.abc import Iterator
from gettext import GNUTranslations
from pathlib import Path

import pytest

from tests import ROOT

CATALOGUES = {
    language: sorted(
        path
        for folder in ("companion", "examples")
        for path in (ROOT / folder).rglob(f"locale/{language}/LC_MESSAGES/companion.mo")
    )
    for language in ("fr", "zh")
}
_CJK = "[\u2e80-\u9fff\uff00-\uffef]"
_LATIN = r"(?:\{\w+\}|[A-Za-z0-9])"
#: What no text has.
WRONG = {
    # A sign that begins a word, such as that of a path, is none of the sentence's.
    "fr": re.compile("(?<![\u00a0:;!?])[;!?»](?=\\s|$)|(?<=[\\w}])[;!?»:](?=\\s|$)|[ \u202f][:;!?»%]|«(?!\u00a0)"),
    "zh": re.compile(f"{_CJK} +(?={_LATIN})|{_LATIN} +(?={_CJK})"),
}


def texts(catalogue: Path) -> Iterator[str]:
    """Yield all translations."""
    with catalogue.open("rb") as file:
        yield from (text for key, text in GNUTranslations(file)._catalog.items() if key)  # type: ignore[attr-defined]


@pytest.mark.parametrize("language", WRONG)
def test_spaces_follow_one_rule(language: str) -> None:
    assert len(CATALOGUES[language]) >= 6
    found = [
        f"{path.relative_to(ROOT)}: {text}"
        for path in CATALOGUES[language]
        for text in texts(path)
        if WRONG[language].search(text)
    ]
    assert found == []
