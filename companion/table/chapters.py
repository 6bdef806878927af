"""Moments and chapters of a game that is replayed."""

from dataclasses import dataclass, replace

from companion.screen.pages import BoardPage, Row, Scrubber
from companion.screen.replaying import Replaying
from companion.table.game import TableGame
from companion.table.session import Session
from engine.game import Game


@dataclass(frozen=True)
class Chapter:
    """Chapter of a game: its title, and the moment with which it begins."""

    moment: int
    title: str


class Moments:
    """The moments of a game: one after each event, from what everybody may know."""

    def __init__(self, table_game: TableGame[Session], game: Game[object, object]) -> None:
        self.table_game, self.game = table_game, game
        self._states = game.states()

    def __len__(self) -> int:
        return len(self._states)

    def before(self, moment: int) -> object:
        """Return the state before a moment's event; None before the first."""
        return self._states[moment - 1] if moment else None

    def state(self, moment: int) -> object:
        """Return the state after a moment's event."""
        return self._states[moment]

    def describe(self, moment: int) -> str:
        """Describe a moment's event in a line."""
        return self.table_game.describe_event(self.before(moment), self.game.events[moment], self._states[moment])

    def chapters(self) -> tuple[Chapter, ...]:
        """Return the chapters, in the language in use."""
        begun = (moment for moment in range(len(self)) if self._begins_chapter(moment))
        return tuple(Chapter(moment, title) for moment in begun if (title := self.describe(moment)))

    def _begins_chapter(self, moment: int) -> bool:
        """Return True if a chapter begins with a moment's event: as the game says, else each turn."""
        game, before, after = self.table_game, self.before(moment), self._states[moment]
        begins = game.history.begins_chapter(before, self.game.events[moment], after)
        if begins is not None:
            return begins
        actor = game.actor(after)
        return bool(actor) and not (moment and game.actor(before) == actor)

    def page(self, moment: int) -> BoardPage:
        """Return the page of a moment; in words where the game has no picture of it."""
        before, after = self.before(moment), self._states[moment]
        page = self.table_game.history.replayed(before, self.game.events[moment], after)
        if page is not None:
            return page
        rows = tuple(Row(sentence) for sentence in self.table_game.describe_board(after))
        time = self.table_game.history.describe_event_time(before, after)
        return BoardPage(
            "replay", self.table_game.title(), None, self.describe(moment), rows, status=time, board_shown=False
        )


def with_scrubber(page: BoardPage, replaying: Replaying) -> BoardPage:
    """Return the page of a moment with the line of all moments."""
    return replace(page, scrubber=Scrubber(replaying.moment, replaying.moments, replaying.chapters))


def imagined_beside(session: Session, page: BoardPage) -> BoardPage:
    """Return the page with an imagined board, which a virtual table's place shows alone."""
    is_imagined = page.board is not None
    return replace(
        page, imagined=is_imagined, board_shown=page.board_shown and not (is_imagined and session.watching is not None)
    )
