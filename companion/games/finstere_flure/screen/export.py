"""Export of a move: an animation (GIF) or the picture of its end (PNG).

No display is needed.
"""

import io
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pygame
from PIL import Image

from companion.device.files import write_whole
from companion.games.finstere_flure.playback.playback import Playback
from companion.games.finstere_flure.playback.timeline import Segment, still, timeline
from companion.games.finstere_flure.screen.move_view import MoveView
from companion.screen.gif import animation, check_export_name
from companion.screen.text import Fonts
from engine.finstere_flure.position import Position
from engine.finstere_flure.trace import MonsterMove
from vision.picture import Pixels

PICTURE_SIZE = (1280, 720)
ANIMATION_SIZE = (800, 480)
#: While something moves, a picture is taken so often.
PICTURES_PER_S = 12
#: The last picture of an animation stays so long before it starts again.
LAST_PICTURE_S = 5.0


def export_move(
    shown: MonsterMove | Position,
    path: str | Path,
    size: tuple[int, int] | None = None,
    speed: float = 1.0,
    *,
    imagined: bool = False,
) -> None:
    """Write a move, or a table on which nothing moves, to a .gif or .png file.

    A .gif holds the animation, a .png the end of the move. `size` is (width, height) in pixels. The file is written
    whole or not at all. `imagined`: it lies on no table, so that nobody moves anything there. Raises UserError.
    """
    view = MoveView(Fonts(), shown, with_buttons=False)
    segments = timeline(shown, imagined=imagined) if isinstance(shown, MonsterMove) else still(shown)
    export_segments(view, segments, Path(path), size, speed)


def export_segments(
    view: MoveView,
    segments: tuple[Segment, ...],
    path: Path,
    size: tuple[int, int] | None = None,
    speed: float = 1.0,
    pictures_per_s: float = PICTURES_PER_S,
) -> None:
    """Write any timeline with the view that draws it, in the way of `export_move`.

    A long timeline needs fewer pictures a second.
    """
    check_export_name(path)
    playback = Playback(segments, speed=speed)
    if path.suffix.lower() == ".png":
        write_whole(path, _png(view, playback, size or PICTURE_SIZE))
    else:
        write_whole(path, _gif(view, playback, size or ANIMATION_SIZE, pictures_per_s))


def _png(view: MoveView, playback: Playback, size: tuple[int, int]) -> bytes:
    last = len(playback.segments) - 1
    end = replace(playback, index=last, elapsed_s=playback.segments[last].duration_s, playing=False)
    data = io.BytesIO()
    Image.fromarray(_pixels(view, end, size)).save(data, "PNG", optimize=True)
    return data.getvalue()


def _gif(view: MoveView, playback: Playback, size: tuple[int, int], pictures_per_s: float) -> bytes:
    return animation(list(_frames(playback, pictures_per_s)), lambda frame: _pixels(view, frame, size))


def _frames(playback: Playback, pictures_per_s: float) -> Iterator[tuple[Playback, float]]:
    """Yield the moments to take pictures of, each with how long its picture stays (seconds)."""
    frame_s = 1.0 / pictures_per_s
    for index, segment in enumerate(playback.segments):
        start = replace(playback, index=index, elapsed_s=0.0, playing=True)
        motion_s = segment.motion_s / start.rate
        count = round(motion_s / frame_s)
        for number in range(count):
            yield replace(start, elapsed_s=segment.motion_s * number / count), motion_s / count
        rest_s = (
            LAST_PICTURE_S
            if index == len(playback.segments) - 1
            else (segment.duration_s - segment.motion_s) / start.rate
        )
        yield replace(start, elapsed_s=segment.duration_s), rest_s


def _pixels(view: MoveView, playback: Playback, size: tuple[int, int]) -> Pixels:
    surface = pygame.Surface(size)
    view.draw(surface, playback)
    data = pygame.image.tobytes(surface, "RGB")
    return np.frombuffer(data, np.uint8).reshape(size[1], size[0], 3)
