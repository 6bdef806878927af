"""Errors of pictures and cameras, one class for each reaction."""

import textwrap
from enum import StrEnum

from vision.addresses import masked
from vision.symbology import Symbology

#: What drivers say of their own failures is cut to so many letters.
_LONGEST = 160


class VisionError(Exception):
    """Root of this package's errors; the message is one sentence for the user."""


class PictureError(VisionError, ValueError):
    """The file is no picture, or one that cannot be used."""


class BoardNotFoundError(VisionError, LookupError):
    """The picture does not show enough of the board to locate it."""


class NotStillError(BoardNotFoundError):
    """Error: board or camera have not been still for long enough to locate the board.

    The board may well be in the picture.
    """


class CurledBoardError(BoardNotFoundError):
    """The board's paper is curled: its reference tags are where no flat board shows them."""

    def __init__(self) -> None:
        super().__init__(
            "the board is not flat: its ends or its middle stand up, so that its reference tags are seen elsewhere; "
            "lay the paper flat, with something heavy on its edges, or glue it onto cardboard."
        )


class TornPictureError(BoardNotFoundError):
    """The picture is torn: a part of it is shifted, so that pieces seem to lie on other cells."""

    def __init__(self, row: int) -> None:
        super().__init__(
            f"the picture is torn: from row {row} on it is shifted; take it once more (no screenshot of a virtual "
            "table), and if that comes again, plug the camera's cable in firmly or choose a smaller picture."
        )


class WarpedPictureError(BoardNotFoundError):
    """The picture was stretched or straightened: nobody can tell where high pieces stand."""

    def __init__(self) -> None:
        super().__init__(
            "the picture was stretched or straightened after it was taken, so that nobody can tell where high pieces "
            "stand; give the picture as the camera took it, not as a scanning app makes it."
        )


class OtherSymbologyError(BoardNotFoundError):
    """Error: the tags in the picture are of another symbology than the catalogue's.

    `seen` is their symbology.
    """

    def __init__(self, seen: Symbology, expected: Symbology) -> None:
        names = {"qr": "QR tags", "micro": "Micro QR tags", "april": "AprilTags"}
        self.seen = seen
        super().__init__(
            f"{names[seen]} are seen in the picture, but {names[expected]} are expected; give the list of your tags "
            "with --tags manifest.json."
        )


class MirroredPictureError(VisionError, ValueError):
    """The picture is mirrored, so that left and right on the board would be swapped."""

    def __init__(self) -> None:
        super().__init__(
            "the picture is mirrored; switch off the mirroring (horizontal flip) of the camera, "
            "or flip the picture back."
        )


class NegativePictureError(VisionError, ValueError):
    """The picture is a negative: dark is light and light is dark."""

    def __init__(self) -> None:
        super().__init__(
            "the picture is a negative, with dark and light swapped; switch off the negative effect (inverted colours) "
            "of the camera, or invert the picture back."
        )


class ProfileError(VisionError, ValueError):
    """A camera profile or a tag manifest cannot be used."""


class CameraFault(StrEnum):
    """Reason why a camera gives no picture."""

    MISSING = "missing"
    """It is not there."""
    BUSY = "busy"
    """Another program has it."""
    SILENT = "silent"
    """It is there, but no pictures come."""
    REFUSED = "refused"
    """It wants another user name or password."""
    FROZEN = "frozen"
    """It gives the very same picture again and again."""
    UNUSABLE = "unusable"
    """It cannot be used as it is: a program is missing, a file is none, a mode does not exist."""


class CameraError(VisionError, OSError):
    """A camera gives no picture; `fault` tells why in a word."""

    def __init__(self, sentence: str, fault: CameraFault) -> None:
        super().__init__(sentence)
        self.fault = fault

    @classmethod
    def of(cls, error: Exception) -> "CameraError":
        """Return the error itself, or one that words whatever else a camera or its driver raised."""
        if isinstance(error, cls):
            return error
        if isinstance(error, VisionError):
            return cls(str(error), CameraFault.UNUSABLE)
        return cls(f"the camera fails: {error_text(error)}", CameraFault.UNUSABLE)


def error_text(error: Exception) -> str:
    """Return a driver's own error text in one short printable line.

    Returns the kind of the error if its text is empty.
    """
    # Masked before it is cut: half an address would not show where its password is.
    whole = masked(str(error)[: 100 * _LONGEST])
    said = "".join(letter if letter.isprintable() else " " for letter in whole[: 4 * _LONGEST])
    return textwrap.shorten(said, _LONGEST, placeholder=" ...") or type(error).__name__
