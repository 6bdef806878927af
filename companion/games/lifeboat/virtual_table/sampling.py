"""Random events that the rules allow now, one for each that they name.

They come from random walks through the questions.
"""

from collections.abc import Iterator
from random import Random

from companion.games.lifeboat.table.dialog import ask, boat_dialog
from companion.table.dialog import walk_dialog
from companion.table.questions import Question
from engine.game import Choice, Game
from engine.lifeboat.events import GameEvent
from engine.lifeboat.game import RULES
from engine.lifeboat.state import State

#: The first answers that lead to an event of this name, besides its own name.
_FIRST = {"rowed": ("row",), "used": ("use",), "chummed": ("chum",), "drank": ("water",), "navigated": ("card",)}
#: Of these events anybody may be the one: the second answer says who.
_BY_ANYBODY = ("laid", "traded", "objected", "haunted", "chummed", "drank")


def samples(game: Game[State, GameEvent], rng: Random) -> Iterator[GameEvent]:
    """Yield one event for each choice."""
    state = game.state
    for choice in RULES.next(state):
        yield told(state, _first(state, choice, rng), rng)


def _first(state: State, choice: Choice, rng: Random) -> tuple[str, ...]:
    match choice.event:
        case "demanded":
            # Where nobody has a card only seats can be demanded.
            asked = ask(state, ())
            assert isinstance(asked, Question)
            return (rng.choice([what for what in ("seat", "take") if what in asked.ids]),)
        case "joined":
            return (rng.choice(("attack", "defend")), choice.by)
        case "revealed":
            return (choice.by,)
    first = _FIRST.get(choice.event, (choice.event,))
    return (*first, choice.by) if choice.event in _BY_ANYBODY else first


def told(state: State, answers: tuple[str, ...], rng: Random) -> GameEvent:
    """Return the event that these first answers tell, the others by chance."""
    first = iter(answers)
    dialog = boat_dialog(state, hidden=True)
    event = walk_dialog(dialog, lambda question: next(first, None) or rng.choice(question.ids))
    assert not isinstance(event, tuple)
    return event
