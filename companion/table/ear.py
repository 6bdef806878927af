"""Ear of a session: all that is said besides its announcements in an evening by ear.

It compares the page with the one that was heard last: a page that comes is said, a mark that moves, a press that does
nothing. Without *By ear* it adds nothing.
"""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Generic, Protocol

from companion.device.button_colours import button_label, idle_button
from companion.device.language import say
from companion.device.sentences import as_sentence, together
from companion.device.settings import Settings
from companion.screen.pages import Keys, Page, PlayedPage, Row, Tone
from companion.table.announcement import Announcement
from companion.table.game import TableGame
from companion.table.spoken_page import SpokenPage, is_said, other_sentence, rows_of, spoken_page, spoken_row
from companion.table.step import SessionT, Step
from companion.voice import Kind, Level
from companion.voice.brevity import split_sentences
from hardware.buttons import Button, Press

#: Setting with which everything is seen alone.
OFF = "off"
#: Setting with which pages are said in whole when they come.
FULL = "full"
#: Presses that are named where another one does nothing, the most useful first.
_PRESSES = tuple(Press(button, held=False) for button in (Button.ADVANCE, Button.DRAW, Button.BACK))
#: What nobody has pressed for is said when it has stayed for so long (seconds).
_SETTLED_S = 0.8
#: So many titles are known to whoever has heard them.
_KNOWN_TITLES = 3
#: So many rows that a press has changed besides the marked one are said.
_MOST_CHANGED = 2


class HeardSession(Protocol[SessionT]):
    """Part of a session that is heard."""

    settings: Settings
    now: float

    @property
    def notice(self) -> str:
        """Notice at the edge of each page; may be empty."""

    table_game: TableGame[SessionT]

    @property
    def is_by_ear(self) -> bool:
        """True if the evening is by ear."""

    @property
    def is_told_by_keys(self) -> bool:
        """True if the hands of a virtual table lay by themselves what is told by keys."""

    @property
    def step(self) -> Step[SessionT]:
        """The step on the screen."""

    @property
    def page(self) -> Page:
        """Page of the step."""

    def page_of(self, step: Step[SessionT]) -> Page:
        """Return the page of a step, with nothing that only a seat's own screen may show."""


