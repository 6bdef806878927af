"""Films of an unchanged table: only the sensor's noise differs from frame to frame."""

from collections.abc import Iterator

import cv2
import numpy as np

from companion.games.finstere_flure.reading.reading import covered_cells
from tools.evidence.films import FRAMES_PER_S
from tools.evidence.photo import EvidencePhoto
from vision.reading import Reading
from vision.sources.camera import Frame
from vision.watching import TableWatch
from vision.watching.memory import differ

#: Standard deviation of each frame's own noise, in grey levels: that of a camera in lamplight.
NOISE = 3.0


def still_film(taken: EvidencePhoto, frames: int) -> Iterator[Frame]:
    """Yield frames of the table in a picture."""
    rng = np.random.default_rng(7)
    size = taken.picture.size
    grain = rng.normal(0, NOISE, 2 * size // 3).round()
    brighter, darker = (np.clip(sign * grain, 0, 255).astype(np.uint8) for sign in (1, -1))
    for number in range(frames):
        # Too large for a picture the grain goes on from its beginning, at another place each time.
        start = int(rng.integers(len(grain)))
        lit, shaded = (
            np.resize(np.roll(part, start), size).reshape(taken.picture.shape) for part in (brighter, darker)
        )
        picture = np.asarray(cv2.subtract(cv2.add(taken.picture, lit), shaded), np.uint8)
        yield Frame(picture, number / FRAMES_PER_S)


def readings_of(taken: EvidencePhoto, frames: int) -> list[Reading]:
    """Return the readings of a watcher of the still film: each differs from the one before."""
    watch = TableWatch(taken.catalogue, focal_px=taken.focal_px, covers=covered_cells)
    readings: list[Reading] = []
    for frame in still_film(taken, frames):
        known = watch.see(frame).known
        if known and (not readings or differ(readings[-1], known, watch.gates)):
            readings.append(known)
    return readings
