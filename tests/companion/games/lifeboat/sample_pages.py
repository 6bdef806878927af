"""Every page of Lifeboat, made by a session, for the gallery and the fitting test."""

import os
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from unittest.mock import patch

from companion.games.lifeboat.language import say
from companion.games.lifeboat.mat import RowSide
from companion.games.lifeboat.table.correct import LifeboatCorrectStep
from companion.games.lifeboat.table.layout import expected_layout, position_lie
from companion.games.lifeboat.table.pages import PersonStep
from companion.games.lifeboat.words import character_name
from companion.journal import Journal
from companion.screen.pages import Page
from companion.table.layout import TableLayout
from companion.table.menus import HelpStep, LogStep
from companion.table.observation import TableObservation
from companion.table.photo_list import PhotoListStep
from companion.table.session import Session
from companion.table.undo_step import UndoStep
from engine.lifeboat.components import Character
from engine.lifeboat.game import RULES
from hardware.buttons import Button
from tests.companion.games.lifeboat.hand_game import open_table, press
from tests.companion.games.lifeboat.observing import seen_mat
from tests.companion.observing import show_observation
from tests.engine.lifeboat.game_text import events_of

_ACT = ("S V2", "set wounds.stephen=6 wounds.kid=1 birds=2 open.mate=[knife,water,compass] rowed=[mate]", "p l c")
_FIGHT = (*_ACT, "mate demanded of=lauren for=hand", "lauren refused", "frenchy joined side=attack")
_CHOOSE = (*_ACT, "p m f k")
_CARD = "kid navigated bird=bird overboard=[captain,stephen] thirsty=[mate] oars=true fists=true"
_END = (
    "S4",
    "set birds=3 wounds.mate=9 hands.captain=6 hands.lauren=3 open.stephen=[oar]",
    "p l s c",
    "captain navigated bird=bird",
)
_REVEALED = (
    "captain revealed love=stephen hate=mate hand=[cash,cash,cash,painting-3,jewels,jewels]",
    "lauren revealed love=lauren hate=lauren hand=[jewels,water,knife]",
    "stephen revealed love=captain hate=stephen hand=[painting-2,cash]",
    "mate revealed love=mate hate=captain hand=[painting-3,cash]",
)
#: After which steps, and with which rows touched, each page comes up.
_PLAYED: dict[str, tuple[tuple[str, ...], tuple[str, ...]]] = {
    "take": ((*_CHOOSE, "kid navigated bird=bird"), ()),
    "act": (_ACT, ()),
    "act-row": (_ACT, ("row",)),
    "act-demand": ((*_ACT, "p m"), ("take", "mate")),
    "act-cannot-refuse": ((*_ACT, "mate demanded of=stephen for=hand"), ()),
    "answer": ((*_ACT, "mate demanded of=lauren for=hand"), ()),
    "fight": (_FIGHT, ()),
    "act-after-fight": ((*_ACT[:-1], "p l", "captain demanded of=lauren for=hand", "lauren refused", "fought"), ()),
    "choose": (_CHOOSE, ()),
    "choose-signs": (_CHOOSE, ("card", "bird", "overboard captain", "thirsty mate", "oars")),
    "overboard": ((*_CHOOSE, _CARD), ()),
    "thirst": ((*_CHOOSE, _CARD, "fell"), ()),
    "reveal": (_END, ()),
    "over": ((*_END, *_REVEALED), ()),
}


def samples() -> dict[str, Page]:
    """Return the pages by their names, in the language in use."""
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal.open(Path(folder) / "games.sqlite")
        try:
            return dict(_samples(open_table(journal)))
        finally:
            journal.close()


