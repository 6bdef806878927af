"""Tables with any mixture: any print, light and lens, with arms, objects, worn tags.

python -m tools.evidence.cover_net.mixtures --seed 934 --pictures 100           (scores so many of each kind)

The kinds of the score have one disturbance each; the network learns from these, too, so that it knows more than
those.
"""

import argparse
import os
import random
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial

import cv2
import numpy as np

from companion.games.finstere_flure.learning.random_table import random_table
from companion.games.finstere_flure.tags import make_catalogue
from engine.finstere_flure.board import CELLS, Direction
from engine.finstere_flure.position import Position
from tools.evidence import rooms
from tools.evidence.drawn_prints import TRAINED
from tools.evidence.measure import PictureCounts
from tools.evidence.photo import EvidencePhoto
from tools.evidence.print_kinds import drawn_print, with_pale_sleeve
from tools.evidence.score import print_sums, score_picture
from tools.evidence.small_things import paw, small_thing
from vision.model.profile import CameraProfile
from vision.picture import Pixels
from vision.virtual import HAND_POSES, Body, Hand, PictureLook, Scene, Thing, disc, rectangle, render

_SOME = ("own", "blotches", "pattern", "text", "strong cells", "dungeon", "blend")
_BOARDS = (*_SOME, *2 * ("collage",), *4 * ("any photograph",))
_TABLES = ("wood", "white", "black", "cloth")


def _in_a_room(number: int, rng: random.Random) -> EvidencePhoto:
    """Return a table in a room, with the light and the lens of any kind of the score."""
    setting = rooms.KINDS[rng.choice(list(rooms.KINDS))](rng)
    setting = _with_things(replace(setting, board=rng.choice(_BOARDS)), rng)
    if rng.random() < 0.45:
        arms = tuple(rooms.any_arm(rng, rooms.over_board(rng)) for _ in range(rng.choice((1, 1, 2, 3))))
        setting = replace(setting, arms=arms)
    scale = rng.uniform(0.5, 0.9) if setting.code == "qr" and rng.random() < 0.6 else 1.0
    if scale < 1:
        # Many tags cannot be read then, and the network has more to tell.
        width, height = setting.size_px
        setting = replace(setting, size_px=(round(width * scale), round(height * scale)))
    catalogue = make_catalogue(code=setting.code)
    position = random_table(rng, players=rng.randint(2, 7), everything=rng.random() < 0.3)
    table = rooms.set_up(setting, position, catalogue, rng)
    return replace(table.shoot(setting.arms), bare=table.bare(number, 0.5 / scale))


def _drawn_in_a_room(number: int, rng: random.Random) -> EvidencePhoto:
    """Draw a table in a room, its board of a drawn sort, with hands, paws or small things."""
    setting = drawn_print(rng.choice(TRAINED), rng)
    if rng.random() < 0.3:
        setting = replace(setting, room=rooms.KINDS[rng.choice(list(rooms.KINDS))](rng).room)
    if rng.random() < 0.2:
        setting = replace(setting, arms=(paw(rng, rooms.over_board(rng)),))
    elif setting.arms and rng.random() < 0.5:
        setting = replace(setting, arms=(with_pale_sleeve(setting.arms[0], rng),))
    scale = rng.uniform(0.6, 1.0)
    width, height = setting.size_px
    setting = replace(setting, size_px=(round(width * scale), round(height * scale)))
    catalogue = make_catalogue()
    table = rooms.set_up(setting, random_table(rng, players=rng.randint(2, 7)), catalogue, rng)
    return replace(table.shoot(setting.arms), bare=table.bare(number, 0.5 / scale))


def _plain(_: int, rng: random.Random) -> EvidencePhoto:
    """Photograph a table of the quick renderer, as the tests have them, on one of some boards."""
    return _quick((*_BOARDS, *4 * ("own",), *2 * ("static",), *3 * ("clouds",), *5 * ("blend",)), rng)


def _plain_drawn(_: int, rng: random.Random) -> EvidencePhoto:
    """Return a table of the quick renderer, its board of a drawn sort."""
    return _quick(TRAINED, rng)


