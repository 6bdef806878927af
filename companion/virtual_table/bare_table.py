"""Look of a virtual table's bare board, as its camera has it from a table that was cleared."""

from dataclasses import replace

from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.table import VirtualTable
from vision.calibration.bare_cells import find_bare_look
from vision.model.profile import CameraProfile


def bare_profile(table: VirtualTable, seed: int) -> CameraProfile:
    """Return the profile of a table's camera, with the look of the board on which nothing lies."""
    camera = VirtualCamera(VirtualTable(table.piece_set, seed, table.catalogue), seed=seed)
    picture, lens = camera.latest().picture, camera.view.camera
    profile = CameraProfile((picture.shape[1], picture.shape[0]), lens.matrix, lens.distortion)
    look = find_bare_look(picture, table.catalogue, profile)
    return profile if look is None else replace(profile, bare_board=look.board)
