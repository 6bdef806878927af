"""Tests of HEIC pictures: known by their beginning, named with the remedy, and read.

They are read if the decoder is installed.
"""

import io
import sys
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from PIL import Image

from vision.errors import PictureError
from vision.heif import is_heif
from vision.picture import MAX_PIXELS, decode_picture


def header(major: bytes, *others: bytes) -> bytes:
    """Return the box that a file of this brand begins with."""
    return (16 + 4 * len(others)).to_bytes(4, "big") + b"ftyp" + major + bytes(4) + b"".join(others)


@pytest.mark.parametrize(
    ("data", "heif"),
    [
        (header(b"heic", b"mif1", b"heic"), True),
        (header(b"mif1", b"heic", b"MiHE"), True),
        (header(b"heix"), True),
        (header(b"avif", b"mif1", b"miaf"), False),
        (header(b"mif1", b"avif"), False),
        (header(b"isom", b"mp42"), False),
        (header(b"heic")[:9], False),
        (b"\xff\xd8\xff\xe0", False),
        (b"", False),
    ],
)
def test_a_picture_is_known_by_its_brands(data: bytes, *, heif: bool) -> None:
    assert is_heif(data) is heif


def test_without_a_decoder_it_is_named_with_where_the_phone_switches_it_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pillow_heif", None)
    with pytest.raises(PictureError) as caught:
        decode_picture(header(b"heic"), "IMG_1.HEIC")
    assert str(caught.value) == (
        "IMG_1.HEIC is a HEIC picture, which cannot be read here; let the phone take JPEG pictures (iPhone: Settings > "
        "Camera > Formats > Most Compatible), or install pillow-heif."
    )


def _decoder(monkeypatch: pytest.MonkeyPatch, size: tuple[int, int], image: Image.Image | Exception) -> None:
    """The package, as far as it is used."""

    def open_heif(file: io.BytesIO, *, convert_hdr_to_8bit: bool) -> Any:
        assert file.read(12).endswith(b"heic")
        assert convert_hdr_to_8bit
        return SimpleNamespace(size=size, to_pillow=to_pillow)

    def to_pillow() -> Image.Image:
        if isinstance(image, Exception):
            raise image
        return image

    monkeypatch.setitem(sys.modules, "pillow_heif", SimpleNamespace(open_heif=open_heif))


def test_what_the_decoder_gives_is_a_picture_with_its_focal_length(monkeypatch: pytest.MonkeyPatch) -> None:
    image = Image.new("RGBA", (400, 300), (250, 120, 10))
    exif = Image.Exif()
    exif.get_ifd(0x8769)[0xA405] = 26
    image.info["exif"] = exif.tobytes()
    _decoder(monkeypatch, image.size, image)
    picture = decode_picture(header(b"heic"))
    assert picture.pixels.shape == (300, 400, 3)
    assert tuple(picture.pixels[0, 0]) == (10, 120, 250)
    assert picture.focal_px == pytest.approx(26 * 500 / 43.27, abs=0.1)


@pytest.mark.parametrize(
    ("size", "words"),
    [((400, 300), "damaged or cut short"), ((MAX_PIXELS, 2), "more than 64 million"), ((80, 60), "has only 80 x 60")],
)
def test_what_cannot_be_decoded_is_refused(size: tuple[int, int], words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    _decoder(monkeypatch, size, ValueError("oh") if size[0] == 400 else Image.new("RGB", (80, 60)))
    with pytest.raises(PictureError, match=words):
        decode_picture(header(b"heic"))


@pytest.mark.parametrize("turned", [1, 6])
def test_a_real_picture_is_read_by_the_real_decoder_upright(turned: int) -> None:
    pillow_heif = pytest.importorskip("pillow_heif")
    pixels = np.zeros((320, 480, 3), np.uint8)
    pixels[:160] = (200, 40, 90)
    exif = Image.Exif()
    exif[0x0112] = turned
    file = io.BytesIO()
    pillow_heif.from_pillow(Image.fromarray(pixels)).save(file, exif=exif.tobytes(), quality=90)
    picture = decode_picture(file.getvalue()).pixels
    assert picture.shape == ((320, 480, 3) if turned == 1 else (480, 320, 3))
    corner = picture[10, 10] if turned == 1 else picture[10, -10]
    assert np.abs(corner.astype(int) - (90, 40, 200)).max() < 20
    with pytest.raises(PictureError, match="damaged or cut short"):
        decode_picture(file.getvalue()[:600])
