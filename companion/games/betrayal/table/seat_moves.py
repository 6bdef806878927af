"""Moves and things of an explorer on its player's own screen."""

from collections.abc import Sequence
from dataclasses import replace

from companion.device.sentences import capitalised, together
from companion.games.betrayal.language import say
from companion.games.betrayal.names import card_name, explorer_name, room_name
from companion.games.betrayal.table.announced import describe_announced, describe_laid
from companion.games.betrayal.table.picking import card_row, trait_row
from companion.games.betrayal.words import figure_name
from companion.screen.pages import Row
from companion.table.seat_moves import MovePart, SeatMove
from engine.betrayal import events as e
from engine.betrayal.components import CHARACTERS, Trait
from engine.betrayal.full_state import FullState
from engine.betrayal.play import PLAY
from engine.betrayal.possible import BegunEvent, Declined, DiceThrown, Move
from engine.betrayal.state import Owed
from engine.betrayal.throwing import keeper_of


def own_rows(view: FullState, name: str) -> Sequence[Row]:
    """Return an explorer's traits, omens and items, which lie open before everybody."""
    explorer = view.state.explorers[name]
    traits = [replace(trait_row(trait, str(explorer.value(trait))), id="") for trait in Trait]
    return [*traits, *(card_row(card) for card in view.state.cards_at(name))]


def awaited(view: FullState) -> Sequence[str]:
    """Return who decides, or has dice or cards due."""
    return PLAY.acting_seats(view) or [keeper_of(view.state, owed.by) for owed in _owed(view)]


def seat_moves(view: FullState, explorer: str) -> Sequence[Move]:
    """Return what a player may decide, or the dice and cards that are due.

    Besides what bots consider, each card can be laid down.
    """
    actors = PLAY.acting_seats(view)
    if not actors:
        return [BegunEvent(owed) for owed in _owed(view) if keeper_of(view.state, owed.by) == explorer]
    if explorer not in actors:
        return ()
    moves = PLAY.moves_of(view, explorer)
    drops = [move for move in PLAY.possible(view) if isinstance(move, e.Dropped) and len(move.cards) == 1]
    return [*moves, *(drop for drop in drops if drop not in moves)]


def _owed(view: FullState) -> Sequence[Owed]:
    """Return the dice or cards that are due next, if nothing is under way."""
    return view.state.owed[:1] if view.announced is None else ()


def describe_seat_move(view: FullState, move: Move, told: str) -> SeatMove:
    """Return a move as it is touched: ways and doors on the map, cards in the hand.

    `told`: what is said of its event; nothing of one that is announced.
    """
    state = view.state
    match move:
        case BegunEvent(event=e.Discovered(by=by, door=door)) if not move.rolled:
            text = describe_announced(move)
            return SeatMove(text, (MovePart(f"{state.room_of(by)}:{door.word}", text),))
        case e.Moved(by=by, to=to):
            figure = () if by in CHARACTERS else (_figure_part(by),)
            return SeatMove(told, (*figure, MovePart(to, room_name(to))))
        case e.Gave(card=card, to=to):
            to_whom = MovePart(f"to {to}", say("Give it to {player}", player=explorer_name(to)), False, to)
            return SeatMove(told, (_card_part(card), to_whom))
        case e.Dropped(cards=(card,)):
            return SeatMove(told, (_card_part(card), MovePart("drop", say("Lay it down"), on_board=False)))
    if isinstance(move, BegunEvent | Declined | DiceThrown):
        return SeatMove(describe_announced(move))
    return SeatMove(together(told, describe_laid(state, move)))


def _figure_part(figure: str) -> MovePart:
    return MovePart(f"figure {figure}", capitalised(figure_name(figure)), False, figure)


def _card_part(card: str) -> MovePart:
    return MovePart(card, card_name(card), False, card_row(card).sign)
