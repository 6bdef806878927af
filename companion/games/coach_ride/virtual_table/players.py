"""All players of one game at the virtual table: bots that choose, hands that lay cards, fingers that touch the rows."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Protocol

from companion.games.coach_ride.mat import CardKind, Moment
from companion.games.coach_ride.table.players import SetUpStep
from companion.games.coach_ride.table.put_right import PutPersonsRightStep, PutProfessionsRightStep, SeatsStep
from companion.games.coach_ride.table.seats import places_of
from companion.games.coach_ride.table.steps import CoachRideStep
from companion.games.coach_ride.table.told_by import answers_telling
from companion.games.coach_ride.virtual_table.choosing import chances_of, choose_of
from companion.games.coach_ride.virtual_table.dealing import Dealer, Hidden
from companion.games.coach_ride.virtual_table.laid import moves
from companion.games.coach_ride.words import first_name
from companion.table.menus import UndoStep
from companion.table.session import Session
from companion.table.step import Step
from companion.virtual_table.piece import Piece
from companion.virtual_table.table import VirtualTable
from engine.coach_ride.cards import Person
from engine.coach_ride.events import GameEvent
from hardware.buttons import Button


class Dealt(Protocol):
    """The hidden cards of the running game, and who is played by a bot."""

    @property
    def out(self) -> Mapping[str, Person]:
        """The cards that came out of people's hands and are not known to be open yet: no bot touches them."""

    def hidden(self, events: Sequence[GameEvent]) -> Hidden | None:
        """The hidden cards after these events; None if nobody knows them."""

    def bots(self, step: Step[Session]) -> Collection[Person]:
        """For whom a bot plays in this step."""


class DealtBySeed:
    """Everybody is a bot, and a seed deals the cards."""

    def __init__(self, seed: int) -> None:
        self._dealer = Dealer(seed)
        self.out: Mapping[str, Person] = {}

    def hidden(self, events: Sequence[GameEvent]) -> Hidden:
        """As the seed deals them."""
        return self._dealer.hidden(events)

    def bots(self, step: Step[Session]) -> Collection[Person]:  # noqa: ARG002 - in every step
        """All of them."""
        return tuple(Person)


class CoachRidePlayers:
    """Bots. What each does follows from the game's seed and its events, so that a game gone on with goes on alike."""

    def __init__(self, table: VirtualTable, seed: int, dealt: Dealt | None = None) -> None:
        """`dealt`: the hidden cards, None for those that the seed deals; then everybody is a bot."""
        self._table, self._seed = table, seed
        self._dealt = dealt or DealtBySeed(seed)
        self._chosen: tuple[Step[Session], bool, GameEvent | None] | None = None

    def pieces(self, step: Step[Session]) -> Iterable[Piece]:
        """The public cards as they lie now."""
        match step:
            case SetUpStep() | SeatsStep() if self._all_bots(step):
                return self._moves(step, moment=Moment.SET_UP)
            case PutPersonsRightStep() | PutProfessionsRightStep() if self._all_bots(step):
                return self._moves(step)
            case CoachRideStep():
                event = self._choice(step)
                return () if event is None else self._moves(step, event)
        return ()

    def _moves(
        self,
        step: SetUpStep | SeatsStep | PutPersonsRightStep | PutProfessionsRightStep | CoachRideStep,
        event: GameEvent | None = None,
        moment: Moment = Moment.FIGHT,
    ) -> list[Piece]:
        """What lies otherwise; what came out of somebody's hand, and people's own person cards, are left alone."""
        bots = self._dealt.bots(step)
        people = {f"{CardKind.PERSON}-{who}" for who in step.state.players if who not in bots}
        seats = places_of(step.state.players, step.session.memory)
        laid = moves(self._table, step.state, event, moment, seats)
        return [piece for piece in laid if piece.id not in self._dealt.out and piece.id not in people]

    def press(self, step: Step[Session]) -> Button | None:  # noqa: ARG002 - as every game
        """Nothing is pressed at once."""
        return None

    def answer(self, step: Step[Session]) -> Button | str | None:
        """The next row of what is told, or: done."""
        match step:
            case SetUpStep() | SeatsStep() | PutPersonsRightStep() | PutProfessionsRightStep() if self._all_bots(step):
                return Button.ADVANCE
            case CoachRideStep():
                return self._row(step)
        return None

    def held_up(self, step: Step[Session]) -> str | None:
        """The bot whose choice people have something else open before, or are overruling the rules instead of."""
        match step:
            case UndoStep():
                event = self._choice(step)
            case CoachRideStep() if step.answers or step.overruling:
                event = self._choice(step) if self._row(step) is None else None
            case _:
                return None
        if event is None:
            return None
        who = getattr(event, "by", None)
        return first_name(who) if who is not None else ""

    def _all_bots(self, step: Step[Session]) -> bool:
        """Whether nobody is there to do it: what concerns everybody is for the people."""
        return len(self._dealt.bots(step)) == len(Person)

    def _row(self, step: CoachRideStep) -> str | None:
        """The next row that tells what was chosen, after what the camera has found out."""
        event = self._choice(step)
        if event is None or step.overruling:
            return None
        answers = answers_telling(event, step.state)
        if step.window is not None and not step.answers and answers[0] not in step.question.ids:
            # Nobody speaks up: they wait until it goes on.
            return None
        # While somebody else tells something the bots wait.
        return answers[len(step.answers)] if answers[: len(step.answers)] == step.answers else None

    def _choice(self, step: Step[Session]) -> GameEvent | None:
        """What bots do next; chosen once a step, and once more when all of it is left to them."""
        if self._chosen is None or self._chosen[:2] != (step, step.hands_asked):
            game = step.session.game
            assert game is not None
            hidden = self._dealt.hidden(game.events)
            chances = chances_of(self._seed, len(game.events))
            event = None if hidden is None else choose_of(hidden, game.state, chances, self._dealt.bots(step))
            self._chosen = (step, step.hands_asked, event)
        return self._chosen[2]
