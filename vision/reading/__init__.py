"""Reading of pictures: from pixels to the place of each tag, and to what could not be read."""

from vision.reading.reader import Reader, read_picture
from vision.reading.reading import Reading

__all__ = ["Reader", "Reading", "read_picture"]
