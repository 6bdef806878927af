"""Play whole games on phones that are known through Chromium's accessibility tree alone.

    ./run extra browser
    python -m tools.screen_reader_game --game draughts --game lifeboat

Each seat has a phone. Its player reads what a screen reader is told of the page (roles, names, states), moves the focus
to a button and presses Enter; no picture, no value behind the page, nothing of the game is known. Whoever is told that
it is their turn chooses among the buttons of the moves, of the board and of the hand by chance, and now and then asks
the table something and reads the answer. Chance ends neither Halma nor a haunt of Betrayal: there a disc goes nearer to
the other corner, and whoever can attack does, and seldom ends a turn before its steps are used up.
The cameras of virtual tables read without faults, and draw no pictures.
Prints for each game how many buttons were pressed, and whether it was ended; the exit status is 1 if one was not.
Without `--game` all sixteen games are played.
"""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import pygame

from companion.cells.roll_step import CellRollStep
from companion.device.language import in_language
from companion.games import CompanionGame
from companion.journal import Journal
from companion.phones.words import page_words
from companion.table.put_right import PutRightStep
from companion.virtual_table.watched_table import WatchedTable
from hardware.buttons import Button, Press
from tests.companion.phones.browsers import chromium
from tests.companion.phones.evening import Evening, VirtualEvening
from tests.companion.virtual_table.faultless_reading import FaultlessReader
from tools.walk.games import games

#: The four games, and the classics.
GAMES = (
    "finstere-flure",
    "lifeboat",
    "coach-ride",
    "betrayal",
    "geese",
    "alquerque",
    "brandubh",
    "breakthrough",
    "draughts",
    "halma",
    "hex",
    "ludo",
    "mancala",
    "nine-mens-morris",
    "noughts-and-crosses",
    "othello",
)
#: Games whose hidden cards a virtual table keeps, with the fewest that play them.
_VIRTUAL = {"lifeboat": 4, "coach-ride": 3, "betrayal": 3}
#: Players of games that are played in front of people.
_PLAYERS = {"finstere-flure": 2, **_VIRTUAL}
#: Nobody means what has just come (seconds): so long the page takes no press.
_READ_S = 0.45
#: A phone whose turn it is not said to be does something all the same after so long (seconds) in which nobody acts.
_IDLE_S = 1.5
#: So often (of all presses) the table is asked something first.
_ASKS = 0.03
#: An answer is read within so long (seconds).
_ANSWERS_S = 20.0
#: So long (seconds) a game may take.
LONGEST_S = 1800.0
#: It is told how far a game is after so long (seconds).
_TELLS_S = 60.0
#: Cells to which the discs of a seat go, by game and seat.
_AIMS = {"halma": {"White": "a1", "Black": "h8"}}
#: Words of buttons that bring a game nearer to its end, and of those that only let others act.
_ATTACKS = {"betrayal": "Attack:"}
_PASSES = {"betrayal": "end of the turn"}
#: So often the disc is taken that is farthest from its aim, and so often one is moved that comes no nearer.
_LAST = 0.6
_ASIDE = 0.2


@dataclass(frozen=True)
class Node:
    """Element as a screen reader is told of it.

    `places`: names of the groups, regions and lists around it.
    """

    role: str
    name: str
    element: int
    is_pressed: bool
    is_disabled: bool
    places: tuple[str, ...]


class HeardPhone:
    """A phone of which nothing is known but its accessibility tree."""

    def __init__(self, browser: Any, evening: Evening) -> None:
        self._evening = evening
        self._context = browser.new_context(locale="en-GB", ignore_https_errors=True)
        self._page = self._context.new_page()
        self._session = self._context.new_cdp_session(self._page)
        self._page.goto(f"{evening.phones.page_address}#{evening.phones.guests.ticket}")

    def read(self) -> list[Node]:
        """Return what a screen reader is told, in the order of the page."""
        nodes = {node["nodeId"]: node for node in self._session.send("Accessibility.getFullAXTree")["nodes"]}
        roots = [node for node in nodes.values() if "parentId" not in node]
        return [told for root in roots for told in _told(root, nodes, ())]

    def press(self, node: Node) -> None:
        """Move the focus to an element and press Enter; what is gone meanwhile takes no press."""
        # Only there where a browser is driven.
        from playwright.sync_api import Error

        self._session.send("DOM.getDocument", {"depth": 0})
        with suppress(Error):
            self._session.send("DOM.focus", {"backendNodeId": node.element})
            self._page.keyboard.press("Enter")

    def wait(self, seconds: float) -> None:
        """Let the table and the page work for a while."""
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            self._evening.work()
            self._page.wait_for_timeout(15)

    def find(self, name: str, role: str = "button") -> Node | None:
        """Return the first element of this role whose name begins so."""
        return next((node for node in self.read() if node.role == role and node.name.startswith(name)), None)

    def close(self) -> None:
        """Close the page."""
        self._context.close()


