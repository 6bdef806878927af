"""Tests of the evidence in small: each kind of picture and film is read with no wrong cell."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.games.finstere_flure.reading.reading import covered_cells
from companion.games.finstere_flure.tags import make_catalogue
from tools.evidence import score as scorer
from tools.evidence import store
from tools.evidence.films import FILMS, FilmMoment, FilmSet, film
from tools.evidence.measure import PictureCounts, measure, refused
from tools.evidence.photo import EvidencePhoto
from tools.evidence.score import IN_TIME_S, FilmScore, results_of, score_film, score_picture
from tools.evidence.stills import STILLS, still
from tools.evidence.truth import CellScore, TableTruth, truth_of_pieces
from vision.reading import Reading, read_picture

pytestmark = pytest.mark.slow

CATALOGUE = make_catalogue()
CELL_MM = CATALOGUE.grid.cell_mm


#: Films in which camera, lens or lamp is never still.
NEVER_STILL = [kind for kind in FILMS if kind.startswith(("the camera sways", "the lens hunts", "stripes"))]


def read(taken: EvidencePhoto) -> Reading:
    return read_picture(taken.picture, CATALOGUE, focal_px=taken.focal_px, covers=covered_cells)


#: One of each that disturbs in its own way; all of them are scored in docs/score.md.
DISTURBED = (
    "plain good light",
    "out of focus",
    "camera tilted by 40 degrees",
    "a hand over the board",
    "gloss that burns out",
    "tokens a fifth of a cell askew",
)


def test_the_kinds_are_scored() -> None:
    assert set(DISTURBED) <= set(STILLS)


@pytest.mark.thorough(but=["a hand over the board"])
@pytest.mark.parametrize("kind", DISTURBED)
def test_no_piece_of_a_disturbed_picture_is_read_wrong_or_vanishes(kind: str) -> None:
    taken = still(kind, 0, seed=7)
    result = measure(read(taken), taken.truth, CELL_MM)
    assert result.wrong == result.vanished == 0, result.details
    assert result.read >= 0.9 * result.pieces
    assert result.bare >= 60


def tables_watched(kind: str, monkeypatch: pytest.MonkeyPatch, *, within_s: float = IN_TIME_S) -> list[TableTruth]:
    """Score a small film and return the table of each frame.

    The film must settle in time and without a wrong cell.
    """
    tables = []

    def noting(kind: str, *, seed: int) -> tuple[FilmSet, Iterator[FilmMoment]]:
        film_set, moments = film(kind, seed=seed, size_px=(1600, 900))

        def frames() -> Iterator[FilmMoment]:
            for moment in moments:
                tables.append(moment.truth)
                yield moment

        return film_set, frames()

    monkeypatch.setattr(scorer, "film", noting)
    result = FilmScore()
    score_film(kind, 3, result)
    assert result.cells.wrong == 0, result.cells.wrong_cells
    assert result.never == 0
    assert result.early == 0
    assert max(result.settled_s) <= within_s
    return tables


@pytest.mark.thorough
@pytest.mark.parametrize("kind", ["a hand rests on the board", "no reference tags, bumped by 8 mm"])
def test_a_film_settles_in_time_and_without_a_wrong_cell(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(tables_watched(kind, monkeypatch)) > 20


# In short `tests/vision/watching/test_stabilization.py` shows it.
@pytest.mark.thorough
@pytest.mark.parametrize(
    "kind", [kind for kind in FILMS if kind.endswith(", a token is moved") and "reference" not in kind]
)
def test_while_the_picture_is_never_still_a_move_is_told_in_time(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(tables_watched(kind, monkeypatch, within_s=IN_TIME_S + 1.5)) > 20


@pytest.mark.thorough
def test_a_film_shows_what_its_truth_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """The token that is moved lies somewhere else in the end, and nowhere while it is carried."""
    tables = tables_watched("a token is moved", monkeypatch)
    lying = [len(table.lies) for table in tables]
    assert min(lying) == lying[0] - 1
    assert lying[-1] == lying[0]
    assert len(set(tables[-1].lies.items()) - set(tables[0].lies.items())) == 1


@pytest.fixture(scope="module")
def plain() -> EvidencePhoto:
    """Return a picture that is easy to read."""
    return still("plain good light", 0, seed=7)


def test_the_scorer_tells_read_told_vanished_and_wrong_apart(plain: EvidencePhoto) -> None:
    taken, reading = plain, read(plain)
    all_read = measure(reading, taken.truth, CELL_MM)
    assert all_read.read == all_read.pieces > 10
    assert all_read.silent == all_read.alarms == all_read.wrong == 0
    gone = next(placed for placed in reading.placed_tags if placed.tag.kind == "token")
    remaining = tuple(placed for placed in reading.placed_tags if placed is not gone)
    assert gone.cell is not None
    without = replace(reading, placed_tags=remaining)
    assert measure(without, taken.truth, CELL_MM).vanished == 1
    told = measure(replace(without, unreadable=(gone.cell,)), taken.truth, CELL_MM)
    assert (told.vanished, told.read) == (0, all_read.read - 1)
    pieces = [piece for piece in taken.truth["pieces"] if piece["id"] != gone.tag.id]
    invented = measure(reading, taken.truth | {"pieces": pieces}, CELL_MM)
    assert invented.details == (f"wrong: {gone.tag.id} on {gone.cell}",)
    # A tag that is nearly worn off need not be read, but may be.
    (worn,) = (piece for piece in taken.truth["pieces"] if piece["id"] == gone.tag.id)
    assert measure(reading, taken.truth | {"pieces": pieces, "worn": [worn]}, CELL_MM).wrong == 0


def test_a_bare_cell_said_to_hold_something_is_a_false_alarm_and_a_hidden_one_must_be_told(
    plain: EvidencePhoto,
) -> None:
    taken, reading = plain, read(plain)
    lying = {cell for piece in taken.truth["pieces"] for cell in piece.get("cells") or [piece["cell"]]}
    bare = next(cell for cell in CATALOGUE.grid.cells if cell not in lying and not taken.truth["cells"][cell])
    alarmed = replace(reading, unreadable=(bare,))
    assert measure(alarmed, taken.truth, CELL_MM).alarms == 1
    hidden = taken.truth | {"cells": taken.truth["cells"] | {bare: {"hand": 0.6}}}
    passed_over, told = measure(reading, hidden, CELL_MM), measure(alarmed, hidden, CELL_MM)
    assert (passed_over.covered, passed_over.told, passed_over.silent) == (1, 0, 1)
    assert (told.covered, told.told, told.alarms) == (1, 1, 0)


def test_measures_add_up_and_survive_json() -> None:
    counted = PictureCounts(1, 0, 20, 19, 1, 0, 4, 4, 90, 2, 0, details=("wrong: red-4/white on c5",))
    total = counted + refused("no board")
    assert (total.pictures, total.refused, total.read) == (2, 1, 19)
    assert PictureCounts.from_json(json.loads(json.dumps(total.to_json()))) == total


def test_a_picture_without_a_board_is_refused_with_the_reason(plain: EvidencePhoto) -> None:
    blank = replace(plain, picture=plain.picture[:300, :300].copy())
    assert score_picture(blank)["without"].refused == 1


def test_without_the_photographs_of_the_prints_nothing_is_scored(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(scorer, "photographs", list)
    monkeypatch.setattr("sys.argv", ["score", "--quick"])
    with pytest.raises(SystemExit) as stopped:
        scorer.main()
    assert stopped.value.code == 2
    assert "photographs of the boards' prints are missing" in capsys.readouterr().err


@pytest.mark.thorough
def test_what_was_scored_is_not_scored_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scorer, "ROOT", tmp_path)
    monkeypatch.setattr(store, "_folder", lambda: tmp_path / "pictures")
    units = [("plain good light", 0)]
    first = list(results_of(units, 7, 1))
    (known,) = (tmp_path / "build" / "score").iterdir()
    lines = known.read_text(encoding="utf-8")
    assert list(results_of(units, 7, 1)) == first
    assert known.read_text(encoding="utf-8") == lines
    more = [*units, ("plain good light", 1)]
    assert list(results_of(more, 7, 1, only_known=True)) == first


def test_a_kept_picture_comes_back_as_it_was_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, plain: EvidencePhoto
) -> None:
    monkeypatch.setattr(store, "_folder", lambda: tmp_path)
    made, again = (store.kept("plain good light", 0, 7) for _ in range(2))
    for picture in (made, again):
        assert np.array_equal(picture.picture, plain.picture)
        assert picture.truth == json.loads(json.dumps(plain.truth))
        assert np.allclose(picture.profile.matrix, plain.profile.matrix)


def test_scores_of_cells_add_up() -> None:
    assert CellScore(1, 2, 1, ("a1",)) + CellScore(3, 0, 1, ("b2",)) == CellScore(4, 2, 2, ("a1", "b2"))


def test_what_is_not_in_full_sight_need_not_be_read() -> None:
    truth = truth_of_pieces([{"id": "red-4/white", "cell": "c5", "visible": 0.4}])
    assert truth.lies == {"c5": {"red-4/white"}}
    assert truth.in_sight == {}
