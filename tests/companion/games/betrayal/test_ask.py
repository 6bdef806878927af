"""Answers of the table about the house: the way to a room, and where doors stand open."""

import re
from functools import cache

import pytest

from companion.games.betrayal.game import GAME
from companion.games.betrayal.names import explorer_name, room_name
from companion.games.betrayal.table.ask import questions
from companion.games.betrayal.words import dir_name
from companion.games.random_play import random_game
from companion.table.table_question import ask
from engine.betrayal.components import CHARACTERS
from engine.betrayal.state import State
from engine.betrayal.ways import ways


@cache
def turns() -> list[State]:
    """Return states of a game with its haunt in which an explorer on turn has not gone yet."""
    return [state for state in random_game(GAME, 3).states() if state.turn in CHARACTERS and not state.steps]


def answer(state: State, question_id: str, seat: str) -> list[str]:
    question = ask(questions(state, seat), question_id)
    assert question is not None
    return [str(line) for line in question.answer()]


@pytest.mark.slow
def test_whoever_goes_the_way_that_is_told_comes_to_the_room() -> None:
    told = 0
    for state in turns()[::7]:
        explorer = str(state.turn)
        reached = {room_name(room) for room in ways(state, explorer)}
        for room in state.house.rooms:
            lines = answer(state, f"room {room}", explorer)
            way = next((line for line in lines if line.startswith(f"Way of {explorer_name(explorer)}, ")), None)
            if way is None:
                continue
            told += 1
            found = re.search(r", (\d+) spaces?: (.*)\.$", way)
            assert found is not None, way
            rooms = found[2].split(", ")
            assert rooms[0] in reached
            assert rooms[-1] == room_name(room)
            assert int(found[1]) >= len(rooms)
    assert told > 20


def test_nobody_is_told_a_way_to_the_own_room() -> None:
    state = turns()[-1]
    explorer = str(state.turn)
    lines = answer(state, f"room {state.room_of(explorer)}", explorer)
    assert not any(line.startswith("Way of") for line in lines)


@pytest.mark.slow
def test_every_open_door_is_told_with_its_room_and_side() -> None:
    for state in turns()[::7]:
        lines = [line for line in answer(state, "board", str(state.turn)) if line.startswith("Open doors, ")]
        told = " ".join(lines)
        doors = [door for floor in state.floors for door in state.house.open_doors(floor)]
        for room, _ in doors:
            sides = ", ".join(dir_name(side) for side in state.house.doors_to_nothing(room))
            assert f"{room_name(room)} ({sides})" in told
        assert len(lines) == sum(bool(state.house.open_doors(floor)) for floor in state.floors)
