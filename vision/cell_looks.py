"""How cells look, whatever light falls on them: their colour and how rough they are, beside what is known as bare."""

import numpy as np
import numpy.typing as npt

from vision.rectified import RectifiedBoard

Floats = npt.NDArray[np.float32]
Mask = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.int64]

#: Fewer blocks than this do not tell how a place looks, and fewer known places than this not how the board does.
_FEW_BLOCKS = 25
_FEW_PLACES = 6
#: What counts how much: brightness and roughness (natural logarithms) beside colour (the same). To be darker counts
#: less, since it may be a shadow, down to that of the darkest ones.
_BRIGHTNESS = 0.35
_SHADOW = 0.12
_DARKEST_SHADOW = 1.2
_ROUGHNESS = 0.35
#: Near black, colours and roughness are noise.
_BLACK = 0.02
#: As unlike as this, or as so many times what the known places are unlike each other, nothing of the board's is.
_UNLIKE = 0.18
_TIMES = 4.0
#: By the print's own variety: differences count in units of how the known places vary in the same way, as if so many
#: more of them varied by so much. Places farther off than so many units, a fifth of them at most, lie beside a hand. Of
#: the known places the nearest but so many tells; as far from it as the first is usual, and with the second the board's
#: look ends.
_MORE_PLACES, _VARIES = 20, 0.04
_OUTSIDE, _MOST, _ROUNDS = 3.5, 80, 3
_NEXT = 2
_USUAL_UNITS, _STRANGE_UNITS = 1.5, 4.5


def strangeness(
    board: RectifiedBoard,
    explained: Mask,
    cells: Numbers,
    owner: Numbers,
    asked: npt.NDArray[np.bool_],
    *,
    alone: bool = False,
) -> Floats | None:
    """How unlike the cells (n,) that are `asked` for are to what the board is known to look like.

    From 1 on, a cell shows something else. Where looks `alone` must tell, a print may vary much in one way and hardly
    in another, as a grey photograph does in lightness and colour: then each difference is measured by that.
    `cells` is the number of the cell on each block, `owner` that of the piece beside which a block of bare board
    lies, -1 for none. Other cells, and those of which too little is seen, are like the board (0). None if too little
    is known.
    """
    looks = looks_of_blocks(board)
    _, places = _summaries(looks, owner)
    if len(places) < _FEW_PLACES:
        return None
    judged = ~explained & (cells >= 0) & asked[cells]
    strange = np.zeros(len(asked), np.float32)
    numbers, looks_of_cells = _summaries(looks, np.where(judged, cells, -1))
    if len(numbers):
        strange[numbers] = (_by_variety if alone else _by_distance)(looks_of_cells, places)
    return strange


def _by_distance(looks: Floats, places: Floats) -> Floats:
    """How strange looks (n, 6) are beside those of known places, all differences alike."""
    # The second nearest, for a hand lies beside a piece, too; and no place is compared with itself.
    usual = float(np.median(np.sort(_lengths(_off(places, places)), axis=1)[:, 2]))
    nearest = np.partition(_lengths(_off(looks, places)), 1, axis=1)[:, 1]
    return np.asarray(nearest / max(_UNLIKE, _TIMES * usual), np.float32)


def _by_variety(looks: Floats, places: Floats) -> Floats:
    """How strange looks (n, 6) are beside those of known places, each difference measured by how these vary."""
    units = _units(places * np.array([1, 1, _BRIGHTNESS, 1, 1, 1], np.float32))
    apart = np.partition(_lengths(_off(looks, places) @ units), _NEXT, axis=1)[:, _NEXT]
    return np.asarray(np.maximum(apart - _USUAL_UNITS, 0) / (_STRANGE_UNITS - _USUAL_UNITS), np.float32)


def _units(places: Floats) -> Floats:
    """The matrix (6, 6) that makes differences of looks such in units of how most of the places (n, 6) vary."""
    kept = places
    for turn in range(_ROUNDS + 1):
        off = kept - kept.mean(axis=0)
        spread = (off.T @ off + np.eye(off.shape[1]) * (_MORE_PLACES * _VARIES**2)) / (len(kept) + _MORE_PLACES)
        units = np.linalg.cholesky(np.linalg.inv(spread))
        if turn < _ROUNDS:
            far = np.linalg.norm(off @ units, axis=1)
            kept = kept[far <= max(float(np.percentile(far, _MOST)), _OUTSIDE)]
    return np.asarray(units, np.float32)


def looks_of_blocks(board: RectifiedBoard) -> Floats:
    """Colour (blue and red beside all), lightness and roughness of each block, as logarithms: (4, h, w)."""
    colours = np.maximum(board.reflectance, _BLACK / 2)
    lightness = colours.mean(axis=0)
    hue = np.log(colours[[0, -1]] / lightness)
    dim = lightness + _BLACK
    return np.concatenate([hue, np.log(dim)[None], np.log(board.edges / dim + _BLACK / 2)[None]])


def _summaries(looks: Floats, owner: Numbers) -> tuple[Numbers, Floats]:
    """The owners that have enough blocks, and what is said of each: (n,) and (n, 6). -1 is nobody."""
    blocks = np.argsort(owner, axis=None, kind="stable")
    blocks = blocks[np.count_nonzero(owner < 0) :]
    counts = np.bincount(owner.ravel()[blocks], minlength=1)
    numbers = np.nonzero(counts >= _FEW_BLOCKS)[0]
    size = counts[numbers]
    # One row for the blocks of each, all as long as the longest.
    along = np.arange(size.max(initial=0))
    there = along < size[:, None]
    first = (np.cumsum(counts) - counts)[numbers]
    rows = looks.reshape(len(looks), -1)[:, blocks[np.where(there, first[:, None] + along, 0)]]
    ordered = np.sort(np.where(there, rows[:3], np.inf), axis=2)
    blue, red, light = ordered[:, np.arange(len(size)), size // 2]
    rows *= there
    means = rows.sum(axis=2) / size
    spread_blue, spread_light = np.sqrt(((rows[::2] - means[::2, :, None]) ** 2 * there).sum(axis=2) / size)
    said = (blue, red, light, _ROUGHNESS * means[3], spread_blue, 0.5 * spread_light)
    return numbers, np.stack(said, axis=1).astype(np.float32)


def _off(some: Floats, others: Floats) -> Floats:
    """How looks (n, 6) differ from others (m, 6): (n, m, 6)."""
    off = some[:, None] - others[None]
    shadow = np.clip(-off[..., 2], 0, _DARKEST_SHADOW)
    off[..., 2] = _BRIGHTNESS * (off[..., 2] + shadow) - _SHADOW * shadow
    return np.asarray(off, np.float32)


def _lengths(off: Floats) -> Floats:
    return np.asarray(np.linalg.norm(off, axis=-1), np.float32)
