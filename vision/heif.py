"""HEIC pictures from iPhones: always recognised, decoded if pillow-heif is installed."""

import importlib
import io

from PIL import Image

from vision.errors import PictureError

#: The package's module; not installed by itself, since the library in it is large and under another licence.
_DECODER = "pillow_heif"
#: Brands of still pictures and bursts in the box `ftyp` that such a file begins with (ISO/IEC 23008-12).
_BRANDS = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"})
#: The brand of pictures that are packed the same way but coded otherwise.
_AVIF = b"avif"
#: So many brands are looked at (bytes).
_LONGEST_BOX = 256


def is_heif(data: bytes) -> bool:
    """Tell a HEIC picture by the bytes that its file begins with."""
    if data[4:8] != b"ftyp":
        return False
    end = min(int.from_bytes(data[:4], "big"), len(data), _LONGEST_BOX)
    brands = {data[8:12], *(data[place : place + 4] for place in range(16, end, 4))}
    return bool(brands & _BRANDS) and _AVIF not in brands


def open_heif(data: bytes, name: str, most_pixels: int) -> Image.Image:
    """Return the upright picture in the bytes of a HEIC file.

    Raises PictureError, also without a decoder. `name` is what error messages call the file; one of more than
    `most_pixels` pixels is not decoded.
    """
    try:
        decoder = importlib.import_module(_DECODER)
    except Exception:  # A package that is broken counts as one that is missing.
        raise PictureError(
            f"{name} is a HEIC picture, which cannot be read here; let the phone take JPEG pictures (iPhone: Settings "
            "> Camera > Formats > Most Compatible), or install pillow-heif."
        ) from None
    try:
        found = decoder.open_heif(io.BytesIO(data), convert_hdr_to_8bit=True)
        width, height = found.size
        image: Image.Image | None = found.to_pillow() if width * height <= most_pixels else None
    except Exception:  # The decoder raises what it likes on damaged files.
        raise PictureError(f"{name} is damaged or cut short; copy it again or take the picture again.") from None
    if image is None:
        raise PictureError(f"{name} has {width} x {height} pixels, more than {most_pixels // 10**6} million.")
    return image
