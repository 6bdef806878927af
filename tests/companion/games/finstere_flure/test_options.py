"""The options of this game, as files, the command line and games have them."""

from itertools import product

import pytest

from companion.device.options import parse_variants, rename_former_options
from companion.games.finstere_flure.options import FACES, OPTIONS, game_started, options_that_matter
from engine.finstere_flure.events import Faces, SetUp
from engine.finstere_flure.game import Game
from engine.finstere_flure.pieces import Colour

SEATS = (Colour.RED, Colour.BLUE)


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("expert,any,dm-end", {"set_up": "expert", "faces": "any", "dm_end": True}),
        ("placed,dm-placing", {"set_up": "placed", "dm_placing": True}),
        ("dm", {"dm_placing": True, "dm_end": True}),
    ],
)
def test_variants_of_the_command_line(text: str, values: dict[str, object]) -> None:
    assert parse_variants(text, OPTIONS) == values


def test_the_older_dm_of_a_file_means_both_unless_it_says_more() -> None:
    assert rename_former_options({"dm": True}, OPTIONS) == {"dm_placing": True, "dm_end": True}
    assert rename_former_options({"dm": True, "dm_end": False}, OPTIONS) == {"dm_placing": True, "dm_end": False}


@pytest.mark.parametrize(
    ("set_up", "dm_placing", "dm_end", "faces"), [*product(SetUp, (False, True), (False, True), Faces)]
)
def test_every_combination_makes_a_game(set_up: SetUp, dm_placing: bool, dm_end: bool, faces: Faces) -> None:
    chosen = {"set_up": str(set_up), "dm_placing": dm_placing, "dm_end": dm_end, "faces": str(faces)}
    event = game_started(SEATS, SEATS[1], chosen)
    assert Game.start(event).state.start_player is SEATS[1]
    assert (event.set_up, event.dm_end) == (set_up, dm_end)
    assert event.dm_placing == (dm_placing and set_up is not SetUp.BASIC)
    assert event.faces is (faces if set_up is SetUp.EXPERT else Faces.FRONTS)
    assert (FACES in options_that_matter(2, {"set_up": str(set_up)})) == (set_up is SetUp.EXPERT)
