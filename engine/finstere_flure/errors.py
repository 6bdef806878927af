"""Errors of a position."""

from engine.errors import RulesError, join_problems


class PositionError(RulesError, ValueError):
    """Error: a position cannot be; `problems` lists every fault, one sentence each."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__(join_problems(problems))
        self.problems = problems
