"""All players of a game at the virtual table.

They are bots that choose, hands that lay pieces, fingers that touch rows.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from random import Random

from companion.games.betrayal.table.event_answers import event_answers, set_aside_answers
from companion.games.betrayal.table.moving_dialog import LAID
from companion.games.betrayal.table.players import BetrayalSetUpStep
from companion.games.betrayal.table.put_right import PutHouseRightStep
from companion.games.betrayal.table.steps import HouseStep
from companion.games.betrayal.virtual_table.layout import Patches, moves, public_table
from companion.games.betrayal.virtual_table.secret_game import BetrayalSecrets, haunt_turns
from companion.table.session import Session
from companion.table.step import Step
from companion.virtual_table.bot_moves import next_event
from companion.virtual_table.piece import Piece
from companion.virtual_table.players import Players
from companion.virtual_table.table import VirtualTable
from engine.betrayal import events as e
from engine.betrayal.full_state import FullState
from engine.betrayal.game import RULES
from engine.betrayal.haunting import answerers
from engine.betrayal.hidden import Stacks
from engine.betrayal.play import PLAY
from engine.betrayal.possible import BegunEvent, Move
from engine.betrayal.scenario import winning_claim
from engine.betrayal.state import State
from engine.betrayal.throwing import keeper_of
from engine.values import replaced
from hardware.buttons import Button

#: What is shown with pieces before it is told: the camera tells it then.
_SHOWN = (e.Moved, e.Slid, e.Drew, e.Picked)


@dataclass
class _Thought:
    """State that bots look ahead in: what they announce is known to nobody yet."""

    state: FullState

    def whole_state(self) -> FullState:
        """Return the state with what was announced."""
        return self.state

    def keep_move(self, move: Move) -> None:
        """Announce an event, or steal nothing."""
        if PLAY.event(move) is None:
            self.state = PLAY.follow(self.state, move)


def choose(state: FullState, rng: Random, draw: Callable[[FullState], Move | None]) -> e.GameEvent | None:
    """Return the next event if bots have all seats; None: chance still owes something for it.

    `draw`: what chance brings in a state.
    """
    event: e.GameEvent | None = next_event(PLAY, _Thought(state), state.state.players, rng, draw)
    return event


class BetrayalPlayers(Players):
    """Bots whose actions follow from the game's seed and its events.

    So a continued game goes on alike.
    """

    def __init__(self, table: VirtualTable, seed: int, secrets: BetrayalSecrets, aside: Sequence[str] = ()) -> None:
        """Make the players of a table.

        `aside`: the tiles that people have set aside since the house grew last.
        """
        self._table, self._seed, self._secrets, self._aside = table, seed, secrets, aside
        self._patches = Patches()
        self._chosen: tuple[Step[Session], bool, e.GameEvent] | None = None

    def _is_bot_step(self, step: Step[Session]) -> bool:
        """Return True if bots do this step's work."""
        return bool(self._secrets.bots(step))

    def pieces(self, step: Step[Session]) -> Iterable[Piece]:
        """Return the pieces as they lie now, with what is shown before it is told."""
        if not self._is_bot_step(step):
            return ()
        match step:
            case BetrayalSetUpStep():
                return self._moves((step.first_event,), step.state)
            case PutHouseRightStep():
                return self._moves(self._events(step), step.state)
            case HouseStep():
                return self._pieces_of_event(step)
        return ()

    def answer(self, step: Step[Session]) -> Button | str | None:
        """Return the next row of what is told, or: done.

        For people it answers only which tiles were set aside, since that is known.
        """
        if not self._is_bot_step(step):
            return self._row_of_aside(step) if isinstance(step, HouseStep) else None
        return self._row(step) if isinstance(step, HouseStep) else Button.ADVANCE

    def _row_of_aside(self, step: HouseStep) -> str | None:
        """Return the next answer about tiles that were set aside before the one that was read."""
        given = step.answers
        if not given or not given[0].startswith(LAID) or step.overruling:
            return None
        answer_ids = set_aside_answers(step.state, given[0], self._aside)
        return answer_ids[len(given)] if answer_ids[: len(given)] == given and len(given) < len(answer_ids) else None

    def _events(self, step: Step[Session]) -> tuple[e.GameEvent, ...]:
        game = step.session.game
        assert game is not None
        return tuple(game.events)

    def _moves(self, events: tuple[e.GameEvent, ...], state: State) -> list[Piece]:
        # People have laid the floors where they like.
        self._patches = self._patches.seen_on(self._table)
        return moves(self._table, self._patches, public_table(events, state))

    def _pieces_of_event(self, step: HouseStep) -> Iterable[Piece]:
        """Return the pieces that show the event before it is told.

        A figure walks, a card comes to its player, a tile is laid. Anything else is told first, a last step too.
        """
        events, event = self._events(step), self._choice(step)
        if event is None:
            return ()
        after = RULES.follow(step.state, event)
        explorer = after.explorers.get(event.by) if isinstance(event, _SHOWN) else None
        if isinstance(event, _SHOWN) and not (explorer and explorer.dead):
            return self._moves(events, after)
        if isinstance(event, e.Discovered) and not event.aside:
            # Its figure walks in when the tile has been read.
            return self._moves(events, replaced(step.state, house=after.house))
        return self._moves(events, step.state)

    def _row(self, step: HouseStep) -> Button | str | None:
        """Return the next row that tells what was chosen, after what the camera has found out."""
        event = self._choice(step)
        if event is None:
            return None
        answers = event_answers(step.state, event)[len(step.known_answers) :]
        given = len(step.answers)
        return answers[given] if answers[:given] == step.answers and given < len(answers) else Button.BACK

    def _choice(self, step: HouseStep) -> e.GameEvent | None:
        """Return what happens next; None: chance still owes something for it.

        It is chosen once a step, and once more when it is left to the bots.
        """
        if self._chosen is None or self._chosen[:2] != (step, step.auto_move_requested):
            if self._secrets.is_told:
                return self._choice_elsewhere(step)
            events, whole = self._events(step), self._secrets.whole_state()
            if whole is None:
                # The stacks are lost: bots go on with others.
                whole = FullState(step.state, Stacks.shuffled(self._seed, step.state.variants))
            whole = replaced(whole, turns=haunt_turns(events))
            rng = Random(f"{self._seed} {len(events)}")
            chosen = choose(whole, rng, lambda later: self._secrets.chance_move(later, events))
            if chosen is None:
                return None
            self._chosen = (step, step.auto_move_requested, self._claimed_here(step, chosen))
        return self._chosen[2]

    def _claimed_here(self, step: HouseStep, event: e.GameEvent) -> e.GameEvent:
        """Let an explorer of this table say that a side has won."""
        # Hands that do a step's work play for all explorers, also for those who are not in the house.
        own = [explorer for explorer in step.state.sequence if explorer in self._secrets.bots(step)]
        return replaced(event, by=own[0]) if isinstance(event, e.Won) and own and event.by not in own else event

    def _choice_elsewhere(self, step: HouseStep) -> e.GameEvent | None:
        """Return what happens next where another table keeps the stacks; None: it is asked."""
        events, whole, own = self._events(step), self._secrets.whole_state(), self._secrets.bots(step)
        if whole is None:
            return None
        house = whole.state
        event: e.GameEvent | None = None
        if house.haunt is not None and house.haunt.claim is not None:
            event = next((e.Confirmed(by=explorer) for explorer in answerers(house) if explorer in own), None)
        elif not house.owed and whole.announced is None:
            event = winning_claim(house, haunt_turns(events))
        if event is None:
            rng = Random(f"{self._seed} {len(events)}")
            event = next_event(PLAY, self._secrets, own, rng, lambda later: _due(later, own))
        if event is None:
            return None
        self._chosen = (step, step.auto_move_requested, self._claimed_here(step, event))
        return self._chosen[2]


def _due(state: FullState, explorers: Collection[str]) -> Move | None:
    """Return the dice or the card that one of these explorers owes; None: nothing."""
    owed = state.state.owed
    return BegunEvent(owed[0]) if owed and keeper_of(state.state, owed[0].by) in explorers else None
