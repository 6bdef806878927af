"""The monster's move in words: every kind of sentence, on the table where it belongs."""

import pytest

from companion.games.finstere_flure.words.move_words import (
    RULINGS,
    describe_card,
    describe_final_look,
    describe_position,
    describe_steps,
    explain_move,
)
from companion.games.finstere_flure.words.sentences import Names
from engine.finstere_flure.cards import parse_card
from engine.finstere_flure.textboard import parse_board
from engine.finstere_flure.trace import Event
from tests.engine.finstere_flure.monster_tables import EXAMPLE, TABLES, Table


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_what_happens_is_told(table: Table) -> None:
    line = explain_move(table.move)[table.step]
    assert line.startswith(f"Step {table.step}: ")
    assert line.endswith(table.line)


def test_the_whole_example_reads_like_an_explanation_at_the_table() -> None:
    lines = explain_move(EXAMPLE.move)
    assert lines[0] == "Furunkulus stands on j8 and faces east. Card 8: it walks 8 steps."
    assert [line.split(":")[0] for line in lines[1:-2]] == [f"Step {number}" for number in range(1, 9)]
    assert "equally near: it is confused and keeps facing east" in lines[4]
    assert "It pushes yellow 1 from p6 off the board: that counts as eaten (rule R4)." in lines[5]
    assert lines[-2] == "Last look: Furunkulus sees blue 1 (7 cells west) and turns west."
    assert lines[-1] == "Furunkulus stops on p8, faces west and has eaten green 3, yellow 1 and purple 5."


def test_a_move_that_catches_nobody_says_so() -> None:
    table = next(table for table in TABLES if table.name == "it sees nobody")
    assert explain_move(table.move)[-1] == "Furunkulus stops on g5, faces east and has eaten nobody."


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_every_event_is_told_exactly_once_and_in_order(table: Table) -> None:
    for step, tellings in zip(table.move.steps, describe_steps(table.move), strict=True):
        told: list[Event] = [event for telling in tellings for event in telling.events]
        assert told == list(step.events)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_every_telling_is_a_finished_sentence_with_a_rule_behind_it(table: Table) -> None:
    tellings = [telling for step in describe_steps(table.move) for telling in step] + [describe_final_look(table.move)]
    for telling in tellings:
        for text in (telling.text, telling.with_ruling, telling.rule):
            assert text[0].isupper()
            assert text.endswith((".", "!"))
            assert "{" not in text
            assert "  " not in text


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_the_ruling_that_decided_is_named_and_explained(table: Table) -> None:
    for tellings in describe_steps(table.move):
        for telling in tellings:
            named = [getattr(event, "ruling", None) for event in telling.events]
            assert (telling.ruling is not None) == any(named)
            if telling.ruling:
                assert telling.ruling in named
                assert f"(rule {telling.ruling})" in telling.with_ruling
                assert telling.rule == RULINGS[telling.ruling]


@pytest.mark.parametrize(
    ("card", "text"),
    [
        ("1", "Card 1: it walks one step."),
        ("10", "Card 10: it walks 10 steps."),
        ("X", "Card X: it walks until it has hit one token, at most 20 steps."),
        ("XX", "Card XX: it walks until it has hit 2 tokens, at most 20 steps."),
    ],
)
def test_what_a_card_does_is_told(card: str, text: str) -> None:
    assert describe_card(parse_card(card)) == text


@pytest.mark.parametrize(
    ("row", "text"),
    [
        (". M> .", "Furunkulus stands on f5 and faces east. Nobody is in the castle."),
        (". M> R4", "Furunkulus stands on f5 and faces east. One token is in the castle."),
        ("B1 M> R4", "Furunkulus stands on f5 and faces east. 2 tokens are in the castle."),
    ],
)
def test_a_table_without_a_move_is_told(row: str, text: str) -> None:
    assert describe_position(parse_board(f"   e f g\n5  {row}")) == text


def test_a_token_is_called_by_what_lies_up() -> None:
    position = parse_board("   e f g h\n5  R4 M> b5 b1")
    assert Names(position).token("red-4") == "red 4"
    assert Names(position).token("blue-5") == "blue 2"
    assert Names(position).token("blue-1") == "blue 6"
