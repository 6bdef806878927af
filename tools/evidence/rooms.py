"""Tables in real rooms: any arms, foreign prints, lamps, windows, sun, candles; with truth.

python -m tools.evidence.write writes them into a folder.
"""

import math
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

import cv2
import numpy as np

from companion.games.finstere_flure.learning.random_table import random_table
from companion.games.finstere_flure.tags import make_catalogue
from companion.games.finstere_flure.virtual_table.scene import required_points, scene_from_position, shot_truth
from engine.finstere_flure.board import CELLS
from engine.finstere_flure.position import Position
from tools.evidence.arm import PATTERNS, POSES, SKINS, Arm, Bgr, Sleeve
from tools.evidence.lamps import Lamp, sun
from tools.evidence.photo import EvidencePhoto
from tools.evidence.photograph import RoomCamera
from tools.evidence.prints import ground
from tools.evidence.room import GLOSSY, LACQUER, MATT, SATIN, Finish, LitRoom
from tools.evidence.sensor import Sensor
from vision.model.catalogue import Catalogue
from vision.model.profile import CameraProfile
from vision.picture import Pixels
from vision.symbology import SYMBOL_MODULES, Symbology
from vision.virtual import Body, Scene, Thing, Viewpoint, disc, fit_view, rectangle

#: A picture in which a module of a stone's tag is about 2 pixels wide.
SIZE_PX = (1920, 1200)
WIDTH_DEG = 66.0
#: What is no farther from a piece's middle lies on it.
_HALF_PIECE_MM = 16.0


@dataclass(frozen=True)
class Setting:
    """All that is in front of the camera but the position: filled in by a kind of picture.

    `azimuth_deg` None puts the camera on either long side of the table, more or less; `distortion` (k1, k2) None bends
    straight lines a little. `code` is the symbology of all tags.
    """

    board: str = "own"
    table: str = "wood"
    room: LitRoom = field(default_factory=LitRoom)
    sensor: Sensor = field(default_factory=Sensor)
    arms: tuple[Arm, ...] = ()
    objects: tuple[Thing, ...] = ()
    worn: int = 0
    tilt_deg: float = 8.0
    size_px: tuple[int, int] = SIZE_PX
    azimuth_deg: float | None = None
    width_deg: float = WIDTH_DEG
    distortion: tuple[float, float] | None = None
    code: Symbology = "qr"


# --- light --------------------------------------------------------------------------------------------------------


def _lamp(rng: random.Random, level: float, kelvin: float, *, high: float = 900.0, wide: float = 120.0) -> Lamp:
    """Return a lamp anywhere round the board."""
    way, far = rng.uniform(0, 2 * math.pi), rng.uniform(250, 700)
    return Lamp((200 + far * math.sin(way), 137 + far * math.cos(way), high), (wide, wide), level, kelvin)


def good_light(rng: random.Random) -> LitRoom:
    """Return a ceiling lamp and daylight, the board satin."""
    lamp = _lamp(rng, rng.uniform(0.2, 0.5), rng.uniform(2700, 5000), high=rng.uniform(1300, 2000), wide=350)
    return LitRoom((lamp,), rng.uniform(0.35, 0.6), rng.uniform(3500, 6500), board=MATT)


def _mirror_place(
    view_tilt: float, azimuth_deg: float, point: tuple[float, float], high: float
) -> tuple[float, float, float]:
    """Return the place of a lamp at this height that the camera sees mirrored at this point.

    The point is approximate.
    """
    # The camera is about 520 mm away; mirrored, it is as far below the board.
    tilt, way = math.radians(view_tilt), math.radians(azimuth_deg)
    eye = (200 + 520 * math.sin(tilt) * math.sin(way), 137 + 520 * math.sin(tilt) * math.cos(way), 520 * math.cos(tilt))
    stretch = high / eye[2]
    return point[0] + (point[0] - eye[0]) * stretch, point[1] + (point[1] - eye[1]) * stretch, high