def _told(node: dict[str, Any], nodes: dict[str, Any], places: tuple[str, ...]) -> Iterator[Node]:
    role, name = node.get("role", {}).get("value", ""), node.get("name", {}).get("value", "")
    states = {state["name"]: state["value"].get("value") for state in node.get("properties", ())}
    if not node.get("ignored"):
        yield Node(
            role,
            name,
            node.get("backendDOMNodeId", 0),
            states.get("pressed") in (True, "true"),
            bool(states.get("disabled")),
            places,
        )
        if name and role in ("group", "region", "list", "log", "status"):
            places = (*places, name)
    for child in node.get("childIds", ()):
        if child in nodes:
            yield from _told(nodes[child], nodes, places)


class Player:
    """Player of a seat, who hears the page and presses buttons."""

    def __init__(self, phone: HeardPhone, rng: Random, aim: str = "", attacks: str = "", passes: str = "") -> None:
        """Sit down with a phone.

        `aim`: a cell to which the own discs go; `attacks`, `passes`: words of buttons that are liked or not.
        """
        self._phone, self._rng, self._aim, self._attacks, self._passes = phone, rng, aim, attacks, passes
        with in_language("en"):
            self._words = page_words()["en"]
        self.pressed = self.asked = 0
        #: What was read when a button was pressed last: nothing may come of it.
        self._before: list[tuple[str, str, bool]] = []

    def sit_down(self, seat: str) -> None:
        """Take the seat of this name."""
        until = time.monotonic() + 30
        while (button := self._phone.find(seat)) is None:
            assert time.monotonic() < until, [node.name for node in self._phone.read()]
            self._phone.wait(0.1)
        self._phone.wait(_READ_S)
        self._phone.press(button)
        while self._phone.find(self._words["yours"], "heading") is None:
            assert time.monotonic() < until, [node.name for node in self._phone.read()]
            self._phone.wait(0.1)

    def act(self, *, unasked: bool) -> bool:
        """Press a button if it is the own turn, or `unasked` if there is any; return True then."""
        nodes = self._phone.read()
        is_turn = any(self._words["turn"] in node.name for node in nodes if node.role in ("status", "StaticText"))
        if not is_turn and not unasked:
            return False
        buttons = [
            node
            for node in nodes
            if node.role == "button"
            and node.name
            and not node.is_disabled
            and {self._words["moves"], self._words["board"], self._words["hand"]} & {*node.places}
        ]
        fresh = [node for node in buttons if not node.is_pressed and node.name != self._words["again"]]
        if not fresh:
            fresh = [node for node in buttons if node.name == self._words["again"]] or buttons
        if not fresh:
            return False
        if self._rng.random() < _ASKS:
            self._ask(nodes)
        self._phone.wait(_READ_S)
        chosen = self._choose(fresh, buttons)
        # What comes while somebody thinks is another page.
        same = [node for node in self._phone.read() if (node.role, node.name) == (chosen.role, chosen.name)]
        if same:
            self._phone.press(same[0])
            self.pressed += 1
            self._phone.wait(0.12)
        return True

    def _choose(self, fresh: Sequence[Node], buttons: Sequence[Node]) -> Node:
        """Return a button by chance; with an aim the nearest of a disc's cells, or another disc.

        Once a disc and its cell are chosen a sentence is the whole move.
        """
        again = next((node for node in buttons if node.name == self._words["again"]), None)
        held = next((node for node in buttons if node.is_pressed), None)
        attacks = [node for node in fresh if self._attacks and self._attacks in node.name]
        acts = [node for node in fresh if not self._passes or self._passes not in node.name]
        if attacks or (acts and self._rng.random() > _ASIDE):
            fresh = attacks or acts
        whole = [node for node in fresh if " " in node.name]
        if self._aim and held is None and not whole and self._rng.random() < _LAST:
            return max(fresh, key=lambda node: _steps(node.name, self._aim))
        if not self._aim or held is None or again is None or whole:
            return self._rng.choice(whole if self._aim and whole else fresh)
        nearest = min(fresh, key=lambda node: _steps(node.name, self._aim))
        comes_nearer = _steps(nearest.name, self._aim) < _steps(held.name, self._aim)
        return nearest if comes_nearer or self._rng.random() < _ASIDE else again

    def _ask(self, nodes: Sequence[Node]) -> None:
        """Open the questions to the table, ask one, and read the answer."""
        if not any(self._words["ask"] in node.places for node in nodes):
            opener = self._phone.find(self._words["ask"], "DisclosureTriangle")
            assert opener is not None
            self._phone.press(opener)
            self._phone.wait(0.1)
        until, answered = time.monotonic() + _ANSWERS_S, False
        while not answered:
            assert time.monotonic() < until, "no answer is read"
            # A press on a page that has just changed is taken for none: it is pressed again.
            questions = [
                node for node in self._phone.read() if node.role == "button" and self._words["ask"] in node.places
            ]
            self._phone.wait(_READ_S)
            self._phone.press(self._rng.choice(questions))
            self._phone.wait(1.0)
            answered = any(self._words["answer"] in node.places and node.name for node in self._phone.read())
        self.asked += 1

    def wait(self, seconds: float) -> None:
        """Let the table and the page work for a while."""
        self._phone.wait(seconds)

    def leave(self) -> None:
        """Close the page."""
        self._phone.close()

    @property
    def board(self) -> str:
        """The words of the board's picture."""
        found = (node for node in self._phone.read() if node.role in ("image", "img") and node.name)
        return next((node.name for node in found if self._words["board"] in node.places), "")


