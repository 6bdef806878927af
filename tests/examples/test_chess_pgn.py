"""PGN of chess: files of other programs, damaged ones, and what is written is read again."""

from contextlib import suppress
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import chess
import pytest
from chess_table.game import GAME
from chess_table.positions import changes_of
from chess_table.rules import ClockedMove, Ended
from hypothesis import given
from hypothesis import strategies as st

from engine.errors import NotationError
from engine.grid import Moved, Started
from tests.examples.conftest import Companion

PGN = GAME.pgn
ENDS: list[Ended | None] = [
    None,
    Ended("resigned", ("white",)),
    Ended("resigned", ("black",)),
    Ended("agreed"),
    Ended("time"),
    Ended("adjudicated", ("black",)),
]


def some_game(seed: int, moves: int, end: Ended | None = None) -> list[Any]:
    """Return the events of random moves, and an end if the game is not over by then."""
    rng, board = Random(seed), chess.Board()
    events: list[Any] = [Started((), repetition=True)]
    for _ in range(moves):
        legal = [move for move in board.legal_moves if not move.promotion]
        if not legal or board.is_game_over():
            break
        move = rng.choice(legal)
        changes = tuple((cell, kind or "") for cell, kind in changes_of(board, move).items())
        events.append(Moved("white" if board.turn else "black", changes))
        board.push(move)
    if end is not None and not board.is_game_over():
        if end.reason == "time":
            end = Ended("time", GAME.rules.winners_by_time(GAME.rules.replay(events).state))
        events.append(end)
    return events


def written(events: list[Any], **headers: str) -> str:
    result = GAME.rules.over(GAME.rules.replay(events).state)
    return PGN.write(events, None if result is None else result.winners, headers, {"white": "A", "black": "B"})


@pytest.mark.slow
@given(st.integers(0, 1000), st.integers(0, 60), st.sampled_from(ENDS), st.text(max_size=20))
def test_what_is_written_is_read_again(seed: int, moves: int, end: Ended | None, name: str) -> None:
    events = some_game(seed, moves, end)
    assert list(PGN.read(written(events, Event=name))) == events


