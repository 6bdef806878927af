"""Rules of the games, one package a game: pure functions on immutable values.

They use the standard library only. This face has what all games share, and loads a module when one of its names is
first asked for (docs/python.md shows them at work).
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.codec import Codec
    from engine.errors import NotAllowedError, NotationError, RulesError
    from engine.game import Choice, EventNotAllowedError, Game, Problem, Result, RuleProblem, Rules
    from engine.gamefile import Judgement, game_from_text, game_to_text, judge

_MODULES = {
    "engine.codec": ("Codec",),
    "engine.errors": ("NotAllowedError", "NotationError", "RulesError"),
    "engine.game": ("Choice", "EventNotAllowedError", "Game", "Problem", "Result", "RuleProblem", "Rules"),
    "engine.gamefile": ("Judgement", "game_from_text", "game_to_text", "judge"),
}
__all__ = [
    "Choice",
    "Codec",
    "EventNotAllowedError",
    "Game",
    "Judgement",
    "NotAllowedError",
    "NotationError",
    "Problem",
    "Result",
    "RuleProblem",
    "Rules",
    "RulesError",
    "game_from_text",
    "game_to_text",
    "judge",
]

if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Return a name of the face, from the module that has it."""
        for module, names in _MODULES.items():
            if name in names:
                return getattr(import_module(module), name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
