"""Picture loading: JPEG, PNG, BMP, TIFF, WebP or HEIC, upright, in colour.

A picture that cannot be loaded gives one sentence that says why.
"""

import io
import math
import os
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
from PIL import ExifTags, Image

from vision.bounded_files import TooLargeError, read_bounded
from vision.errors import PictureError
from vision.heif import is_heif, open_heif
from vision.opencv import silent_opencv

Pixels = npt.NDArray[np.uint8]

#: Larger pictures are refused from their header, before they fill the memory; also those of cameras. The largest
#: cameras for a Raspberry Pi have as many; it has room for their colours, and for the greys that are made of them.
MAX_PIXELS = 64_000_000
#: Larger files are refused: no picture of so many pixels needs as much.
MAX_BYTES = 200_000_000
#: The formats that are decoded, and what their files begin with, from which byte on. No others: their decoders are
#: little used and have had holes.
_FORMATS = ("JPEG", "PNG", "BMP", "TIFF", "WEBP")
_MARKS = ((b"\xff\xd8\xff", 0), (b"\x89PNG\r\n\x1a\n", 0), (b"BM", 0), (b"II*\0", 0), (b"MM\0*", 0), (b"WEBP", 8))
#: In fewer pixels on its shorter side no board can be read.
MIN_SIDE_PX = 100
#: The diagonal of the 35 mm film that "35 mm equivalent" focal lengths refer to.
_FILM_DIAGONAL_MM = math.hypot(36.0, 24.0)
#: Focal lengths in EXIF outside this range are taken for nonsense.
_SANE_FOCAL_35MM = (8.0, 300.0)

#: The file descriptor of the process's standard error.
_STDERR = 2

#: What to do with the stored rows and columns for each EXIF orientation.
_UPRIGHT = {
    2: lambda a: a[:, ::-1],
    3: lambda a: a[::-1, ::-1],
    4: lambda a: a[::-1],
    5: lambda a: a.transpose(1, 0, 2),
    6: lambda a: a.transpose(1, 0, 2)[:, ::-1],
    7: lambda a: a[::-1, ::-1].transpose(1, 0, 2),
    8: lambda a: a.transpose(1, 0, 2)[::-1],
}


def checked_pixels(pixels: Pixels) -> Pixels:
    """Return pixels as BGR (h, w, 3) or grey (h, w), without a fourth or an only channel.

    Raises PictureError, which says what they should be, for anything but whole numbers of 8 bits in such a shape.
    """
    if not isinstance(pixels, np.ndarray) or pixels.dtype != np.uint8:
        kind = pixels.dtype if isinstance(pixels, np.ndarray) else type(pixels).__name__
        raise PictureError(f"a picture is an array of bytes (uint8, 0 to 255), not of {kind}; convert it first.")
    if pixels.ndim not in (2, 3) or (pixels.ndim == 3 and pixels.shape[2] not in (1, 3, 4)):
        raise PictureError(f"a picture is grey (h, w) or BGR (h, w, 3), not of shape {pixels.shape}; convert it first.")
    if pixels.size == 0:
        raise PictureError(f"the picture is empty, of shape {pixels.shape}; take it again.")
    if pixels.ndim == 2 or pixels.shape[2] == 3:
        return pixels
    return np.ascontiguousarray(pixels[:, :, 0] if pixels.shape[2] == 1 else pixels[:, :, :3])


def in_grey(pixels: Pixels) -> Pixels:
    """Return a picture (BGR or grey already) in grey: (h, w)."""
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2GRAY), np.uint8) if pixels.ndim == 3 else pixels


@dataclass(frozen=True, eq=False)
class Picture:
    """A picture as OpenCV has it: rows x columns x (blue, green, red).

    `focal_px` is the focal length that the camera wrote into the file, in pixels, or None.
    """

    pixels: Pixels
    focal_px: float | None = None


def load_picture(path: Path | str) -> Picture:
    """Load the picture in a file.

    Raises PictureError for a file that is missing, no picture, damaged, too large or too small.

    >>> from vision import load_picture
    >>> picture = load_picture("photo.jpg")
    >>> picture.pixels.shape, picture.focal_px
    ((918, 1632, 3), None)
    """
    file = Path(path)
    try:
        data = read_bounded(file, MAX_BYTES)
    except TooLargeError:
        raise PictureError(
            f"{file} has more than {MAX_BYTES // 10**6} megabytes; give a picture of the table."
        ) from None
    except IsADirectoryError:
        raise PictureError(f"{file} is a folder, not a picture; give one picture file.") from None
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise PictureError(f"{file} cannot be read ({reason}); check the name.") from None
    return decode_picture(data, str(file))


