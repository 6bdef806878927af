"""Words for moves before they happen: announcements, and how a tile will lie."""

from companion.device.sentences import capitalised, join_items
from companion.games.betrayal.language import say
from companion.games.betrayal.names import card_name, room_name
from companion.games.betrayal.table.tile_dialog import door_row, told_turn, turn_row
from companion.games.betrayal.words import dir_name, figure_name, kind_name, sign_name, trait_name
from engine.betrayal import events as e
from engine.betrayal.components import CHARACTERS
from engine.betrayal.falls import fall_doors
from engine.betrayal.house import next_cell
from engine.betrayal.possible import BegunEvent, Declined, DiceThrown
from engine.betrayal.state import Owed, State


def describe_announced(move: BegunEvent | Declined | DiceThrown) -> str:
    """Describe what is announced, in a few words."""
    if isinstance(move, Declined):
        return capitalised(say("{player} steals nothing.", player=figure_name(move.by)))
    if isinstance(move, DiceThrown):
        return say("Roll")
    match move.event:
        case e.Discovered(door=door):
            return say("Discover to the {side}", side=dir_name(door))
        case e.Attacked(by=by, on=on, with_=card, trait=trait):
            with_ = join_items([*([card_name(card)] if card else []), trait_name(trait)])
            told = f"{say('Attack')}: {figure_name(on)} ({with_})"
            return told if by in CHARACTERS else f"{capitalised(figure_name(by))}: {told}"
        case e.MonstersRolled(kind=kind):
            return say("Roll movement: {kind}", kind=kind_name(kind))
        case e.Crossed():
            return say("Cross the room")
        case e.Opened():
            return say("Open the Vault")
        case e.ExitRolled():
            return say("Roll for leaving")
        case e.ElevatorRan():
            return say("Run the elevator")
        case e.Fell():
            return say("Jump down")
        case Owed(event="elevator_ran"):
            return say("Run the elevator")
        case Owed(card=str(sign)):
            return say("Draw: {card}", card=sign_name(sign))
        case Owed():
            return say("Roll")
    return say("Rearrange rooms")


def describe_begun(event: e.Discovered | e.Fell | e.ElevatorRan | DiceThrown) -> str:
    """Describe the tile that somebody has turned over for an event, or the dice."""
    player = figure_name(event.by)
    tile = getattr(event, "tile", None)
    if tile:
        return capitalised(say("{player} turns over: {room}.", player=player, room=room_name(tile)))
    return capitalised(say("{player} rolls {total}.", player=player, total=sum(getattr(event, "faces", None) or ())))


def describe_seen(event: e.Discovered | e.Fell | e.ElevatorRan | DiceThrown) -> str:
    """Describe what somebody knows by an act that was taken back."""
    player = figure_name(event.by)
    tile = getattr(event, "tile", None)
    if tile:
        return capitalised(say("{player} has already turned over: {room}.", player=player, room=room_name(tile)))
    total = sum(getattr(event, "faces", None) or ())
    return capitalised(say("{player} has already rolled {total}.", player=player, total=total))


def describe_unfinished(event: e.Discovered | e.Fell | e.ElevatorRan | DiceThrown) -> str:
    """Describe what is decided before anything else may happen."""
    tile = getattr(event, "tile", None)
    if tile:
        return say("{room} is turned over: it is laid first.", room=room_name(tile))
    return say("The dice have been rolled: first decide what follows.")


def describe_laid(state: State, event: e.GameEvent) -> str:
    """Describe where and how the tile of an event is laid; empty: it lays none."""
    match event:
        case e.Discovered(tile=tile, turn=turn):
            return turn_row(tile, told_turn(tile, turn)).text
        case e.Fell(tile=str(tile), turn=turn, at=(x, y)):
            doors = (
                (room, door)
                for room, door in fall_doors(state)
                if next_cell(state.house.rooms[room].cell, door)[1:] == (x, y)
            )
            return f"{door_row(*next(doors), state).text}: {turn_row(tile, told_turn(tile, turn or 0)).text}"
    return ""
