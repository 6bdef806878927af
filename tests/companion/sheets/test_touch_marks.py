"""Marks for fingers: each piece has its own, both stickers of a disc agree."""

import shutil
import subprocess
from itertools import combinations
from math import dist
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.finstere_flure.faces import token_face
from companion.games.finstere_flure.sheets.game import SHEETS
from companion.games.finstere_flure.tags import make_catalogue
from companion.sheets.large_print import large_print_pdf
from companion.sheets.layout import SheetPage
from companion.sheets.measuring import measuring_page
from companion.sheets.touch_marks import DROP_MM, braille_digit, notch, notches, with_touch_marks
from engine.finstere_flure.pieces import TOKENS, Side, visible_number

TOKEN_MM = 20.0
CATALOGUE = make_catalogue()
MARKS = SHEETS.touch_marks(CATALOGUE, {"token_mm": TOKEN_MM})


def test_every_sticker_of_a_token_has_a_mark_that_tells_colour_and_number() -> None:
    assert len(MARKS) == 2 * len(TOKENS)
    told = {tag_id: (len(mark.notches_deg), len(mark.drops_mm)) for tag_id, mark in MARKS.items()}
    colours = {TOKENS[tag_id.partition("/")[0]][0]: count for tag_id, (count, _) in told.items()}
    assert sorted(colours.values()) == list(range(1, len(colours) + 1))
    numbers: dict[int, set[object]] = {}
    for tag_id, mark in MARKS.items():
        token, _, side = tag_id.partition("/")
        numbers.setdefault(visible_number(token, Side(side)), set()).add(mark.drops_mm)
    assert all(len(drops) == 1 for drops in numbers.values())
    assert len({drops for (drops,) in numbers.values()}) == len(numbers)


def test_both_stickers_of_a_disc_show_the_same_notches_from_their_sides() -> None:
    for token in TOKENS:
        white, black = MARKS[f"{token}/white"], MARKS[f"{token}/black"]
        assert sorted(white.other_side.notches_deg) == sorted(black.notches_deg)


def test_marks_stay_clear_of_the_symbol() -> None:
    face = token_face(TOKEN_MM, CATALOGUE.code)
    half = face.symbol_mm / 2
    left, top, bottom = -half, face.centre_mm[1] - half, face.centre_mm[1] + half
    for mark in MARKS.values():
        for angle in mark.notches_deg:
            assert not any(abs(x) < -left and top < y < bottom for x, y in notch(angle, TOKEN_MM / 2))
        assert all(y - DROP_MM / 2 > bottom for _, y in mark.drops_mm)


@given(digit=st.integers(0, 9), x=st.floats(-5, 5), y=st.floats(-5, 5))
def test_drops_of_a_digit_are_as_far_apart_as_fingers_need(digit: int, x: float, y: float) -> None:
    drops = braille_digit(digit, (x, y))
    assert len(set(drops)) == len(drops) >= 1
    assert all(dist(first, second) > 2.3 for first, second in combinations(drops, 2))


@pytest.mark.parametrize("count", range(1, 8))
def test_notches_can_be_counted(count: int) -> None:
    deepest = [notch(angle, TOKEN_MM / 2)[1] for angle in notches(count, 110.0)]
    assert len(deepest) == count
    assert all(dist(first, second) > 2.2 for first, second in combinations(deepest, 2))


def test_the_sheets_mark_their_stickers_and_show_each_mark_once() -> None:
    sizes = {size.name: size.default for size in SHEETS.tags.sizes}
    pages = SHEETS.pages(CATALOGUE, sizes)
    marked = with_touch_marks(pages, MARKS)
    added = [place for page in marked[len(pages) :] for place in page.placed]
    told = {mark.notches_tell for mark in MARKS.values()} | {mark.drops_tell for mark in MARKS.values()}
    assert sorted(place.sticker.label for place in added) == sorted(told)
    assert "Notches: green 1, red 2, blue 3, yellow 4, beige 5, purple 6, black 7." in marked[-1].notes
    tags = [place.sticker.tag for page in marked for place in page.placed if place.sticker.tag]
    assert len(tags) == len(CATALOGUE.tags)


def test_large_print_has_all_that_the_sheets_say(tmp_path: Path) -> None:
    notes = tuple(f"Sentence {number} of a long page, with some words more." for number in range(60))
    drawn = SheetPage("A page", notes, words=("What is written in a drawing.",))
    measured = measuring_page(SHEETS.tags, {size.name: size.default for size in SHEETS.tags.sizes}, "qr")
    pdf = large_print_pdf("A game", [measured, drawn], ("A light",), ("A turn",), "a4")
    assert pdf.count(b"/Type /Page\n") > 3
    if shutil.which("pdftotext") is None:
        pytest.skip("pdftotext (package poppler-utils) is not installed")
    (tmp_path / "large.pdf").write_bytes(pdf)
    subprocess.run(["pdftotext", "large.pdf", "large.txt"], cwd=tmp_path, check=True)
    text = " ".join((tmp_path / "large.txt").read_text(encoding="utf-8").split())
    said = ("Green. Advance: yes, done.", "Side of a cell of the board: 25 mm.", "--token-mm", *drawn.words, *notes)
    assert [sentence for sentence in said if sentence not in text] == []
