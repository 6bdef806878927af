"""The page that `./run score` writes: sums, one row a kind, and no columns of zeros."""

from tools.evidence.measure import PictureCounts
from tools.evidence.score import FilmScore, Results
from tools.evidence.truth import CellScore

HAND = {
    "without": PictureCounts(pictures=2, pieces=60, read=58, covered=9, told=9, bare=200, alarms=1),
    "with": PictureCounts(pictures=2, pieces=60, read=59, covered=9, told=9, bare=200),
}


def test_two_numbers_stand_where_the_profile_makes_a_difference() -> None:
    lines = list(Results({"hand": HAND}, {}).lines(900))
    assert lines[-3:] == [
        "picture|read/in sight|told/covered|false alarms/bare",
        ":--|--:|--:|--:",
        "hand|58,59/60|9/9|1,0/200",
    ]
    assert "| pieces in sight that are read | 99.5 % | 96.67 % | 98.33 % |" in lines


def test_a_column_stands_as_soon_as_one_row_has_a_number_in_it() -> None:
    wrong = {name: PictureCounts(pictures=1, refused=1) for name in ("without", "with")}
    lines = list(Results({"hand": HAND, "low sun": wrong}, {}).lines(900))
    assert lines[-2:] == ["hand|58,59/60|9/9|1,0/200|0", "low sun|0/0|0/0|0/0|1"]


def test_films_tell_how_soon_they_are_settled() -> None:
    film = FilmScore(CellScore(right=30, unreadable=2), settled_s=[0.1, 0.2, 0.4], never=1)
    lines = list(Results({}, {"the light fades": film}).lines(900))
    assert lines[-3:] == [
        "film|cells right|unreadable|settled after|not all read",
        ":--|--:|--:|--:|--:",
        "the light fades|30|2|0.2/0.4|1",
    ]


def test_drawn_prints_have_a_part_of_their_own_that_names_the_sorts_held_apart() -> None:
    lines = list(Results({"hand": HAND, "wood board": HAND}, {}).lines(900))
    heading = lines.index("## Drawn prints")
    assert "mosaic" in lines[heading + 2]
    assert lines[-1] == "wood board|58,59/60|9/9|1,0/200"
    assert sum(line.startswith(("hand|", "wood board|")) for line in lines[:heading]) == 1