def _quick(boards: Sequence[str], rng: random.Random) -> EvidencePhoto:
    """Return a table of the quick renderer, its board one of these, in colour or grey.

    Some are all but empty.
    """
    width = rng.randint(1300, 2304)
    setting = rooms.Setting(
        board=rng.choice(boards),
        tilt_deg=rng.choice((0.0, rng.uniform(0, 15), rng.uniform(0, 35))),
        size_px=(width, round(width * rng.choice((9 / 16, 5 / 8, 3 / 4)))),
    )
    setting = _with_things(setting, rng)
    if boards == TRAINED and rng.random() < 0.4:
        setting = replace(setting, objects=tuple(small_thing(rng, n) for n in range(rng.randint(2, 8))))
    if rng.random() < 0.5:
        setting = replace(setting, objects=(*setting.objects, *(_blank(rng, n) for n in range(rng.randint(1, 6)))))
    catalogue = make_catalogue()
    position = random_table(rng, players=rng.randint(2, 7), everything=rng.random() < 0.4)
    if rng.random() < 0.15:
        position = Position(rng.choice(CELLS), rng.choice(list(Direction)), (), ())
    scene = rooms.scene_of(setting, position, catalogue, rng)
    empty = rooms.cleared(scene, catalogue)
    things = _damaged(scene.things, rng.choice((0, rng.randint(1, 10))), rng)
    hand = None
    if rng.random() < 0.3:
        over = catalogue.grid.centre(rng.choice(CELLS))
        hand = Hand(over, rng.uniform(0, 360), rng.choice(sorted(HAND_POSES)), _any_colour(rng), _any_colour(rng))
    scene = Scene(scene.ground, things, scene.surface, hand)
    view = rooms.view_of(catalogue, setting, rng)
    shot = render(scene, view, _any_look(rng), rng.randrange(1 << 30))
    bare_view = rooms.view_of(catalogue, replace(setting, size_px=(1152, 720), tilt_deg=5.0), rng)
    bare = render(empty, bare_view, PictureLook(blur_px=0.5), rng.randrange(1 << 30)).picture
    grey = rng.random() < 0.15
    return EvidencePhoto(
        np.asarray(cv2.cvtColor(shot.picture, cv2.COLOR_BGR2GRAY), np.uint8) if grey else shot.picture,
        rooms.table_truth(shot.truth, position, scene),
        float(view.camera.matrix[0, 0]),
        CameraProfile(view.size_px, view.camera.matrix, view.camera.distortion),
        catalogue,
        bare,
    )


#: The kinds of mixture by name.
MIXTURES: Mapping[str, Callable[[int, random.Random], EvidencePhoto]] = {
    "mixture": _in_a_room,
    "plain mixture": _plain,
    "drawn mixture": _drawn_in_a_room,
    "plain drawn mixture": _plain_drawn,
}


def mixture(kind: str, number: int, seed: int) -> EvidencePhoto:
    """Return one of these tables. The same arguments give the same picture."""
    return MIXTURES[kind](number, random.Random(f"{kind} {seed} {number}"))


def _with_things(setting: rooms.Setting, rng: random.Random) -> rooms.Setting:
    """Return the setting on any table, sometimes with things that are no pieces or worn tags."""
    setting = replace(setting, table=rng.choice(_TABLES))
    if rng.random() < 0.35:
        setting = replace(setting, objects=tuple(rooms.any_object(rng, n) for n in range(rng.randint(1, 6))))
    return replace(setting, worn=rng.randint(1, 4)) if rng.random() < 0.2 else setting


def _blank(rng: random.Random, number: int) -> Thing:
    """Return a disc or a square of any colour, as large as a piece, on a cell."""
    x, y = make_catalogue().grid.centre(rng.choice(CELLS))
    at_mm = x + rng.gauss(0, 2), y + rng.gauss(0, 2)
    wide = rng.uniform(15, 23)
    outline = disc(wide) if rng.random() < 0.5 else rectangle(-wide / 2, -wide / 2, wide / 2, wide / 2)
    body = Body(outline, 0.0, rng.choice((0.2, 2.0, 8.0)), _any_colour(rng), _any_colour(rng))
    return Thing(f"blank {number}", at_mm, rng.uniform(0, 360), (body,))


