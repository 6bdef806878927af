"""Pictures from files: whatever OpenCV opens, upright; one sentence for everything else."""

import io
import struct
import zlib
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from vision.errors import PictureError
from vision.picture import MAX_PIXELS, MIN_SIDE_PX, Picture, decode_picture, load_picture

Pixels = npt.NDArray[np.uint8]

#: Width of the picture (pixels).
WIDTH = 160
#: Height of the picture (pixels).
HEIGHT = 120


def landscape() -> Pixels:
    """Return a picture with four different corners: blue, green, red and white.

    They go clockwise from the top left.
    """
    picture = np.full((HEIGHT, WIDTH, 3), 128, np.uint8)
    picture[:40, :40] = (250, 0, 0)
    picture[:40, -40:] = (0, 250, 0)
    picture[-40:, -40:] = (0, 0, 250)
    picture[-40:, :40] = (250, 250, 250)
    return picture


def encode_lights(extension: str, picture: Pixels | None = None) -> bytes:
    done, data = cv2.imencode(extension, landscape() if picture is None else picture)
    assert done
    return data.tobytes()


def jpeg_with_exif(tags: dict[int, object]) -> bytes:
    image = Image.fromarray(landscape()[:, :, ::-1])
    exif = Image.Exif()
    for tag, value in tags.items():
        if tag in (0xA405,):
            exif.get_ifd(0x8769)[tag] = value
        else:
            exif[tag] = value
    data = io.BytesIO()
    image.save(data, "JPEG", quality=95, exif=exif)
    return data.getvalue()


def corners(picture: Picture) -> list[str]:
    """Return the names of the corners' colours, clockwise from the top left."""
    names: dict[tuple[int, ...], str] = {(1, 0, 0): "blue", (0, 1, 0): "green", (0, 0, 1): "red", (1, 1, 1): "white"}
    pixels = picture.pixels
    spots = (pixels[20, 20], pixels[20, -20], pixels[-20, -20], pixels[-20, 20])
    return [names[tuple(int(value > 128) for value in spot)] for spot in spots]


@pytest.mark.parametrize("extension", [".jpg", ".png", ".bmp", ".tiff", ".webp"])
def test_opens_the_usual_formats(extension: str, tmp_path: Path) -> None:
    file = tmp_path / f"table{extension}"
    file.write_bytes(encode_lights(extension))
    picture = load_picture(file)
    assert picture.pixels.shape == (HEIGHT, WIDTH, 3)
    assert corners(picture) == ["blue", "green", "red", "white"]
    assert picture.focal_px is None


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"\0\0\0\x0cjP  \r\n\x87\n" + bytes(1000), id="JPEG 2000"),
        pytest.param(b"\xff\x4f\xff\x51" + bytes(1000), id="JPEG 2000 code stream"),
        pytest.param(b"v/1\x01" + bytes(1000), id="OpenEXR"),
        pytest.param(b"GIF89a" + bytes(1000), id="GIF"),
        pytest.param(b"P6 200 200 255 " + bytes(120_000), id="PPM"),
    ],
)
def test_other_formats_are_not_decoded(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("it was decoded"))
    with pytest.raises(PictureError, match="JPEG or PNG"):
        decode_picture(data)


def test_grey_and_deep_pictures_become_colour_pictures_of_bytes() -> None:
    grey = decode_picture(encode_lights(".png", landscape()[:, :, 0]))
    deep = decode_picture(encode_lights(".png", (landscape().astype(np.uint16) * 257)))  # type: ignore[arg-type]
    for picture in (grey, deep):
        assert picture.pixels.shape == (HEIGHT, WIDTH, 3)
        assert picture.pixels.dtype == np.uint8


#: Where the stored picture's blue, green, red and white corner are to be seen, clockwise from the top left.
UPRIGHT = {
    1: ["blue", "green", "red", "white"],
    2: ["green", "blue", "white", "red"],
    3: ["red", "white", "blue", "green"],
    4: ["white", "red", "green", "blue"],
    5: ["blue", "white", "red", "green"],
    6: ["white", "blue", "green", "red"],
    7: ["red", "green", "blue", "white"],
    8: ["green", "red", "white", "blue"],
}


@pytest.mark.parametrize(("orientation", "seen"), UPRIGHT.items())
def test_exif_orientation_is_respected(orientation: int, seen: list[str]) -> None:
    picture = decode_picture(jpeg_with_exif({0x0112: orientation}))
    assert corners(picture) == seen
    assert picture.pixels.shape[:2] == ((HEIGHT, WIDTH) if orientation < 5 else (WIDTH, HEIGHT))


