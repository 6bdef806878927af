"""The player of a timeline: where we are in it; every key press and every moment gives a new player."""

from dataclasses import dataclass, replace

from companion.games.finstere_flure.playback import Beat

#: The speeds that + and - choose from; 1 is the usual one.
SPEEDS = (0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 4.0)


@dataclass(frozen=True)
class Player:
    """Where in a timeline we are: in which beat, how far into it (seconds at speed 1), playing or not, how fast."""

    beats: tuple[Beat, ...]
    index: int = 0
    elapsed_s: float = 0.0
    playing: bool = True
    speed: float = 1.0

    @property
    def beat(self) -> Beat:
        """The beat that is shown."""
        return self.beats[self.index]

    @property
    def progress(self) -> float:
        """How much of the beat's motion is done, 0..1."""
        return min(1.0, self.elapsed_s / self.beat.motion_s) if self.beat.motion_s else 1.0

    @property
    def at_end(self) -> bool:
        """Whether nothing more follows by itself."""
        return self.index == len(self.beats) - 1 and self.progress == 1.0

    @property
    def moving(self) -> bool:
        """Whether the picture will change without anybody doing anything."""
        return self.progress < 1.0 or (self.playing and not self.at_end)

    def advanced(self, seconds: float) -> "Player":
        """The player so many seconds of real time later."""
        player = replace(self, elapsed_s=self.elapsed_s + seconds * self.speed)
        while player.playing and player.elapsed_s >= player.beat.duration_s and player.index < len(self.beats) - 1:
            player = replace(player, index=player.index + 1, elapsed_s=player.elapsed_s - player.beat.duration_s)
        if player.index == len(self.beats) - 1 and player.elapsed_s >= player.beat.duration_s:
            player = replace(player, playing=False)
        return replace(player, elapsed_s=min(player.elapsed_s, player.beat.duration_s))

    def forward(self) -> "Player":
        """On to the next beat, and stop after it; at the last one, to its end."""
        if self.index == len(self.beats) - 1:
            return replace(self, elapsed_s=self.beat.duration_s, playing=False)
        return replace(self, index=self.index + 1, elapsed_s=0.0, playing=False)

    def back(self) -> "Player":
        """The beat before, as it was when it was over."""
        index = max(0, self.index - 1)
        return replace(self, index=index, elapsed_s=self.beats[index].duration_s, playing=False)

    def replayed(self) -> "Player":
        """From the beginning, playing."""
        return replace(self, index=0, elapsed_s=0.0, playing=True)

    def toggled(self) -> "Player":
        """Playing if it stood still, standing still if it played; from the beginning if it was at the end."""
        if self.at_end and not self.playing:
            return self.replayed()
        return replace(self, playing=not self.playing)

    def faster(self) -> "Player":
        """The next higher speed."""
        return replace(self, speed=next((speed for speed in SPEEDS if speed > self.speed), self.speed))

    def slower(self) -> "Player":
        """The next lower speed."""
        return replace(self, speed=next((speed for speed in reversed(SPEEDS) if speed < self.speed), self.speed))

    def with_next_speed(self) -> "Player":
        """The next higher speed, after the highest the lowest: for one button that has them all."""
        faster = self.faster()
        return faster if faster.speed != self.speed else replace(self, speed=SPEEDS[0])
