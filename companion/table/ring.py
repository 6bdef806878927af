"""Ring patterns at the table of any game; `docs/ring.md` explains them to players."""

from companion.screen.theme import ACCENT, LOSS, Rgb
from hardware.ring.patterns import Alert, Pattern, Progress, Resume

_DONE: Rgb = (82, 200, 120)


def put_right_pattern(done: int, total: int) -> Pattern:
    """Return the ring pattern for the tasks that hands have done."""
    return Progress(done, total, _DONE)


def problem_pattern() -> Pattern:
    """Something is wrong; the page is red as well."""
    return Alert(LOSS)


def resume_pattern() -> Pattern:
    """A game can go on."""
    return Resume(ACCENT)