def _samples(session: Session) -> Iterator[tuple[str, Page]]:
    session.new_game(session.games[0])
    for row in ("lauren", "stephen", "captain"):
        session.touch(row, 0.0)
    yield "players", session.page
    session.touch("cards", 0.0)
    for row in ("n01", "bird", "overboard mate", "oars", "keep", "n02", "thirsty kid", "keep"):
        session.touch(row, 0.0)
    yield "navigation-cards", session.page
    session.touch("n01", 0.0)
    yield "navigation-card", session.page
    session.close()
    session.close()
    for row in ("mate", "frenchy", "start"):
        session.touch(row, 0.0)
    session.touch("1", 0.0)
    yield "set-up", session.page
    press(session, Button.ADVANCE)
    yield "take", session.page
    for page_name, (steps, touches) in _PLAYED.items():
        play(session, *steps)
        for row in touches:
            session.touch(row, 0.0)
        yield page_name, session.page
        if page_name == "reveal":
            yield "photos", photos(session)
        if page_name == "over":
            session.touch("lauren", 0.0)
            yield "sums", session.page
    play(session, *_ACT)
    for what, step in (
        ("person", PersonStep(session, Character.MATE)),
        ("help", HelpStep(session)),
        ("undo", UndoStep(session)),
        ("log", LogStep(session)),
        ("correct", LifeboatCorrectStep(session)),
    ):
        yield what, step.page()
    session.layout = TableLayout.from_lies([position_lie(Character.LAUREN, 0), position_lie(Character.KID, 1)])
    session.go_on()
    yield "put-right", session.page
    yield from _problems(session)


def _problems(session: Session) -> Iterator[tuple[str, Page]]:
    """Yield pages of problems on the mat after a while, and of a partly seen hand."""
    row = tuple(character for character in Character if character is not Character.HARTER)
    boat = tuple((character, RowSide.ATTACK if character is Character.FRENCHY else RowSide.LINE) for character in row)
    line = tuple((character, RowSide.LINE) for character in row)
    mine = {"open-5": ("knife", "water-01", "compass")}
    for name, seen in (
        ("problem", seen_mat(boat=boat, rows=mine)),
        ("problem-preserver", seen_mat(rows={**mine, "open-2": ("preserver",)})),
        ("problem-gone", seen_mat(boat=line)),
        ("problem-nobodys", seen_mat(boat=line, rows={**mine, "open-4": ("gaff",)})),
        ("act-unread", seen_mat(boat=line, rows=mine, unreadable=("open-2",))),
        ("act-not-used", seen_mat(boat=line, rows=mine, show=("water-02",))),
    ):
        play(session, *_ACT)
        session.observe(TableObservation(), session.now)
        show_observation(session.step, seen)
        session.tick(session.now + 10.0)
        yield name, session.page
    session.layout = None
    session.go_on()
    yield "put-right-resumed", session.page
    show_observation(session.step, seen_mat(boat=line, rows={**mine, "open-3": ("gaff",)}))
    session.tick(session.now + 10.0)
    yield "put-right-problem", session.page
    play(session, *_END)
    session.touch("captain", 0.0)
    session.observation = seen_mat(love=(Character.STEPHEN,), hand=("cash-1", "jewels-1"))
    yield "reveal-spread", session.page


def photos(session: Session) -> Page:
    """Return the newest photos, in a home folder of their own."""
    step = session.step
    with tempfile.TemporaryDirectory() as home, patch.dict(os.environ, HOME=home, XDG_CONFIG_HOME=home):
        folder = Path(home) / "Pictures"
        folder.mkdir()
        for minute in (5, 12, 31):
            file = folder / f"IMG_20260314_21{minute:02}.jpg"
            file.touch()
            taken_s = time.mktime((2026, 3, 14, 21, minute, 0, 0, 0, -1))
            os.utime(file, (taken_s, taken_s))
        text = say(
            "Choose the photo of the mat with love, hate and hand in the boat: {player}.",
            player=character_name(Character.CAPTAIN),
        )
        session.open(PhotoListStep(session, text, lambda _: ""))
        page = session.page
    while session.step is not step:
        session.close()
    return page


def play(session: Session, *steps: str) -> None:
    """The game as it stands after these steps, on a table that lies right."""
    session.game = RULES.replay([RULES.event_from_json(event) for step in steps for event in events_of(step)])
    session.layout = expected_layout(session.game.state)
    session.go_on()
