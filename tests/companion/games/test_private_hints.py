"""Hints that name hidden cards go to their seat alone: under its cover, or to its phone."""

from typing import Any

import pytest

from companion.journal import Journal
from companion.opponents.reasons import StaysUnsaid
from companion.opponents.worker import ChosenMove
from companion.phones.hints import PhoneHints
from companion.table.bots import seat_to_act
from companion.table.hint import HintStep, describe_private_hint
from companion.table.hint_secrecy import names_hidden
from hardware.buttons import Button, Press
from tests.companion.games.here import load_game
from tests.companion.virtual_table.bot_table import BotTable, PlannedOpponent
from tests.companion.virtual_table.faultless_reading import faultless_reading  # noqa: F401

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("display", "faultless_reading")]

#: Games whose hands are hidden, one of a stranger among them.
GAMES = ("lifeboat", "coach-ride", "mouse-and-elephant")


class HintTable:
    """A table without bots at which a hint is asked for as soon as somebody acts."""

    def __init__(self, game_id: str, journal: Journal) -> None:
        game = load_game(game_id)
        self.play = game.table.play
        self.opponent = PlannedOpponent(None)
        self.table = BotTable(game.virtual, game.virtual.start(None, 3, {}), journal, opponent=self.opponent)
        self.table.begin()
        self.session = self.table.session
        for _ in range(400):
            if self.session.step.takes_events and seat_to_act(self.session, bot=False):
                break
            self.table.go_on(help_people=True)
        assert self.table.hands is not None
        self.hands = self.table.hands
        self.seat = seat_to_act(self.session, bot=False)

    @property
    def moves(self) -> list[Any]:
        whole = self.hands.whole_state()
        return list(self.play.moves_of(self.play.view(whole, self.seat), self.seat))

    def ask(self, move: Any) -> list[str]:
        """Ask for a hint, which is this move; return what is said."""
        self.opponent._move = move
        self.session.announcements()
        self.session.open(HintStep(self.session))
        for _ in range(4):
            self.session.tick(self.session.now + 0.1)
        return [said.text for said in self.session.announcements()]

    def secret(self, move: Any) -> bool:
        return names_hidden(self.session, self.seat, ChosenMove(move))


@pytest.fixture(params=GAMES)
def hints(request: pytest.FixtureRequest, journal: Journal) -> Any:
    return HintTable(request.param, journal)


def secret_move(hints: HintTable) -> Any:
    """Go on until a move with a hidden card can be made; return it."""
    for _ in range(900):
        hints.seat = seat_to_act(hints.session, bot=False)
        game = hints.session.game
        refused = game is not None and hints.session.table_game.hints.refuse_hint(game.state)
        if hints.seat and hints.session.step.takes_events and not refused:
            found = [move for move in hints.moves if hints.secret(move)]
            if found:
                return found[0]
        hints.table.go_on(help_people=True)
    raise AssertionError("no move names a hidden card")


def test_a_hint_that_names_a_hidden_card_is_for_its_seat(hints: HintTable) -> None:
    move = secret_move(hints)
    own = describe_private_hint(hints.session, hints.seat, ChosenMove(move))
    said = hints.ask(move)
    page = hints.session.page
    text = getattr(page, "caption", "") or getattr(page, "text", "")
    assert "under their own cover" in text
    assert own not in repr(page)
    signs = {row.id: row.sign for row in hints.session.table_game.seat_rows()}
    assert getattr(page, "sign", signs[hints.seat]) == signs[hints.seat], "it is about whoever asks"
    assert own not in " ".join(said)
    assert said[-1] == text
    hints.session.press(Press(Button.DRAW, held=False), hints.session.now)
    assert [announcement.text for announcement in hints.session.announcements()] == [text]
    # Under the cover it is, and under no other.
    assert hints.hands.private_hint(hints.seat) == own
    others = [holder.id for holder in hints.hands.holders() if holder.id != hints.seat]
    assert others
    assert not any(hints.hands.private_hint(other) for other in others)
    # A phone reads it instead of the cover.
    hints.session.seating.own_screens = frozenset({hints.seat})
    page = hints.session.page
    assert "on their phone" in (getattr(page, "caption", "") or getattr(page, "text", ""))
    phone_hints = PhoneHints(hints.session)
    assert phone_hints.text(hints.seat) == own
    assert not any(phone_hints.text(other) for other in others)
    # With its page it goes.
    hints.session.press(Press(Button.ADVANCE, held=False), hints.session.now)
    assert hints.session.private_hint is None
    assert not hints.hands.private_hint(hints.seat)
    assert own not in repr(hints.session.page)


@pytest.mark.parametrize("game_id", ["lifeboat", "coach-ride"])
def test_a_hint_that_names_nothing_hidden_stays_on_the_page(journal: Journal, game_id: str) -> None:
    hints = HintTable(game_id, journal)
    for _ in range(200):
        hints.seat = seat_to_act(hints.session, bot=False)
        open_moves = [move for move in hints.moves if not hints.secret(move)] if hints.seat else []
        if open_moves and hints.session.step.takes_events:
            break
        hints.table.go_on(help_people=True)
    said = hints.ask(open_moves[0])
    assert hints.session.private_hint is None
    assert said[-1] == getattr(hints.session.page, "caption", "")
    assert "cover" not in said[-1]


def test_a_hint_whose_reason_lies_in_hidden_cards_is_for_its_seat(hints: HintTable) -> None:
    unsaid = ChosenMove(hints.moves[0], StaysUnsaid())
    assert names_hidden(hints.session, hints.seat, unsaid)
