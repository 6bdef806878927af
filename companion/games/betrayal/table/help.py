"""What now? The rules of what happens in a few sentences, with their numbers."""

from collections.abc import Iterator, Sequence

from companion.games.betrayal.language import say
from engine.betrayal.components import COAL_CHUTE, COLLAPSED_ROOM, ELEVATOR, GALLERY, TILES, VAULT
from engine.betrayal.state import MONSTERS, Phase, State


def tell_help(state: State) -> Sequence[str]:
    """The rules of what happens now."""
    return tuple(_help(state))


def _help(state: State) -> Iterator[str]:
    if state.phase is Phase.SETUP:
        yield say("The revealer looks up omen and room in the chart (B17).")
        yield say("Several fit: the revealer if among them, else the nearest to the left (B17, BR9).")
        yield say("Each side reads its own book. The companion asks nothing of it.")
        return
    if state.haunt is not None and state.haunt.claim is not None:
        yield say("A side says it has won; the other confirms with its book (B34).")
        return
    if state.owed:
        yield from _owed(state)
        return
    if state.turn == MONSTERS:
        yield say("Each kind rolls its Speed once; each of its monsters walks that far (B24).")
        yield say("Stunned monsters lose the turn and then turn back (B24).")
    elif state.turn is not None:
        yield from _turn(state, state.turn)
    if state.haunt is not None:
        yield say("Attack once a turn, in the same room: both roll Might, the difference is damage (B19).")
        yield say("With two points or more a card may be stolen instead (B20).")
        yield say("An opponent on your side of the room costs one space more to leave it (B22).")
        yield say("A trait on the skull kills (B21).")


def _turn(state: State, who: str) -> Iterator[str]:
    yield say("Walk as many spaces as your Speed at most; the first room is always possible (B3).")
    yield say("Behind an open door a tile is turned over and laid (B6).")
    yield say("Whoever has drawn a card moves no more this turn (B4).")
    yield say("Once a turn each: give one card, lay down any, pick up any (B11).")
    room = state.room_of(who)
    tile = TILES[room]
    if tile.leave is not None:
        yield say("Leaving this room takes a roll; whoever fails pays or stays (B26).")
    if tile.cross is not None:
        yield say("A roll, once a turn, leads to the other side of this room (B25).")
    if room == VAULT:
        yield say("Knowledge 6 opens the Vault: two items (B25).")
    if room == COAL_CHUTE:
        yield say("From the chute one slides down to the Basement Landing (B27).")
    if room == GALLERY:
        yield say("From the Gallery one may jump into the Ballroom (B28).")
    if room == COLLAPSED_ROOM:
        yield say("The first one here rolls Speed 5 or falls; later ones pass or jump (B29).")
    if room == ELEVATOR:
        yield say("The elevator runs once a turn for each explorer (B30).")
    if tile.end is not None:
        yield say("Ending a turn here hurts (B33).")
    if tile.once:
        yield say("Ending a turn here raises a trait, once a game (B36).")
    if state.due is not None:
        yield say("At the end of the turn six dice: fewer pips than omens start the haunt (B16).")


def _owed(state: State) -> Iterator[str]:
    match state.owed[0].event:
        case "drew":
            yield say("The first to enter draws what the sign shows, then the room counts (B8).")
            yield say("What a card gives goes along the row as far as it reaches (B10, BR11).")
        case "balanced":
            yield say("The first one here rolls Speed 5 or falls; later ones pass or jump (B29).")
        case "fell":
            yield say("The first to fall lays a basement tile joined to the explored basement (B29, BR24).")
        case "elevator_ran":
            yield say("Two dice: 4 any floor, 3 upper, 2 ground, 1 basement, 0 basement and a crash (B30).")
        case "damaged":
            yield say("Physical damage is shared out on Speed and Might, mental on Sanity and Knowledge (B19).")
            yield say("Before the haunt the lowest value swallows damage (B10, BR10).")
        case "haunt_rolled":
            yield say("At the end of the turn six dice: fewer pips than omens start the haunt (B16).")
