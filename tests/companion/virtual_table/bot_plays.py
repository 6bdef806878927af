"""Games as bots play them; a process that thinks imports its own game alone."""

from importlib import import_module
from operator import attrgetter
from typing import Any

from companion.opponents.bots import BOTS
from companion.opponents.worker import LoadedGame
from engine.game import Play

#: Module, and what of it is the game, by the game's id.
PLAYS = {
    "betrayal": ("engine.betrayal.play", "PLAY"),
    "coach-ride": ("engine.coach_ride.play", "PLAY"),
    "finstere-flure": ("engine.finstere_flure.game", "RULES"),
    "lifeboat": ("engine.lifeboat.play", "PLAY"),
    "ludo": ("classics.ludo", "GAME.play"),
    "mouse-and-elephant": ("mouse_and_elephant.table", "TABLE.play"),
    "noughts-and-crosses": ("classics.noughts_and_crosses", "GAME.play"),
}
#: Module, and what of it is the game at the table, which explains hints.
TABLES = {
    "betrayal": ("companion.games.betrayal.table.game", "TABLE"),
    "coach-ride": ("companion.games.coach_ride.table.game", "TABLE"),
    "finstere-flure": ("companion.games.finstere_flure.table.game", "TABLE"),
    "lifeboat": ("companion.games.lifeboat.table.game", "TABLE"),
    "ludo": ("classics.ludo", "GAME.table"),
    "mouse-and-elephant": ("mouse_and_elephant.table", "TABLE"),
    "noughts-and-crosses": ("classics.noughts_and_crosses", "GAME.table"),
}

#: Modules with bots of a game's own.
OWN = {"finstere-flure": "companion.games.finstere_flure.bots"}


def load(game_id: str) -> LoadedGame:
    """Load the bots of a game, in the process in which they think."""
    module, play = PLAYS[game_id]
    found: Play[Any, Any] = attrgetter(play)(import_module(module))

    def explain(view: Any, seat: str, move: Any, shared: bool) -> Any:
        module, table = TABLES[game_id]
        return attrgetter(table)(import_module(module)).hint_reason(view, seat, move, shared=shared)

    own = import_module(OWN[game_id]).BOTS if game_id in OWN else {}
    return LoadedGame(found, {**BOTS, **own}, explain)
