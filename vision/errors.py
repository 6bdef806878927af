"""What can go wrong with a picture, one class for each reaction."""


class VisionError(Exception):
    """Root of this package's errors; the message is one sentence for the user."""


class PictureError(VisionError, ValueError):
    """The file is no picture, or one that cannot be used."""


class BoardNotFoundError(VisionError, LookupError):
    """The picture does not show enough of the board to locate it."""


class MirroredPictureError(VisionError, ValueError):
    """The picture is mirrored, so that left and right on the board would be swapped."""


class ProfileError(VisionError, ValueError):
    """A camera profile or a tag manifest cannot be used."""
