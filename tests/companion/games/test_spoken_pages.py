"""Spoken forms of the pages of all games: they have all that the pages show, short first."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.device.language import COMPLETE, say, use_language
from companion.device.settings import Settings
from companion.games.betrayal.table.game import TABLE as BETRAYAL
from companion.games.coach_ride.table.game import TABLE as COACH_RIDE
from companion.games.finstere_flure.table.game import TABLE as FINSTERE_FLURE
from companion.games.lifeboat.table.game import TABLE as LIFEBOAT
from companion.journal import Journal
from companion.screen.pages import BoardPage, ListPage, Page, PlayedPage, Row
from companion.table.game import TableGame
from companion.table.session import Announcement, Session
from companion.table.session_start import open_session
from companion.table.spoken_page import MOST_WORDS, SpokenPage, spoken_page
from companion.voice import Kind
from companion.voice.brevity import count_words
from hardware.buttons import Button, Press
from tests.companion.games.betrayal.sample_pages import samples as betrayal_samples
from tests.companion.games.coach_ride.sample_pages import samples as coach_ride_samples
from tests.companion.games.finstere_flure.screen.sample_pages import samples as finstere_flure_samples
from tests.companion.games.lifeboat.sample_pages import samples as lifeboat_samples
from tools.walk.games import games

SAMPLES: Mapping[str, tuple[TableGame[Session], Callable[[], Mapping[str, Page]]]] = {
    "finstere-flure": (FINSTERE_FLURE, finstere_flure_samples),
    "lifeboat": (LIFEBOAT, lifeboat_samples),
    "coach-ride": (COACH_RIDE, coach_ride_samples),
    "betrayal": (BETRAYAL, betrayal_samples),
}
#: So many choices are named one by one.
NAMED = 9
PRESSES = 60
#: A word of a name with more letters stands for it.
LONG = 3


def words(text: str) -> list[str]:
    return re.findall(r"[㐀-鿿]|[^\W_㐀-鿿]+", text.casefold())


def has(spoken: Iterable[str], text: str) -> bool:
    """Return True if one of the spoken texts has all words of a text, in their order."""
    wanted = words(text)
    for told in spoken:
        left = iter(words(told))
        if all(word in left for word in wanted):
            return True
    return not wanted


def shown_on(page: Page, name_of: Callable[[Any], str], places: Iterable[Row]) -> Iterator[tuple[str, str]]:
    """Yield all that a page shows in words: what it is, and its text."""
    keys = {name: label for name, label in vars(page.keys).items() if name != "typed"}
    yield from ((f"button {name}", label) for name, label in keys.items())
    yield "edge", page.status
    if isinstance(page, PlayedPage):
        yield from (("headline", sentence) for sentence in sentences(page.headline))
        return
    if page.sign is not None:
        yield "turn", name_of(page.sign)
    yield "title", page.title
    text = page.text if isinstance(page, ListPage) else page.caption
    yield from (("text", sentence) for sentence in sentences(text))
    rows = (*page.tiles, *page.rows) if isinstance(page, ListPage) else page.rows
    choices = list(places) or [row for row in rows if row.id]
    yield from (("fact", " ".join(shown_in(row))) for row in rows if not row.id)
    if page.selected is not None and not places:
        yield "marked row", " ".join(shown_in(rows[page.selected]))
        yield "its place", f"{choices.index(rows[page.selected]) + 1} {len(choices)}"
    if any(row.room_for for row in rows):
        yield from (("task", row.room_for or row.text) for row in rows if not row.done)
    elif len(choices) <= NAMED:
        yield from (("choice", row.text) for row in choices)
    else:
        yield "choices", str(len(choices))
    if isinstance(page, BoardPage):
        yield "hands", page.action.text if page.action is not None else ""
        if page.standing is not None:
            for name, numbers in page.standing.lines:
                named = zip(map(name_of, page.standing.signs), numbers, strict=True)
                yield "standing", " ".join([name, *(f"{player} {n}" for player, n in named if player and n)])


def sentences(text: str) -> list[str]:
    return [sentence for sentence in re.split(r"(?<=[!?。！？])\s*|(?<=\.)\s+", text) if sentence]


def shown_in(row: Row) -> list[str]:
    tick = say("ticked") if row.done else ""
    return [
        text for text in (row.room_for or row.text, "" if row.value in "–-" else row.value, tick, row.detail) if text
    ]


def lacking(page: Page, spoken: SpokenPage, name_of: Callable[[Any], str], places: Sequence[Row] = ()) -> list[str]:
    """Return what a page shows and its spoken form lacks."""
    short = spoken.short()
    mark = spoken.mark.whole if spoken.mark is not None else ""
    text, following = spoken.rest(short)
    while following:
        more, following = spoken.more(following)
        text = f"{text} {more}"
    told = [short, mark, spoken.place_words, text, " ".join((short, text))]
    found = [f"{what}: {text}" for what, text in shown_on(page, name_of, places) if not is_told(told, what, text)]
    # A new box asks in one word of each language.
    if count_words(short) > MOST_WORDS and page.name != "first-language":
        found.append(f"few words: {short}")
    if not (short or mark or spoken.keys):
        found.append("any word")
    return found


def is_told(told: Iterable[str], what: str, text: str) -> bool:
    """Return True if a text is told; of whoever is on turn a word of the name is enough."""
    if what == "turn":
        return has(told, text) or any(has(told, word) for word in words(text) if len(word) > LONG)
    return has(told, text)


def names(game: TableGame[Session]) -> Callable[[Any], str]:
    def name_of(sign: Any) -> str:
        return next((row.text for row in (*game.seat_rows(), *game.signs()) if row.sign == sign), "")

    return name_of


#: Each game, and each language, at least once.
SPOKEN = [f"{game_id}-{language}" for game_id, language in zip(cycle(SAMPLES), COMPLETE, strict=False)]


@pytest.mark.thorough(but=SPOKEN)
@pytest.mark.parametrize("language", COMPLETE)
@pytest.mark.parametrize("game_id", SAMPLES)
def test_all_that_a_page_shows_is_in_its_spoken_form(game_id: str, language: str) -> None:
    use_language(language)
    game, samples = SAMPLES[game_id]
    name_of = names(game)
    faults = {name: lacking(page, spoken_page(page, name_of), name_of) for name, page in samples().items()}
    assert {name: fault for name, fault in faults.items() if fault} == {}


class Listener:
    """A session by ear that is pressed at random, and what is heard of it."""

    def __init__(self, folder: Path, game_id: str) -> None:
        game = games()[game_id]
        self.rng = Random(game_id)
        self.session: Session = open_session(
            Journal.open(folder / "games.sqlite"), Settings(by_ear="short"), [game.table], sees=False, rng=self.rng
        )
        self.session.open_start_page()
        self.started = game.virtual.start(None, 1, {})
        self.heard: list[Announcement] = []

    def press(self, button: Button, *, held: bool = False) -> list[Announcement]:
        self.session.press(Press(button, held), self.session.now + 2.0)
        return self.listen()

    def listen(self) -> list[Announcement]:
        self.session.tick(self.session.now)
        heard = self.session.announcements()
        self.heard += heard
        return heard

    def press_any(self) -> tuple[Press, list[Announcement]]:
        button = self.rng.choices(
            list(Button), [5 if button is Button.ADVANCE else 4 if button is Button.DRAW else 1 for button in Button]
        )[0]
        press = Press(button, held=self.rng.random() < 0.1)
        return press, self.press(press.button, held=press.held)


@pytest.mark.parametrize("game_id", games())
def test_a_walk_with_three_keys_hears_each_page_mark_and_press(game_id: str, tmp_path: Path) -> None:
    listener = Listener(tmp_path, game_id)
    session, name_of = listener.session, names(games()[game_id].table)
    assert any(told.kind is Kind.PAGE for told in listener.listen())
    listener.press(Button.DRAW)
    session.start(listener.started)
    listener.listen()
    for _ in range(PRESSES):
        before, marked_before = session.page, marked(session)
        press, heard = listener.press_any()
        page = session.page
        if isinstance(page, PlayedPage) and page == before:
            continue
        texts = [told.text for told in heard if told.text]
        assert texts, (press, page)
        assert [told.cuts for told in heard if told.text] == [True, *[False] * (len(texts) - 1)]
        places = session.step.places()
        assert lacking(page, spoken_page(page, name_of, places), name_of, places[0]) == []
        if marked(session) not in (marked_before, ""):
            is_heard = any(told.kind is Kind.MARK for told in heard) or has(texts, marked(session))
            assert is_heard, (press, marked(session), texts)
        if page.name != before.name:
            assert any(has(texts, part) for part in parts_of(page)), (page, texts)


def marked(session: Session) -> str:
    """Return the row or place that is marked, as the page shows it."""
    rows, number = session.step.places()
    if number is not None:
        return rows[number].text
    page = session.page
    if isinstance(page, PlayedPage) or page.selected is None:
        return ""
    rows = (*page.tiles, *page.rows) if isinstance(page, ListPage) else page.rows
    return " ".join(shown_in(rows[page.selected]))


def parts_of(page: Page) -> list[str]:
    """Return texts of a page of which one must be heard when it comes."""
    if isinstance(page, PlayedPage):
        return [page.headline, page.keys.advance]
    text = page.text if isinstance(page, ListPage) else page.caption
    # What is only to be read may begin with its first line.
    first = [row.text for row in page.rows[:1] if not row.id]
    return [page.title, *sentences(text), *(part for line in first for part in re.split(r"(?<=[.;:,])", line)[:1])]
