"""Phones of four languages at one table: each is told everything in its own."""

import json
from random import Random
from typing import Any

import pytest

from companion.device.language import COMPLETE, use_language
from companion.journal import Journal
from companion.phones.table import PhoneTable
from companion.table.session_context import SessionContext
from hardware.buttons import Button, Press
from tests.companion.games.here import load_game
from tests.companion.phones.evening import HERE, VirtualEvening
from tests.companion.phones.foreign_texts import Catalogues
from tools.phone_secrets import Adviser, Line

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("display", "faultless_reading")]

GAMES = ("finstere-flure", "lifeboat", "coach-ride", "betrayal", "mouse-and-elephant", "nine-mens-morris", "draughts")
#: So many acts are made on phones, one of a few at the table in between.
_ACTS = 14
_MANY_ACTS = 150


class Readers:
    """Phones in all seats of a game, languages in turn, and one without a seat in each language."""

    def __init__(self, evening: VirtualEvening) -> None:
        self.evening, self.line, self.read = evening, Line(), 0
        evening.session.around = SessionContext(opponent=Adviser(evening.game.table))
        self.phones = PhoneTable(evening.session, HERE, start=lambda *_: self.line)
        evening.phones = self.phones
        self.phones.switch_on()
        self.seats = evening.game.table.seats(evening.start)
        self.catalogues = Catalogues(evening.game.translations.folder)
        languages = [*COMPLETE]
        self.languages = {
            number: languages[number % len(languages)] for number in range(1, len(self.seats) + len(languages) + 1)
        }
        for number, language in self.languages.items():
            self.line.coming.append({"kind": "joined", "phone": number, "key": str(number), "language": language})
            if number <= len(self.seats):
                self.touch(number, {"seat": self.seats[number - 1]})
        self.work()

    def touch(self, phone: int, touched: dict[str, Any]) -> None:
        self.line.coming.append({"kind": "touched", "phone": phone, "touched": touched})

    def work(self) -> None:
        """Let the table and the phones work, and read what is sent."""
        session = self.evening.session
        for said in session.announcements():
            self.phones.announce(said)
        self.evening.player.now += 0.3
        self.phones.tick(self.evening.player.now)
        self.check()

    def check(self) -> None:
        sent, self.line.sent = self.line.sent, []
        for message in sent:
            if message["kind"] == "show":
                self.shown[message["phone"]] = value = json.loads(message["value"])
                language = self.languages[message["phone"]]
                found = self.catalogues.foreign(value, language)
                assert not found, (language, found, self.evening.session.page.name)
                self.read += 1

    @property
    def shown(self) -> dict[int, Any]:
        if not hasattr(self, "_shown"):
            self._shown: dict[int, Any] = {}
        return self._shown


def act(readers: Readers, rng: Random) -> None:
    """Do something on a phone, or at the table."""
    session, now_s = readers.evening.session, readers.evening.player.now
    able = [phone for phone, value in readers.shown.items() if value.get("offer")]
    what = rng.random()
    if able and what < 0.6:
        phone = rng.choice(able)
        value = readers.shown[phone]
        acts = [f"move {number}" for number in range(len(value["moves"]))]
        acts = acts or [button["id"] for button in value["buttons"]]
        readers.touch(phone, {"do": rng.choice(acts), "offer": value["offer"]})
    elif able and what < 0.7:
        readers.touch(rng.choice(able), {"hint": True})
    elif what < 0.85:
        # Whatever the table opens, asks or refuses; the game itself is not left.
        on_menu = session.page.name == "menu"
        session.press(Press(Button.DRAW if on_menu else rng.choice([*Button]), held=rng.random() < 0.3), now_s)
    else:
        rows = [row.id for row in getattr(session.page, "rows", ()) if row.id]
        forbidden = ("quit", "off", "start", "watch", "switch-off", "update")
        rows = [row for row in rows if not row.startswith(forbidden) and "language" not in row]
        if rows:
            session.touch(rng.choice(rows), now_s)
    assert session.game is not None
    readers.work()
    readers.evening._look()
    readers.work()


def play(game_id: str, journal: Journal, spoken: str, acts: int, seed: int) -> Readers:
    use_language(spoken)
    evening = VirtualEvening(load_game(game_id), journal)
    evening.begin()
    readers, rng = Readers(evening), Random(seed)
    for _ in range(acts):
        act(readers, rng)
        use_language(spoken)
    return readers


@pytest.mark.thorough(but=["coach-ride", "betrayal", "nine-mens-morris", "finstere-flure"])
@pytest.mark.parametrize("game_id", GAMES)
def test_each_phone_is_told_everything_in_its_language(journal: Journal, game_id: str) -> None:
    spoken = [*COMPLETE][1 + GAMES.index(game_id) % (len(COMPLETE) - 1)]
    assert play(game_id, journal, spoken, _ACTS, 1).read > _ACTS


@pytest.mark.thorough
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("spoken", COMPLETE)
@pytest.mark.parametrize("game_id", GAMES)
def test_whole_games_are_told_in_each_language(journal: Journal, game_id: str, spoken: str) -> None:
    assert play(game_id, journal, spoken, _MANY_ACTS, 2).read > _MANY_ACTS


def test_a_text_of_another_language_is_found() -> None:
    catalogues = Catalogues(load_game("lifeboat").translations.folder)
    value = {"title": "Pause", "said": [{"number": 1, "text": "Zurückgenommen. Wait for your turn."}]}
    assert catalogues.foreign(value, "en") == ["Zurückgenommen."]
    assert catalogues.foreign(value, "de") == ["Wait for your turn."]
