"""Counters in the table's own words (B35): which one, what it counts, and its value.

The words are chosen or written. A name is written on a keyboard, or letter by letter by touch and the three
buttons: a group of letters first, then one of them. Each written letter is an answer of its own, so that Back
takes the last letter back.
"""

from collections.abc import Iterator, Mapping

from companion.device.language import language_in_use, traits_in_use
from companion.games.betrayal.language import later, say
from companion.games.betrayal.table.picking import HouseQuestion, Telling
from companion.games.betrayal.words import counter_name
from companion.screen.pages import Row, Tone
from companion.table.dialog import Dialog
from companion.table.picking import DONE, pick
from companion.table.questions import Answers
from engine.betrayal import events as e
from engine.betrayal.ids import LONGEST_COUNTER
from engine.betrayal.state import State

GONE = "gone"
_MOST_COUNTED = 20
#: Prefix of a counter's name.
_COUNTER = "counter:"
#: Prefix of a word for a counter.
_WORD = "word:"
#: Prefix of a group of letters.
_GROUP = "letters:"
#: Prefix of a letter.
_LETTER = "letter:"
_NEW = "new"
_WRITE = "write"
#: What many a haunt counts; the table may write anything else.
_WORDS: Mapping[str, str] = {
    "turns": later("Turns"),
    "damage": later("Damage"),
    "successes": later("Successes"),
    "found": later("Found"),
    "lost": later("Lost"),
    "saved": later("Saved"),
    "victims": later("Victims"),
    "strength": later("Strength"),
    "distance": later("Distance"),
    "tokens": later("Tokens"),
}
#: Groups of the Latin letters.
_LATIN = ("ABCDE", "FGHIJ", "KLMNO", "PQRST", "UVWXYZ")
_DIGITS = "0123456789"
_SIGNS = "-'.,:!?/+"
#: Of the characters of a language that has thousands, what haunts are about.
_WORD_CHARACTERS: Mapping[str, tuple[str, ...]] = {
    "zh": (
        "回合轮次步数天夜",
        "人英雄叛徒怪物鬼尸",
        "生命伤血力量速神智",
        "门窗墙房间楼梯洞桥",
        "钥匙蜡烛书剑箱瓶药",
        "火水毒烟光暗冰电",
        "找到开关破毁救死",
        "咒语仪式祭线索碎片",
        "左右上下东西南北中",
    ),
}


def counter_row_id(counter: str) -> str:
    """Return the row of a counter that there is."""
    return f"{_COUNTER}{counter}"


def letter_id(letter: str) -> str:
    """Return the answer that writes a letter, as a keyboard does."""
    return f"{_LETTER}{letter}"


def ask_counter(state: State) -> Telling:
    """Ask for a counter, an existing or a new one, and what it shows."""
    assert state.haunt is not None
    counters = state.haunt.counters
    counter = yield from _ask_name(counters)
    time_s = counters.get(counter, 0)
    values = dict.fromkeys((time_s + 1, time_s - 1, *range(_MOST_COUNTED + 1)))
    rows = [Row(str(value), str(value)) for value in values if value != counters.get(counter)]
    if counter in counters:
        rows.append(Row(say("Take it away"), GONE))
    value = yield from pick(say("{counter}: what does it show?", counter=counter_name(counter)), rows)
    return e.CounterSet(counter=counter, value=None if value == GONE else int(value))


def counter_answers(state: State, event: e.CounterSet) -> Answers:
    """Return the answers that set a counter.

    A name that is no word for a counter is written. Raises ValueError for other signs.
    """
    assert state.haunt is not None
    value = GONE if event.value is None else str(event.value)
    counters, counter = state.haunt.counters, event.counter
    if counter in counters:
        return (counter_row_id(counter), value)
    new = (_NEW,) if counters else ()
    chosen = next((row.id for row in _word_rows(counters) if row.id != _WRITE and _chosen(row.id) == counter), None)
    if chosen is not None:
        return (*new, chosen, value)
    return (*new, _WRITE, *(answer for letter in counter for answer in _touches(letter)), DONE, value)


def _ask_name(counters: Mapping[str, int]) -> Dialog[str]:
    if counters:
        rows = [Row(counter_name(name), counter_row_id(name), str(value)) for name, value in counters.items()]
        found = yield from pick(say("Which counter?"), (*rows, Row(say("A new counter"), _NEW)))
        if found != _NEW:
            return found.removeprefix(_COUNTER)
    word = yield HouseQuestion(say("What does it count?"), _word_rows(counters), whole_screen=True)
    return (yield from _write()) if word == _WRITE else _chosen(word)


def _word_rows(counters: Mapping[str, int]) -> tuple[Row, ...]:
    """Return words for what is counted, without those taken; other words; only a number."""
    words = [Row(say(text), f"{_WORD}{word}") for word, text in _WORDS.items() if say(text) not in counters]
    number = next(str(n) for n in range(1, len(counters) + 2) if str(n) not in counters)
    write = Row(say("Other words"), _WRITE, detail=say("On the keyboard, or letter by letter"))
    return (*words, write, Row(counter_name(number), f"{_WORD}{number}"))


def _chosen(row_id: str) -> str:
    word = row_id.removeprefix(_WORD)
    return say(_WORDS[word]) if word in _WORDS else word


# --- writing ----------------------------------------------------------------------------------------------------------


def _write() -> Dialog[str]:
    """Ask for the letters of a name until it is done."""
    written, group = "", ""
    while True:
        done = [Row(say("That is right"), DONE, tone=Tone.NOW)] if written.strip() else []
        is_full = len(written) >= LONGEST_COUNTER
        if is_full:
            rows = done
        elif group:
            rows = [*_letter_rows(group, starts=not written or written[-1] == " ")]
        else:
            rows = [*done, *_group_rows()]
        text = say("It counts: {text}", text=written if is_full else f"{written}▁")
        # The keyboard writes all the time; the buttons go through what is listed.
        answer = yield HouseQuestion(text, tuple(rows), stays=True, whole_screen=True, writes=not is_full)
        if answer == DONE:
            return written.strip()
        group = answer.removeprefix(_GROUP) if answer.startswith(_GROUP) else ""
        if answer.startswith(_LETTER):
            written = (written + answer.removeprefix(_LETTER))[:LONGEST_COUNTER]


def _groups() -> tuple[str, ...]:
    return (*_WORD_CHARACTERS.get(language_in_use(), ()), *_LATIN, *traits_in_use().letters, _DIGITS, _SIGNS)


def _group_rows() -> Iterator[Row]:
    for group in _groups():
        yield Row(" ".join(group), f"{_GROUP}{group}")
    yield Row(say("Space"), letter_id(" "))


def _letter_rows(group: str, *, starts: bool) -> Iterator[Row]:
    """Yield the letters of a group, capitals first where a word begins."""
    # The capital of the German ß is not on the usual keyboards.
    small = "".join(letter.lower() for letter in group)
    both = dict.fromkeys(group + small if starts else small + group)
    yield from (Row(letter, letter_id(letter)) for letter in both)


def _touches(letter: str) -> Answers:
    """Return the answers that write a letter by touch."""
    if letter == " ":
        return (letter_id(letter),)
    group = next((group for group in _groups() if letter in group or letter in group.lower()), None)
    if group is None:
        raise ValueError(f"{letter!r} is written on a keyboard only")
    return (f"{_GROUP}{group}", letter_id(letter))
