"""Look of a virtual table's bare board, as its camera has it from a table that was cleared."""

from dataclasses import replace

from companion.virtual_table.camera import GOOD_LOOK, VirtualCamera
from companion.virtual_table.table import VirtualTable
from vision.calibration.bare_cells import find_bare_look
from vision.model.profile import CameraProfile
from vision.virtual import PictureLook


def bare_profile(
    table: VirtualTable, seed: int, *, size_px: tuple[int, int] | None = None, look: PictureLook = GOOD_LOOK
) -> CameraProfile:
    """Return the profile of a table's camera, with the look of the board on which nothing lies."""
    bare = VirtualTable(table.piece_set, seed, table.catalogue)
    camera = VirtualCamera(bare, size_px=size_px, look=look, seed=seed)
    picture, lens = camera.latest().picture, camera.view.camera
    profile = CameraProfile((picture.shape[1], picture.shape[0]), lens.matrix, lens.distortion)
    known = find_bare_look(picture, table.catalogue, profile)
    return profile if known is None else replace(profile, bare_board=known.board)
