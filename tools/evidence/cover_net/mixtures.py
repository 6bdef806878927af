"""Tables on which anything comes with anything: any print in any light under any lens, with arms, objects, worn tags.

python -m tools.evidence.cover_net.mixtures --seed 933 --pictures 100           (scores them)

The kinds of the score have one disturbance each; the network learns from these, too, so that it knows more than those.
"""

import argparse
import os
import random
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial

from companion.games.finstere_flure.random_table import random_table
from companion.games.finstere_flure.tags import make_catalogue
from tools.evidence import rooms
from tools.evidence.measure import Counted
from tools.evidence.photo import EvidencePhoto
from tools.evidence.score import print_sums, score_picture

MIXTURE = "mixture"
_BOARDS = ("own", "photograph", "blotches", "pattern", "text", "strong cells", "dungeon", *4 * ("collage",))
_TABLES = ("wood", "white", "black", "cloth")


def mixture(number: int, seed: int) -> EvidencePhoto:
    """One of these tables. The same arguments give the same picture."""
    rng = random.Random(f"mixture {seed} {number}")
    setting = rooms.KINDS[rng.choice(list(rooms.KINDS))](rng)
    setting = replace(setting, board=rng.choice(_BOARDS), table=rng.choice(_TABLES))
    if rng.random() < 0.45:
        arms = tuple(rooms.any_arm(rng, rooms.over_board(rng)) for _ in range(rng.choice((1, 1, 2, 3))))
        setting = replace(setting, arms=arms)
    if rng.random() < 0.3:
        setting = replace(setting, objects=tuple(rooms.any_object(rng, n) for n in range(rng.randint(1, 6))))
    if rng.random() < 0.2:
        setting = replace(setting, worn=rng.randint(1, 4))
    scale = rng.uniform(0.5, 0.9) if setting.code == "qr" and rng.random() < 0.6 else 1.0
    if scale < 1:
        # Many tags cannot be read then, and the network has more to tell.
        width, height = setting.size_px
        setting = replace(setting, size_px=(round(width * scale), round(height * scale)))
    catalogue = make_catalogue(code=setting.code)
    position = random_table(rng, players=rng.randint(2, 7), everything=rng.random() < 0.3)
    table = rooms.set_up(setting, position, catalogue, rng)
    return replace(table.shoot(setting.arms), bare=table.bare(number, 0.5 / scale))


def _scored(number: int, seed: int) -> dict[str, Counted]:
    return score_picture(mixture(number, seed))


def main() -> None:
    """Prints what is read of tables that the network was not shown, without and with the profile."""
    parser = argparse.ArgumentParser(description="Scores tables on which anything comes with anything.")
    parser.add_argument("--seed", type=int, default=933)
    parser.add_argument("--pictures", type=int, default=100)
    args = parser.parse_args()
    with ProcessPoolExecutor(min(2, os.cpu_count() or 1)) as pool:
        print_sums((MIXTURE, counted) for counted in pool.map(partial(_scored, seed=args.seed), range(args.pictures)))


if __name__ == "__main__":
    main()
