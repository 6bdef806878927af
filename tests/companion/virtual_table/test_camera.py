"""The virtual camera: pictures that several threads ask for."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import numpy as np

from companion.games.finstere_flure.virtual_table.game import VIRTUAL
from companion.virtual_table.camera import VirtualCamera
from vision.picture import Pixels


def test_a_camera_that_is_opened_again_while_a_picture_is_taken_takes_good_ones() -> None:
    """A camera that is opened again while a picture is taken takes good pictures.

    A camera that hung is opened once more, and the thread that waits for its picture may still get it.
    """
    table = VIRTUAL.table_before(VIRTUAL.start(2, 1, {}), 1)
    alone = VirtualCamera(table, size_px=(640, 480)).take(table)()
    camera, together = VirtualCamera(table, size_px=(640, 480)), Barrier(4)

    def take(_: int) -> Pixels:
        shoot = camera.take(table)
        together.wait(timeout=60)
        return shoot()

    with ThreadPoolExecutor(4) as threads:
        pictures = list(threads.map(take, range(4)))
    assert all(np.array_equal(picture, alone) for picture in pictures)
