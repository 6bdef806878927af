"""Choose the texts of a game's tags so that any two symbols differ in many modules.

    python -m tools.choose_payloads [--game ID]

They differ in as many modules as can be. Writes the payloads.json of that game (default: finstere-flure). Of
Finstere Flure tags with the texts of former editions stay readable, so the new ones are chosen to be far from
those, too: the second edition (all tags) from the first, the third (the pieces, whose faces became readable for
people) from both. AprilTags have numbers and no text that names the game: those of games whose file is there
already are left to them.
"""

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from companion.games import DEFAULT_GAME, GamePart, find_game, games_with
from companion.games.finstere_flure.payloads import PAYLOAD_PREFIX, PAYLOADS_FILE
from companion.games.finstere_flure.tags import FACED, TagSizes, first_edition
from companion.sheets.tags import ChosenTags
from vision.decode.symbols import symbol_modules
from vision.model.april_payloads import APRIL_TAGS, april_payload
from vision.symbology import SYMBOLOGIES, Symbology

_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#: Letters after Finstere Flure's prefix: as many as QR version 1 and Micro QR M2 hold at their error correction.
_FREE: Mapping[Symbology, int] = {"qr": 8, "micro": 3}
#: In so many rounds of a hundred the second best text is taken, so that the search does not run in circles.
_SECOND_BEST = 15
_FAR = 10**6

Signs = npt.NDArray[np.float32]
Counts = npt.NDArray[np.int_]


@dataclass(frozen=True)
class Wanted:
    """Tags of one game that need texts: the file, the texts' beginning, and their length.

    The length is the number of letters that follow. `editions` are the ids of the tags that get texts in each
    edition, by its number in the file; without a number the game has one edition. `printed` are texts of still
    older ones, which must stay readable.
    """

    editions: Mapping[str, Sequence[str]]
    file: Path
    prefix: str
    free: Mapping[Symbology, int]
    printed: Sequence[str] = ()


def wanted_by(game: str) -> Wanted:
    """Return the tags of a game that need texts."""
    tags = find_game(game).sheets.tags
    if isinstance(tags, ChosenTags):
        return Wanted({"": tags.ids}, tags.payloads_file, tags.prefix, tags.free)
    printed = first_edition(TagSizes())
    editions = {"2": [tag.id for tag in printed], "3": [tag.id for tag in printed if tag.kind in FACED]}
    return Wanted(editions, PAYLOADS_FILE, PAYLOAD_PREFIX, _FREE, [tag.payload for tag in printed])


def texts_for(code: Symbology, count: int, rng: np.random.Generator, wanted: Wanted) -> list[str]:
    """Return at most `count` different texts that a tag may have."""
    if code == "april":
        return [april_payload(number) for number in range(APRIL_TAGS)]
    texts: dict[str, None] = {}
    while len(texts) < count:
        texts[wanted.prefix + "".join(rng.choice(list(_LETTERS), wanted.free[code]))] = None
    return list(texts)


def taken_by_others(game: str, code: Symbology) -> set[str]:
    """Return the texts of the other games' tags, as far as they are chosen."""
    return {
        text
        for wanted in (wanted_by(other) for other in games_with(GamePart.SHEETS) if other != game)
        if wanted.file.exists()
        for edition in _editions_in(json.loads(wanted.file.read_text("utf-8")), wanted)
        for text in edition.get(code, {}).values()
    }


def _editions_in(payloads: dict[str, Any], wanted: Wanted) -> list[dict[str, dict[str, str]]]:
    """Return the part of a file for each edition, in their order, by symbology and tag."""
    return [payloads.setdefault(number, {}) if number else payloads for number in wanted.editions]


def distances(code: Symbology, texts: Sequence[str], others: Sequence[str]) -> Counts:
    """Return the number of modules in which each two symbols differ (texts, others).

    AprilTags are compared in the turn in which these are fewest.
    """
    return _distances(_turned(code, texts)[0], _turned(code, others))


def _turned(code: Symbology, texts: Sequence[str]) -> list[Signs]:
    """Return the symbols' modules (n, side * side), 1 or -1, in each confusable quarter turn.

    These are the turns that could be taken for another.
    """
    modules = np.array([symbol_modules(text, code) for text in texts]).reshape(len(texts), -1)
    side = round(modules.shape[1] ** 0.5)
    turns = range(4 if code == "april" else 1)
    turned = [np.rot90(modules.reshape(-1, side, side), turn, axes=(1, 2)) for turn in turns]
    return [np.where(of, 1, -1).astype(np.float32).reshape(len(texts), -1) for of in turned]


