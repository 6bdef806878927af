"""Playback of a timeline: the present place in it.

Every key press and every moment gives a new playback.
"""

from dataclasses import dataclass, replace

from companion.games.finstere_flure.language import say
from companion.games.finstere_flure.playback.timeline import CARD_TURNED_SHARE, HURRY, Segment, SegmentKind

#: The speeds that + and - choose from; 1 is the usual one.
SPEEDS = (0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0)


@dataclass(frozen=True)
class Playback:
    """Place in a timeline: the beat, the time in it (its own seconds), playing or not, speed.

    `hurry` is how many times as quickly the steps pass on which the monster sees nobody.
    """

    segments: tuple[Segment, ...]
    index: int = 0
    elapsed_s: float = 0.0
    playing: bool = True
    speed: float = 1.0
    hurry: float = HURRY

    @property
    def segment(self) -> Segment:
        """The beat that is shown."""
        return self.segments[self.index]

    @property
    def progress(self) -> float:
        """Share of the beat's motion that is done, 0..1."""
        return min(1.0, self.elapsed_s / self.segment.motion_s) if self.segment.motion_s else 1.0

    @property
    def rate(self) -> float:
        """Number of the beat's seconds that pass in a second."""
        return self.speed * self.segment.pace * (self.hurry if self.segment.uneventful else 1.0)

    @property
    def caption(self) -> str:
        """The beat's caption; while empty steps rush by, one that stays and can be read."""
        if self.playing and self.segment.uneventful and self.segment.kind is not SegmentKind.LAST_LOOK:
            return say("Nobody in sight: Furunkulus walks on.")
        if self.segment.turned_caption and self.progress >= CARD_TURNED_SHARE:
            return self.segment.turned_caption
        return self.segment.caption

    @property
    def at_end(self) -> bool:
        """True if nothing more follows by itself."""
        return self.index == len(self.segments) - 1 and self.progress == 1.0

    @property
    def moving(self) -> bool:
        """True if the picture will change without any input."""
        return self.progress < 1.0 or (self.playing and not self.at_end)

    def advanced(self, seconds: float) -> "Playback":
        """Return the playback so many seconds of real time later."""
        later = self
        while later.playing and later.index < len(later.segments) - 1:
            rest_s = max(0.0, later.segment.duration_s - later.elapsed_s) / later.rate
            if seconds < rest_s:
                break
            seconds -= rest_s
            later = replace(later, index=later.index + 1, elapsed_s=0.0)
        elapsed_s = min(later.elapsed_s + seconds * later.rate, later.segment.duration_s)
        ended = later.index == len(later.segments) - 1 and elapsed_s >= later.segment.duration_s
        return replace(later, elapsed_s=elapsed_s, playing=later.playing and not ended)

    def forward(self) -> "Playback":
        """Return the start of the next beat, stopped; at the last beat, its end."""
        if self.index == len(self.segments) - 1:
            return replace(self, elapsed_s=self.segment.duration_s, playing=False)
        return replace(self, index=self.index + 1, elapsed_s=0.0, playing=False)

    def back(self) -> "Playback":
        """Return the beat before, as it was when it was over."""
        index = max(0, self.index - 1)
        return replace(self, index=index, elapsed_s=self.segments[index].duration_s, playing=False)

    def replayed(self) -> "Playback":
        """Return the playback from the beginning, playing."""
        return replace(self, index=0, elapsed_s=0.0, playing=True)

    def toggled(self) -> "Playback":
        """Return a playback that plays if it stood still, and stands still if it played.

        It plays from the beginning if it was at the end.
        """
        if self.at_end and not self.playing:
            return self.replayed()
        return replace(self, playing=not self.playing)

    def faster(self) -> "Playback":
        """Return the next higher speed."""
        return replace(self, speed=next((speed for speed in SPEEDS if speed > self.speed), self.speed))

    def slower(self) -> "Playback":
        """Return the next lower speed."""
        return replace(self, speed=next((speed for speed in reversed(SPEEDS) if speed < self.speed), self.speed))

    def with_next_speed(self) -> "Playback":
        """Return the playback at the next higher speed; after the highest, at the lowest."""
        faster = self.faster()
        return faster if faster.speed != self.speed else replace(self, speed=SPEEDS[0])
