"""Camera profiles: the lens of one camera, measured once and kept as JSON."""

import json
import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from vision.errors import ProfileError
from vision.pinhole import Matrix, Points

FORMAT = "companion/camera-profile"
VERSION = 1
#: A picture's aspect ratio may differ by this share from the profile's (sizes are rounded to whole pixels).
ASPECT_TOLERANCE = 0.01


@dataclass(frozen=True, eq=False)
class CameraProfile:
    """A camera's lens, for pictures of `image_size` (width, height) pixels.

    `matrix` is the 3x3 camera matrix in pixels, `distortion` holds k1, k2, p1, p2, k3 of OpenCV's model.
    """

    image_size: tuple[int, int]
    matrix: Matrix
    distortion: Points

    def matrix_for(self, width: int, height: int) -> Matrix:
        """The camera matrix for a picture of another size of the same aspect ratio. Raises ProfileError."""
        own_width, own_height = self.image_size
        scale = width / own_width
        if abs(height / (own_height * scale) - 1.0) > ASPECT_TOLERANCE:
            raise ProfileError(
                f"the camera profile is for {own_width} x {own_height} pixels, but the picture has {width} x {height}, "
                "which is another shape; give the profile of this camera mode, or none."
            )
        scaled = self.matrix * scale
        # The centre of the first pixel is (0, 0), so scaling happens about (-0.5, -0.5).
        scaled[:2, 2] += (scale - 1) / 2
        scaled[2] = (0.0, 0.0, 1.0)
        return scaled


def load_profile(path: Path | str) -> CameraProfile:
    """The profile in a JSON file. Raises ProfileError with one sentence for whatever is wrong with it."""
    return parse_profile(read_json(Path(path), "camera profile"), f"camera profile {path}")


def parse_profile(data: Any, name: str = "the camera profile") -> CameraProfile:
    """The profile in parsed JSON. Raises ProfileError."""
    if not isinstance(data, dict):
        raise ProfileError(f"{name}: expected an object with format, image_size, camera_matrix and distortion.")
    if data.get("format") != FORMAT:
        raise ProfileError(f'{name}: "format" is {data.get("format")!r}, expected "{FORMAT}".')
    if data.get("version") != VERSION:
        raise ProfileError(f'{name}: "version" is {data.get("version")!r}, expected {VERSION}.')
    size = _numbers(data, "image_size", (2,), name)
    if not all(side == int(side) and side > 0 for side in size):
        raise ProfileError(f'{name}: "image_size" must be two positive whole numbers, width and height.')
    matrix = _numbers(data, "camera_matrix", (3, 3), name)
    fixed = matrix[0, 1] == matrix[1, 0] == matrix[2, 0] == matrix[2, 1] == 0 and matrix[2, 2] == 1
    if not fixed or matrix[0, 0] <= 0 or matrix[1, 1] <= 0:
        raise ProfileError(f'{name}: "camera_matrix" must be [[fx, 0, cx], [0, fy, cy], [0, 0, 1]] with fx, fy > 0.')
    distortion = _numbers(data, "distortion", (5,), name)
    return CameraProfile((int(size[0]), int(size[1])), matrix, distortion)


def _numbers(data: dict[str, Any], key: str, shape: tuple[int, ...], name: str) -> Points:
    if key not in data:
        raise ProfileError(f'{name}: "{key}" is missing.')
    wanted = " x ".join(map(str, shape))
    try:
        values = np.array(data[key], dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        raise ProfileError(f'{name}: "{key}" must hold {wanted} numbers.') from None
    if values.shape != shape or not np.isfinite(values).all():
        raise ProfileError(f'{name}: "{key}" must hold {wanted} numbers.')
    return values


def read_json(path: Path, what: str) -> Any:
    """The parsed JSON of a file; `what` names it in the ProfileError raised if it cannot be read or parsed."""
    try:
        text = path.read_text(encoding="utf-8")
    except IsADirectoryError:
        raise ProfileError(f"{what} {path} is a directory; give the file itself.") from None
    except UnicodeDecodeError:
        raise ProfileError(f"{what} {path} is not a text file; give a JSON file.") from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ProfileError(f"{what} {path} cannot be read ({reason}); check the name.") from None
    try:
        return json.loads(text, parse_constant=lambda _: math.nan)
    except (ValueError, RecursionError) as error:
        where = f" in line {error.lineno}, column {error.colno}" if isinstance(error, json.JSONDecodeError) else ""
        raise ProfileError(f"{what} {path} is no valid JSON{where}; mend or replace it.") from None
