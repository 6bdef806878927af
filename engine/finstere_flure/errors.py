"""What can be wrong with a position."""

from engine.errors import RulesError, join_problems


class PositionError(RulesError, ValueError):
    """A position that cannot be; `problems` lists everything that is wrong with it, one sentence each."""

    def __init__(self, problems: tuple[str, ...]) -> None:
        super().__init__(join_problems(problems))
        self.problems = problems
