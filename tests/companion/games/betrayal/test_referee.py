"""Tests of `companion referee` on games of Betrayal: strict, in words, as JSON.

They also test the commands that need more than rules.
"""

import json
from pathlib import Path

import pytest

from companion.device.language import COMPLETE, use_language
from companion.games.betrayal.game import GAME
from companion.main import main
from engine.betrayal.components import CARDS, CHARACTERS, TILES
from tests.engine.betrayal.game_text import HEADER, events_of, state_of

STEPS = (
    "S: moved heather(to foyer); discovered heather(door S, tile creaky-hallway, turn 0);"
    "discovered heather(door E, tile bloody-room, turn 2, aside [crypt]); drew heather(card item, name lucky-stone);"
)


def written(folder: Path, text: str) -> str:
    path = folder / "game.jsonl"
    path.write_text("".join(f"{line}\n" for line in (HEADER, *map(json.dumps, events_of(text)))))
    return str(path)


def test_it_tells_where_the_house_stands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["referee", written(tmp_path, STEPS)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "The house is explored.",
        "It is the turn of Heather Granville. No more moving this turn.",
        "Heather Granville: Bloody Room, Speed 4, Might 3, Sanity 3, Knowledge 5, Lucky Stone",
        "Brandon Jaspers: Entrance Hall, Speed 4, Might 4, Sanity 4, Knowledge 3",
        "Father Rhinehardt: Entrance Hall, Speed 3, Might 2, Sanity 6, Knowledge 4",
        "Basement (4 open doors): Basement Landing",
        "Ground floor (6 open doors): Entrance Hall, Foyer, Grand Staircase, Creaky Hallway, Bloody Room",
        "Upper floor (4 open doors): Upper Landing",
        "39 tiles in the stack. Set aside: Crypt.",
        "0 omens drawn.",
        "Heather Granville may: drop cards, end the turn.",
    ]


def test_a_refusal_is_one_sentence_with_line_who_why_and_rule(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, STEPS + "moved heather(to creaky-hallway)")
    assert main(["referee", "--json", path]) == 2
    out, error = capsys.readouterr()
    told = "heather moves no more this turn: a card was drawn, or a crossing failed (B4, B25)"
    assert error == f"companion: {path}: line 7: {told}\n"
    assert json.loads(out) == {
        "game": "betrayal",
        "events": 5,
        "ok": False,
        "line": 7,
        "problems": [{"code": "stopped", "text": told}],
    }


@pytest.mark.parametrize("language", [code for code in COMPLETE if code != "en"])
def test_rooms_explorers_and_cards_have_names_of_their_own(language: str) -> None:
    """Catalogues are whole, and no two rooms or cards have the same name."""
    from companion.games.betrayal.names import card_name, explorer_name, room_name

    use_language(language)
    for names, name_of in ((TILES, room_name), (CARDS, card_name), (CHARACTERS, explorer_name)):
        told = [name_of(name) for name in names]
        assert len(set(told)) == len(told)


def test_the_haunt_and_its_end_are_told() -> None:
    lines = GAME.describe_state(state_of("H: stunned(token rat-1); counted(counter eggs, value 3)"))
    assert lines[0] == "Haunt 12 goes on."
    assert "eggs: 3." in lines
    assert "Brandon Jaspers: traitor, Entrance Hall, Speed 4, Might 4, Sanity 4, Knowledge 3" in lines
    assert "Rat 1: Foyer, stunned" in lines
    over = state_of("H: won heather(side heroes); confirmed brandon")
    assert GAME.describe_state(over)[0] == "Heather Granville and Father Rhinehardt win together."
    line = GAME.result_line(over)
    assert line is not None
    assert GAME.describe_result(line) == GAME.describe_state(over)[0]
    assert GAME.describe_result('{"winners": [], "reason": "traitor"}') == "The house has won."
