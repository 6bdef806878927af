"""The game at the table: its tags, where the cards lie, what may happen, and its words."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from companion.cards.game import CardGame
from companion.cards.play import Dealt
from companion.cards.tags import ZoneSheets, ZoneTags
from companion.device.options import Values
from companion.opponents.reasons import OnlyMove
from companion.table.table_question import TableQuestion
from mouse_and_elephant.language import later, say, say_count
from mouse_and_elephant.reasons import GivesTrick, LeadsTrick, TakesTrick, TrailsInTrick, trick_reason
from mouse_and_elephant.rules import CARDS, RULES, Event, Played, Seat, Started, State, Taken, possible, size_of

_ANIMALS = (later("mouse"), later("cat"), later("dog"), later("wolf"), later("bear"), later("elephant"))
_COLOURS = {"red": later("red"), "yellow": later("yellow"), "green": later("green"), "blue": later("blue")}
_RGB = {"red": (197, 75, 63), "yellow": (220, 184, 67), "green": (89, 174, 105), "blue": (86, 130, 210)}
_SEATS = {Seat.WEST: later("West"), Seat.NORTH: later("North"), Seat.EAST: later("East")}


class MouseAndElephantTags(ZoneTags):
    """A card's kind is its colour; each player has a zone for one card."""

    id = "mouse-and-elephant"
    title = "Mouse and Elephant"
    prefix = "ME"
    cards = CARDS
    mat_mm = (400.0, 250.0)
    zones: ClassVar = {"west": (60, 125, 150, 235), "north": (155, 15, 245, 125), "east": (250, 125, 340, 235)}


TAGS = MouseAndElephantTags()
SHEETS = ZoneSheets(TAGS)


class MouseAndElephantTable(CardGame):
    """Mouse and Elephant, as the platform asks for it."""

    rules = RULES
    tag_set = TAGS
    colours: ClassVar = {Seat.WEST: (206, 114, 75), Seat.NORTH: (92, 183, 228), Seat.EAST: (168, 209, 115)}
    card_colours = _RGB
    possible = staticmethod(possible)

    def lying(self, state: State) -> Mapping[str, str]:
        """Return the cards of the trick, each before its player."""
        return {card: str(seat) for card, seat in state.trick.items()}

    def turn(self, state: State) -> str:
        """Return the player on turn."""
        return state.turn

    def started(self, options: Values) -> Started:  # noqa: ARG002 - there are none
        """Return a new game."""
        return Started()

    def title(self) -> str:
        """Return the game's name."""
        return say("Mouse and Elephant")

    def player_name(self, player: str) -> str:
        """Return a player's name, by the side of the table."""
        return say(_SEATS[Seat(player)])

    def piece_name(self, piece: str) -> str:
        """Return a card: the animal and its colour."""
        return f"{say(_ANIMALS[size_of(piece) - 1])} ({say(_COLOURS[CARDS[piece]])})"

    def card_lines(self, card: str) -> Sequence[str]:
        """Return the animal and its size."""
        return (say(_ANIMALS[size_of(card) - 1]), self.card_mark(card))

    def task(self, state: State) -> str:
        """Task of the player on turn."""
        if len(state.trick) == len(Seat):
            return say("Take the trick.")
        if not state.trick:
            return say("Play a card.")
        return say("Play a card: {colour} if you can.", colour=say(_COLOURS[_first_colour(state)]))

    def explain_hand(self, state: State, allowed: Sequence[str]) -> str:  # noqa: ARG002 - the colour says it
        """Ask for a card of the colour that was played first."""
        return say("You have this colour and must play it: {colour}.", colour=say(_COLOURS[_first_colour(state)]))

    def reason(self, reason: str) -> str:  # noqa: ARG002 - there is only one
        """Reason of the end."""
        return say("Nobody has more tricks.")

    def help(self, state: State) -> Sequence[str]:
        """Return the rules, and how the game stands."""
        tricks = ", ".join(f"{self.player_name(seat)} {count}" for seat, count in state.tricks.items())
        return (
            say("Play a card of the colour that was played first, if you can; else any card."),
            say("The largest animal takes the trick; of equal ones the later one."),
            say("Where an elephant lies, a mouse takes the trick."),
            say("Tricks: {tricks}", tricks=tricks),
        )

    def questions(self, view: Any, seat: str) -> Sequence[TableQuestion]:
        """Return also who has how many tricks."""
        state = self.open_state(view, seat)
        tricks = TableQuestion("tricks", say("Who has how many tricks?"), lambda: self._describe_tricks(state))
        return (*super().questions(view, seat), tricks)

    def _describe_tricks(self, state: State) -> Sequence[str]:
        return [f"{self.player_name(seat)}: {count}." for seat, count in state.tricks.items()]

    def hint_reason(self, view: Dealt, seat: str, move: Event, *, shared: bool) -> Any:
        """Return who takes the trick; alone, also what the own hand says."""
        if not shared and len(self.play.possible(view)) == 1:
            return OnlyMove()
        own = () if shared else view.hands[seat]
        return trick_reason(view.state, move, own) or super().hint_reason(view, seat, move, shared=shared)

    def describe_reason(self, reason: Any) -> str:
        """Describe it by the trick, else as every game."""
        match reason:
            case TakesTrick():
                return say("That takes the trick.")
            case GivesTrick(taker=player):
                return say("The trick goes to another one, {player}.", player=self.player_name(player))
            case LeadsTrick(better=better, hidden=hidden):
                return say_count(
                    "{n} of {hidden} hidden cards could beat it.",
                    "{n} of {hidden} hidden cards could beat it.",
                    better,
                    hidden=hidden,
                )
            case TrailsInTrick(leader=player):
                return say("The best card still lies before {player}.", player=self.player_name(player))
        return super().describe_reason(reason)

    def describe_event(self, before: State | None, event: Event, after: State) -> str:  # noqa: ARG002 - as every game
        """Return a card, or a trick."""
        match event:
            case Played(by=player, card=card):
                return say("{player}: {card}.", player=self.player_name(player), card=self.piece_name(card))
            case Taken(by=player):
                return say("{player} takes the trick.", player=self.player_name(player))
        return say("The game begins.")


def _first_colour(state: State) -> str:
    return CARDS[next(iter(state.trick))]


TABLE = MouseAndElephantTable()