class Ear(Generic[SessionT]):
    """Ear that knows what was heard of a session's pages, and what is to be heard next."""

    def __init__(self, session: HeardSession[SessionT]) -> None:
        self._session = session
        #: What people at the table have pressed or touched since the last announcements.
        self._done: Press | str | None = None
        #: What is heard of now: the step, its page, the page in words.
        self._step: Step[SessionT] | None = None
        self._page: Page | None = None
        self._spoken = SpokenPage()
        #: Since when the page is another than the one that was heard of; None: it is the same.
        self._changed_at: float | None = None
        #: What was said since then.
        self._said_meanwhile: list[str] = []
        #: The notices at the page's edge that were heard since there was none.
        self._notices: set[str] = set()
        #: The titles that were heard last.
        self._titles: deque[str] = deque(maxlen=_KNOWN_TITLES)
        #: The number of the line that was read last of a page without choices.
        self._line = -1
        #: The facts of a page that was said in whole, and the number of the next one; 0: all were told.
        self._facts: tuple[tuple[str, ...], int] = ((), 0)

    @property
    def hears(self) -> bool:
        """True if the evening is by ear."""
        return self._session.is_by_ear

    def note(self, done: Press | str) -> None:
        """Note a press or a touch of people at the table."""
        self._done = done

    def hear(self, said: list[Announcement], known: Sequence[str] = ()) -> list[Announcement]:
        """Return what the session `said`, and by ear all that is needed besides.

        `known`: sentences of the page that something else has just told.
        """
        done, self._done = self._done, None
        if not self.hears:
            self._step, self._page = None, None
            return said
        texts = [*known, *(sentence for told in said for sentence in split_sentences(told.text))]
        is_same_step, page = self._session.step is self._step, self._session.page
        page_words = [*map(self._in_its_language, self._of_page(done, page, texts))]
        heard = [*said, *page_words, *self._of_notice(page, texts)]
        if is_same_step and {told.kind for told in page_words} == {Kind.MARK}:
            # A question that is marked is heard before its answer.
            heard.sort(key=lambda told: told.kind is Kind.ANSWER)
        if done is not None and not any(told.text for told in heard):
            heard += self._of_idle(done)
        return _cut_first(heard) if done is not None else heard

    def _in_its_language(self, told: Announcement) -> Announcement:
        """Return an announcement in the language of the marked row, if it tells that."""
        language = self._session.step.mark_language if told.kind is Kind.MARK else ""
        return replace(told, language=language) if language else told

    def whole(self, step: Step[SessionT], said: Sequence[str] = ()) -> list[Announcement]:
        """Return all that the page of a step says, as an answer, without what was just `said`.

        Of a long page it is the beginning; the rest when it is asked for again.
        """
        spoken = self._words_of(step, self._session.page_of(step))
        told, following = self._facts
        if following and told == spoken.facts:
            return _announced(Kind.ANSWER, self._keep_next(spoken, *spoken.more(following)))
        short = spoken.short(said)
        marked = spoken.mark.whole if spoken.mark else ""
        mark = together("" if marked in split_sentences(short) else marked, spoken.place_words)
        return _announced(Kind.ANSWER, short, mark, self._keep_next(spoken, *spoken.rest(short, said)))

    def _keep_next(self, spoken: SpokenPage, text: str, following: int) -> str:
        """Keep which fact comes next when the page is asked for again; return the text."""
        self._facts = spoken.facts, following
        return text

    def _words_of(self, step: Step[SessionT], page: Page) -> SpokenPage:
        return spoken_page(page, self._name_of, step.places())

    def _name_of(self, sign: object) -> str:
        """Return the name of a sign, such as that of a player; empty without one."""
        game = self._session.table_game
        return next((row.text for row in (*game.seat_rows(), *game.signs()) if row.sign == sign), "")

    # --- pages --------------------------------------------------------------------------------------------------

    def _of_page(self, done: Press | str | None, page: Page, said: Sequence[str]) -> list[Announcement]:
        """Return what is new on the page, without what was just `said`."""
        step = self._session.step
        before, was, was_step, is_overdue = self._spoken, self._page, self._step, self._changed_at is not None
        # Whoever presses hears what is marked then, also where its words were said before the press.
        said, said_now = [*self._said_meanwhile, *said], said
        if page == was and step is was_step:
            self._changed_at, self._said_meanwhile = None, []
            return self._of_unchanged(done, said)
        words = self._words_of(step, page)
        if done is None and self._passes(page, words, is_new=was is None or step is not was_step):
            self._said_meanwhile = said
            return []
        self._changed_at, self._said_meanwhile = None, []
        self._step, self._page, self._spoken = step, page, words
        if was is None or step is not was_step or page.name != was.name:
            return self._of_new_page(said, said if done is None else said_now)
        if (words.title, words.main) == (before.title, before.main):
            return self._of_rows(done, was, before)
        is_step = isinstance(done, Press) and done.button is Button.DRAW and words.title == before.title
        if is_step and not is_overdue:
            # Where no row is marked, what is marked stands in the page's sentence.
            return self._of_rows(done, was, before) or _announced(Kind.MARK, other_sentence(before, words))
        self._line = -1
        short = words.short((*said, before.title, *before.main))
        return self._first_words(short, said if done is None else said_now)

    def _of_notice(self, page: Page, said: Sequence[str]) -> list[Announcement]:
        """Return a notice that has come to the page's edge, such as what a camera cannot see."""
        notice = page.status if page.status and page.status == self._session.notice else ""
        if not isinstance(page, PlayedPage) and page.status_tone is Tone.NOW:
            notice = page.status
        if not notice:
            self._notices.clear()
        is_told = all(is_said(sentence, said) for sentence in split_sentences(notice))
        is_news = notice not in self._notices and not is_told
        self._notices.add(notice)
        return _announced(Kind.PAGE, as_sentence(notice)) if notice and is_news else []

    def _passes(self, page: Page, words: SpokenPage, *, is_new: bool) -> bool:
        """Return True if nobody has pressed for a change that may pass: it is said if it stays.

        Such are another's turn that takes no time, what a camera waits for, or what hands lay by themselves.
        """
        is_laid = self._session.is_told_by_keys and self._session.step.is_laid_by_hands
        waits_for_people = not is_laid and bool(words.choices or page.keys.advance or page.keys.draw)
        is_asked_anew = is_new or words.mark_id != self._spoken.mark_id
        if (is_asked_anew and waits_for_people) or (words.title, words.main) == (self._spoken.title, self._spoken.main):
            return False
        if self._changed_at is None:
            self._changed_at = self._session.now
        return self._session.now - self._changed_at < _SETTLED_S

    def _of_new_page(self, said: Sequence[str], said_of_mark: Sequence[str]) -> list[Announcement]:
        """Return the first words of a page that comes, its marked row, in full also the rest."""
        words = self._spoken
        self._line = -1
        short = words.short((*said, *self._known_title(words)))
        heard = self._first_words(short, said_of_mark)
        self._titles.append(words.title)
        if not heard and not said:
            # A picture alone, such as a film: what can be done.
            return _announced(Kind.PAGE, *words.keys[:1])
        remainder = ""
        if self._session.settings.by_ear == FULL:
            remainder = self._keep_next(words, *words.rest(short, said))
        return [*heard, *_announced(Kind.PAGE, remainder)]

    def _first_words(self, short: str, said: Sequence[str]) -> list[Announcement]:
        """Return a page's first words, and its marked row unless that is or was `said` already."""
        mark = self._spoken.mark.whole if self._spoken.mark else ""
        if mark in (*said, *split_sentences(short)):
            mark = ""
        elif mark in self._spoken.main:
            # Of a long task only the beginning would be said first.
            short = ""
        return [*_announced(Kind.PAGE, short), *_announced(Kind.MARK, mark)]

    def _known_title(self, page: SpokenPage) -> tuple[str, ...]:
        """Return the title of a page if it was heard not long ago, and the page says more than that."""
        return (page.title,) if page.title in self._titles and page.main else ()

    def _of_rows(self, done: Press | str | None, before: Page, was: SpokenPage) -> list[Announcement]:
        """Return the marked row, or what has changed in it, and other rows that a press has changed."""
        page, words = self._page, self._spoken
        if isinstance(before, PlayedPage) or page is None or isinstance(page, PlayedPage):
            return []
        rows, old = rows_of(page), rows_of(before)
        is_same_list = _is_same_list(old, rows)
        heard = []
        is_same_row = words.mark_id == was.mark_id and (words.mark and words.mark.text) == (was.mark and was.mark.text)
        # Nobody needs to hear how a time passes.
        counts_down = done is None and is_same_row
        if words.mark is not None and not counts_down and (words.mark != was.mark or not is_same_row):
            is_beside = was.mark is not None and (is_same_list or words.mark_id == was.mark_id)
            heard.append(words.mark.beside(was.mark) if is_beside and was.mark else words.mark.whole)
        # What is marked on the board tells itself what the rows beside it say of it.
        steps_on_board = isinstance(done, Press) and done.button is Button.DRAW and self._marks_place
        if done is not None and is_same_list and not steps_on_board:
            heard += list(_changed_rows(old, rows, page.selected))[:_MOST_CHANGED]
        return _announced(Kind.MARK, *heard)

    @property
    def _marks_place(self) -> bool:
        """True if Draw steps through places of the board, one of which is marked."""
        return self._step is not None and self._step.places()[1] is not None

    def _of_unchanged(self, done: Press | str | None, said: Sequence[str]) -> list[Announcement]:
        """Return what Draw says where it changes nothing: the page again, or its next line."""
        page, spoken, step = self._page, self._spoken, self._step
        if not isinstance(done, Press) or done.button is not Button.DRAW or page is None or step is None:
            return []
        if spoken.mark is None and not spoken.choices and spoken.facts and not page.keys.draw:
            lines = (*spoken.main, *spoken.facts)
            self._line = (max(self._line, 0) + 1) % len(lines)
            return _announced(Kind.ANSWER, lines[self._line])
        if not page.keys.draw and spoken.mark is None:
            return []
        if spoken.mark is not None and spoken.place == (1, 1):
            # Who looks for another row need not hear the whole page, which Draw held tells.
            mark = "" if spoken.mark.whole in said else spoken.mark.whole
            return _announced(Kind.ANSWER, spoken.short(said), mark, say("There is nothing else to choose."))
        return self.whole(step, said)

    def _of_idle(self, done: Press | str) -> list[Announcement]:
        """Return that a button has nothing to do now, and what another one does."""
        page = self._page
        if not isinstance(done, Press) or page is None:
            return []
        if _label(page.keys, done):
            return _announced(Kind.ANSWER, self._spoken.short() or " ".join(self._spoken.keys))
        others = [press for press in _PRESSES if press.button is not done.button and _label(page.keys, press)]
        label = button_label(others[0].button, _label(page.keys, others[0])) if others else ""
        return _announced(Kind.ANSWER, together(idle_button(done.button), label))


