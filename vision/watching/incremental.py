"""Incremental reading of a known table: the whole picture, or only the changes."""

from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from vision.decode.alignment import Grey, agreements, refine_corners
from vision.decode.codes import TRUSTED_AGREEMENT
from vision.decode.rescan import merged
from vision.decode.symbologies import find_codes_of
from vision.errors import BoardNotFoundError
from vision.locate.registration import Registration
from vision.model.bare_board import BareBoard
from vision.model.catalogue import Catalogue
from vision.model.code_detection import CodeDetection
from vision.model.detections import middles_px
from vision.model.pinhole import Points
from vision.model.placed_tags import Covers
from vision.model.profile import CameraProfile
from vision.reading import Reader, Reading
from vision.sources.camera import Frame
from vision.symbology import SYMBOLOGIES
from vision.watching.corners import FollowedCorners
from vision.watching.gates import Gates
from vision.watching.motion import Mask
from vision.watching.tiles import Crop, Tiles

#: Changed parts are searched with so much round them, in cells, so that no code is cut off.
_MARGIN_CELLS = 0.8


class IncrementalReader:
    """Reader of frames, whole or in part; all but the gates are arguments of `Reader`."""

    def __init__(
        self,
        catalogue: Catalogue,
        profile: CameraProfile | None,
        focal_px: float | None,
        covers: Covers | None,
        gates: Gates,
    ) -> None:
        self.catalogue, self.gates = catalogue, gates
        self._reader = Reader(catalogue, profile, focal_px=focal_px, covers=covers, plain=gates.plain_pieces)
        self.bare_board: BareBoard | None = profile.bare_board if profile else None
        """The look of the bare board, as far as it is known."""
        by_hand = profile is not None and profile.corners_px is not None
        self._corners = FollowedCorners(profile, catalogue.surface, gates) if profile and by_hand else None

    @property
    def still_landmarks(self) -> int | None:
        """Number of still landmarks of a board without references, if much was hidden; else None."""
        return self._corners.still if self._corners else None

    def whole(self, frame: Frame) -> Reading:
        """Return the reading of all of a frame. Raises VisionError."""
        reading = self._read(frame)
        if self._corners is None:
            return reading
        if reading.registration.references:
            self._corners.seen(reading.registration.camera, frame.grey)
        elif self._corners.follow(frame.grey):
            reading = self._read(frame, codes=reading.codes)
        return reading

    def _read(
        self,
        frame: Frame,
        *,
        codes: Sequence[CodeDetection] | None = None,
        held: Registration | None = None,
        worth: Callable[[Points], bool] | None = None,
    ) -> Reading:
        profile = self._corners.profile if self._corners else self._reader.profile
        reader = replace(self._reader, profile=profile, bare_board=self.bare_board)
        return reader.read(frame.picture, codes=codes, held=held, worth=worth)

    def changed(self, frame: Frame, before: Reading, tiles: Tiles, changed: Mask, hidden: Mask) -> Reading | None:
        """Return the reading of a frame that differs from `before` only in the tiles `changed`.

        What is `hidden` is not searched. While references are missing the registration before is held, if what is seen
        agrees with it. None if what should not have changed is not there any more, or the board cannot be located so.
        Raises ProfileError.
        """
        touched = changed | hidden
        shares = [(code, tiles.tag_share(code.corners, touched)) for code in before.codes]
        kept = [code for code, share in shares if share == 0]
        if len(self._still_there(frame.grey, kept)) < len(kept):
            return None
        gone = [code for code, share in shares if share > 0 and tiles.tag_share(code.corners, hidden) == 0]
        search = changed.copy()
        for code in gone:
            search[tiles.box(code.corners)] = True
        known = [code for code in gone if code.text in self.catalogue.by_payload]
        codes = known_codes = kept + self._still_there(frame.grey, known)
        for rows, columns in tiles.boxes_px(search, _MARGIN_CELLS * self._cell_px(before)):
            found = find_codes_of(self.catalogue.code, np.ascontiguousarray(frame.grey[rows, columns]))
            corner = np.array([columns.start, rows.start])
            placed = [replace(code, corners=code.corners + corner) for code in found]
            codes = merged(codes, [code for code in placed if tiles.tag_share(code.corners, hidden) == 0])
        texts = {code.text for code in codes}
        used = [tag for tag in self.catalogue.references if tag.id in before.registration.references]
        held = before.registration if any(texts.isdisjoint(tag.payloads) for tag in used) else None
        # Where the board is followed by what lies there, one tag that is elsewhere is enough to look again.
        needed = self.gates.agreeing_tags if held else 0 if used else 1
        if needed and self._agreeing(known_codes, before) < needed:
            return None
        # What was looked at in vain and has not changed would be looked at in vain again.
        worth = (lambda quad: tiles.tag_share(quad, search) > 0) if changed.any() else None
        try:
            return self._read(frame, codes=codes, held=held, worth=worth)
        except BoardNotFoundError:
            return None

    def parts(self, tiles_there: Mask, tiles: Tiles, reading: Reading | None) -> list[Crop]:
        """Return the parts (rows, columns) of the picture to search for codes on these tiles."""
        return tiles.boxes_px(tiles_there, _MARGIN_CELLS * self._cell_px(reading)) if reading else []

    def _agreeing(self, codes: Sequence[CodeDetection], before: Reading) -> int:
        """Return the number of the catalogue's tags seen just where they were.

        Returns 0 if most of them are not.
        """
        places = {
            placed_tag.tag.payload: middles_px(placed_tag.corners_px[None])[0] for placed_tag in before.placed_tags
        }
        for tag in self.catalogue.references:
            if tag.placement_mm and tag.id in before.registration.references:
                places |= dict.fromkeys(tag.payloads, before.registration.camera.project(tag.placement_mm)[0])
        limit_px = self.gates.moved_cells * self._cell_px(before)
        offs = [
            float(np.linalg.norm(middles_px(code.corners[None])[0] - places[code.text]))
            for code in codes
            if code.text in places
        ]
        agreeing = sum(off <= limit_px for off in offs)
        return agreeing if 2 * agreeing > len(offs) else 0

    def _still_there(self, grey: Grey, codes: Sequence[CodeDetection]) -> list[CodeDetection]:
        """Return the codes without the catalogue's that the picture does not show in their place."""
        found = [code for code in codes if code.text not in self.catalogue.by_payload]
        for kind in SYMBOLOGIES:
            known = [code for code in codes if code.code == kind and code.text in self.catalogue.by_payload]
            payloads = [str(code.text) for code in known]
            corners = np.array([code.corners for code in known]).reshape(-1, 4, 2)
            fine = refine_corners(grey, payloads, kind, corners)
            fits = agreements(grey, payloads, kind, fine) >= TRUSTED_AGREEMENT
            found += [
                replace(code, corners=quad) for code, quad, is_there in zip(known, fine, fits, strict=True) if is_there
            ]
        return found

    def _cell_px(self, reading: Reading) -> float:
        """Estimate the size of cells, or of units of a mat, in the picture (pixels)."""
        surface = self.catalogue.surface
        start = np.array(surface.spread_mm[:1])
        across = reading.registration.camera.project(start + np.array([[0.0, 0.0], [surface.unit_mm, 0.0]]))
        return float(np.hypot(*(across[1] - across[0])))
