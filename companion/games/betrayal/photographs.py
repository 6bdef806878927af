"""Betrayal before the virtual camera: a game or a state on the table.

The truth about its picture comes with it.
"""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from companion.cards.laid_cards import mat_corners
from companion.cards.things import CardThings, Sleeves
from companion.games.betrayal.mat import REFERENCES, default_strips
from companion.games.betrayal.placement import PlacedPiece, PlacementCare, foot_mm, place_pieces
from companion.games.betrayal.public_table import BetrayalPublicTable, load_photographed
from companion.games.betrayal.tags import TagKind
from companion.games.betrayal.tile_art import CARD_FACES, MONSTER_BGR, figure_bgr, tile_art
from companion.virtual_table.photographs import Photographs, TrueScene
from engine.betrayal.components import TILES, Floor
from vision.model.catalogue import Catalogue, Tag
from vision.model.surface import Area, Point
from vision.virtual import Body, Hand, Print, PrintedCode, Scene, Shot, Thing, disc, rectangle
from vision.virtual.tag_art import PAPER, tag_print
from vision.virtual.wood import wood_print

#: Sleeves shine a little.
_SHINE = 0.5
_CARDBOARD = (96, 112, 120)
#: Thickness of a plate (mm).
_PLATE_MM = 1.0
#: Thickness of a token (mm).
_TOKEN_MM = 2.0
#: Parts of a figure, from its foot to its head: the diameter of each, and the heights from and up to which it reaches
#: (mm).
_FIGURE = ((14.0, 0.0, 3.0), (9.0, 3.0, 20.0), (11.0, 20.0, 24.0), (8.0, 24.0, 32.0))
#: A landing is seen if so much of its tag is.
_IN_SIGHT = 0.9


class HouseThings:
    """Makes the pieces of a catalogue: tiles, plates with figures, tokens, cards and references."""

    def __init__(self, catalogue: Catalogue, sleeves: Sleeves | None = None) -> None:
        self._catalogue = catalogue
        self._cards = CardThings(catalogue, CARD_FACES, sleeves)

    def tag(self, tag_id: str) -> Tag:
        """Return the tag of this id. Raises UserError if the catalogue has none."""
        return self._cards.tag(tag_id)

    def edges_mm(self, tag_id: str) -> Area:
        """Return the edges of the piece that bears this tag, from the tag's centre."""
        return self._cards.edges_mm(tag_id)

    def make(self, tag_id: str, centre_mm: Point, turn_deg: float, base_mm: float = 0.0) -> Thing:
        """Return the piece that bears this tag; a figure stands on its plate."""
        tag = self.tag(tag_id)
        if tag.kind == TagKind.CARD:
            return self._cards.make(tag_id, centre_mm, turn_deg, base_mm)
        if tag.kind == TagKind.TILE:
            bodies = [self._flat(tag, base_mm, tag.height_mm, _CARDBOARD, (_tile_print(tag),))]
        elif tag.kind == TagKind.MONSTER:
            bodies = [self._flat(tag, base_mm, _TOKEN_MM, MONSTER_BGR)]
        else:
            bodies = [self._flat(tag, base_mm, _PLATE_MM, PAPER), *_figure(tag, base_mm + _PLATE_MM)]
        return Thing(tag.id, centre_mm, turn_deg, tuple(bodies), PrintedCode(self._catalogue.symbol_mm(tag)))

    def references(self) -> list[Thing]:
        """Return the reference tags at their places."""
        return self._cards.references()

    def _flat(
        self, tag: Tag, base_mm: float, thick: float, shade: tuple[int, int, int], prints: tuple[Print, ...] = ()
    ) -> Body:
        outline = rectangle(*self.edges_mm(tag.id))
        return Body(outline, base_mm, base_mm + thick, shade, PAPER, (*prints, tag_print(tag, self._catalogue)))


def _tile_print(tag: Tag) -> Print:
    left, top, right, _ = tag.piece_mm or (0.0, 0.0, 0.0, 0.0)
    art = tile_art(tag.id.partition("/")[2])
    return Print(art, art.shape[1] / (right - left), (left, top))


