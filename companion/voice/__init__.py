"""Voice of the companion: announcements spoken by espeak-ng, and chimes; it knows no game.

Words come ready to speak. Nothing here is an error for the players: without espeak-ng, a voice for the language
or a loudspeaker there are captions only, and a line in the log says what is missing.
"""

from companion.voice.level import Kind, Level, Talk
from companion.voice.voice import Voice

__all__ = ["Kind", "Level", "Talk", "Voice"]
