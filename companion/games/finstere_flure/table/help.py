"""Moves that players may make now, for the help page."""

from companion.games.finstere_flure.language import say
from engine.finstere_flure.events import Faces, GameStarted, SetUp
from engine.finstere_flure.state import Phase, State


def describe_help(state: State) -> tuple[str, ...]:
    """Return the rules of the phase in a few sentences."""
    match state.phase:
        case Phase.PLACE_TILE:
            return _placing(state.started)
        case Phase.MOVE_TOKEN:
            return (
                say("Move one of your tokens up to as many cells as it shows, around corners too; then flip it."),
                say("A token may push one stone at a time, if the cell behind is free, and pass over others."),
                say(
                    "On a pool a token slides straight on at no cost. "
                    "It may not enter the monster's cell or a teleporter."
                ),
                say("From a1 one more step leads out of the castle, and the token is safe."),
            )
        case Phase.DRAW_CARD | Phase.SHUFFLE:
            return (
                say("A card says how far the monster walks, or how many tokens it must hit."),
                say("At each step it looks ahead, left and right, turns to the nearest token, and goes one cell."),
                say("In stage one eaten tokens go back to the entrance; in stage two they are out of the game."),
            )
        case Phase.OVER:
            return (say("The game is over."),)


def _placing(started: GameStarted) -> tuple[str, ...]:
    """Describe which tiles are placed, with which face up, and where."""
    if started.set_up is SetUp.PLACED:
        which = say("The players take turns placing the eleven stones, backs up, and the two pools on any free cells.")
    elif started.faces is Faces.FRONTS:
        which = say("The players take turns placing the tiles on any free cells, the stones with their fronts up.")
    else:
        which = say("The players take turns placing the tiles on any free cells, any face up.")
    where: tuple[str, ...] = (say("The corner cells of entrance and exit and the two cells beside each stay free."),)
    if started.dm_placing:
        where = (
            say("No tile lies within three steps of the entrance or the exit."),
            say("A pool is at least eight steps from the entrance, and touches neither the edge nor the other pool."),
        )
    apart = () if started.set_up is SetUp.PLACED else (say("Teleporters never lie side by side."),)
    return (which, *where, *apart)
