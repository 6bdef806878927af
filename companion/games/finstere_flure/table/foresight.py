"""Foresight at the table: risks of the monster's next move, while players ponder.

It rests on the cards that may come, never on the deck's order; the setting that switches it on stands in the status
line, so that nobody is helped in secret.
"""

from functools import partial

from companion.games.finstere_flure.language import say
from companion.games.finstere_flure.learning.what_if import WhatIf
from companion.games.finstere_flure.options import FORESIGHT, OPTIONS
from companion.games.finstere_flure.outlook import Deck, outlook
from companion.games.finstere_flure.playback.board_view import BoardView
from companion.games.finstere_flure.playback.risks import with_outlook, with_risks
from companion.games.finstere_flure.table.running_game import FinstereFlureSession
from companion.games.finstere_flure.words.event_words import describe_deck
from companion.screen.pages import BoardPage, Keys, Page, Tone
from engine.finstere_flure.events import TokenMoved
from engine.finstere_flure.forecast import deck_to_come
from engine.finstere_flure.game import RULES
from engine.finstere_flure.pieces import MONSTER
from engine.finstere_flure.position import Position
from engine.finstere_flure.rounds import position_after
from engine.finstere_flure.state import State


def foresight_mode(session: FinstereFlureSession) -> str:
    """Return the setting: off, replay, own or training."""
    if session.watching:
        # A game that plays itself shows all there is to see; nobody is helped by it.
        return "training"
    return str(session.settings.of_game(RULES.id, OPTIONS)[FORESIGHT.id])


def describe_mode(session: FinstereFlureSession, status: str) -> str:
    """Return the status line with the setting in it, if it is on."""
    match foresight_mode(session):
        case "replay":
            return say("{status} · Foresight: in replays", status=status)
        case "own":
            return say("{status} · Foresight", status=status)
        case "training":
            return say("{status} · Foresight: training", status=status)
    return status


def foreseen_page(session: FinstereFlureSession, position: Position, deck: Deck, keys: Keys) -> Page:
    """Return the page of what the next card may bring."""
    return BoardPage(
        "foreseen",
        say("What may come"),
        with_outlook(BoardView.of(position), position, deck),
        describe_deck(deck),
        tone=Tone.NOW,
        sign=MONSTER,
        keys=keys,
        status=describe_mode(session, session.status),
    )


class Foresight:
    """Foresight for one state of a session's game."""

    def __init__(self, session: FinstereFlureSession, state: State) -> None:
        self._session, self._state = session, state

    @property
    def is_on(self) -> bool:
        """True if the screen may show what the monster would do."""
        return foresight_mode(self._session) in ("own", "training")

    def risk(self, event: TokenMoved) -> float | None:
        """Return the risk of the token after this move; None where nothing is shown."""
        if not self.is_on:
            return None
        after = position_after(self._state.position, event)
        return outlook(after, self._deck).risks.get(event.token, 0.0)

    def on(self, board: BoardView, token: str | None, event: TokenMoved | None) -> BoardView:
        """Return the board with foresight: after this move, for this token's moves, or as it stands."""
        if not self.is_on:
            return board
        position = self._state.position
        if event is not None:
            return with_outlook(board, position_after(position, event), self._deck)
        if token is not None:
            return with_risks(board, position, token, self._deck)
        return board if foresight_mode(self._session) == "own" else with_outlook(board, position, self._deck)

    def what_if(self) -> WhatIf:
        """Return the position for trying out pieces elsewhere, over the cards that may come."""
        return WhatIf(self._state.position, partial(outlook, deck=self._deck))

    @property
    def _deck(self) -> Deck:
        return deck_to_come(self._state)