def _glare(rng: random.Random, finish: Finish, shape: str) -> Setting:
    """Return a setting with one or two lamps or a window mirrored in the board."""
    tilt, azimuth = rng.uniform(5, 20), rng.choice((0, 180)) + rng.uniform(-25, 25)
    lamps = []
    for _ in range(rng.choice((1, 1, 2))):
        at_mm = rng.uniform(40, 360), rng.uniform(40, 235)
        if shape == "window":
            place = _mirror_place(tilt, azimuth, at_mm, rng.uniform(900, 1600))
            size = rng.uniform(500, 1100), rng.uniform(500, 1100)
            panes = rng.choice(((1, 1), (2, 1), (2, 2), (2, 3)))
            lamps.append(Lamp(place, size, rng.uniform(0.35, 0.7), 6500, disc=False, panes=panes))
        else:
            place = _mirror_place(tilt, azimuth, at_mm, rng.uniform(600, 1400))
            wide = rng.choice((60.0, 120.0, 250.0))
            disc_shaped = rng.random() < 0.7
            size = (wide, wide) if disc_shaped else (1200.0, 60.0)
            lamps.append(Lamp(place, size, rng.uniform(0.3, 0.6), rng.uniform(2700, 4500), disc=disc_shaped))
    room = LitRoom(tuple(lamps), rng.uniform(0.25, 0.45), 4500, board=finish, pieces=rng.choice((MATT, SATIN, finish)))
    return Setting(room=room, tilt_deg=tilt, azimuth_deg=azimuth, sensor=Sensor(exposure=rng.uniform(0.85, 1.1)))


def _low_sun(rng: random.Random) -> Setting:
    """Set a low sun: every piece throws a long hard shadow, and so does whoever sits there."""
    star = sun(rng.uniform(0.8, 1.6), rng.uniform(12, 35), rng.uniform(0, 360), rng.uniform(3300, 5200))
    return Setting(room=LitRoom((star,), rng.uniform(0.2, 0.45), 6500, board=MATT))


def _cast_shadow(rng: random.Random) -> Setting:
    """Set the hard-edged shadow of an arm across tags; the arm may itself be beside the board."""
    towards, high = rng.uniform(0, 360), rng.uniform(20, 45)
    way = math.radians(towards)
    if rng.random() < 0.5:
        lamp = sun(rng.uniform(0.9, 1.6), high, towards, rng.uniform(3800, 5200))
    else:
        far = rng.uniform(600, 900)
        flat = far * math.cos(math.radians(high))
        at_mm = 200 + flat * math.sin(way), 137 - flat * math.cos(way), far * math.sin(math.radians(high))
        lamp = Lamp(at_mm, (50, 50), rng.uniform(0.8, 1.4), rng.uniform(2500, 4500))
    # The shadow is to fall here, so the arm is held as much nearer to the lamp as its height asks for.
    x, y = rng.uniform(60, 340), rng.uniform(50, 225)
    raised = rng.uniform(60, 180)
    nearer = (raised + 40) / math.tan(math.radians(high))
    arm = any_arm(rng, (x + nearer * math.sin(way), y - nearer * math.cos(way)))
    pose = rng.choice(("spread", "hovering", "pointing", "pinching"))
    arm = replace(arm, from_deg=towards + rng.uniform(-40, 40), pose=pose, raised_mm=raised)
    return Setting(room=LitRoom((lamp,), rng.uniform(0.2, 0.4), 4500, board=MATT), arms=(arm,))


def _mood(rng: random.Random) -> Setting:
    """Set a dim warm lamp, or a coloured one; the camera's noise shows."""
    kelvin = rng.uniform(1900, 2400)
    lamp = _lamp(rng, rng.uniform(0.5, 0.8), kelvin, high=rng.uniform(500, 900))
    room = LitRoom((lamp,), rng.uniform(0.08, 0.2), kelvin, board=rng.choice((MATT, SATIN)))
    sensor = Sensor(noise=rng.uniform(5, 9), exposure=rng.uniform(0.45, 0.8), balance=rng.uniform(0.1, 0.7))
    return Setting(room=room, sensor=sensor)


