"""Store of the evidence's pictures under build/evidence.

Making one takes many times as long as reading it.
"""

import hashlib
import json
from functools import lru_cache
from pathlib import Path

import cv2
import numpy as np

from companion.games.finstere_flure.tags import make_catalogue
from tools.evidence.photo import EvidencePhoto
from tools.evidence.print_kinds import PRINT_KINDS
from tools.evidence.rooms import KINDS, photo
from tools.evidence.stills import STILLS, still
from vision.model.profile import CameraProfile
from vision.picture import Pixels

#: All kinds of pictures of tables in rooms.
ROOM_KINDS = {**KINDS, **PRINT_KINDS}
ROOT = Path(__file__).resolve().parent.parent.parent
#: All that decides about how a picture comes out.
_SOURCES = (
    "vision/virtual/*.py",
    "vision/model/pinhole.py",
    "vision/decode/symbols.py",
    "companion/games/finstere_flure/*_art.py",
    "companion/games/finstere_flure/pa*.py",
    "companion/games/finstere_flure/virtual_table/piece_things.py",
    "companion/games/finstere_flure/payloads.json",
    "companion/games/finstere_flure/learning/random_table.py",
    "companion/games/finstere_flure/virtual_table/scene.py",
    "companion/games/finstere_flure/tag*.py",
    "tools/evidence/drawn_prints/*.py",
    "tools/evidence/photo.py",
    "tools/evidence/print_kinds.py",
    "tools/evidence/prints.py",
    "tools/evidence/rooms.py",
    "tools/evidence/small_things.py",
    "tools/evidence/stills.py",
)


def digest_of(patterns: tuple[str, ...]) -> str:
    """Return a digest of the contents of all files of the project that match."""
    whole = hashlib.sha256()
    for pattern in patterns:
        for path in sorted(ROOT.glob(pattern)):
            whole.update(path.read_bytes())
    return whole.hexdigest()[:12]


@lru_cache(maxsize=1)
def _folder() -> Path:
    return ROOT / "build" / "evidence" / digest_of(_SOURCES)


def kept(kind: str, number: int, seed: int) -> EvidencePhoto:
    """Return a picture of `rooms`, `print_kinds` or `stills`, made if it is not kept yet."""
    stem = _folder() / f"{kind.replace(' ', '-')}-{seed}-{number}"
    told, seen, bare = (stem.with_name(stem.name + ending) for ending in (".json", ".png", "-bare.png"))
    if not told.exists():
        taken = still(kind, number, seed=seed) if kind in STILLS else photo(kind, number, seed=seed, kinds=ROOM_KINDS)
        assert taken.bare is not None
        stem.parent.mkdir(parents=True, exist_ok=True)
        cv2.imwrite(str(seen), taken.picture, [cv2.IMWRITE_PNG_COMPRESSION, 1])
        cv2.imwrite(str(bare), taken.bare, [cv2.IMWRITE_PNG_COMPRESSION, 1])
        data = {
            "truth": taken.truth,
            "focal_px": taken.focal_px,
            "code": taken.catalogue.code,
            "size": taken.profile.image_size,
            "matrix": taken.profile.matrix.tolist(),
            "distortion": taken.profile.distortion.tolist(),
        }
        told.write_text(json.dumps(data), encoding="utf-8")
    data = json.loads(told.read_text(encoding="utf-8"))
    profile = CameraProfile(tuple(data["size"]), np.array(data["matrix"]), np.array(data["distortion"]))
    catalogue = make_catalogue(code=data["code"])
    return EvidencePhoto(_read(seen), data["truth"], data["focal_px"], profile, catalogue, _read(bare))


def _read(file: Path) -> Pixels:
    picture = cv2.imread(str(file), cv2.IMREAD_COLOR)
    if picture is None:
        raise SystemExit(f"{file} is damaged: delete it and its .json.")
    return np.asarray(picture, np.uint8)
