"""Place in a replay: which moment is shown, whether it plays, and how fast."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence

#: The speeds that can be chosen; 1 is the usual one.
SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)
#: Time that a page without a caption stays (seconds).
_STAYS_S = 0.9
#: Time that it stays longer for each character of its caption (seconds).
_CHARACTER_S = 0.045


def reading_time_s(caption: str) -> float:
    """Return how long a page with this caption is shown at the usual speed (seconds)."""
    return _STAYS_S + _CHARACTER_S * len(caption)


class Replaying:
    """Place in a replay of so many moments, some of which begin `chapters`; times in seconds."""

    def __init__(
        self,
        moments: int,
        chapters: Sequence[int] = (),
        *,
        moment: int = 0,
        speed: float = 1.0,
        playing: bool = True,
    ) -> None:
        self.moments, self.chapters = moments, tuple(chapters)
        self.moment, self.speed, self.playing = moment, speed, playing
        #: When the moment that is shown came.
        self._since: float | None = None

    @property
    def chapter(self) -> int | None:
        """The number of the chapter that runs; None before the first."""
        return bisect_right(self.chapters, self.moment) - 1 if self.chapters[:1] <= (self.moment,) else None

    def turn(self, time_s: float, stays_s: float) -> bool:
        """Show the next moment if this one has been read; return True then.

        `stays_s`: how long this one stays at the usual speed (seconds).
        """
        if self._since is None:
            self._since = time_s
        if not self.playing or self.left_s(time_s, stays_s) > 0:
            return False
        self._go(self.moment + 1, time_s)
        return True

    def left_s(self, time_s: float, stays_s: float) -> float:
        """Return the seconds until the next moment comes by itself."""
        return stays_s / self.speed - (time_s - (time_s if self._since is None else self._since))

    def step(self, moments: int, time_s: float) -> None:
        """Go on or back by hand, and stop playing."""
        self.playing = False
        self._go(self.moment + moments, time_s)

    def show(self, moment: int, time_s: float) -> None:
        """Go to a moment, and stop playing."""
        self.step(moment - self.moment, time_s)

    def step_chapter(self, chapters: int, time_s: float) -> None:
        """Go to the beginning of the next chapter, or of the one before."""
        if chapters > 0:
            after = self.chapters[bisect_right(self.chapters, self.moment) :]
            self.show(after[0] if after else self.moments - 1, time_s)
        else:
            before = self.chapters[: bisect_left(self.chapters, self.moment)]
            self.show(before[-1] if before else 0, time_s)

    def toggle(self, time_s: float) -> None:
        """Play or pause; at the end it plays from the beginning."""
        if not self.playing and self.moment == self.moments - 1:
            self.moment = 0
        self.playing, self._since = not self.playing, time_s

    def begin_anew(self, time_s: float) -> None:
        """Play from the beginning."""
        self.moment, self.playing, self._since = 0, True, time_s

    def change_speed(self, steps: int) -> None:
        """Take the next higher or lower of the speeds, if there is one."""
        if steps > 0:
            self.speed = next((speed for speed in SPEEDS if speed > self.speed), self.speed)
        else:
            self.speed = next((speed for speed in reversed(SPEEDS) if speed < self.speed), self.speed)

    def take_next_speed(self) -> None:
        """Take the next higher speed; after the highest the lowest."""
        before = self.speed
        self.change_speed(1)
        if self.speed == before:
            self.speed = SPEEDS[0]

    def _go(self, moment: int, time_s: float) -> None:
        if moment >= self.moments:
            self.playing = False
        self.moment, self._since = min(max(moment, 0), self.moments - 1), time_s
