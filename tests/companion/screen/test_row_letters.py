"""Tests of how large the letters of rows are."""

import pygame
import pytest

from companion.screen import scale
from companion.screen.fonts import Fonts
from companion.screen.page_layout import lay_out_page
from companion.screen.pages import Row
from companion.screen.row_plan import RowPlanner

NOTE = Row("The numbers: the order of this morning.")
CHOICES = tuple(Row(text, text) for text in ("Row", "Rest", "Look", "Swap", "Take", "Use", "Show", "Wait"))


@pytest.mark.parametrize("spare", range(22, 26))
def test_a_note_above_the_choices_makes_these_no_smaller(spare: int) -> None:
    layout = lay_out_page((400, 480))
    smallest = layout.letters(scale.SMALL)
    # Two lines of choices have room, and above them a note, if only in smaller letters.
    box = pygame.Rect(0, 0, layout.body.width, 2 * layout.touch + spare)
    planner = RowPlanner(Fonts(), layout, (NOTE, *CHOICES), box, smallest, smallest)
    assert not planner.scrolls
    note, *choices = planner.plan.places
    assert {planner.letters_in(choice) for choice in choices} == {smallest}
    assert layout.least <= planner.letters_in(note) <= smallest
