"""Camera profiles: measurements of one camera in one mode over the table, as JSON."""

import json
import math
import reprlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from vision.addresses import masked
from vision.bounded_files import curly_quote_in, decode_text, read_bounded
from vision.errors import ProfileError
from vision.model.bare_board import BareBoard, bare_board_to_json, parse_bare_board
from vision.model.pinhole import Matrix, Points

FORMAT = "companion/camera-profile"
VERSION = 1
#: A picture's aspect ratio may differ by this share from the profile's (sizes are rounded to whole pixels).
ASPECT_TOLERANCE = 0.01
#: No profile, manifest or head of a recording is larger; the picture of a bare board is most of it.
MOST_BYTES = 20_000_000


#: What is written down of the measuring, for people to read: figures and words by name.
Measurements = Mapping[str, float | str]


@dataclass(frozen=True, eq=False)
class CameraProfile:
    """Camera's lens for pictures of `image_size` (width, height) pixels, and the board's place.

    `matrix` is the 3x3 camera matrix in pixels, `distortion` holds k1, k2, p1, p2, k3 of OpenCV's model.
    `lens_sigma` says how sure they are: the standard deviations of the focal length, as a share of it, and of k1;
    None: exact. `corners_px` (4, 2) are the pixels of the grid's corners (top left, top right, bottom right, bottom
    left, cut-off cells included), put there by hand for a camera that stays where it is; None: the board is found
    by its reference tags alone. `camera` names the camera; `measured` is for people to read. `bare_board` is the
    look of the board without anything on it, None if it is not known.
    """

    image_size: tuple[int, int]
    matrix: Matrix
    distortion: Points
    lens_sigma: tuple[float, float] | None = None
    corners_px: Points | None = None
    camera: str = ""
    measured: Measurements = field(default_factory=dict)
    bare_board: BareBoard | None = None

    def matrix_for(self, width: int, height: int) -> Matrix:
        """Return the camera matrix for a picture of another size of the same aspect ratio.

        Raises ProfileError.
        """
        scale = self._scale(width, height)
        scaled = self.matrix * scale
        # The centre of the first pixel is (0, 0), so scaling happens about (-0.5, -0.5).
        scaled[:2, 2] += (scale - 1) / 2
        scaled[2] = (0.0, 0.0, 1.0)
        return scaled

    def corners_for(self, width: int, height: int) -> Points | None:
        """`corners_px` in a picture of another size of the same aspect ratio. Raises ProfileError."""
        if self.corners_px is None:
            return None
        scale = self._scale(width, height)
        return np.asarray(self.corners_px * scale + (scale - 1) / 2, np.float64)

    def _scale(self, width: int, height: int) -> float:
        own_width, own_height = self.image_size
        scale = width / own_width
        if abs(height / (own_height * scale) - 1.0) > ASPECT_TOLERANCE:
            raise ProfileError(
                f"the camera profile is for {own_width} x {own_height} pixels, but the picture has {width} x {height}, "
                "which is another shape; give the profile of this camera mode, or none."
            )
        return scale


def load_profile(path: Path | str) -> CameraProfile:
    """Load the profile in a JSON file.

    Raises ProfileError with one sentence for any fault in it.
    """
    return parse_profile(read_json(Path(path), "camera profile"), f"camera profile {path}")


def parse_profile(data: Any, name: str = "the camera profile") -> CameraProfile:
    """Return the profile in parsed JSON. Raises ProfileError."""
    if not isinstance(data, dict):
        raise ProfileError(f"{name}: expected an object with format, image_size, camera_matrix and distortion.")
    if data.get("format") != FORMAT:
        raise ProfileError(f'{name}: "format" is {reprlib.repr(data.get("format"))}, expected "{FORMAT}".')
    if data.get("version") != VERSION:
        raise ProfileError(f'{name}: "version" is {reprlib.repr(data.get("version"))}, expected {VERSION}.')
    size = _numbers(data, "image_size", (2,), name)
    if not all(side == int(side) and side > 0 for side in size):
        raise ProfileError(f'{name}: "image_size" must be two positive whole numbers, width and height.')
    matrix = _numbers(data, "camera_matrix", (3, 3), name)
    fixed = matrix[0, 1] == matrix[1, 0] == matrix[2, 0] == matrix[2, 1] == 0 and matrix[2, 2] == 1
    if not fixed or matrix[0, 0] <= 0 or matrix[1, 1] <= 0:
        raise ProfileError(f'{name}: "camera_matrix" must be [[fx, 0, cx], [0, fy, cy], [0, 0, 1]] with fx, fy > 0.')
    distortion = _numbers(data, "distortion", (5,), name)
    return CameraProfile(
        (int(size[0]), int(size[1])),
        matrix,
        distortion,
        _lens_sigma(data, name),
        _corners(data, name),
        _text(data, "camera", name),
        _measured(data, name),
        parse_bare_board(data["bare_board"], f"{name}: the look of the bare board") if "bare_board" in data else None,
    )