def _distances(signs: Signs, others: Sequence[Signs]) -> Counts:
    alike = np.max([signs @ other.T for other in others], axis=0)
    return np.asarray(np.rint((signs.shape[1] - alike) / 2), np.int64)


class _Search:
    """A set of texts of a pool, which is made better step by step."""

    def __init__(self, code: Symbology, pool: Sequence[str], fixed: Sequence[str], seed: int) -> None:
        self._rng = np.random.default_rng(seed)
        self._turned = _turned(code, pool)
        self._far = np.full(len(pool), _FAR)
        if fixed:
            self._far = _distances(self._turned[0], _turned(code, fixed)).min(axis=1)
        self.chosen: list[int] = []
        self._from_chosen = np.zeros((len(pool), 0), int)

    def grow(self) -> None:
        """Add the text that is farthest from those chosen."""
        self.chosen.append(self._farthest(self._from_chosen))
        self._from_chosen = np.column_stack([self._from_chosen, self._from(self.chosen[-1])])

    def improve(self) -> None:
        """Replace a text among the nearest pair by the text that is farthest from the rest."""
        least = self._least()
        out = int(self._rng.choice(np.flatnonzero(least == least.min())))
        near = int(self._rng.integers(100) < _SECOND_BEST)
        self.chosen[out] = self._farthest(np.delete(self._from_chosen, out, axis=1), near)
        self._from_chosen[:, out] = self._from(self.chosen[out])

    def score(self) -> int:
        """Return the fewest modules in which one of them differs from any other."""
        return int(self._least().min())

    def _least(self) -> Counts:
        own = self._from_chosen[self.chosen] + np.diag(np.full(len(self.chosen), _FAR))
        return np.asarray(np.minimum(own.min(axis=1), self._far[self.chosen]), int)

    def _farthest(self, from_others: Counts, worse: int = 0) -> int:
        nearest = np.minimum(self._far, from_others.min(axis=1, initial=_FAR))
        nearest[self.chosen] = -1
        return int(self._rng.choice(np.flatnonzero(nearest >= nearest.max() - worse)))

    def _from(self, place: int) -> Counts:
        return np.asarray(_distances(self._turned[0], [of[[place]] for of in self._turned])[:, 0], int)


def choose(
    code: Symbology, tags: int, pool: Sequence[str], fixed: Sequence[str], rounds: int, seed: int
) -> tuple[list[str], int]:
    """Choose `tags` texts of the pool, far from each other and from the fixed ones.

    They are as far as is found. Also returns the distance.
    """
    search = _Search(code, pool, fixed, seed)
    for _ in range(tags):
        search.grow()
    best, chosen = search.score(), list(search.chosen)
    for _ in range(rounds):
        search.improve()
        if search.score() > best:
            best, chosen = search.score(), list(search.chosen)
    return [pool[place] for place in chosen], best


def main() -> None:
    """Write the file and say how far apart the symbols are."""
    parser = argparse.ArgumentParser(description="Chooses the texts of a game's tags.")
    parser.add_argument("--game", default=DEFAULT_GAME, help="(default: %(default)s)")
    parser.add_argument("--pool", type=int, default=12_000, help="texts to choose from (default: %(default)d)")
    parser.add_argument("--rounds", type=int, default=1500, help="(default: %(default)d)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--codes", nargs="+", choices=SYMBOLOGIES, default=SYMBOLOGIES)
    args = parser.parse_args()
    wanted = wanted_by(args.game)
    payloads = json.loads(wanted.file.read_text(encoding="utf-8")) if wanted.file.exists() else {}
    first, last = next(iter(wanted.editions)), _editions_in(payloads, wanted)[-1]
    for code in args.codes:
        fixed = [] if code == "april" else list(wanted.printed)
        for edition, (number, ids) in zip(_editions_in(payloads, wanted), wanted.editions.items(), strict=True):
            if edition is not last and code in edition:
                fixed += edition[code].values()
                continue
            taken = taken_by_others(args.game, code).union(fixed)
            # An edition that follows another draws other texts.
            seed = args.seed if number == first else [args.seed, int(number)]
            pool = texts_for(code, args.pool, np.random.default_rng(seed), wanted)
            pool = [text for text in pool if text not in taken]
            texts, apart = choose(code, len(ids), pool, fixed, args.rounds, args.seed)
            edition[code] = dict(zip(ids, texts, strict=True))
            print(f"{code}: any two symbols differ in at least {apart} modules", flush=True)
            fixed += texts
        wanted.file.write_text(json.dumps(payloads, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
