"""Own screen of a seat, such as a phone: what it alone is asked, shown and told."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import ClassVar, Generic

from companion.device.language import say
from companion.screen.pages import Row
from companion.table.seat_moves import MovePart, SeatMove, ToldFacts
from engine.game import EventT, MoveT, Play, Rules, StateT, ViewT


class SeatScreen(Generic[StateT, EventT, ViewT, MoveT]):
    """Words and moves for own screens of seats; a game overrides what it has more of."""

    def __init__(
        self,
        play: Play[ViewT, MoveT],
        rules: Rules[StateT, EventT],
        describe_event: Callable[[StateT | None, EventT, StateT], str],
    ) -> None:
        self.play, self.rules, self.describe_event = play, rules, describe_event

    # --- moves --------------------------------------------------------------------------------------------------

    def awaited(self, view: ViewT) -> Sequence[str]:
        """Return the seats for which the game waits now; others may act meanwhile."""
        return self.play.acting_seats(view)

    def asked_openly(self, whole: ViewT) -> Sequence[str]:
        """Return the seats for which the game waits by what everybody knows."""
        return self.awaited(whole)

    def seat_moves(self, view: ViewT, seat: str) -> Sequence[MoveT]:
        """Return the moves that a seat is offered: those that bots consider."""
        return self.play.moves_of(view, seat) if seat in self.play.acting_seats(view) else ()

    def seat_question(self, view: ViewT, seat: str) -> str:  # noqa: ARG002 - games override it
        """Return what a seat is asked above its moves; empty: what the page asks."""
        return ""

    def describe_move(self, view: ViewT, move: MoveT) -> SeatMove:
        """Return a possible move, by the seat's view, as it is told on the seat's own screen."""
        before, event = self.play.public(view), self.play.event(move)
        after = self.rules.follow(before, event)
        return SeatMove(self.describe_event(before, event, after), tuple(self.move_parts(before, event, after)))

    def move_parts(self, before: StateT, event: EventT, after: StateT) -> Sequence[MovePart]:  # noqa: ARG002 - games override it
        """Return the parts of a move, each of them a touch; none: the whole move is one."""
        return ()

    def explain_touches(self, state: StateT, touches: Sequence[str]) -> str:  # noqa: ARG002 - games override it
        """Return why the last of these touches of the board leads to no move; empty: nobody knows."""
        return ""

    def describe_entered(self, before: StateT | None, event: EventT, after: StateT) -> str:
        """Describe an event that a bot has chosen, or a player on their own screen.

        A game that tells by itself what followed from it leaves that out.
        """
        return self.describe_event(before, event, after)

    # --- another table ------------------------------------------------------------------------------------------

    #: Whether a virtual table deals the game's hidden hands to another one, too.
    deals_to_other_tables: ClassVar[bool] = False
    #: Whether phones can be the hands of a real table, in a game with another one.
    phones_are_hands: ClassVar[bool] = False

    def why_one_table(self) -> str:
        """Say why what is hidden goes to no other table, in a game whose views and hands do not."""
        return say("In this game hands are hidden: it cannot be played at two tables yet.")

    def may_be_dealt_elsewhere(self, hands: Mapping[str, Sequence[str]], seats: Collection[str]) -> bool:  # noqa: ARG002 - games override it
        """Return True if hands of another table can be dealt.

        They tell the cards of these seats, and no others.
        """
        return False

    # --- what a seat knows --------------------------------------------------------------------------------------

    def open_view(self, state: StateT, seat: str) -> ViewT | None:  # noqa: ARG002 - games override it
        """Return the view of a seat at a table where all its cards lie open; None elsewhere."""
        return None

    def hand(self, view: ViewT, seat: str) -> Sequence[Row]:  # noqa: ARG002 - of most games everything is open
        """Return what only this seat has, by its `view`.

        The id of a row may be that of a part of the seat's moves.
        """
        return ()

    def known_of_others(self, view: ViewT, seat: str) -> Sequence[Row]:  # noqa: ARG002 - of most games everything is open
        """Return what a seat knows, by its `view`, of what others hide."""
        return ()

    def seat_news(self, before: ViewT | None, view: ViewT, events: Sequence[EventT], seat: str) -> Sequence[str]:  # noqa: ARG002 - games override it
        """Return lines for a seat alone: what it has got and lost since its view `before`.

        `events`: those since then. `before` is None where nothing was told yet: then only what is still of use.
        """
        return ()

    def told_facts(self, state: StateT, seat: str) -> ToldFacts | None:  # noqa: ARG002 - games override it
        """Return what a seat with real cards may tell its own screen; None: nothing that helps."""
        return None

    def side(self, state: StateT, seat: str) -> Row | None:  # noqa: ARG002 - games override it
        """Return name and id of a seat's side, where sides have secrets before each other."""
        return None
