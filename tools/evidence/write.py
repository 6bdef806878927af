"""Write pictures or a film of a kind with their truth into a folder.

python -m tools.evidence.write --kind hand --pictures 10 --seed 900 --out FOLDER     (--kind list: the kinds)

They serve to be looked at or to try a reader on them. Tune on seeds from 900; others are for scoring finished
work (see `tools.evidence.score`).
"""

import argparse
import json
import sys
from pathlib import Path

import cv2

from tools.evidence.photo import EvidencePhoto
from tools.evidence.room_films import ROOM_FILMS, room_film
from tools.evidence.rooms import KINDS, photos


def main() -> None:
    """Write them."""
    parser = argparse.ArgumentParser(description="Writes pictures of disturbed tables and their truth.")
    parser.add_argument("--kind", required=True, help="a kind of picture or film; 'list' names them, 'all' writes all")
    parser.add_argument("--pictures", type=int, default=10)
    parser.add_argument("--seed", type=int, default=900)
    parser.add_argument("--width", type=int, help="the pictures' width in pixels (default: the kind's own)")
    parser.add_argument("--out", type=Path, default=Path("evidence"))
    args = parser.parse_args()
    if args.kind == "list":
        print("\n".join([*KINDS, *ROOM_FILMS]))
        return
    kinds = list(KINDS) if args.kind == "all" else [args.kind]
    if unknown := [kind for kind in kinds if kind not in KINDS and kind not in ROOM_FILMS]:
        sys.exit(f"There is no kind {unknown[0]!r}; --kind list names them.")
    args.out.mkdir(parents=True, exist_ok=True)
    for kind in kinds:
        if kind in ROOM_FILMS:
            film, moments = room_film(kind, args.seed)
            for number, _ in enumerate(moments):
                assert film.latest is not None
                _write(args.out, f"{kind.replace(' ', '-')}-{args.seed}-{number:03}", film.latest)
            continue
        size = (args.width, args.width * 10 // 16) if args.width else None
        for number, photo in enumerate(photos(kind, args.pictures, seed=args.seed, size_px=size)):
            _write(args.out, f"{kind.replace(' ', '-')}-{args.seed}-{number}", photo)


def _write(folder: Path, name: str, photo: EvidencePhoto) -> None:
    cv2.imwrite(str(folder / f"{name}.png"), photo.picture)
    truth = {"focal_px": photo.focal_px} | photo.truth
    (folder / f"{name}.json").write_text(json.dumps(truth, indent=1), encoding="utf-8")
    print(folder / f"{name}.png", flush=True)


if __name__ == "__main__":
    main()
