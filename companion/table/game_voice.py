"""Voice of a game: its own sounds, and texts as they are said aloud."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from companion.voice.chimes import CHIMES
from companion.voice.waves import Chime


@dataclass(frozen=True)
class GameVoice:
    """Sounds and spoken texts of a game.

    `spoken` gives a sentence as a voice should say it; `chimes` are the game's own sounds by the names that its steps
    announce them with.
    """

    spoken: Callable[[str], str] = str
    chimes: Mapping[str, Chime] = field(default_factory=dict)

    def chime(self, name: str) -> Chime:
        """Return a sound of the game's own, or of the platform's.

        Raises ValueError for an unknown name.
        """
        known = {**CHIMES, **self.chimes}
        if name not in known:
            raise ValueError(f"no chime {name!r}; there are {', '.join(known)}")
        return known[name]
