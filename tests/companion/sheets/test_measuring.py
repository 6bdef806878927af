"""The first printed page: its lengths, and a command that makes the same sheets anew."""

from argparse import ArgumentParser

import pytest

from companion.commands.tags import add_arguments
from companion.device.language import COMPLETE, LANGUAGES, use_language
from companion.games import find_game
from companion.sheets.measuring import measuring_page


@pytest.mark.parametrize("language", COMPLETE)
def test_the_command_makes_the_sheets_in_their_language(language: str) -> None:
    game = find_game("finstere-flure")
    tags = game.sheets.tags
    sizes = {size.name: size.default for size in tags.sizes} | {"cell_mm": 27.5}
    use_language(language)
    page = measuring_page(tags, sizes, tags.default_code, ("--paper letter", "--tactile"))
    *lengths, command = page.words
    assert any(f"27{LANGUAGES[language].decimal_point}5" in length for length in lengths)
    parser = ArgumentParser()
    add_arguments(parser, game)
    _, _, _, game_id, *typed = command.replace("\N{NO-BREAK SPACE}", " ").split()
    assert game_id == game.id
    made = parser.parse_args(typed)
    assert (made.language, made.paper, made.tactile, made.cell_mm) == (language, "letter", True, 27.5)
