"""Sentences put together of smaller texts, in the language in use."""

import re
from collections.abc import Iterable, Sequence
from unicodedata import combining, normalize

from companion.device.language import derived, language_in_use, say, say_count, traits_in_use
from companion.device.languages import with_readings

#: Signs with which a sentence ends.
_ENDS = tuple(".!?。！？")
#: Katakana, which stand in lists where the same hiragana do.
_KATAKANA = {code: code - ord("ァ") + ord("ぁ") for code in range(ord("ァ"), ord("ヶ") + 1)}


def capitalised(text: str) -> str:
    """Return the sentence with a capital first letter, if the language has them.

    A sentence may begin with a value that begins small; a cell, such as ``d5``, stays as it is.
    """
    return text if text[1:2].isdigit() else derived(text, lambda said: said[:1].upper() + said[1:])


def sorting_key(text: str) -> bytes:
    """Return the key that sorts by the alphabet: without accents, Chinese and Japanese by sound."""
    said = with_readings(text, language_in_use()).translate(_KATAKANA)
    if not traits_in_use().spaces:
        said = said.replace(" ", "")
    plain = "".join(letter for letter in normalize("NFD", said.casefold()) if not combining(letter))
    # In this code the usual characters stand in the order of their pinyin.
    return plain.encode("gb18030", errors="replace")


def number_text(number: float, form: str = "g") -> str:
    """Return a number as the language in use writes it; `form`: Python's, such as ``.2f``."""
    return f"{number:{form}}".replace(".", traits_in_use().decimal_point)


def listed(items: Sequence[str]) -> str:
    """Join items to ``a``, ``a and b``, ``a, b and c``."""
    if len(items) == 1:
        return items[0]
    return say("{first} and {last}", first=join_items(items[:-1]), last=items[-1])


def join_items(items: Iterable[str]) -> str:
    """Join items to ``a, b, c``; to nothing if there are none."""
    text = ""
    for item in items:
        text = say("{first}, {second}", first=text, second=item) if text else item
    return text


def join_parts(parts: Iterable[str]) -> str:
    """Join parts of a move to ``a · b · c``; to nothing if there are none."""
    text = ""
    for part in parts:
        text = say("{first} · {second}", first=text, second=part) if text else part
    return text


def together(first: str, second: str) -> str:
    """Join two sentences, one after the other; either may be empty."""
    return say("{first} {second}", first=first, second=second) if first and second else first or second


def as_sentence(text: str) -> str:
    """Return the text with a full stop, if none or the like ends it."""

    def end(said: str) -> str:
        return said if said[-1:] in _ENDS else said + traits_in_use().full_stop

    return derived(text, end)


def name_rules(numbers: Sequence[str]) -> str:
    """Name rules by their numbers: ``rule L12``, or ``rules B29, BR24``."""
    return say_count("rule {numbers}", "rules {numbers}", len(numbers), numbers=join_items(numbers))


def with_rules(sentence: str, rules: str) -> str:
    """Return the sentence with the names of the rules that it rests on, if there are any."""
    if not rules:
        return sentence
    bare = derived(sentence, lambda said: said.rstrip(".。"))
    return say("{sentence} ({rules}).", sentence=bare, rules=rules)


def without_rules(text: str, number: str) -> str:
    """Return a text for the voice, without names of rules; `number` is a number's pattern."""
    words = "|".join(re.escape(name_rules(["#"] * count).partition("#")[0]) for count in (1, 2))
    return re.sub(rf"\s*[(（](?:{words})(?:{number})(?:[,、]\s*(?:{number}))*[)）]", "", text)


def describe_winners(names: Sequence[str]) -> str:
    """Return the sentence that says who has won; nobody is named: nobody has."""
    if not names:
        return say("Nobody wins.")
    # A side's name may be in the plural, so no verb agrees with it.
    return capitalised(say("Victory for {players}!", players=listed(names)))
