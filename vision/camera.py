"""What every camera is to the rest: something that has a newest frame, and a stream of them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from vision.picture import Pixels


@dataclass(frozen=True, eq=False)
class Frame:
    """A picture (BGR, not to be written into) and when it was taken, in seconds of the camera's monotonic clock.

    While nothing moves, a camera may deliver the very same `picture` again, so that nobody needs to read it twice.
    """

    picture: Pixels
    taken_s: float


class Camera(Protocol):
    """A camera over the table."""

    def latest(self) -> Frame:
        """The newest frame."""
        ...

    def frames(self) -> Iterator[Frame]:
        """One frame after the other, each the newest when it is asked for, without end."""
        ...
