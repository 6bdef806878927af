"""Each fault of a camera that does not show the table has its own sentence with a remedy."""

import pytest

from companion.table.camera_words import FEW_PLACES, describe_camera_error, describe_covered
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
from vision.watching.disturbance import Disturbance, DisturbanceKind

SWAY = Disturbance(DisturbanceKind.SWAY)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (MirroredPictureError(), "The camera's picture is mirrored. Switch that off,"),
        (NegativePictureError(), "The camera's picture is a negative. Switch that effect off,"),
        (NotStillError("the board moves"), "The table or the camera is still moving."),
        (CurledBoardError(), "The board is not flat. Lay something heavy on its edges,"),
        (TornPictureError(200), "The camera's pictures are torn. Plug its cable in firmly,"),
        (OtherSymbologyError("qr", "april"), "The tags on the table are of another kind. Name their manifest"),
        (BoardNotFoundError("no references"), "I do not see where the table lies. Show all of it,"),
        (VisionError("odd"), "I cannot read the camera's picture. Play on by hand."),
    ],
)
def test_each_fault_of_a_picture_says_what_to_do(error: VisionError, told: str) -> None:
    assert describe_camera_error(error).startswith(told)


def test_each_fault_of_a_camera_has_its_sentence() -> None:
    told = [describe_camera_error(CameraError("gone", fault)) for fault in CameraFault]
    assert len(set(told)) == len(told)
    assert describe_camera_error(CameraError("gone", CameraFault.MISSING), SWAY) == describe_camera_error(
        CameraError("gone", CameraFault.MISSING)
    )


def test_a_table_that_is_not_found_because_the_picture_sways_is_told_so() -> None:
    lost = BoardNotFoundError("no references")
    assert describe_camera_error(lost, SWAY).startswith("The camera's picture sways.")
    assert describe_camera_error(lost, Disturbance(DisturbanceKind.MOTION, ("a1",))) == describe_camera_error(lost)
    assert describe_camera_error(MirroredPictureError(), SWAY) == describe_camera_error(MirroredPictureError())


def test_covered_places_are_named_where_they_are_few() -> None:
    places = [f"a{number}" for number in range(1, FEW_PLACES + 1)]
    assert describe_covered(places[:1]) == "Something covers a1."
    assert all(place in describe_covered(places) for place in places)
    assert describe_covered([*places, "b1"]) == "Something covers the board."
