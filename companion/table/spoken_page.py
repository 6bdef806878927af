"""Spoken form of a page: all that it shows, in words for people who do not look at it.

It is made of the page alone, the same for every game. Short first: whose turn it is and what to do, in at most twelve
words; then the marked row; the rest is said when it is asked for.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from companion.device.button_colours import button_label, press
from companion.device.language import derived, say, say_count, traits_in_use
from companion.device.sentences import as_sentence, join_items, together
from companion.screen.pages import BoardPage, Keys, ListPage, Page, PlayedPage, Row, Standings
from companion.voice.brevity import MOST_ANSWERING_WORDS, count_words, next_portion, split_sentences, unsaid
from hardware.buttons import Button

#: So many words are said at once when a page comes; a sentence that is longer is begun.
MOST_WORDS = 12
#: No clause of a sentence stands for it that is shorter than this (words).
_LEAST_WORDS = 4
#: So many choices are named one after the other when a page is said in whole; of more their number is.
_MOST_NAMED = 9
#: A word of a name with so many letters stands for the name.
_LONG_WORD = 4
#: Stands where there is nothing yet.
_NOTHING = ("–", "-", "—")
#: Of rows that are alike only the end is said: so many words must be the same before it, and it has so many at most.
_LEAST_SAME = 3
_MOST_OTHER = 4
#: A word, with the signs that cling to it; a Chinese character is one. Of Japanese a run in one script is.
_PIECE = re.compile(r"[㐀-鿿]|[^\s㐀-鿿]+")
_WORD = re.compile(r"[㐀-鿿]|[ァ-ヺー]+|[ぁ-ゖ]+|[^\W_㐀-鿿ァ-ヺーぁ-ゖ]+")
_KANA = re.compile("[ぁ-ヺ]")
_CHARACTER = re.compile(r"[㐀-鿿]")
#: A place at which a sentence that is too long may be left.
_CLAUSE_END = re.compile(r"(?<=[,;:，；：、])(?:\s+|(?=[ぁ-鿿]))")

#: Signs at the end of a question.
_ASKS = ("?", "？")

#: Names of a game's signs, such as those of players; empty for a sign without a name.
NameOf = Callable[[object], str]


@dataclass(frozen=True)
class SpokenRow:
    """Row in words: what it says, its value, whether it is ticked, its detail.

    `tells_tick`: its tick is told from the start, not only when it changes.
    """

    text: str
    value: str = ""
    tick: str = ""
    detail: str = ""
    tells_tick: bool = field(default=True, compare=False)

    @property
    def whole(self) -> str:
        """All of it, as a sentence."""
        return _listed(self.text, self.value, self.tick if self.tells_tick else "", self.detail)

    def beside(self, before: "SpokenRow") -> str:
        """Return what differs from the row that was marked before; all of it where nothing does."""
        text = _other_words(before.text, self.text) if self.text != before.text else ""
        others = self._others(before)
        return _listed(text, *others) if text or any(others) else self.whole

    def changed_from(self, before: "SpokenRow") -> str:
        """Return the row with what has changed in it."""
        return _listed(self.text, *self._others(before))

    def _others(self, before: "SpokenRow") -> tuple[str, ...]:
        """Return value, tick and detail, each empty if the row before has the same."""
        pairs = ((before.value, self.value), (before.tick, self.tick), (before.detail, self.detail))
        return tuple(value if value != was else "" for was, value in pairs)


@dataclass(frozen=True)
class SpokenPage:
    """Page in words.

    `turn`: the name of the player on turn, if no other words have it. `main`: what is to be done or has happened,
    sentence by sentence. `mark`: the marked row, `mark_id` its id. `place`: its number among the choices, and how many
    there are. `facts` are the rows that only tell something, `choices` the others, `keys` what the buttons do, `edge`
    what stands at the edge, `presses` the sentences that ask for a press of a button.
    """

    turn: str = ""
    title: str = ""
    main: tuple[str, ...] = ()
    mark: SpokenRow | None = None
    mark_id: str = ""
    place: tuple[int, int] | None = None
    facts: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()
    edge: tuple[str, ...] = ()
    presses: tuple[str, ...] = ()

    def short(self, said: Sequence[str] = ()) -> str:
        """Return the first words: whose turn, what to do; without what was just `said`."""
        main = [sentence for sentence in self.main if not is_said(sentence, said)]
        while len(main) > 1 and sum(map(count_words, main)) > MOST_WORDS:
            # What is asked matters more than what leads to it.
            telling = [n for n, sentence in enumerate(main) if not sentence.endswith(_ASKS)]
            main.pop(telling[0] if len(telling) < len(main) and telling else -1)
        main = [_clipped(sentence) for sentence in main]
        kept: list[str] = []
        for text in self._head:
            sentence = as_sentence(text)
            fits = sum(map(count_words, (*kept, sentence, *main))) <= MOST_WORDS
            if not self._is_head_said(text, said) and (fits or not main):
                kept.append(sentence)
        return _joined([*kept, *main])

    @property
    def _head(self) -> list[str]:
        """Return player and title, as far as no other words of the page have them."""
        title = self.title if self.title and not is_said(self.title, self.main) else ""
        turn = "" if _is_named(self.turn, (title, *self.main)) else self.turn
        return [*filter(None, (turn, title))]

    def _is_head_said(self, text: str, said: Sequence[str]) -> bool:
        """Return True if a part of the head was said, or the player whom it names."""
        tells_turn = bool(self.turn) and is_said(self.turn, [text])
        return is_said(text, said) or (tells_turn and _is_named(self.turn, said))

    def rest(self, short: str, known: Sequence[str] = ()) -> tuple[str, int]:
        """Return what the page shows besides its short form, the marked row and what is `known`.

        Facts that would be too many words at once are left out: the number is that of the next one (see `more`), 0
        where all are told.
        """
        said = [*split_sentences(short), *known]
        head = [as_sentence(text) for text in self._head if not is_said(text, said)]
        main = [sentence for sentence in self.main if not _is_known(sentence, said)]
        edge = [text for text in self.edge if not _is_known(text, said)]
        others = [*self._tell_choices(), *self.keys, *edge]
        room = MOST_ANSWERING_WORDS - count_words(_joined([short, *main, *others]))
        facts, following = next_portion(self.facts, room=room)
        told = [fact for fact in facts if not _is_known(fact, said)]
        return _joined([*head, *main, *told, *others]), following

    def more(self, first: int) -> tuple[str, int]:
        """Return the facts from this one on that are said at once, and the number of the next one."""
        facts, following = next_portion(self.facts, first)
        return _joined(facts), following

    @property
    def without_buttons(self) -> str:
        """Main sentences, without those that ask for a press of a button."""
        return _joined([sentence for sentence in self.main if sentence not in self.presses])

    @property
    def place_words(self) -> str:
        """Number of the marked row among the choices; empty without one."""
        if self.place is None:
            return ""
        number, count = self.place
        return say("{n} of {count}.", n=number, count=count)

    def _tell_choices(self) -> Iterator[str]:
        if len(self.choices) > 1 or self.mark is None:
            yield from describe_choices(self.choices)


def spoken_page(page: Page, name_of: NameOf, place: tuple[Sequence[Row], int | None] = ((), None)) -> SpokenPage:
    """Return a page in words. `place`: places of the board as `Step.places` gives them."""
    if isinstance(page, PlayedPage):
        headline = tuple(split_sentences(page.headline))
        return SpokenPage(main=headline, keys=tuple(_keys(page.keys)), edge=tuple(filter(None, (page.status,))))
    rows = rows_of(page)
    text = page.text if isinstance(page, ListPage) else page.caption
    main: tuple[str, ...] = tuple(split_sentences(text))
    ids = [number for number, row in enumerate(rows) if row.id]
    places, marked = place
    stepped = {row.id for row in places}
    # Where Draw steps through places, rows that are none of them are for touches; few of them tell what is in hand.
    touched = [row for row in rows if places and row.id and row.id not in stepped]
    facts = [row for row in rows if not row.id or (row in touched and len(touched) <= _MOST_NAMED)]
    # Tasks are told as what is to be done, without the one that the caption tells.
    are_tasks = any(row.room_for for row in rows)
    if are_tasks:
        facts = [row for row in rows if not (row.done or row.room_for)]
    if not main and not ids and facts:
        # What is only to be read begins with its first line.
        main, facts = tuple(split_sentences(spoken_row(facts[0]).whole)), facts[1:]
    mark, mark_id, number = None, "", None
    if page.selected is not None:
        # Where nothing is ticked yet, nobody needs to hear of each row that it is not.
        ticked = any(rows[choice].done for choice in ids)
        mark = replace(
            spoken_row(rows[page.selected]), tells_tick=bool(rows[page.selected].done) if are_tasks else ticked
        )
        mark_id, number = rows[page.selected].id, (ids.index(page.selected) + 1, len(ids))
    if marked is not None:
        mark, mark_id, number = spoken_row(places[marked]), places[marked].id, (marked + 1, len(places))
    name = name_of(page.sign) if page.sign is not None else ""
    return SpokenPage(
        name,
        page.title,
        main,
        mark,
        mark_id,
        number,
        tuple(replace(spoken_row(row), tells_tick=not are_tasks).whole for row in facts),
        () if are_tasks else tuple(_plain(row.text) for row in places or [rows[number] for number in ids]),
        tuple(_keys(page.keys, page.action.text if isinstance(page, BoardPage) and page.action else "")),
        tuple(_edge(page, name_of)),
        tuple(
            press(button, label)
            for button, label in zip(Button, (page.keys.advance, page.keys.draw, page.keys.back), strict=True)
        ),
    )


def describe_choices(choices: Sequence[str]) -> Iterator[str]:
    """Yield the sentence that names the choices, or tells their number where they are many."""
    if len(choices) == 1:
        yield as_sentence(choices[0])
    elif 1 < len(choices) <= _MOST_NAMED:
        yield say("Choices: {choices}.", choices=join_items(map(_plain, choices)))
    elif choices:
        yield say_count("{n} choice.", "{n} choices.", len(choices))


def rows_of(page: ListPage | BoardPage) -> tuple[Row, ...]:
    """Return all rows of a page, those with pictures too, as its mark counts them."""
    return (*page.tiles, *page.rows) if isinstance(page, ListPage) else page.rows


def spoken_row(row: Row) -> SpokenRow:
    """Return a row in words."""
    tick = "" if row.done is None else say("ticked") if row.done else say("not ticked")
    value = say("not chosen yet") if row.value in _NOTHING else row.value
    return SpokenRow(_plain(row.room_for or row.text), value, tick, _plain(row.detail))


def is_said(sentence: str, said: Sequence[str]) -> bool:
    """Return True if one of the texts has all words of the sentence, in their order."""
    return any(_has_words(text, sentence) for text in said)


def _is_known(text: str, said: Sequence[str]) -> bool:
    """Return True if all sentences of a text were said as they are."""
    return {*split_sentences(text)} <= {*said}


def _is_named(name: str, texts: Sequence[str]) -> bool:
    """Return True if one of the texts names somebody, by the whole name or a long word of it."""
    longer = [word for word in _WORD.findall(name) if len(word) >= _LONG_WORD]
    return is_said(name, texts) or any(is_said(word, texts) for word in longer)


def other_sentence(before: SpokenPage, page: SpokenPage) -> str:
    """Return the words of a page that another one lacks, without the button to be pressed."""
    return as_sentence(_other_words(before.without_buttons, page.without_buttons))


def _has_words(text: str, sentence: str) -> bool:
    words = iter(_words(text))
    return all(word in words for word in _words(sentence))


def _words(text: str) -> list[str]:
    return [word.casefold() for word in _WORD.findall(text)]


def _other_words(before: str, text: str) -> str:
    """Return the words that differ, with one before them; the whole text if little is the same.

    Of Japanese, whose words nothing divides, whole sentences.
    """
    if _KANA.search(text):
        return unsaid(text, {*split_sentences(before)}) or text
    was, found = _PIECE.findall(before), list(_PIECE.finditer(text))
    words = [piece[0] for piece in found]
    same = next((n for n, (word, other) in enumerate(zip(was, words, strict=False)) if word != other), None)
    if same is None or same < _LEAST_SAME:
        return text
    ends = 0
    while ends < min(len(was), len(words)) - same - 1 and was[-1 - ends] == words[-1 - ends]:
        ends += 1
    if len(words) - ends - same > _MOST_OTHER:
        return text
    first = same - 1
    while first and not _WORD.search(words[first]):
        # A sign that stands apart, such as a French colon, is no word.
        first -= 1
    last = len(words) - 1 - ends
    if ends and _CHARACTER.match(words[last + 1]):
        # Of a Chinese word the next character is a part, as in 西侧.
        last += 1
    return text[found[first].start() : found[last].end()]


def _clipped(sentence: str) -> str:
    """Return a sentence, or of one that is too long its first clauses."""
    if count_words(sentence) <= MOST_WORDS:
        return sentence
    ends = [found.start() for found in _CLAUSE_END.finditer(sentence)]
    fits = [end for end in ends if _LEAST_WORDS <= count_words(sentence[:end]) <= MOST_WORDS]
    if fits:
        return as_sentence(sentence[: fits[-1]].rstrip(" ,;:，；：、"))
    pieces = [found.end() for found in _PIECE.finditer(sentence)]
    return sentence[: next(end for end in reversed(pieces) if count_words(sentence[:end]) <= MOST_WORDS)]


def _listed(*parts: str) -> str:
    return as_sentence(join_items(filter(None, parts)))


def _plain(text: str) -> str:
    """Return a text without the full stop at its end, to be a part of a sentence."""
    return derived(text, lambda said: said.rstrip(".。"))


def _keys(keys: Keys, hands: str = "") -> Iterator[str]:
    """Yield what the buttons do, also when they are held."""
    labels = (
        (Button.ADVANCE, keys.advance, keys.advance_hold),
        (Button.DRAW, keys.draw, keys.draw_hold),
        (Button.BACK, keys.back, keys.back_hold),
    )
    for button, label, held in labels:
        if label and held:
            yield button_label(button, say("{label}; held: {held}", label=label, held=held))
        elif label or held:
            yield button_label(button, label or say("nothing; held: {held}", held=held))
    if hands:
        yield as_sentence(hands)


def _edge(page: ListPage | BoardPage, name_of: NameOf) -> Iterator[str]:
    """Yield what stands at the page's edge: how far the game is, or a notice; and the standing."""
    if page.status:
        yield as_sentence(page.status)
    if isinstance(page, BoardPage) and page.standing is not None:
        yield from _standing(page.standing, name_of)


def _standing(standing: Standings, name_of: NameOf) -> Iterator[str]:
    names = [name_of(sign) for sign in standing.signs]
    for title, numbers in standing.lines:
        counted = (
            say("{name} {value}", name=name, value=value)
            for name, value in zip(names, numbers, strict=True)
            if name and value
        )
        yield as_sentence(say("{name}: {value}", name=title, value=join_items(counted)))


def _joined(sentences: Sequence[str]) -> str:
    if not traits_in_use().spaces:
        return "".join(sentences)
    text = ""
    for sentence in sentences:
        text = together(text, sentence)
    return text
