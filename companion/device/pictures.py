"""Writing pictures whole or not at all."""

from pathlib import Path

import cv2

from companion.device.errors import UserError
from companion.device.files import write_whole

_JPEG = (".jpg", ".jpeg")
_LOSSLESS = (".png", ".bmp", ".tif", ".tiff")


def check_picture_name(path: str) -> None:
    """Raise UserError unless the name ends like a picture that can be written."""
    if Path(path).suffix.lower() not in _JPEG + _LOSSLESS:
        raise UserError(f"{path}: give the picture a name that ends in .png or .jpg")


def write_picture(path: str, pixels: cv2.typing.MatLike, *, jpeg_quality: int = 92) -> None:
    """Write the picture (BGR) in the format that its name tells. Raises UserError."""
    check_picture_name(path)
    suffix = Path(path).suffix.lower()
    _, data = cv2.imencode(suffix, pixels, [cv2.IMWRITE_JPEG_QUALITY, jpeg_quality] if suffix in _JPEG else [])
    write_whole(Path(path), data.tobytes())
