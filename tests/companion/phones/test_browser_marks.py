"""Main buttons of phones' pages: none of several ends, loses or refuses something."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from classics.fox_and_geese import GAME as GEESE

from companion.games import find_game, game_ids
from companion.journal import Journal
from companion.phones.values import ROW
from companion.table.put_right import PutRightStep
from hardware.buttons import Button, Press
from tests.companion.phones.browsers import BROWSER_TESTS, BrowserPhone
from tests.companion.phones.evening import Evening, VirtualEvening
from tests.companion.phones.players import PhonePlayers

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

pytestmark = [*BROWSER_TESTS, pytest.mark.timeout(600)]

#: So many touches of a game are looked at.
TOUCHES = 45
#: Answers of a game that end or lose something and that phones are offered as rows in these games.
OFFERED: Mapping[str, frozenset[str]] = {
    "lifeboat": frozenset({"passed", "fought"}),
    "coach-ride": frozenset({"passed", "claimed"}),
    "betrayal": frozenset({"end"}),
}
#: In the page: the main buttons, of how many, in what a value shows and after each touch that begins a move.
#: A group's button counts as marked rightly once something of the group is chosen.
MARKED = """value => {
  const look = () => {
    const touchable = [...document.querySelectorAll("#do button, #places button, #hand button")]
      .filter((button) => !button.dataset.again && !(button.closest("#hand") && chosen.includes(button.dataset.part)));
    const main = touchable.filter((button) => button.classList.contains("main"));
    const isThought = open().group.length > 0 && chosen.length > 0;
    const told = main.map(({ dataset, textContent }) => [dataset.do || dataset.part, textContent]);
    return [touchable.length, isThought, told];
  };
  shown = null;
  show(unpacked(value));
  const found = [look()];
  for (const id of [...open().next.keys()]) {
    chosen = [id];
    own();
    found.push(look());
  }
  chosen = [];
  return found;
}"""


class Recorder:
    """Values that phones are sent in a game, with the rows that end or lose something then."""

    def __init__(self, evening: Evening, touches: int) -> None:
        evening.begin()
        players = PhonePlayers(evening)
        self.values = dict[str, frozenset[str]]()
        session, send = evening.session, players.line.send

        def record(message: dict[str, Any]) -> None:
            send(message)
            if message["kind"] == "show" and message["sits"] and session.game is not None:
                ending = session.table_game.ending_answers(session.game.state)
                self.values.setdefault(message["value"], frozenset(f"{ROW}{row}" for row in ending))

        players.line.send = record  # type: ignore[method-assign]
        work = evening.work

        def work_with_hands() -> None:
            work()
            if not isinstance(evening, VirtualEvening) and isinstance(session.step, PutRightStep):
                # Hands have done what no camera sees.
                session.press(Press(Button.ADVANCE, held=False), session.now)
            elif session.has_page_above and not session.step.belongs_to_game:
                # Whatever a row has opened has been read.
                session.press(Press(Button.BACK, held=False), session.now)

        evening.work = work_with_hands  # type: ignore[method-assign]
        rng = Random(3)
        for _ in range(touches):
            if not players.touch_by_chance(rng):
                break
        evening.phones.close()

    def able(self) -> Iterator[tuple[dict[str, Any], frozenset[str]]]:
        """Yield the values in which something can be done."""
        for text, ending in self.values.items():
            value = json.loads(text)
            if value["moves"] or value["buttons"]:
                yield value, ending


@pytest.fixture(scope="module")
def phone(started_browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[BrowserPhone]:
    """Return a page that shows whatever it is given."""
    journal = Journal.open(tmp_path_factory.mktemp("shown") / "games.sqlite")
    evening = Evening(GEESE, journal)
    evening.phones.switch_on()
    evening.begin()
    phone = BrowserPhone(started_browser, evening, "en-GB")
    phone.join()
    yield phone
    phone.context.close()
    evening.close()
    journal.close()


@pytest.mark.parametrize("table", [Evening, VirtualEvening], ids=["real", "virtual"])
@pytest.mark.parametrize("game", game_ids())
def test_the_main_button_ends_and_loses_nothing(
    game: str, table: type[Evening], phone: BrowserPhone, tmp_path: Path
) -> None:
    journal = Journal.open(tmp_path / "played.sqlite")
    recorder, offered = Recorder(table(find_game(game), journal), TOUCHES), set[str]()
    for value, ending in recorder.able():
        offered |= ending & {button["id"] for button in value["buttons"]}
        tones = {button["id"]: button["tone"] for button in value["buttons"]}
        for count, is_thought_of, main in phone.page.evaluate(MARKED, value):
            for what, text in main:
                is_wanted = tones.get(what) == "now" and what not in ending
                assert count == 1 or is_thought_of or is_wanted, (text, value["caption"], value["buttons"])
    journal.close()
    if table is Evening:
        assert offered >= {f"{ROW}{row}" for row in OFFERED.get(game, ())}