@given(st.integers(0, 99), st.data())
def test_a_damaged_file_gets_a_sentence(seed: int, data: st.DataObject) -> None:
    text = written(some_game(seed, 12))
    start = data.draw(st.integers(0, len(text)))
    text = (
        text[:start]
        + data.draw(st.text('(){}[]$;%"\\ \n1-0*Ne4é', max_size=5))
        + text[start + data.draw(st.integers(0, 5)) :]
    )
    with suppress(NotationError):
        GAME.rules.replay(PGN.read(text))


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "there is no game in this file"),
        ("hello", "line 1: expected a move, found 'hello'"),
        ("\n\n1. e4 blah e5", "line 3: expected a move, found 'blah'"),
        ("1. e4\ne5 2. Ke3", "line 2: 2. Ke3 is not possible in this position"),
        ("1. Nf3 e5 2. Nc3 d5 3. Nd2", "line 1: 3. Nd2 is not possible in this position"),
        ("1. e4 Z0", "line 1: 1... Z0 is no move: in a game nobody passes"),
        ("1. e4 {no end", "line 1: a comment begins here and does not end"),
        ("1. e4\n(1. d4", "line 2: a variation begins here and does not end"),
        ("1. e4 )", "line 1: a variation ends here, but none has begun"),
        ("1. e4 $256", "line 1: expected an annotation from $0 to $255, found '$256'"),
        ('[Event "a]\n\n1. e4', 'line 1: expected a header such as [Event "Town"], found \'[Event "a]\''),
        (
            '[Event "a"]\n[Variant "Chess960"]\n\n1. e4',
            "line 2: this is a game of 'Chess960'; only usual chess is read",
        ),
        ("1. f3 e5 2. g4 Qh4# 1-0", "the result 1-0 does not fit: after the last move it is 0-1"),
        ("1. e4 e5 1-0\n\n1. d4", "line 3: a second game begins; write one game into a file"),
        ('[Event "a"]\n1. e4\n[Event "b"]\n1. d4', "line 3: a second game begins; write one game into a file"),
        ('[Result "2-0"]\n\n1. e4', "expected the result 1-0, 0-1, 1/2-1/2 or *, found '2-0'"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line(text: str, sentence: str) -> None:
    with pytest.raises(NotationError) as caught:
        PGN.read(text)
    assert str(caught.value) == sentence


def test_another_first_position_is_refused_the_usual_one_is_not() -> None:
    with pytest.raises(NotationError, match="line 1: the game does not begin with the usual position"):
        PGN.read('[FEN "8/8/8/8/8/k7/8/K7 w - - 0 1"]\n\n1. Kb1 *')
    assert len(PGN.read(f'[SetUp "1"]\n[FEN "{chess.STARTING_FEN}"]\n\n1. e4 *')) == 2


def test_annotations_of_thousands_of_digits_and_variations_are_no_burden() -> None:
    with pytest.raises(NotationError, match="line 1: expected an annotation"):
        PGN.read(f"1. e4 ${'9' * 6000}")
    nested = "(" * 20_000 + "1. d4" + ")" * 20_000
    assert len(PGN.read(f"1. e4 {'(1. d4 $1 {so}) ' * 20_000} {nested} e5")) == 3


def test_no_game_is_endless() -> None:
    with pytest.raises(NotationError, match="the game is over"):
        PGN.read("Nf3 Nf6 Ng1 Ng8 " * 2000)


def test_a_game_goes_on_after_three_times_the_same_position() -> None:
    shuffle = "Nf3 Nf6 Ng1 Ng8 " * 2
    assert len(PGN.read(f"{shuffle} e4 *")) == 10
    assert PGN.read(f"{shuffle} 1/2-1/2")[-1] == Ended("repeated")
    assert PGN.read("1. e4 1/2-1/2")[-1] == Ended("agreed")


def test_results_say_who_resigned_and_whose_time_was_up() -> None:
    assert PGN.read("1. e4 e5 0-1")[-1] == Ended("resigned", ("black",))
    by_time = '[Termination "Time forfeit"]\n\n1. e4 1-0'
    assert PGN.read(by_time)[-1] == Ended("time", ("white",))
    # White's time cannot be up while Black thinks.
    assert PGN.read(by_time.replace("1-0", "0-1"))[-1] == Ended("resigned", ("black",))


@pytest.mark.parametrize("part", ['[A ""]\n', "(", "({", "{}", "%\n", "$1 ", '([A "'])
def test_time_grows_with_the_length_of_a_file_and_not_with_its_square(part: str) -> None:
    """A file of 300,000 letters is read or refused at once, whatever it repeats."""
    started_s = process_time()
    with suppress(NotationError):
        PGN.read(part * (300_000 // len(part)))
    assert process_time() - started_s < 2.0


def test_resignation_time_and_clock_are_written() -> None:
    resigned = written(some_game(1, 4, Ended("resigned", ("black",))))
    assert '[Result "0-1"]' in resigned
    assert '[Termination "normal"]' in resigned
    assert '[Termination "time forfeit"]' in written(some_game(1, 4, Ended("time")))
    assert '[Termination "unterminated"]' in written(some_game(1, 4))
    changes = (("e2", ""), ("e4", "white-pawn"))
    clocked = written([Started(("5+3",), repetition=True), ClockedMove("white", changes, 297_000)])
    assert '[TimeControl "300+3"]' in clocked
    assert "1. e4 { [%clk 0:04:57] } *" in clocked


def test_names_are_given_or_those_of_the_sides(companion: Companion, tmp_path: Path) -> None:
    file, journal = tmp_path / "Müller.PGN", ("--journal", str(tmp_path / "games.sqlite"))
    file.write_bytes('[White "Müller"]\r\n\r\n1. e4 e5 1-0\r\n'.encode("latin-1"))
    companion("games", *journal, "import", str(file))
    assert '[White "White"]\n[Black "Black"]\n[Result "1-0"]' in companion("games", *journal, "export", "1", "--pgn")
    named = companion("games", *journal, "export", "1", "--pgn", "--names", 'Ann "Q" Lee', "Bob")
    assert '[White "Ann \\"Q\\" Lee"]\n[Black "Bob"]' in named
    told = companion("games", *journal, "export", "1", "--pgn", "--names", "A", "B", "C", status=2)
    assert "there are 2 players" in told
