"""Boundary between the session and a keeper of hidden cards, like a virtual table.

Nobody at the table sees these cards.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol


class CardsAcross(Protocol):
    """Hidden cards of a game at two tables.

    One keeps them, and tells the other one what its seats know.
    """

    @property
    def is_told(self) -> bool:
        """True where another table keeps the cards."""

    def deal_anew(self) -> None:
        """Deal a game that has just begun anew.

        Whoever has looked at cards before knows nothing of these.
        """

    def tell(self, seats: Collection[str]) -> Mapping[str, object] | None:
        """Return the views of some seats in JSON; None while nobody knows the cards."""

    def take_told(self, views: Mapping[str, object]) -> None:
        """Keep what another table has told now to the seats here.

        Raises NotationError for what are no views; KeyError or ValueError for those that lack what a seat knows, or do
        not fit the public state.
        """

    def picks_for(self, event: object, seats: Collection[str]) -> Mapping[str, Sequence[str]]:
        """Return what some seats have picked for an event, for the table that keeps the cards."""

    def take_picks(self, event: object, picks: Mapping[str, Sequence[str]], seats: Collection[str]) -> None:
        """Take what seats at another table have picked for the event that comes now.

        Raises ValueError for what is picked for another one, or is none of the cards that these seats hold or see.
        """

    def may_ask(self, move: object, seats: Collection[str]) -> bool:
        """Return True for what some seats elsewhere may ask for besides the moves they are offered."""

    @property
    def asked(self) -> int:
        """The number of the last move for which another table has asked."""

    def note_asked(self, number: int) -> None:
        """Keep that another table has asked so often: what comes again is not done again."""

    def move_from_json(self, data: Mapping[str, object], /) -> object:
        """Return a move without an event.

        Raises NotationError, KeyError, ValueError, TypeError or AttributeError for what is none.
        """


class HiddenCards(Protocol):
    """The hidden cards of the running game; nothing is asked where nobody keeps any."""

    @property
    def plays_absent(self) -> bool:
        """True if bots play for absent players by themselves."""

    @property
    def bot_seats(self) -> Collection[str]:
        """Seats in which bots play, with those of which the session does not know."""
        return ()

    def contradiction(self, event: object) -> str:
        """Describe why the hidden cards do not allow an event that the rules allow.

        Empty: they allow it.
        """

    def fits_view(self, event: object, seat: str) -> bool:  # noqa: ARG002 - asked where cards are `across`
        """Return True if what a seat knows allows its event, whatever else is hidden."""
        return True

    def warn_of_answers(self, answers: tuple[str, ...]) -> str:  # noqa: ARG002 - as every keeper
        """Describe what stands against an event that begins with these answers.

        It is public. Empty: nothing stands against it.
        """
        return ""

    def uses_own_card(self, event: object) -> bool:  # noqa: ARG002 - as every keeper
        """Return True for an event in which its player uses what only that player holds."""
        return False

    def unfinished_act(self, event: object) -> str:  # noqa: ARG002 - as every keeper
        """Describe what somebody has looked at hidden cards for, and must do before this event.

        Empty: nobody has, or the event is what they looked for.
        """
        return ""

    def true_answer(self, answers: tuple[str, ...]) -> str:
        """Return the row of the true answer by the hidden cards, after these answers.

        Empty: the hidden cards leave it open.
        """

    @property
    def has_whole_states(self) -> bool:
        """True if it can give the whole state of a game, without which no bot can be asked."""

    def deal_elsewhere(self, seats: Collection[str]) -> Mapping[str, Sequence[str]]:  # noqa: ARG002 - most games do not
        """Deal anew for two tables; return the hands as the table with these seats knows them.

        None where the game does not deal to other tables (`SeatScreen.deals_to_other_tables`).
        """
        return {}

    @property
    def across(self) -> CardsAcross | None:
        """The cards as another table is told them; None where they are kept otherwise."""
        return None

    def whole_state(self) -> Any:
        """Return the game's state as `TableGame.play` has it; None while nobody knows the cards."""

    @property
    def wait_for_people(self) -> bool:
        """True while bots leave time to people who may speak before they go on."""
        return False

    def keep_move(self, move: object) -> None:
        """Keep what only its player knows of a bot's move, before its event happens."""

    def completed(self, move: object) -> object | None:
        """Return a move with what chance adds to it at once; None: that is still to come."""
        return move