def _candles(rng: random.Random) -> Setting:
    """Set two to four candles beside the board: long soft shadows and uneven light."""
    lamps = []
    for _ in range(rng.randint(2, 4)):
        way = rng.uniform(0, 2 * math.pi)
        at_mm = 200 + 330 * math.cos(way), 137 + 270 * math.sin(way), rng.uniform(150, 260)
        lamps.append(Lamp(at_mm, (14, 24), rng.uniform(0.25, 0.5), rng.uniform(1850, 2050)))
    room = LitRoom(tuple(lamps), rng.uniform(0.05, 0.15), 2200, board=rng.choice((MATT, SATIN)))
    sensor = Sensor(noise=rng.uniform(5, 8), exposure=rng.uniform(0.6, 0.9), balance=rng.uniform(0.2, 0.8))
    return Setting(room=room, sensor=sensor)


# --- arms ---------------------------------------------------------------------------------------------------------

_CLOTHS: tuple[Bgr, ...] = (
    (18, 18, 20),
    (60, 60, 64),
    (120, 118, 116),
    (205, 205, 200),
    (240, 240, 240),
    (120, 60, 30),
    (60, 40, 150),
    (40, 90, 40),
    (30, 150, 210),
    (140, 90, 150),
    (60, 90, 130),
    (200, 160, 90),
)


def any_arm(rng: random.Random, over_mm: tuple[float, float] = (200.0, 137.0)) -> Arm:
    """Return an arm of any skin, size, side and clothing, in any pose, over this place."""
    sleeve = None
    if rng.random() < 0.6:
        pattern = rng.choice(PATTERNS)
        colour, second = rng.sample(_CLOTHS, 2)
        sleeve = Sleeve(colour, pattern, second, rng.choice((10.0, 40.0, 90.0, 180.0)))
    glove = rng.choice(_CLOTHS) if rng.random() < 0.12 else None
    return Arm(
        over_mm,
        rng.uniform(0, 360),
        rng.choice(sorted(POSES)),
        rng.choice(SKINS),
        sleeve,
        glove,
        rng.uniform(0.72, 1.08),
        rng.choice((0.0, 0.0, rng.uniform(0, 60))),
        left=rng.random() < 0.5,
    )


def over_board(rng: random.Random) -> tuple[float, float]:
    """Return any point on the board but at its rim."""
    return rng.uniform(40, 360), rng.uniform(30, 245)


def any_light(rng: random.Random) -> LitRoom:
    """Warm, cold or mixed light."""
    lamps = [_lamp(rng, rng.uniform(0.25, 0.8), rng.choice((2300, 2700, 3500, 5500)), high=rng.uniform(500, 1500))]
    if rng.random() < 0.5:
        lamps.append(_lamp(rng, rng.uniform(0.2, 0.5), rng.choice((2700, 6500, 8000)), high=rng.uniform(500, 1500)))
    return LitRoom(tuple(lamps), rng.uniform(0.2, 0.5), rng.choice((2700, 4500, 6500)), board=rng.choice((MATT, SATIN)))


def _hand(rng: random.Random) -> Setting:
    return Setting(room=any_light(rng), arms=(any_arm(rng, over_board(rng)),))


def _finger_tip(rng: random.Random) -> Setting:
    """Set the tip of a finger, or a little more, over the board's edge."""
    inside, way = rng.uniform(5, 45), rng.choice((0.0, 90.0, 180.0, 270.0))
    x, y = {
        0.0: (rng.uniform(10, 290), inside),
        90.0: (400 - inside, rng.uniform(110, 265)),
        180.0: (rng.uniform(110, 390), 275 - inside),
        270.0: (inside, rng.uniform(10, 165)),
    }[way]
    arm = replace(any_arm(rng, (x, y)), from_deg=way + rng.uniform(-25, 25), raised_mm=0.0)
    return Setting(room=any_light(rng), arms=(replace(arm, pose=rng.choice(("pointing", "resting", "pinching"))),))


