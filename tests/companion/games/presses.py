"""Count of the presses with which players enter a turn, by three buttons or by touch."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from companion.table.session import Session
from hardware.buttons import Button, Press
from tests.companion.three_keys import ThreeKeys

_DOCS = Path(__file__).parents[3] / "docs"


class Touches:
    """Players who touch the screen of a session. `presses` counts it, buttons too."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.presses = 0

    def press(self, button: Button) -> None:
        """Touch a button."""
        self.presses += 1
        self.session.press(Press(button, held=False), self.session.now)

    def choose(self, target: str) -> None:
        """Touch a row, or a place on the picture."""
        self.presses += 1
        self.session.touch(target, self.session.now)


Players = ThreeKeys | Touches


def presses_of(turn: Callable[[Players], None], session: Session, *, keys: bool) -> int:
    """Return how many presses a turn takes; `keys`: with three buttons alone."""
    players: Players = ThreeKeys(session) if keys else Touches(session)
    turn(players)
    return players.presses


def choose(players: Players, *rows: str) -> None:
    """Choose these answers one after the other."""
    for row in rows:
        players.choose(row)


def confirm_guide(players: Players) -> None:
    """Confirm what the guide lists, as long as it lists anything."""
    while players.session.page.name == "put-right":
        players.press(Button.ADVANCE)


def documented_presses(page: str) -> Mapping[str, Sequence[int]]:
    """Return the numbers of the table of presses in a page of the documents, by what is entered."""
    lines = (_DOCS / page).read_text("utf-8").split("### Presses")[1].split("\n## ")[0].splitlines()
    rows = [line.strip("|").split("|") for line in lines if line.startswith("|")]
    return {name: [int(number) for number in numbers] for name, *numbers in rows[2:]}