def _damaged(things: tuple[Thing, ...], count: int, rng: random.Random) -> tuple[Thing, ...]:
    """Return the things with damaged tags of some stones and tokens.

    The tags are scribbled over, pasted over, torn or blurred.
    """
    fit = [thing.name for thing in things if thing.code and not thing.name.startswith(("monster", "pool", "ref"))]
    chosen = set(rng.sample(fit, min(count, len(fit))))

    def spoilt(thing: Thing) -> Thing:
        body = thing.bodies[-1]
        *art, tag = body.prints
        return replace(
            thing,
            bodies=(*thing.bodies[:-1], replace(body, prints=(*art, replace(tag, picture=_spoilt(tag.picture, rng))))),
            code=None,
        )

    return tuple(spoilt(thing) if thing.name in chosen else thing for thing in things)


def _spoilt(tag: Pixels, rng: random.Random) -> Pixels:
    """Return a tag's picture that can hardly be read any more."""
    spoilt = tag.copy()
    side = tag.shape[0]
    match rng.choice(("scribbled", "pasted over", "torn", "blurred")):
        case "scribbled":
            colour = tuple(rng.randint(0, 80) for _ in range(3))
            for _ in range(rng.randint(10, 25)):
                start, end = ([rng.randrange(side), rng.randrange(side)] for _ in range(2))
                cv2.line(spoilt, start, end, colour, max(1, side // rng.randint(15, 30)), cv2.LINE_AA)
        case "pasted over":
            spoilt[:] = np.array([rng.randint(40, 240) for _ in range(3)], np.uint8)[: 3 if tag.ndim == 3 else 1]
        case "torn":
            turn = rng.uniform(0, 2 * np.pi)
            y, x = np.mgrid[:side, : tag.shape[1]] / side - 0.5
            spoilt[x * np.cos(turn) + y * np.sin(turn) > rng.uniform(-0.3, 0.0)] = rng.randint(150, 250)
        case _:
            spoilt = np.asarray(cv2.GaussianBlur(tag, (0, 0), side / rng.uniform(4, 9)), np.uint8)
    return spoilt


def _any_colour(rng: random.Random) -> tuple[int, int, int]:
    """Return a skin's colour, or any."""
    if rng.random() < 0.5:
        light = rng.uniform(0.25, 1.0)
        return round(160 * light), round(190 * light), round(240 * light)
    return rng.randint(10, 240), rng.randint(10, 240), rng.randint(10, 240)


def _any_look(rng: random.Random) -> PictureLook:
    """Return any light and sensor."""
    return PictureLook(
        brightness=rng.uniform(0.4, 1.1),
        warmth=rng.uniform(0, 0.9),
        vignette=rng.uniform(0, 0.4),
        lamp=rng.uniform(0, 0.5),
        gloss=rng.choice((0.0, 0.25, 0.4, 1.0)),
        blur_px=rng.uniform(0.4, 1.4),
        motion_px=rng.choice((0.0, 0.0, 0.0, rng.uniform(0, 3.5))),
        noise=rng.uniform(1, 9),
        jpeg_quality=rng.choice((None, 60, 75, 90)),
    )


def _scored(unit: tuple[str, int], seed: int) -> dict[str, PictureCounts]:
    return score_picture(mixture(*unit, seed))


def main() -> None:
    """Print readings of tables unseen by the network, without and with the profile."""
    parser = argparse.ArgumentParser(description="Scores tables on which anything comes with anything.")
    parser.add_argument("--seed", type=int, default=934)
    parser.add_argument("--pictures", type=int, default=100, help="of each kind")
    args = parser.parse_args()
    units = [(kind, number) for number in range(args.pictures) for kind in MIXTURES]
    with ProcessPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
        counted = pool.map(partial(_scored, seed=args.seed), units)
        print_sums((kind, of_picture) for (kind, _), of_picture in zip(units, counted, strict=True))


if __name__ == "__main__":
    main()