def _figure(tag: Tag, foot: float) -> Iterator[Body]:
    """Yield the parts of a figure on its plate."""
    shade = figure_bgr(tag.id.partition("/")[2])
    foot_at_mm = np.array(foot_mm(tag))
    for wide, low, high in _FIGURE:
        yield Body(disc(wide) + foot_at_mm, foot + low, foot + high, shade, shade)


@dataclass(frozen=True)
class BetrayalPhotographs(Photographs):
    """All floors together, or one of them (`floor`), as carefully laid as `care` says."""

    floor: Floor | None = None
    care: PlacementCare = field(default_factory=PlacementCare)

    def add_arguments(self, parser: argparse.ArgumentParser) -> None:
        """Add the option for one floor instead of all."""
        parser.add_argument(
            "--floor", choices=[str(floor) for floor in Floor], help="only this floor lies on the table (default: all)"
        )

    def with_arguments(self, args: argparse.Namespace) -> Self:
        """Return the same with the floor asked for."""
        return self if args.floor is None else replace(self, floor=Floor(args.floor))

    def required_points(self, catalogue: Catalogue) -> npt.NDArray[np.float64]:
        """Return the corners of what the references enclose."""
        return mat_corners(catalogue)

    def scene(self, source: str, catalogue: Catalogue, *, seed: int, hand: Hand | None, moment: str = "") -> TrueScene:  # noqa: ARG002 - all moments are alike
        """Return the table of a game file or a public state."""
        table, state = load_photographed(source)
        pieces = place_pieces(table, catalogue, Random(seed), self.care, self.floor)
        scene = scene_of(pieces, catalogue, Sleeves(_SHINE, seed), hand)
        return scene, lambda shot: {**shot_truth(shot, table), "state": state}


def scene_of(
    pieces: Sequence[PlacedPiece], catalogue: Catalogue, sleeves: Sleeves | None = None, hand: Hand | None = None
) -> Scene:
    """Return the table with these pieces, lower ones first."""
    things = HouseThings(catalogue, sleeves)
    made = []
    for piece in pieces:
        thing = things.make(piece.tag_id, piece.at_mm, piece.turn_deg, piece.base_mm)
        # The tag lies on the plate, not on the figure's head.
        made.append(replace(thing, bodies=thing.bodies[:1]))
        if thing.bodies[1:]:
            made.append(replace(thing, bodies=thing.bodies[1:], code=None))
    ground = (wood_print(catalogue.surface.extent_mm),)
    return Scene(ground, (*things.references(), *made), catalogue.surface, hand)


def shot_truth(shot: Shot, table: BetrayalPublicTable) -> dict[str, Any]:
    """Return the shot's truth: `pieces` and `references`.

    Pieces are told as ``companion read`` tells them, each with what the shot says.
    """
    truth = dict(shot.truth)
    pieces, references, floors = [], [], set()
    strip_of = {
        card: strip for strip, holder in default_strips(tuple(table.held)).items() for card in table.held[holder]
    }
    for thing in truth.pop("things"):
        kind, _, name = thing["id"].partition("/")
        if thing["id"] in REFERENCES:
            references.append(thing)
            continue
        x, y = thing["centre_mm"]
        entry = {**thing, "at_mm": [round(x, 1), round(y, 1)]}
        if kind == "tile":
            place = table.rooms[name]
            entry |= {"floor": str(place.floor), "x": place.x, "y": place.y, "turn": place.turn}
            if thing["visible"] > _IN_SIGHT and TILES[name].start:
                floors.add(place.floor)
        elif kind == "explorer":
            room, side = table.figures[name]
            entry |= {"room": room, "side": side and str(side)}
        elif kind == "monster":
            token, _, face = name.partition("/")
            entry |= {"room": table.monsters[token][0], "side": None, "face": face}
        elif name in strip_of:
            entry |= {"strip": strip_of[name]}
        else:
            entry |= {"room": table.lying[name]}
        pieces.append(entry)
    seen = [str(floor) for floor in Floor if floor in floors]
    return {**truth, "pieces": pieces, "references": references, "floors_seen": seen}


PHOTOGRAPHS = BetrayalPhotographs()
