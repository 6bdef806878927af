"""Painting anew only what has changed gives the picture that painting everything gives."""

from dataclasses import replace
from random import Random

import numpy as np
import numpy.typing as npt
import pytest

from vision.model.surface import Grid
from vision.virtual import (
    Body,
    Hand,
    IncrementalRenderer,
    PictureLook,
    Print,
    PrintedCode,
    Scene,
    Thing,
    Viewpoint,
    disc,
    fit_view,
    rectangle,
    render,
)

GRID = Grid(25.0, {})
AREA_MM = [(0, 0), (400, 0), (400, 275), (0, 275)]
WOOD = (Print(np.random.default_rng(0).integers(90, 160, (60, 80, 3)).astype(np.uint8), 0.2, (0, 0)),)
NOISY = PictureLook(jpeg_quality=None)


def view(width: int = 640) -> Viewpoint:
    return fit_view(AREA_MM, (width, width * 3 // 4), focal_px=width, tilt_deg=12.0, distortion=(-0.05, 0, 0, 0, 0))


def thing(rng: Random, name: str) -> Thing:
    """Return a flat plate or a tall pillar with a print on it, somewhere."""
    picture = np.random.default_rng(rng.randrange(99)).integers(0, 256, (40, 40, 3)).astype(np.uint8)
    tall = rng.random() < 0.4
    outline = disc(24) if tall else rectangle(-12, -12, 12, 12)
    body = Body(outline, 0.0, 40.0 if tall else 2.0, (60, 80, 100), prints=(Print.centred(picture, 20.0),))
    centre = rng.uniform(-10, 410), rng.uniform(-10, 285)
    return Thing(name, centre, rng.uniform(0, 360), (body,), PrintedCode(15.0))


def changed(scene: Scene, rng: Random) -> Scene:
    """Return the scene with some things moved, gone or new, perhaps with a hand over them."""
    things = [thing(rng, old.name) if rng.random() < 0.15 else old for old in scene.things]
    if rng.random() < 0.3:
        things.pop(rng.randrange(len(things)))
    if rng.random() < 0.3:
        things.insert(rng.randrange(len(things)), thing(rng, f"new-{rng.randrange(999)}"))
    if rng.random() < 0.2:
        rng.shuffle(things)
    hand = Hand((rng.uniform(0, 400), rng.uniform(0, 275))) if rng.random() < 0.3 else None
    return Scene(scene.ground, tuple(things), GRID, hand)


def difference(first: npt.NDArray[np.uint8], other: npt.NDArray[np.uint8]) -> int:
    return int(np.abs(first.astype(int) - other).max())


@pytest.mark.thorough(but=["0-640", "1-642"])
@pytest.mark.slow
@pytest.mark.parametrize(("seed", "width"), [(0, 640), (1, 642), (2, 640), (3, 642)])
def test_after_any_changes_the_picture_is_that_of_a_whole_rendering(seed: int, width: int) -> None:
    rng = Random(seed)
    camera = view(width)
    renderer = IncrementalRenderer(camera, NOISY, seed)
    scene = Scene(WOOD, tuple(thing(rng, f"{n}") for n in range(30)), GRID)
    for _ in range(6):
        # What is not a whole number of the processor's vectors long may be rounded the other way.
        assert difference(renderer.shoot(scene), render(scene, camera, NOISY, seed).picture) <= 1
        scene = changed(scene, rng)


@pytest.mark.slow
@pytest.mark.parametrize("look", [replace(NOISY, motion_px=5.0, blur_px=1.2, gloss=1.0), PictureLook(jpeg_quality=80)])
def test_also_with_a_blur_that_reaches_far_and_with_compression(look: PictureLook) -> None:
    rng = Random(7)
    renderer = IncrementalRenderer(view(), look, 3)
    scene = Scene(WOOD, tuple(thing(rng, f"{n}") for n in range(20)), GRID)
    renderer.shoot(scene)
    scene = Scene(WOOD, (*scene.things[:-1], thing(rng, "moved")), GRID)
    assert difference(renderer.shoot(scene), render(scene, view(), look, 3).picture) <= (1 if look.motion_px else 12)


def test_while_nothing_changes_it_is_the_very_same_picture() -> None:
    rng = Random(1)
    renderer = IncrementalRenderer(view(), NOISY)
    scene = Scene(WOOD, (thing(rng, "a"), thing(rng, "b")), GRID)
    first = renderer.shoot(scene)
    assert renderer.shoot(Scene(WOOD, scene.things, GRID)) is first
    hand = Scene(WOOD, scene.things, GRID, Hand((200.0, 100.0)))
    covered = renderer.shoot(hand)
    assert difference(covered, first) > 50
    assert renderer.shoot(hand) is covered
    assert np.array_equal(renderer.shoot(scene), first)


def test_pictures_that_were_delivered_stay_as_they_are() -> None:
    rng = Random(2)
    renderer = IncrementalRenderer(view(), NOISY)
    first = renderer.shoot(Scene(WOOD, (thing(rng, "a"),), GRID))
    kept = first.copy()
    renderer.shoot(Scene(WOOD, (thing(rng, "a"),), GRID))
    assert np.array_equal(first, kept)
    with pytest.raises(ValueError, match="read-only"):
        first[0, 0] = 0


def test_another_ground_is_painted() -> None:
    renderer = IncrementalRenderer(view(), NOISY)
    renderer.shoot(Scene(WOOD, (), GRID))
    paper = (Print(np.full((8, 8, 3), 255, np.uint8), 0.02, (0, 0)),)
    white = Scene(paper, (), GRID)
    assert difference(renderer.shoot(white), render(white, view(), NOISY).picture) <= 1


@pytest.mark.parametrize("step", ["incremental_renderer.project_thing", "painting.SceneRenderer.paint"])
def test_a_picture_that_failed_half_way_does_not_spoil_the_next(step: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = Random(8)
    scene = Scene(WOOD, tuple(thing(rng, f"thing-{number}") for number in range(6)), GRID)
    later = Scene(WOOD, (*scene.things[1:], thing(rng, "new")), GRID)
    renderer = IncrementalRenderer(view(), NOISY, seed=5)
    renderer.shoot(scene)

    def fails(*_: object) -> None:
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(f"vision.virtual.{step}", fails)
        with pytest.raises(MemoryError):
            renderer.shoot(later)
    assert difference(renderer.shoot(later), render(later, view(), NOISY, 5).picture) <= 1