def test_the_focal_length_in_exif_becomes_pixels() -> None:
    # 26 mm on film of 43.27 mm diagonal, on a diagonal of 200 pixels.
    assert decode_picture(jpeg_with_exif({0xA405: 26})).focal_px == pytest.approx(120.2, abs=0.1)


@pytest.mark.parametrize("focal", [0, 5, 9999])
def test_a_senseless_focal_length_is_ignored(focal: int) -> None:
    assert decode_picture(jpeg_with_exif({0xA405: focal})).focal_px is None


def test_a_missing_file_and_a_directory_are_named(tmp_path: Path) -> None:
    with pytest.raises(PictureError, match=r"nowhere\.png cannot be read \(no such file or directory\)"):
        load_picture(tmp_path / "nowhere.png")
    with pytest.raises(PictureError, match="is a folder"):
        load_picture(tmp_path)


def test_an_empty_file() -> None:
    with pytest.raises(PictureError, match=r"^x\.jpg is empty"):
        decode_picture(b"", "x.jpg")


@pytest.mark.parametrize("data", [b"hello table", b'{"format": "finstere-flure/position"}', bytes(2000)])
def test_no_picture(data: bytes) -> None:
    with pytest.raises(PictureError, match="is no picture that can be opened"):
        decode_picture(data)


@pytest.mark.parametrize("extension", [".jpg", ".png", ".bmp", ".webp"])
@pytest.mark.parametrize("share", [0.3, 0.9])
def test_a_picture_that_is_cut_short(extension: str, share: float, capfd: pytest.CaptureFixture[str]) -> None:
    data = encode_lights(extension)
    with pytest.raises(PictureError, match="damaged or cut short"):
        decode_picture(data[: int(share * len(data))])
    assert capfd.readouterr() == ("", "")


def png_header(width: int, height: int) -> bytes:
    """Return a PNG file that says it is this large but holds next to nothing."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + header + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b"")


@pytest.mark.parametrize(("width", "height"), [(8001, 8000), (40_000, 30_000)])
def test_a_huge_picture_is_refused_from_its_header(width: int, height: int) -> None:
    assert width * height > MAX_PIXELS
    with pytest.raises(PictureError, match="pixels, more than 64 million"):
        decode_picture(png_header(width, height))


def test_a_picture_of_the_largest_size_gets_past_the_header() -> None:
    with pytest.raises(PictureError, match="damaged"):
        decode_picture(png_header(8000, 8000))


def test_a_tiny_picture_is_refused_and_the_next_larger_not() -> None:
    small = landscape()[: MIN_SIDE_PX - 1]
    with pytest.raises(PictureError, match="has only 160 x 99 pixels"):
        decode_picture(encode_lights(".png", small))
    assert decode_picture(encode_lights(".png", landscape()[:MIN_SIDE_PX])).pixels.shape[0] == MIN_SIDE_PX


def accepted_or_refused(data: bytes) -> None:
    """Check that data gives a picture or a sentence, nothing else."""
    try:
        answer: Picture | str = decode_picture(data, "it")
    except PictureError as error:
        answer = str(error)
    if isinstance(answer, str):
        assert answer.startswith("it ")
        assert answer.endswith(".")
    else:
        assert answer.pixels.ndim == 3


@given(st.binary(max_size=300))
def test_any_bytes_are_a_picture_or_are_refused(data: bytes) -> None:
    accepted_or_refused(data)


SAMPLES = [encode_lights(extension) for extension in (".jpg", ".png", ".tiff", ".bmp")]


@pytest.mark.slow
@settings(max_examples=150)
@given(
    st.sampled_from(SAMPLES),
    st.lists(st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 255)), max_size=6),
    st.floats(0, 1),
)
def test_a_damaged_or_cut_picture_is_a_picture_or_is_refused(
    data: bytes, changes: list[tuple[float, int]], cut: float
) -> None:
    mutated = bytearray(data)
    for place, value in changes:
        mutated[int(place * len(mutated))] = value
    accepted_or_refused(bytes(mutated if cut > 0.5 else mutated[: int(2 * cut * len(mutated))]))


def test_damaged_pictures_leave_nothing_on_standard_error(capfd: pytest.CaptureFixture[str]) -> None:
    for data in SAMPLES:
        for place in range(40, len(data), len(data) // 20):
            accepted_or_refused(data[:place] + b"\x55\xaa" + data[place + 2 :])
    assert capfd.readouterr() == ("", "")