def begins_as_picture(data: bytes) -> bool:
    """Tell a picture of a known format by the bytes that its file begins with."""
    return any(data[place : place + len(mark)] == mark for mark, place in _MARKS)


def decode_picture(data: bytes, name: str = "the picture") -> Picture:
    """Decode the picture in the bytes of a file.

    `name` is what error messages call it. Raises PictureError.
    """
    if not data:
        raise PictureError(f"{name} is empty; take the picture again.")
    if is_heif(data):
        with _silence():
            image = open_heif(data, name, MAX_PIXELS)
            _, focal_35mm = _exif(image)
            pixels = np.ascontiguousarray(np.asarray(image.convert("RGB"), np.uint8)[..., ::-1])
        return _checked(pixels, focal_35mm, name)
    if not begins_as_picture(data):
        raise PictureError(f"{name} is no picture that can be opened; give a JPEG or PNG file.")
    with _silence():
        orientation, focal_35mm = _check_header(data, name)
        pixels = _decode(data, name)
    if orientation in _UPRIGHT:
        pixels = np.ascontiguousarray(_UPRIGHT[orientation](pixels))
    return _checked(pixels, focal_35mm, name)


def _checked(pixels: Pixels, focal_35mm: float | None, name: str) -> Picture:
    """Return the picture, if it is large enough. Raises PictureError."""
    height, width = pixels.shape[:2]
    if min(width, height) < MIN_SIDE_PX:
        raise PictureError(
            f"{name} has only {width} x {height} pixels; the board needs a picture of at least 1640 x 1232 or so."
        )
    focal_px = None if focal_35mm is None else focal_35mm * math.hypot(width, height) / _FILM_DIAGONAL_MM
    return Picture(pixels, focal_px)


def _check_header(data: bytes, name: str) -> tuple[int, float | None]:
    """Check size and completeness of the file; return (EXIF orientation, focal length).

    The focal length is the 35 mm equivalent.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            image = Image.open(io.BytesIO(data), formats=_FORMATS)
        except Image.DecompressionBombError:
            raise PictureError(_too_large(name, "far too many")) from None
        except Exception:  # Pillow's header parsers raise what they like on damaged files.
            raise PictureError(_damaged(name)) from None
        with image:
            width, height = image.size
            if width * height > MAX_PIXELS:
                raise PictureError(_too_large(name, f"{width} x {height}"))
            orientation, focal = _exif(image)
            try:
                # OpenCV fills what is missing with grey without a word, Pillow does not. A JPEG is decoded in a
                # coarse version, which is quick and still reads the whole file.
                image.draft("L", (width // 8, height // 8))
                image.load()
            except Exception:
                raise PictureError(_damaged(name)) from None
    return orientation, focal


def _exif(image: Image.Image) -> tuple[int, float | None]:
    try:
        exif = image.getexif()
        orientation = int(exif.get(ExifTags.Base.Orientation, 1))
        focal = float(exif.get_ifd(ExifTags.IFD.Exif).get(ExifTags.Base.FocalLengthIn35mmFilm, 0))
    except Exception:  # Damaged EXIF must not keep a good picture from being read.
        return 1, None
    low, high = _SANE_FOCAL_35MM
    return orientation, focal if low <= focal <= high else None


def _decode(data: bytes, name: str) -> Pixels:
    flags = cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION
    try:
        pixels = cv2.imdecode(np.frombuffer(data, np.uint8), flags)
    except cv2.error:
        pixels = None
    if pixels is None:
        raise PictureError(f"{name} is no picture that can be opened; give a JPEG or PNG file.")
    return np.asarray(pixels, np.uint8)


@contextmanager
def _silence() -> Iterator[None]:
    """Drop texts that OpenCV, C libraries and Pillow write straight to standard error."""
    kept = os.dup(_STDERR)
    try:
        with open(os.devnull, "wb") as nothing, silent_opencv():
            os.dup2(nothing.fileno(), _STDERR)
            yield
    finally:
        os.dup2(kept, _STDERR)
        os.close(kept)


def _damaged(name: str) -> str:
    return f"{name} is damaged or cut short; copy it again or take the picture again."


def _too_large(name: str, size: str) -> str:
    return f"{name} has {size} pixels, more than {MAX_PIXELS // 1_000_000} million; make it smaller."