def _three_arms(rng: random.Random) -> Setting:
    arms = tuple(any_arm(rng, over_board(rng)) for _ in range(rng.choice((2, 3))))
    return Setting(room=any_light(rng), arms=arms)


def _hand_on_print(rng: random.Random) -> Setting:
    """Return a hand over a board that is not ours."""
    return replace(_hand(rng), board=_any_print(rng), table=any_table(rng))


# --- prints and tables --------------------------------------------------------------------------------------------


def _any_print(rng: random.Random) -> str:
    return rng.choice(("photograph", "blotches", "pattern", "text", "strong cells", "dungeon"))


def any_table(rng: random.Random) -> str:
    """Draw a kind of table under the board."""
    return rng.choice(("wood", "white", "black", "cloth"))


def _printed(board: str) -> Callable[[random.Random], Setting]:
    return lambda rng: Setting(board=board, table=any_table(rng), room=good_light(rng))


# --- things that are no pieces --------------------------------------------------------------------------------------


def any_object(rng: random.Random, number: int) -> Thing:
    """Return a coin, a die, a mug, a bottle's cap, a pencil, a card that lies face down."""
    at_mm = rng.uniform(10, 390), rng.uniform(10, 265)
    turn = rng.uniform(0, 360)
    kind = rng.choice(("coin", "coin", "cap", "die", "mug", "pencil", "card"))
    grey = rng.randint(60, 200)
    body: tuple[Body, ...]
    if kind == "coin":
        colour = rng.choice(((70, 110, 170), (110, 170, 200), (150, 158, 160)))
        body = (Body(disc(rng.uniform(17, 26)), 0, 2, colour, colour),)
    elif kind == "cap":
        body = (Body(disc(28), 0, 9, (grey, grey // 2, 40), (grey, grey // 2, 60)),)
    elif kind == "die":
        body = (Body(rectangle(-8, -8, 8, 8), 0, 16, (grey,) * 3, (grey, grey, 230)),)
    elif kind == "mug":
        wide = rng.uniform(70, 90)
        rim = (rng.randint(30, 240), rng.randint(30, 240), rng.randint(30, 240))
        body = (Body(disc(wide), 0, 92, rim, rim), Body(disc(wide - 8), 92, 92, rim, (18, 30, 46)))
    elif kind == "pencil":
        body = (Body(rectangle(-85, -4, 85, 4), 0, 7, (40, 150, 220), (50, 180, 240)),)
    else:
        body = (Body(rectangle(-28, -44, 28, 44), 0, 0.6, (grey,) * 3, (130, 40, rng.randint(30, 200))),)
    return Thing(f"{kind} {number}", at_mm, turn, body)


def _on_top(thing: Thing, others: Sequence[Thing]) -> Thing:
    """Return the thing, lying on the highest of those that are under it."""
    outline = thing.to_board(thing.bodies[0].outline_mm).astype(np.float32)
    under = [o for o in others if cv2.pointPolygonTest(outline, o.centre_mm, True) > -_HALF_PIECE_MM]
    base = max((other.top_mm for other in under), default=0.0)
    bodies = (replace(body, base_mm=body.base_mm + base, top_mm=body.top_mm + base) for body in thing.bodies)
    return replace(thing, bodies=tuple(bodies))


def _objects(rng: random.Random) -> Setting:
    things = tuple(any_object(rng, n) for n in range(rng.randint(3, 7)))
    return Setting(room=good_light(rng), objects=things)


def _worn_tags(rng: random.Random) -> Setting:
    return Setting(room=good_light(rng), worn=rng.randint(2, 5))


# --- lens and sensor ------------------------------------------------------------------------------------------------


def _far_edge(rng: random.Random) -> Setting:
    """Set a tilted camera, noisy and coarse: 1.3 to 1.6 pixels a module at the far edge."""
    sensor = Sensor(blur_px=rng.uniform(0.5, 0.8), noise=rng.uniform(4, 7), sharpen=rng.uniform(0, 0.6))
    return Setting(room=good_light(rng), sensor=sensor, tilt_deg=rng.uniform(25, 38), size_px=(1760, 1100))


def _soft_corner(rng: random.Random) -> Setting:
    """Return a setting whose depth of field ends before one corner or edge."""
    focus = rng.choice((0.15, 0.85)), rng.choice((0.2, 0.8))
    sensor = Sensor(defocus_px=rng.uniform(1.4, 2.6), focus=focus)
    return Setting(room=good_light(rng), sensor=sensor, tilt_deg=rng.uniform(10, 30), size_px=(2304, 1440))


def _dirty_lens(rng: random.Random) -> Setting:
    return Setting(room=any_light(rng), sensor=Sensor(dirt=rng.uniform(0.5, 1.0)))


def _wide_lens(rng: random.Random) -> Setting:
    """Return a lens of 75 to 120 degrees that bends straight lines to barrels, tilted."""
    width = rng.uniform(75, 120)
    # Measured at the picture's side, so that wide and narrow lenses bend alike.
    side = math.tan(math.radians(width / 2)) ** 2
    bend = rng.uniform(0.05, 0.25)
    distortion = (-bend / side, rng.uniform(0.12, 0.25) * bend / side**2)
    return Setting(
        room=good_light(rng),
        tilt_deg=rng.uniform(0, 40),
        width_deg=width,
        distortion=distortion,
        size_px=(2560, 1600),
    )


def _narrow_lens(rng: random.Random) -> Setting:
    """Return a lens of 35 to 55 degrees from farther away, tilted."""
    distortion = (rng.uniform(-0.15, 0.15), 0.0)
    width = rng.uniform(35, 55)
    return Setting(room=good_light(rng), tilt_deg=rng.uniform(0, 40), width_deg=width, distortion=distortion)


def _april_far(rng: random.Random) -> Setting:
    """Return AprilTags before a coarse camera, some under fingers."""
    setting = replace(_far_edge(rng), code="april", size_px=(800, 500))
    return replace(setting, arms=(any_arm(rng, over_board(rng)),)) if rng.random() < 0.5 else setting


#: The kinds of picture by name.
KINDS: Mapping[str, Callable[[random.Random], Setting]] = {
    "good light": lambda rng: Setting(room=good_light(rng)),
    "hand": _hand,
    "finger tip": _finger_tip,
    "three arms": _three_arms,
    "hand on a foreign print": _hand_on_print,
    "photograph print": _printed("photograph"),
    "blotches print": _printed("blotches"),
    "pattern print": _printed("pattern"),
    "text print": _printed("text"),
    "strong cells print": _printed("strong cells"),
    "dungeon print": _printed("dungeon"),
    "lamp on satin": lambda rng: _glare(rng, SATIN, "lamp"),
    "lamp on gloss": lambda rng: _glare(rng, GLOSSY, "lamp"),
    "window on matt": lambda rng: _glare(rng, MATT, "window"),
    "window on satin": lambda rng: _glare(rng, SATIN, "window"),
    "window on gloss": lambda rng: _glare(rng, GLOSSY, "window"),
    "lacquer": lambda rng: _glare(rng, LACQUER, rng.choice(("lamp", "window"))),
    "low sun": _low_sun,
    "cast shadow": _cast_shadow,
    "mood light": _mood,
    "candles": _candles,
    "far edge": _far_edge,
    "soft corner": _soft_corner,
    "dirty lens": _dirty_lens,
    "wide lens": _wide_lens,
    "narrow lens": _narrow_lens,
    "AprilTags, coarse camera": _april_far,
    "white cloth": lambda rng: Setting(table="white", room=good_light(rng)),
    "black table": lambda rng: Setting(table="black", room=good_light(rng)),
    "objects": _objects,
    "worn tags": _worn_tags,
}


def photos(kind: str, count: int, *, seed: int, size_px: tuple[int, int] | None = None) -> Iterator[EvidencePhoto]:
    """Yield pictures of a kind. The same arguments give the same pictures."""
    for number in range(count):
        yield photo(kind, number, seed=seed, size_px=size_px)


def photo(
    kind: str,
    number: int,
    *,
    seed: int,
    size_px: tuple[int, int] | None = None,
    kinds: Mapping[str, Callable[[random.Random], Setting]] = KINDS,
) -> EvidencePhoto:
    """Return one of the pictures of a kind, which is one of `kinds`."""
    rng = random.Random(f"{kind} {seed} {number}")
    setting = kinds[kind](rng)
    if size_px:
        setting = replace(setting, size_px=size_px)
    catalogue = make_catalogue(code=setting.code)
    position = random_table(rng, players=rng.randint(2, 7))
    table = set_up(setting, position, catalogue, rng)
    bare = own_bare(setting.code) if setting.board == "own" else table.bare(number)
    return replace(table.shoot(setting.arms), bare=bare)


@lru_cache(maxsize=3)
def own_bare(code: Symbology) -> Pixels:
    """Return a picture of our own board, as `bare` of a table."""
    rng = random.Random("bare")
    catalogue = make_catalogue(code=code)
    return set_up(Setting(tilt_deg=5.0), random_table(rng, players=2), catalogue, rng).bare()


class TableInRoom:
    """A position on a table in a room, and the camera over it: as many photographs as one likes."""

    def __init__(
        self, camera: RoomCamera, view: Viewpoint, scene: Scene, position: Position, catalogue: Catalogue
    ) -> None:
        self._camera, self._view, self._scene, self._position = camera, view, scene, position
        self.catalogue = catalogue
        self.profile = CameraProfile(view.size_px, view.camera.matrix, view.camera.distortion)
        self.focal_px = float(view.camera.matrix[0, 0])

    def shoot(self, arms: Sequence[Arm] = (), number: int = 0) -> EvidencePhoto:
        """Photograph the setting with these arms; each `number` has noise of its own."""
        shot = self._camera.shoot(arms, number)
        truth = table_truth(shot.truth, self._position, self._scene, self.catalogue.code)
        return EvidencePhoto(shot.picture, truth, self.focal_px, self.profile, self.catalogue)

    def bare(self, seed: int = 0, scale: float = 0.5) -> Pixels:
        """Return a picture of the board with nothing but its reference tags, in good light.

        It is `scale` times as large.
        """
        camera, (width, height) = self._view.camera, self._view.size_px
        matrix = camera.matrix * scale
        # The middle of the first pixel is at 0: it is scaled about its corner.
        matrix[:2, 2] -= (1 - scale) / 2
        matrix[2, 2] = 1.0
        view = Viewpoint(replace(camera, matrix=matrix), (int(width * scale), int(height * scale)))
        empty = cleared(self._scene, self.catalogue)
        room = good_light(random.Random(seed))
        return RoomCamera(empty, view, room, Sensor(blur_px=0.5), seed=seed).shoot().picture


def set_up(setting: Setting, position: Position, catalogue: Catalogue, rng: random.Random) -> TableInRoom:
    """Return the table of a setting with this position on it."""
    scene = scene_of(setting, position, catalogue, rng)
    view = view_of(catalogue, setting, rng)
    camera = RoomCamera(scene, view, setting.room, setting.sensor, seed=rng.randrange(1 << 30))
    return TableInRoom(camera, view, scene, position, catalogue)


def scene_of(setting: Setting, position: Position, catalogue: Catalogue, rng: random.Random) -> Scene:
    """Return the scene of a setting with this position."""
    scene = scene_from_position(position, catalogue, seed=rng.randrange(1 << 30))
    laid = tuple(_on_top(thing, scene.things) for thing in setting.objects)
    things = _worn(scene.things, setting.worn, rng) + laid
    prints = scene.ground
    if setting.board != "own" or setting.table != "wood":
        prints = ground(setting.board, setting.table, rng, catalogue.grid.cell_mm)
    return Scene(prints, things, scene.surface)


def cleared(scene: Scene, catalogue: Catalogue) -> Scene:
    """Return the scene with nothing on the board and round it but the reference tags."""
    references = {tag.id for tag in catalogue.references}
    return replace(scene, things=tuple(thing for thing in scene.things if thing.name in references))


def _worn(things: tuple[Thing, ...], count: int, rng: random.Random) -> tuple[Thing, ...]:
    """Return the things, the tags of some stones and tokens rubbed off, rubbed white or smudged."""
    fit = [thing.name for thing in things if thing.name.startswith(("stone", "red", "blue", "yellow", "green"))]
    chosen = set(rng.sample(fit, min(count, len(fit))))

    def rubbed(thing: Thing) -> Thing:
        body = thing.bodies[-1]
        *art, tag = body.prints
        match rng.choice(("off", "white", "smudged")):
            case "white":
                art.append(replace(tag, picture=np.full_like(tag.picture, rng.randint(190, 250))))
            case "smudged":
                wide = tag.picture.shape[0] / rng.uniform(5, 9)
                art.append(replace(tag, picture=np.asarray(cv2.blur(tag.picture, (int(wide), int(wide))), np.uint8)))
        return replace(thing, bodies=(*thing.bodies[:-1], replace(body, prints=tuple(art))), code=None)

    return tuple(rubbed(thing) if thing.name in chosen else thing for thing in things)


def table_truth(truth: dict[str, Any], position: Position, scene: Scene, code: Symbology = "qr") -> dict[str, Any]:
    """Return the truth with cells and directions.

    Pieces without a tag are among the `objects`, with their cells.
    """
    from vision.virtual.render import Shot

    coded = {entry["id"] for entry in truth["things"]}
    objects = [thing for thing in scene.things if thing.name not in coded]
    blank = {"visible": 0.0, "corners_px": [], "centre_px": [], "centre_mm": [], "turn_deg": 0.0, "top_mm": 0.0}
    padded = truth | {"things": truth["things"] + [{"id": thing.name} | blank for thing in objects]}
    whole = shot_truth(Shot(np.zeros((1, 1, 3), np.uint8), padded), position)
    lost = {thing.name for thing in objects}
    whole["worn"] = [piece for piece in whole["pieces"] if piece["id"] in lost]
    whole["pieces"] = [piece for piece in whole["pieces"] if piece["id"] not in lost]
    whole["references"] = [entry for entry in whole["references"] if entry["id"] not in lost]
    for piece in whole["pieces"]:
        corners = np.array(piece["corners_px"])
        sides = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
        piece["module_px"] = round(float(np.sqrt(sides.min() * sides.mean())) / SYMBOL_MODULES[code], 2)
    return whole


def view_of(catalogue: Catalogue, setting: Setting, rng: random.Random) -> Viewpoint:
    """Return the camera on its side of the table, as near as it can be to see the whole board."""
    size = setting.size_px
    bent = setting.distortion or (rng.uniform(-0.06, 0.02), 0.0)
    return fit_view(
        required_points(catalogue),
        size,
        focal_px=size[0] / 2 / math.tan(math.radians(setting.width_deg / 2)),
        tilt_deg=setting.tilt_deg,
        azimuth_deg=rng.choice((0, 180)) + rng.uniform(-25, 25) if setting.azimuth_deg is None else setting.azimuth_deg,
        roll_deg=rng.uniform(-4, 4),
        distortion=(*bent, 0.0, 0.0, 0.0),
    )


def bare_cells(truth: dict[str, Any]) -> tuple[str, ...]:
    """Return the cells of which nothing at all is hidden."""
    lies = {cell for piece in truth["pieces"] + truth["worn"] for cell in piece.get("cells", [piece.get("cell")])}
    return tuple(cell for cell in CELLS if cell not in lies and sum(truth["cells"].get(cell, {}).values()) < 0.02)
