"""Script and style of the page need nothing newer than Safari 13 and Chrome 69."""

import re
from pathlib import Path

import pytest

_PAGE = Path("companion/phones/page")
#: What a browser of 2019 cannot read: the whole script would be lost.
SYNTAX = {
    "optional chaining": r"\?\.(?=[A-Za-z_$\[(])",
    "nullish coalescing": r"\?\?",
    "logical assignment": r"(\|\||&&)=",
    "private member": r"(?<![\w'\"`&])#[a-z_]\w*\s*[=(;]",
    "number with separators": r"\b\d+_\d+",
    "top-level await": r"^await\b",
    "regular expression with lookbehind": r"\(\?<[=!]",
    "big number": r"\b\d+n\b",
    "import": r"^\s*(import|export)\b",
}
#: What a browser of 2019 does not have: it fails where it is called.
CALLS = {
    "at": r"\.at\(",
    "replaceAll": r"\.replaceAll\(",
    "replaceChildren": r"\.replaceChildren\(",
    "structuredClone": r"\bstructuredClone\(",
    "AbortSignal.timeout": r"AbortSignal\.(timeout|any)\b",
    "Promise.any": r"Promise\.(any|allSettled|withResolvers)\b",
    "Object.hasOwn": r"Object\.(hasOwn|groupBy)\b",
    "findLast": r"\.findLast(Index)?\(",
    "toSorted": r"\.to(Sorted|Reversed|Spliced)\(",
    "randomUUID": r"\brandomUUID\b",
    "showModal": r"\.(showModal|showPopover|togglePopover)\(",
    "checkVisibility": r"\.checkVisibility\(",
    "WeakRef": r"\bWeakRef\b",
    "matchAll": r"\.matchAll\(",
    "Intl": r"Intl\.(ListFormat|Segmenter|RelativeTimeFormat)\b",
}
#: What makes a browser of 2019 pass over a rule without which the page cannot be used.
STYLE = {
    "has": r":has\(",
    "is": r":(is|where)\(",
    "nesting": r"^\s*&",
    "layer": r"@(layer|container|scope|property)\b",
    "viewport units": r"\d(dvh|svh|lvh|dvw)\b",
    "inset": r"\binset\s*:",
    "color-mix": r"\b(color-mix|oklch|lab)\(",
    "aspect-ratio": r"\baspect-ratio\s*:",
    "subgrid": r"\bsubgrid\b",
    "clamp": r"\bclamp\(",
    # What stands beside each other would touch; grids know gaps.
    "gap beside flex": r"\{[^{}]*(display: flex[^{}]*[;\s]gap:|[;\s]gap:[^{}]*display: flex)",
    # With what stands there otherwise: the same property before it, for browsers that pass over it.
    "value without another before it": (
        r"(?:\{\s*|(?<![\w-])([\w-]+): [^;{}]*;\s*(?!\1: ))[\w-]+: (?:min\(|max\(|anywhere)"
    ),
}


def uncommented(name: str) -> str:
    """Return a file of the page without its comments."""
    text = (_PAGE / name).read_text("utf-8")
    return re.sub(r"/\*.*?\*/|(?<![:'\"`\w])//[^\n]*", "", text, flags=re.DOTALL)


def newer(text: str, features: dict[str, str]) -> list[str]:
    """Return the features that a text uses."""
    return [name for name, pattern in features.items() if re.search(pattern, text, re.MULTILINE)]


def test_the_script_needs_nothing_that_came_later() -> None:
    assert newer(uncommented("page.js"), SYNTAX | CALLS) == []


def test_the_style_needs_nothing_that_came_later() -> None:
    assert newer(uncommented("page.css"), STYLE) == []


@pytest.mark.parametrize(
    ("sample", "found"),
    [
        ("const a = b?.c;", "optional chaining"),
        ("a = b ?? c;", "nullish coalescing"),
        ("a ??= c;", "nullish coalescing"),
        ("a ||= c;", "logical assignment"),
        ("class A { #hidden = 1; }", "private member"),
        ("const n = 1_000;", "number with separators"),
        ("await begin();", "top-level await"),
        ("said.at(-1)", "at"),
        ("box.replaceChildren(made)", "replaceChildren"),
        ("AbortSignal.timeout(8000)", "AbortSignal.timeout"),
        ("structuredClone(value)", "structuredClone"),
    ],
)
def test_a_newer_script_is_found(sample: str, found: str) -> None:
    assert newer(sample, SYNTAX | CALLS) == [found]


@pytest.mark.parametrize(
    ("sample", "found"),
    [
        ("main { display: flex; gap: 1rem; }", "gap beside flex"),
        ("main { gap: 1rem; display: flex; }", "gap beside flex"),
        ("h1 { font-size: min(1rem, 9vw); }", "value without another before it"),
        ("h1 { margin: 0; font-size: min(1rem, 9vw); }", "value without another before it"),
        ("h1 { font-size: 1rem; font-size: min(1rem, 9vw); } main { display: grid; gap: 1rem; }", ""),
    ],
)
def test_a_newer_rule_is_found(sample: str, found: str) -> None:
    assert newer(sample, STYLE) == ([found] if found else [])


def test_a_usual_choice_is_not_taken_for_something_new() -> None:
    assert newer('a ? .5 : b; x.at = 1; byId("#x"); a || b', SYNTAX | CALLS) == []


def test_the_page_says_in_plain_words_that_a_browser_is_too_old() -> None:
    page = (_PAGE / "index.html").read_text("utf-8")
    # It stands there from the beginning: only a script that runs hides it.
    assert '<div id="old" class="old">' in page
    for language in ("en", "de", "es", "fr", "it", "ja", "pl", "zh"):
        assert f'<p lang="{language}">' in page
