"""Chooses the texts of the game's tags so that any two symbols differ in as many modules as can be.

    python -m tools.choose_payloads

writes companion/games/finstere_flure/payloads.json; the same seed gives the same file. Tags with the texts of former
editions stay readable, so the new ones are chosen to be far from those, too: the second edition (all tags) from the
first, the third (the pieces, whose faces became readable for people) from both.
"""

import argparse
import json
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from companion.games.finstere_flure.payloads import PAYLOAD_PREFIX, PAYLOADS_FILE
from companion.games.finstere_flure.tags import FACED, TagSizes, first_edition
from vision.catalogue import SYMBOLOGIES, Symbology
from vision.symbols import APRIL_TAGS, april_payload, symbol_modules

_LETTERS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#: Letters after the prefix: as many as QR version 1 and Micro QR M2 hold at their error correction.
_FREE: dict[Symbology, int] = {"qr": 8, "micro": 3}
#: In so many rounds of a hundred the second best text is taken, so that the search does not run in circles.
_SECOND_BEST = 15
_FAR = 10**6

Signs = npt.NDArray[np.float32]
Counts = npt.NDArray[np.int_]


def texts_for(code: Symbology, count: int, rng: np.random.Generator) -> list[str]:
    """At most so many different texts that a tag may have."""
    if code == "april":
        return [april_payload(number) for number in range(APRIL_TAGS)]
    texts: dict[str, None] = {}
    while len(texts) < count:
        texts[PAYLOAD_PREFIX + "".join(rng.choice(list(_LETTERS), _FREE[code]))] = None
    return list(texts)


def distances(code: Symbology, texts: Sequence[str], others: Sequence[str]) -> Counts:
    """In how many modules each two symbols differ (texts, others); AprilTags in the turn in which these are fewest."""
    return _distances(_turned(code, texts)[0], _turned(code, others))


def _turned(code: Symbology, texts: Sequence[str]) -> list[Signs]:
    """The symbols' modules (n, side * side), 1 or -1, in each quarter turn that could be taken for another."""
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
        """Adds the text that is farthest from those chosen."""
        self.chosen.append(self._farthest(self._from_chosen))
        self._from_chosen = np.column_stack([self._from_chosen, self._from(self.chosen[-1])])

    def improve(self) -> None:
        """One of those that are nearest to each other makes room for the text that is farthest from the rest."""
        least = self._least()
        out = int(self._rng.choice(np.flatnonzero(least == least.min())))
        near = int(self._rng.integers(100) < _SECOND_BEST)
        self.chosen[out] = self._farthest(np.delete(self._from_chosen, out, axis=1), near)
        self._from_chosen[:, out] = self._from(self.chosen[out])

    def score(self) -> int:
        """The fewest modules in which one of them differs from any other."""
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
    """So many texts of the pool, as far from each other and from the fixed ones as is found; and how far that is."""
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
    """Writes the file and says how far apart the symbols are."""
    parser = argparse.ArgumentParser(description="Chooses the texts of the game's tags.")
    parser.add_argument("--pool", type=int, default=12_000, help="texts to choose from (default: %(default)d)")
    parser.add_argument("--rounds", type=int, default=1500, help="(default: %(default)d)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--edition", type=int, default=3, choices=(2, 3), help="the first that is chosen anew (default: %(default)d)"
    )
    parser.add_argument("--codes", nargs="+", choices=SYMBOLOGIES, default=SYMBOLOGIES)
    args = parser.parse_args()
    printed = first_edition(TagSizes())
    editions = {2: [tag.id for tag in printed], 3: [tag.id for tag in printed if tag.kind in FACED]}
    payloads = json.loads(PAYLOADS_FILE.read_text(encoding="utf-8")) if PAYLOADS_FILE.exists() else {}
    for code in args.codes:
        fixed = [] if code == "april" else [tag.payload for tag in printed]
        for edition in sorted(editions):
            known = payloads.get(str(edition), {}).get(code)
            if edition >= args.edition:
                pool = texts_for(code, args.pool, np.random.default_rng([args.seed, edition]))
                pool = [text for text in pool if text not in fixed]
                texts, apart = choose(code, len(editions[edition]), pool, fixed, args.rounds, args.seed)
                known = dict(zip(editions[edition], texts, strict=True))
                payloads.setdefault(str(edition), {})[code] = known
                print(f"{code}, edition {edition}: any two symbols differ in at least {apart} modules", flush=True)
                PAYLOADS_FILE.write_text(json.dumps(payloads, indent=1) + "\n", encoding="utf-8")
            fixed += known.values()


if __name__ == "__main__":
    main()