def _steps(cell: str, aim: str) -> int:
    """Return how many rows and columns two cells are apart."""
    return abs(ord(cell[0]) - ord(aim[0])) + abs(int(cell[1:]) - int(aim[1:]))


def play(browser: Any, game: CompanionGame, folder: Path, seed: int, longest_s: float = LONGEST_S) -> tuple[bool, str]:
    """Play a game on phones in all seats; return whether it was ended, and a line about it."""
    reader = FaultlessReader()
    with patch.object(WatchedTable, "_read", lambda watched: reader.observe(watched)):
        return _play(browser, game, folder, seed, longest_s)


def _play(browser: Any, game: CompanionGame, folder: Path, seed: int, longest_s: float) -> tuple[bool, str]:
    journal = Journal.open(folder / f"{game.id}-{seed}.sqlite")
    kind = VirtualEvening if game.id in _VIRTUAL else Evening
    evening = kind(game, journal, seed=seed, players=_PLAYERS.get(game.id))
    evening.phones.switch_on()
    evening.begin()
    table, rng = evening.session.table_game, Random(seed)
    names = {row.id: str(row.text) for row in table.seat_rows()}
    words, players = (_ATTACKS.get(game.id, ""), _PASSES.get(game.id, "")), []
    for seat in table.seats(evening.start):
        player = Player(HeardPhone(browser, evening), rng, _AIMS.get(game.id, {}).get(names[seat], ""), *words)
        player.sit_down(names[seat])
        players.append(player)
    players[0].wait(_IDLE_S)
    # The last page of some games has no board.
    board = players[0].board
    began = acted = told = time.monotonic()

    def is_over() -> bool:
        return table.rules.over(evening.session.game.state) is not None

    while not is_over() and time.monotonic() - began < longest_s:
        is_idle = time.monotonic() - acted > _IDLE_S
        # All are looked at once before anybody acts twice.
        for player in rng.sample(players, len(players)):
            if player.act(unasked=is_idle):
                acted = time.monotonic()
                if is_idle:
                    break
        if time.monotonic() - told > _TELLS_S:
            told = time.monotonic()
            events, pressed = len(evening.session.game.events), sum(player.pressed for player in players)
            print(f"{game.id}: {events} events, {pressed} presses, {told - began:.0f} s", file=sys.stderr, flush=True)
        evening.work()
        # At a table without a camera somebody lays what the phones have played, rolls the die, and says so.
        if kind is Evening and isinstance(evening.session.step, PutRightStep):
            evening.session.press(Press(Button.ADVANCE, held=False), time.monotonic())
        elif isinstance(evening.session.step, CellRollStep):
            evening.session.touch(rng.choice(list(evening.session.step.rolls)), time.monotonic())
    board = players[0].board or board
    pressed, asked = (sum(getattr(player, name) for player in players) for name in ("pressed", "asked"))
    line = (
        f"{game.id}: {'ended' if is_over() else 'not ended'}, {len(evening.session.game.events)} events,"
        f" {pressed} presses, {asked} questions, {time.monotonic() - began:.0f} s; the board at last: {board[:60]}"
    )
    ended = is_over() and bool(board)
    for player in players:
        player.leave()
    evening.close()
    journal.close()
    return ended, line


def main(arguments: Sequence[str] | None = None) -> int:
    """Play all games, or those that are named."""
    # Only there where a browser is driven.
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", action="append", choices=GAMES, help="only this game; may be given several times")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=LONGEST_S / 60, help="so long a game may take")
    asked = parser.parse_args(arguments)
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    pygame.display.init()
    ended = []
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver, chromium(driver) as browser:
        for game_id in asked.game or GAMES:
            is_ended, line = play(browser, games()[game_id], Path(folder), asked.seed, 60 * asked.minutes)
            ended.append(is_ended)
            print(line, flush=True)
    return 0 if all(ended) else 1


if __name__ == "__main__":
    sys.exit(main())
