"""The evidence itself, in small: each kind of picture and film is read without a single wrong cell."""

import pytest

from companion.games.finstere_flure.reading import covered_cells
from companion.games.finstere_flure.tags import make_catalogue
from tools.evidence.films import film
from tools.evidence.score import IN_TIME_S, FilmScore, score_film
from tools.evidence.stills import STILLS, stills
from tools.evidence.truth import Score, TableTruth, score, truth_of_pieces
from vision.reading import read_picture

CATALOGUE = make_catalogue()
CELL_MM = CATALOGUE.grid.cell_mm
SMALL = (2560, 1440)


@pytest.mark.parametrize("kind", STILLS)
def test_no_cell_of_a_disturbed_picture_is_read_wrong(kind: str) -> None:
    for still in stills(kind, 1, size_px=SMALL, seed=7):
        reading = read_picture(still.picture, CATALOGUE, focal_px=still.focal_px, covers=covered_cells)
        result = score(reading, still.truth, CELL_MM)
        assert result.wrong == 0, result.wrong_cells
        assert result.right >= 110


@pytest.mark.parametrize(
    "kind",
    ["a token is moved", "a hand rests on the board", "the board slips by 2 mm", "no reference tags, bumped by 8 mm"],
)
def test_a_film_settles_in_time_and_without_a_wrong_cell(kind: str) -> None:
    result = FilmScore()
    score_film(kind, 3, result)
    assert result.cells.wrong == 0, result.cells.wrong_cells
    assert result.never == 0
    assert max(result.settled_s) <= IN_TIME_S


def test_a_film_shows_what_its_truth_says() -> None:
    """The token that is moved lies somewhere else in the end, and nowhere while it is carried."""
    _, moments = film("a token is moved", seed=3)
    tables = [moment.truth for moment in moments]
    lying = [len(table.lies) for table in tables]
    assert min(lying) == lying[0] - 1
    assert lying[-1] == lying[0]
    assert len(set(tables[-1].lies.items()) - set(tables[0].lies.items())) == 1


def test_the_scorer_tells_right_unreadable_and_wrong_apart() -> None:
    (still,) = stills("good light", 1, size_px=SMALL, seed=7)
    reading = read_picture(still.picture, CATALOGUE, focal_px=still.focal_px, covers=covered_cells)
    assert score(reading, still.truth, CELL_MM).right == 156
    cell, content = next((cell, what) for cell, what in still.truth.in_sight.items() if len(what) == 1)
    without = TableTruth({c: what for c, what in still.truth.lies.items() if c != cell}, {})
    assert score(reading, without, CELL_MM).wrong_cells == (cell,)
    more = TableTruth({**still.truth.lies, "e5": content}, {**still.truth.in_sight, "e5": content})
    if "e5" not in still.truth.lies:
        assert score(reading, more, CELL_MM).wrong_cells == ("e5",)
    assert Score(1, 2, 1, ("a1",)) + Score(3, 0, 1, ("b2",)) == Score(4, 2, 2, ("a1", "b2"))


def test_what_is_not_in_full_sight_need_not_be_read() -> None:
    truth = truth_of_pieces([{"id": "red-4/white", "cell": "c5", "visible": 0.4}])
    assert truth.lies == {"c5": {"red-4/white"}}
    assert truth.in_sight == {}
