"""Player of a seat who hears a phone's page, and presses its buttons by chance or to an aim."""

import time
from collections.abc import Sequence
from random import Random

from companion.device.language import in_language
from companion.phones.words import page_words
from tools.heard_phones.phone import HeardPhone, Node

#: Nobody means what has just come (seconds): so long the page takes no press.
READ_S = 0.45
#: So often (of all presses) the table is asked something first.
_ASKS = 0.03
#: An answer is read within so long (seconds), and a seat is taken.
ANSWERS_S = 20.0
_SITS_S = 60.0
#: So often the disc is taken that is farthest from its aim, and so often one is moved that comes no nearer.
_LAST = 0.6
_ASIDE = 0.2


class Player:
    """Player who chooses by chance among the buttons of moves, board and hand."""

    def __init__(self, phone: HeardPhone, rng: Random, language: str, names: Sequence[str]) -> None:
        """Sit down with a phone; `names`: those of all seats, the own first."""
        self._phone, self._rng, self._names, self._name = phone, rng, names, names[0]
        with in_language(language):
            self._words = page_words()[language]
        self.pressed = self.asked = 0
        self._sit_down()

    def _sit_down(self) -> None:
        until = time.monotonic() + _SITS_S
        while (button := self._phone.find(self._name)) is None:
            assert time.monotonic() < until, [node.name for node in self._phone.read()]
            self._phone.wait(0.1)
        self._phone.wait(READ_S)
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
        buttons = self._buttons(nodes)
        fresh = [node for node in buttons if not node.is_pressed and node.name != self._words["again"]]
        if not fresh:
            fresh = [node for node in buttons if node.name == self._words["again"]] or buttons
        if not fresh:
            return False
        if self._rng.random() < _ASKS:
            self._ask(nodes)
        self._phone.wait(READ_S)
        self._press(self._choose(fresh, buttons, nodes))
        return True

    def _buttons(self, nodes: Sequence[Node]) -> list[Node]:
        """Return the buttons of the moves, of the board and of the hand."""
        places = {self._words["moves"], self._words["board"], self._words["hand"]}
        return [
            node
            for node in nodes
            if node.role == "button" and node.name and not node.is_disabled and places & {*node.places}
        ]

    def _press(self, chosen: Node) -> None:
        # What comes while somebody thinks is another page.
        same = [node for node in self._phone.read() if (node.role, node.name) == (chosen.role, chosen.name)]
        if same:
            self._phone.press(same[0])
            self.pressed += 1
            self._phone.wait(0.12)

    def _choose(self, fresh: Sequence[Node], _buttons: Sequence[Node], _nodes: Sequence[Node]) -> Node:
        """Return one of the `fresh` buttons, which are not pressed yet."""
        return self._rng.choice(fresh)

    # --- questions ----------------------------------------------------------------------------------------------------

    def _ask(self, nodes: Sequence[Node]) -> None:
        """Open the questions to the table, ask one, and read the answer."""
        self._open_questions(nodes)
        until, answered = time.monotonic() + ANSWERS_S, False
        while not answered:
            assert time.monotonic() < until, "no answer is read"
            # A press on a page that has just changed is taken for none: it is pressed again.
            questions = [
                node for node in self._phone.read() if node.role == "button" and self._words["ask"] in node.places
            ]
            self._phone.wait(READ_S)
            self._phone.press(self._rng.choice(questions))
            self._phone.wait(1.0)
            answered = bool(self._answer())
        self.asked += 1

    def _open_questions(self, nodes: Sequence[Node]) -> None:
        if not any(self._words["ask"] in node.places for node in nodes):
            self._open(self._words["ask"])

    def _open(self, name: str) -> None:
        """Open what is closed under this name."""
        opener = self._phone.find(name, "DisclosureTriangle")
        assert opener is not None
        self._phone.press(opener)
        self._phone.wait(0.1)

    def _answer(self) -> list[str]:
        """Return the lines of the answer that stands on the page."""
        nodes = self._phone.read()
        return [node.name for node in nodes if node.role == "StaticText" and self._words["answer"] in node.places]

    # --- the board ----------------------------------------------------------------------------------------------------

    @property
    def board(self) -> str:
        """The words of the board's picture."""
        return self._board_of(self._phone.read())

    def _board_of(self, nodes: Sequence[Node]) -> str:
        found = (node for node in nodes if node.role in ("image", "img") and node.name)
        return next((node.name for node in found if self._words["board"] in node.places), "")

    def wait(self, seconds: float) -> None:
        """Let the table and the page work for a while."""
        self._phone.wait(seconds)

    def leave(self) -> None:
        """Close the page."""
        self._phone.close()


class HalmaPlayer(Player):
    """Player whose discs go nearer to the other corner, which chance would never fill."""

    #: The cells to which discs go: those of a seat to the one that is farther from them.
    _aims = ("h8", "a1")

    def __init__(self, phone: HeardPhone, rng: Random, language: str, names: Sequence[str]) -> None:
        super().__init__(phone, rng, language, names)
        self._aim = ""

    def _choose(self, fresh: Sequence[Node], buttons: Sequence[Node], _nodes: Sequence[Node]) -> Node:
        """Return the nearest of a disc's cells, or another disc.

        Once a disc and its cell are chosen a sentence is the whole move.
        """
        whole = [node for node in fresh if " " in node.name]
        if whole:
            return self._rng.choice(whole)
        if not self._aim:
            # Before the first move they lie in the own corner.
            self._aim = max(self._aims, key=lambda aim: _steps(fresh[0].name, aim))
        again = next((node for node in buttons if node.name == self._words["again"]), None)
        held = next((node for node in buttons if node.is_pressed), None)
        if held is None and self._rng.random() < _LAST:
            return max(fresh, key=lambda node: _steps(node.name, self._aim))
        if held is None or again is None:
            return self._rng.choice(fresh)
        nearest = min(fresh, key=lambda node: _steps(node.name, self._aim))
        comes_nearer = _steps(nearest.name, self._aim) < _steps(held.name, self._aim)
        return nearest if comes_nearer or self._rng.random() < _ASIDE else again


def _steps(cell: str, aim: str) -> int:
    """Return how many rows and columns two cells are apart."""
    return abs(ord(cell[0]) - ord(aim[0])) + abs(int(cell[1:]) - int(aim[1:]))