def profile_to_json(profile: CameraProfile) -> dict[str, Any]:
    """Convert a profile to plain JSON values for `parse_profile`.

    Values that the profile does not have are left out.
    """
    data: dict[str, Any] = {"format": FORMAT, "version": VERSION}
    if profile.camera:
        data["camera"] = masked(profile.camera)
    data["image_size"] = list(profile.image_size)
    data["camera_matrix"] = [[round(float(value), 3) for value in row] for row in profile.matrix]
    data["distortion"] = [round(float(value), 6) for value in profile.distortion]
    if profile.lens_sigma is not None:
        data["lens_sigma"] = [round(value, 5) for value in profile.lens_sigma]
    if profile.corners_px is not None:
        data["corners"] = [[round(float(value), 2) for value in corner] for corner in profile.corners_px]
    if profile.measured:
        data["measured"] = dict(profile.measured)
    if profile.bare_board is not None:
        data["bare_board"] = bare_board_to_json(profile.bare_board)
    return data


def _lens_sigma(data: dict[str, Any], name: str) -> tuple[float, float] | None:
    if "lens_sigma" not in data:
        return None
    focal, k1 = _numbers(data, "lens_sigma", (2,), name)
    if focal <= 0 or k1 <= 0:
        raise ProfileError(f'{name}: "lens_sigma" must hold two numbers above 0.')
    return float(focal), float(k1)


def _corners(data: dict[str, Any], name: str) -> Points | None:
    if "corners" not in data:
        return None
    corners = _numbers(data, "corners", (4, 2), name)
    if not is_clockwise_quad(corners):
        raise ProfileError(
            f'{name}: "corners" must be the board\'s top left, top right, bottom right and bottom left corner, '
            "with none inside the triangle of the others."
        )
    return corners


def is_clockwise_quad(corners: Points) -> bool:
    """Return True if four pixels (4, 2) go clockwise round an area that has no dent.

    Clockwise is as seen in the picture.
    """
    sides = np.roll(corners, -1, axis=0) - corners
    after = np.roll(sides, -1, axis=0)
    return bool((sides[:, 0] * after[:, 1] - sides[:, 1] * after[:, 0] > 1.0).all())


def _text(data: dict[str, Any], key: str, name: str) -> str:
    text = data.get(key, "")
    if not isinstance(text, str):
        raise ProfileError(f'{name}: "{key}" must be a text.')
    return text


def _measured(data: dict[str, Any], name: str) -> Measurements:
    measured = data.get("measured", {})
    if not isinstance(measured, dict) or not all(isinstance(v, (int, float, str)) for v in measured.values()):
        raise ProfileError(f'{name}: "measured" must be an object of numbers and texts.')
    return measured


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
    """Return the parsed JSON of a file.

    `what` names it in the ProfileError raised if it cannot be read or parsed.
    """
    try:
        text = decode_text(read_bounded(path, MOST_BYTES))
    except IsADirectoryError:
        raise ProfileError(f"{what} {path} is a folder; give the file itself.") from None
    except UnicodeDecodeError:
        raise ProfileError(f"{what} {path} is not a text file; give a JSON file.") from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise ProfileError(f"{what} {path} cannot be read ({reason}); check the name.") from None
    try:
        return json.loads(text, parse_constant=lambda _: math.nan, object_pairs_hook=_refuse_duplicate_keys)
    except _DuplicateKeyError as error:
        raise ProfileError(f"{what} {path}: {error} stands twice in one object; leave one of them.") from None
    except (ValueError, RecursionError) as error:
        where = ""
        if isinstance(error, json.JSONDecodeError):
            where = f" in line {error.lineno}, column {error.colno}"
            if quote := curly_quote_in(text[error.pos : error.pos + 1]):
                where += f', where a curly quote stands ({quote}) instead of a straight one (")'
        raise ProfileError(f"{what} {path} is no valid JSON{where}; mend or replace it.") from None


class _DuplicateKeyError(Exception):
    """Error: a key occurs twice in one JSON object.

    Python's reader would take the last without a warning.
    """


def _refuse_duplicate_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        (twice, _), *_ = Counter(key for key, _ in pairs).most_common(1)
        raise _DuplicateKeyError(reprlib.repr(twice))
    return found
