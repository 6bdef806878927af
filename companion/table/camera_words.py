"""Sentences for players about a camera that does not show the table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from types import MappingProxyType

from companion.device.language import later, say
from companion.device.sentences import listed
from vision.calibration.board_view import is_coarse, is_unclear
from vision.errors import (
    BoardNotFoundError,
    CameraError,
    CameraFault,
    CurledBoardError,
    MirroredPictureError,
    NegativePictureError,
    NotStillError,
    OtherSymbologyError,
    TornPictureError,
    VisionError,
)
from vision.model.catalogue import Catalogue
from vision.model.surface import Mat
from vision.reading import Reading
from vision.watching.disturbance import Disturbance, DisturbanceKind

#: So many places can be named in a sentence.
FEW_PLACES = 3

_FAULTS: Mapping[CameraFault, str] = {
    CameraFault.MISSING: later("No camera found. Plug one in, or play on by hand."),
    CameraFault.BUSY: later("Another program uses the camera. Close it, or play on by hand."),
    CameraFault.SILENT: later("The camera sends no pictures. Plug it in again, or play on by hand."),
    CameraFault.REFUSED: later(
        "The camera wants another user name or password. Put them in its address, or play on by hand."
    ),
    CameraFault.FROZEN: later(
        "The camera sends the same picture again and again. Plug it in again, or play on by hand."
    ),
    CameraFault.UNUSABLE: later("The camera cannot be used. Plug in another one, or play on by hand."),
}


def describe_camera_error(error: VisionError, disturbance: Disturbance | None = None) -> str:
    """Describe why the camera does not show the table, and what to do.

    If its picture is never still, the text says why.
    """
    if disturbance and disturbance.kind in WHOLE_PICTURE and isinstance(error, BoardNotFoundError):
        return describe_disturbance(disturbance)
    match error:
        case CameraError(fault=fault):
            return say(_FAULTS[fault])
        case MirroredPictureError():
            return say("The camera's picture is mirrored. Switch that off, or play on by hand.")
        case NegativePictureError():
            return say("The camera's picture is a negative. Switch that effect off, or play on by hand.")
        case NotStillError():
            return say("The table or the camera is still moving. I read the table as soon as everything is still.")
        case TornPictureError():
            return say("The camera's pictures are torn. Plug its cable in firmly, or choose a smaller picture.")
        case CurledBoardError():
            return say("The board is not flat. Lay something heavy on its edges, or play on by hand.")
        case OtherSymbologyError():
            return say("The tags on the table are of another kind. Name their manifest in the config file.")
        case BoardNotFoundError():
            return say(
                "I do not see where the table lies. Show all of it, its long side along the picture's, its reference "
                "tags uncovered, or play on by hand."
            )
    return say("I cannot read the camera's picture. Play on by hand.")


def describe_covered(places: Sequence[str]) -> str:
    """Describe that something covers these places of the board; few places are named."""
    if len(places) > FEW_PLACES:
        return say("Something covers the board.")
    return say("Something covers {places}.", places=listed(places))


_DISTURBANCES: Mapping[DisturbanceKind, str] = MappingProxyType(
    {
        DisturbanceKind.SWAY: later("The camera's picture sways. Fasten the camera, or wait until it hangs still."),
        DisturbanceKind.FOCUS: later("The camera keeps losing its focus. Switch its autofocus off."),
        DisturbanceKind.STRIPES: later("Stripes of the lamp roll over the picture. Use another lamp, or daylight."),
        DisturbanceKind.LIGHT: later("The light keeps changing. Use a lamp that shines evenly."),
        DisturbanceKind.MOTION: later("Something moves on the table: I read it as soon as all is still."),
        DisturbanceKind.COVER: later("Something reaches over the table: take it away, and I read on."),
    }
)
#: These are about the whole picture; of the others players know themselves.
WHOLE_PICTURE = frozenset({DisturbanceKind.SWAY, DisturbanceKind.FOCUS, DisturbanceKind.STRIPES, DisturbanceKind.LIGHT})


def describe_disturbance(disturbance: Disturbance) -> str:
    """Describe why the table does not settle and what to do, in the language in use.

    Few cells are named.
    """
    if 0 < len(disturbance.cells) <= FEW_PLACES:
        cells = listed(disturbance.cells)
        if disturbance.kind is DisturbanceKind.MOTION:
            return say("Something moves over {places}: I read the table as soon as it is still.", places=cells)
        if disturbance.kind is DisturbanceKind.COVER:
            return say("Something reaches over {places}: take it away, and I read on.", places=cells)
    return say(_DISTURBANCES[disturbance.kind])


@dataclass(frozen=True)
class ReadingFaults:
    """Oddities of the tags, their places and the view of them; all are read all the same.

    `left_out` is the name of the reference that was nudged, `percent` the scale at which the tags were printed;
    `other_code`: they are of another symbology than expected. `coarse`: a board's or a floor's tags have few pixels;
    `unclear`: many of a board's cells look covered, and how it looks bare is not known, unless tags are too `blurred`
    to be told apart or a lamp is mirrored there (`veiled`).
    """

    left_out: str = ""
    percent: int = 100
    other_code: bool = False
    coarse: bool = False
    unclear: bool = False
    blurred: bool = False
    veiled: bool = False

    @classmethod
    def of(
        cls, reading: Reading, catalogue: Catalogue, *, other_code: bool = False, knows_bare_board: bool = False
    ) -> "ReadingFaults":
        """Return what a reading shows."""
        registration, surface = reading.registration, catalogue.surface
        has_mat_view = isinstance(surface, Mat) and not surface.may_be_cut_off
        obstacle = reading.obstacle(reading.unreadable)
        return cls(
            registration.left_out,
            round(100 * registration.print_scale),
            other_code,
            coarse=not has_mat_view and is_coarse(reading, catalogue),
            unclear=not knows_bare_board and obstacle in (None, "cover") and is_unclear(reading, catalogue),
            # A single tag may be worn.
            blurred=len(reading.blurred) > 1,
            veiled=obstacle == "veil" and is_unclear(reading, catalogue),
        )

    def sentences(self) -> Mapping[str, str]:
        """Return by each fault's name what it is and what to do about it, in the language in use."""
        sentence_by_fault = {}
        if self.left_out:
            sentence_by_fault[f"left-out {self.left_out}"] = say(
                "Reference card {card} was nudged: push it back to its place.", card=self.left_out
            )
        if self.percent != 100:
            sentence_by_fault["scale"] = say(
                "The tags were printed at {n} %: measure the printed ruler.", n=self.percent
            )
        if self.other_code:
            sentence_by_fault["code"] = say(
                "The tags are of another kind, and I read them: name their manifest in the config file."
            )
        if self.coarse:
            sentence_by_fault["coarse"] = say(
                "The tags are small in the picture: hang the camera lower, or choose a larger picture."
            )
        if self.unclear:
            sentence_by_fault["unclear"] = say(
                "Many cells look covered: if nothing lies there, clear the board and set up the box again."
            )
        if self.blurred:
            sentence_by_fault["blurred"] = say(
                "The picture is too blurred to tell all tags apart: hold the camera still, and focus it."
            )
        if self.veiled:
            sentence_by_fault["veiled"] = say("A lamp or a window is mirrored on the board: keep its light off it.")
        return sentence_by_fault


class MatView(Enum):
    """Quality of the mat in a picture."""

    GOOD = "good"
    CUT_OFF = "cut-off"
    """It reaches beyond the edge of the picture."""
    COARSE = "coarse"
    """Too few pixels fall on the tags of its cards."""


_MAT_VIEWS: Mapping[MatView, str] = MappingProxyType(
    {
        MatView.CUT_OFF: later("The mat is cut off: hang the camera higher."),
        MatView.COARSE: later(
            "The cards are too small in the picture: hang the camera lower, or choose a larger picture."
        ),
    }
)


def describe_mat_view(view: MatView) -> str:
    """Describe what to do about the view, in the language in use; empty if it is good."""
    return say(_MAT_VIEWS[view]) if view in _MAT_VIEWS else ""
