"""Painting words into pictures in the program's own typeface."""

from functools import lru_cache

import numpy as np
import numpy.typing as npt
from PIL import Image, ImageDraw, ImageFont

from companion.fonts import BOLD
from vision.picture import Pixels

Bgr = tuple[int, int, int]

#: Height of a capital letter, in the typeface's size.
_CAP_HEIGHT = 0.729


@lru_cache(maxsize=64)
def _mask(text: str, size_px: int) -> npt.NDArray[np.float32]:
    """Return the coverage of each pixel by the text, 0 to 1, cut to its ink."""
    font = ImageFont.truetype(str(BOLD), size_px)
    left, top, right, bottom = (int(edge) for edge in font.getbbox(text))
    image = Image.new("L", (max(1, right - left), max(1, bottom - top)))
    ImageDraw.Draw(image).text((-left, -top), text, fill=255, font=font)
    return np.asarray(image, dtype=np.float32) / np.float32(255)


def paint_text(picture: Pixels, text: str, centre: tuple[float, float], cap_px: float, ink: Bgr) -> None:
    """Paint the text into a BGR(A) picture, in place, its ink centred on `centre` (x, y).

    Capitals are `cap_px` high; any part outside of the picture is left out.
    """
    mask = _mask(text, max(1, round(cap_px / _CAP_HEIGHT)))
    left, top = round(centre[0] - mask.shape[1] / 2), round(centre[1] - mask.shape[0] / 2)
    mask = mask[max(0, -top) :, max(0, -left) :]
    part = picture[max(0, top) :, max(0, left) :][: mask.shape[0], : mask.shape[1], :3]
    mask = mask[: part.shape[0], : part.shape[1], None]
    part[:] = np.round(part * (1 - mask) + np.array(ink, np.float32) * mask).astype(np.uint8)
