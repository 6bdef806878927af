"""All players of one game at the virtual table.

They are bots that choose, hands that lay cards, fingers that touch the rows.
"""

from collections.abc import Iterable
from random import Random
from typing import Any

from companion.cards.players import CardPlayers
from companion.games.lifeboat.captions import name
from companion.games.lifeboat.mat import BoatMode
from companion.games.lifeboat.placement import open_rows
from companion.games.lifeboat.table.event_answers import event_answers
from companion.games.lifeboat.table.inference import THROWN
from companion.games.lifeboat.table.pages import SumsStep
from companion.games.lifeboat.virtual_table.pieces import moves
from companion.games.lifeboat.virtual_table.secret_game import LifeboatSecrets
from companion.table.event_dialog import EventDialogStep
from companion.table.preparation import PreparationStep
from companion.table.questions import Answers
from companion.table.session import Session
from companion.table.step import Step
from companion.virtual_table.bot_moves import next_event
from companion.virtual_table.piece import Piece
from companion.virtual_table.table import VirtualTable
from engine.lifeboat import events as e
from engine.lifeboat.components import Character, Provision
from engine.lifeboat.dealt import Dealt, Move
from engine.lifeboat.moves import chance_moves
from engine.lifeboat.play import PLAY
from engine.lifeboat.state import Phase, State
from hardware.buttons import Button


class LifeboatPlayers(CardPlayers[Character, State, e.GameEvent]):
    """Bots in the boat."""

    name = staticmethod(name)

    def __init__(self, table: VirtualTable, seed: int, secrets: LifeboatSecrets) -> None:
        super().__init__(table, seed, secrets)
        self._keeper = secrets

    def choose(self, step: Step[Session]) -> e.GameEvent | None:
        """Choose by what each knows; what nobody wants to hinder happens."""
        game, bots = step.session.game, self.secrets.bots(step)
        assert game is not None
        has_bots = self._all_bots(step) or bool(step.session.seating.seats.bots)
        rng = Random(f"{self.seed} {len(game.events)}")

        def draw(whole: Dealt) -> Move | None:
            """Return what chance does; None where people say that nobody wants anything more."""
            begun = bool(whole.declined) or whole.plan is not None
            if not (has_bots or begun or whole.state.step is Phase.CHOOSE):
                return None
            if not whole.declined:
                lots = step.session.chance.rng(step.session.game_id, f"event {len(game.events)}", rng)
                return None if lots is None else PLAY.draw(whole, lots)
            # Each has a lot of its own for the day: what was taken back comes again, whatever is done before.
            day = f"day {whole.state.day}"
            lots = step.session.chance.rng(step.session.game_id, day, Random(f"{self.seed} {day}"))
            if lots is None:
                return None
            seed = lots.random()
            return min(chance_moves(whole), key=lambda move: Random(f"{seed} {move.event}").random())

        event: e.GameEvent | None = next_event(PLAY, self._keeper, bots, rng, draw)
        return event

    def moves(self, step: Step[Session], event: e.GameEvent | None) -> Iterable[Piece]:
        """Return the cards of the boat row before the game, then all public cards."""
        if isinstance(step, PreparationStep):
            return moves(self.table, step.state, moment=BoatMode.SET_UP)
        assert step.session.game is not None
        return moves(self.table, step.session.game.state, event)

    def answer(self, step: Step[Session]) -> Button | str | None:
        """Return Advance after the sums of a bot, else what the screen asks for."""
        if isinstance(step, SumsStep) and (step.who in self.secrets.bots(step) or _is_seat_of_bot(step)):
            return Button.ADVANCE
        return super().answer(step)

    def answers(self, step: EventDialogStep[Any, Any], event: e.GameEvent) -> Answers:
        """Return the answers of an event, which may have begun with what the camera has seen."""
        match step.answers, event:
            case ("demand", *_), e.Demanded(of=of, want=want, card=card):
                return ("demand", str(of), "seat" if want is e.DemandKind.SEAT else str(card or "hand"))
            case (first, before, *_), e.Laid(by=by, card=Provision.PRESERVER) if first == THROWN:
                return (first, before, str(by))
        return event_answers(event)

    def waits(self, step: EventDialogStep[Any, Any]) -> bool:
        """Return True if somebody has just laid a card open that will be read in a moment.

        A card that is refused may lie there.
        """
        state: State = step.state
        if state.step in (Phase.CHOOSE, Phase.REVEAL):
            return False
        rows = {row: character for character, row in open_rows(state.started.players).items()}
        for piece_id, character in self.secrets.out.items():
            piece = self.table.pieces.get(piece_id)
            zone = self.table.catalogue.mat.zone_at(*piece.centre_mm) if piece is not None and not piece.face else None
            if zone is not None and {character, rows.get(zone.name)} <= {*state.conscious}:
                return True
        return False


def _is_seat_of_bot(step: SumsStep) -> bool:
    """Return True for the sums of a bot; at the end of the game they are left to readers."""
    game = step.session.game
    return game is not None and game.state.step is Phase.REVEAL and str(step.who) in step.session.seating.seats.bots