def _is_same_list(before: Sequence[Row], rows: Sequence[Row]) -> bool:
    """Return True if most rows of a list were there before, though they may say something else."""
    known = {row.id for row in before}
    ids = [row.id for row in rows if row.id]
    return 2 * sum(row_id in known for row_id in ids) > len(ids) or not ids


def _changed_rows(before: Sequence[Row], rows: Sequence[Row], marked: int | None) -> Iterator[str]:
    """Yield the rows that say something else than before, but not the marked one."""
    old = [spoken_row(row) for row in before]
    for number, row in enumerate(rows):
        spoken = spoken_row(row)
        if number == marked or spoken in old:
            continue
        same = [
            was for was, other in zip(old, before, strict=True) if other.id == row.id != "" or other.text == row.text
        ]
        yield spoken.changed_from(same[0]) if same else spoken.whole


def _label(keys: Keys, press: Press) -> str:
    """Return the label of a press."""
    labels = {
        Button.ADVANCE: (keys.advance, keys.advance_hold),
        Button.DRAW: (keys.draw, keys.draw_hold),
        Button.BACK: (keys.back, keys.back_hold),
    }
    return labels[press.button][press.held]


def _announced(kind: Kind, *texts: str) -> list[Announcement]:
    """Return an announcement of each text that is not empty."""
    return [Announcement(text, Level.PHASE, kind=kind) for text in texts if text]


def _cut_first(heard: Sequence[Announcement]) -> list[Announcement]:
    """Return the announcements, the first words of which cut off what is being said."""
    first = next((number for number, told in enumerate(heard) if told.text), None)
    return [replace(told, cuts=number == first) for number, told in enumerate(heard)]
