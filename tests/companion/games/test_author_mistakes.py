"""Tests of authors' mistakes: `check-game` tells each with line and what to write."""

from collections.abc import Callable
from pathlib import Path
from string import Template
from typing import Any

import pytest

from companion.games import conformance
from companion.games.broken import explain
from companion.games.conformance import check_game
from tests import ROOT

Load = Callable[[str], Any]
#: What stands in the game, and what stands there instead.
Change = tuple[str, str]

CELLS = (ROOT / "examples" / "classics" / "classics" / "breakthrough.py").read_text(encoding="utf-8")
CARDS = Template((ROOT / "companion" / "commands" / "new_game_cards.txt").read_text(encoding="utf-8")).substitute(
    id="high", name="High", title="High", prefix="QX"
)
BOARD = CELLS[CELLS.index("    board = drawn") : CELLS.index("    colours =")]
STEP = "yield {cell: None, to: own}"
WON = 'return Result((player,), "reached")'


def method(code: str) -> Change:
    """Return the change that adds a method at the class's end."""
    return "\n\nGAME =", f"\n    def {code}\n\n\nGAME ="


def attribute(code: str) -> Change:
    """Return the change that adds a line below the prefix."""
    return '    prefix = "BK"\n', f'    prefix = "BK"\n    {code}\n'


def step(code: str) -> Change:
    """Return the change that replaces the line with the move."""
    return STEP, code.replace("\n", "\n                    ")


#: What is written, how the line begins that is named, and what is told.
MISTAKES: dict[str, tuple[Change, str, str]] = {
    "a misspelt number": (attribute("draw_afer = 40"), "draw_afer", "draw_afer has no meaning here; write draw_after"),
    "a misspelt method": (method("is_setled(self, position): return True"), "def is_setled", "write is_settled"),
    "an empty drawing": ((BOARD, '    board = drawn("")\n'), "board =", "the board has no cell: draw a point for each"),
    "an empty rectangle": (
        (BOARD, "    board = rectangle(0, 8)\n"),
        "board =",
        "no cell: rectangle(0, 8); write one su",
    ),
    "27 columns": (
        (BOARD, "    board = rectangle(27, 2)\n"),
        "board =",
        "27 columns; a column has a letter, and there",
    ),
    "a board as a method": ((BOARD, "    def board(self): ...\n"), "def board", "write board = rectangle(8, 8)"),
    "no move given back": (
        step("found = [{cell: None}]"),
        "def moves",
        "moves gives None; yield each move, or return a",
    ),
    "a single move": (step("return {cell: None}"), "def moves", "moves gives {'a7': None}; yield each move, or return"),
    "None as a move": (step("yield None"), "yield None", 'a move is the cells that change, such as {"a2": None'),
    "a list as a kind": (
        step("yield {to: [own]}"),
        "yield {to",
        "there is no kind of piece ['white']; there are white",
    ),
    "an object as a kind": (step("yield {to: self.pieces[own]}"), "yield {to", "there is no kind of piece Piece("),
    "kind and cell exchanged": (step("yield {own: to}"), "yield {own", "the board has no cell 'white'"),
    "no cell": (("if to and (to", "if (to"), STEP, "the board has no cell None"),
    "a move of nothing": (step("yield {}"), "def moves", "which changes nothing; pass a player over in turn_after"),
    "a move onto itself": (step("yield {cell: own}"), "def moves", "which changes nothing; pass a player over"),
    "endless moves": (step(f"while True:\n    {STEP}"), STEP, "more than 50000 moves for one position; does a loop"),
    "an endless loop": (step("while True: pass"), "while True", "it has not ended after 0.5 s"),
    "moves by chance": (
        step(f"import random\nif random.random() < 0.5:\n    {STEP}"),
        "def moves",
        "moves gives something else when it is asked again; leave nothing to chance",
    ),
    "a position that is changed": (
        step("position.board.pop(cell)\nreturn\nyield {}"),
        "def moves",
        "moves changes its position; change a copy instead: dict(position.board)",
    ),
    "a method that asks itself": (
        method("result(self, position): return self.stuck(position) if self.rules.over(position) else None"),
        "def result(self, position): return",
        "RecursionError: maximum recursion depth exceeded",
    ),
    "too few pieces in play": (
        step("yield {to: own}"),
        "pieces =",
        "no piece 'white' is left: there are 16; write a l",
    ),
    "a worth of 2": (method("worth(self, position, player): return 2"), "def worth", "return a number from 0 to 1"),
    "no worth": (method("worth(self, position, player): ..."), "def worth", "worth gives None; return a number from 0"),
    "a memory of a set": (method("remember(self, after): return {1}"), "def remember", "{1}, which a file cannot keep"),
    "a memory that is changed": (
        (
            "    def moves",
            "    first_memory = []\n\n    def remember(self, after): after.memory.append(1)\n\n    def moves",
        ),
        "def remember",
        "remember changes the memory of the position before; return another value",
    ),
    "nobody's turn": (
        method("turn_after(self, position): ..."),
        "def turn_after",
        "there is no player None; there are",
    ),
    "no self": (method("turn_after(position): ..."), "def turn_after", "write def turn_after(self, position)"),
    "help in one text": (method("help(self, position): return 'No.'"), "def help", "return a list of sentences: [say("),
    "a digit in a name": (('pieces = {"white": ', 'pieces = {"white1": '), "pieces =", "must end with no digit"),
    "half a disc": (('disc"), 16)', 'disc"), 16, back="king")'), "pieces =", 'write back="white" for that piece'),
    "a number as a text": (
        ('disc"), 16)', 'disc"), "16")'),
        "pieces =",
        'write pieces = {"white": Piece("white", later',
    ),
    "too many pieces": (
        ('disc"), 16)', 'disc"), 600)'),
        "pieces =",
        "there are 616 pieces, sides of discs included; t",
    ),
    "nothing lies at first": (
        method("start(self): ..."),
        "def start",
        'return what lies on each cell: {"a1": "white"}',
    ),
    "a start on no cell": (
        method("start(self): return {'z9': 'white'}"),
        "def start",
        "start has the cell 'z9', which",
    ),
    "a start of no piece": (method("start(self): return {'a1': 'wite'}"), "def start", "did you mean white?"),
    "a die as a text": (attribute('die_sides = "6"'), "die_sides", "die_sides is '6'; write die_sides = 6"),
    "options as texts": (attribute('options = ("must",)'), "options =", 'write options = (flag("must_take", later('),
    "a bright colour": (("(226, 228", "(256, 228"), "colours =", 'write colours = {"white": (226, 228, 232)'),
    "names in a list": (
        ('{"white": later("White"), "black": later("Black")}', '["W"]'),
        "player_names",
        "write player_n",
    ),
    "a label on no cell": (method("labels(self, position): return {'z9': '3'}"), "def labels", "the cell 'z9', which"),
    "a label that is a number": (
        method("labels(self, position): return {'a1': 3}"),
        "def labels",
        "return a text: str(3)",
    ),
    "a line to no cell": (method("links(self): return [('a1', 'z9')]"), "def links", "links has the cell 'z9', which"),
    "a colour in words": (method("tints(self): return {'a1': 'red'}"), "def tints", "write red, green and blue: (200"),
    "a move without words": (
        method("describe_move(self, before, changes): ..."),
        "def describe_move",
        'with say("...")',
    ),
    "no sentence why": (
        method("why(self, position, changes): return True"),
        "def why(self, position, changes): return",
        "why gives True; return a sentence, or None",
    ),
    "a gauge of texts": (
        method("measure(self, gauge, position, player): return 'x'"),
        "def measure(self, gauge, position, player): return",
        "measure gives 'x'; return a whole number, or None",
    ),
    "a bot that does nothing": (
        method("choose(self, position, rng): ..."),
        "def choose",
        "return one of self.rules.pos",
    ),
    "a worth that is no number": (
        method('worth(self, position, player): return float("nan")'),
        "def worth",
        "worth gives nan; return a number from 0 to 1",
    ),
    "a task of nothing": (method("task(self, position): ..."), "def task", "task gives None; return a sentence: say("),
    "a misspelt call": (("position.cells_of(own)", "position.cell_of(own)"), "for cell in", "did you mean cells_of?"),
}
#: The same, where another check tells it.
LATER: dict[str, tuple[Change, str, str, str]] = {
    "a result of True": ((WON, "return True"), "def result", "a result is winners and a reason: Result((", "undo"),
    "a text that is made": (('say("A disc goes forward', 'say(f"A {end} goes forward'), 'return say(f"A', "", "words"),
    "a text without its value": (
        ('say("A disc goes f', 'say("A {disc} goes f'),
        'return say("A {',
        "no value for",
        "words",
    ),
    "an unknown reason": ((WON, WON.replace("reached", "won")), "reasons =", 'write "won": later("...")', "words"),
    "another game's prefix": (('"BK"', '"LB"'), "prefix =", "the game lifeboat has the prefix LB, too; write", "tags"),
}


def line_in(code: str, beginning: str) -> int:
    """Return the number of the first line that begins so."""
    return next(number for number, line in enumerate(code.splitlines(), 1) if line.strip().startswith(beginning))


def told_of(load: Load, code: str, check: str, limit_s: float) -> str:
    """Return everything that is told of a game."""
    try:
        game = load(code)
    except Exception as error:
        return explain(error, "mistaken")
    return " ".join(str(found) for found in check_game(game, games=1, only=[check], limit_s=limit_s) if found.problems)


def changed(code: str, change: Change) -> str:
    assert change[0] in code
    return code.replace(*change, 1).replace("import drawn", "import drawn, rectangle")


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_mistake_is_told_with_its_line_and_what_to_write(
    mistake: str, load: Load, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    change, beginning, told = MISTAKES[mistake]
    code = changed(CELLS, change)
    monkeypatch.setattr(conformance, "_AMOUNT_S", 0.1)
    clause = told_of(load, code, "methods", 0.5 if mistake == "an endless loop" else 60.0)
    assert told in clause
    assert f"({tmp_path / 'mistaken.py'}, line {line_in(code, beginning)})" in clause


@pytest.mark.parametrize("mistake", LATER)
def test_a_mistake_that_a_game_meets_later_is_told_with_its_line(mistake: str, load: Load) -> None:
    change, beginning, told, check = LATER[mistake]
    code = changed(CELLS, change)
    clause = told_of(load, code, check, 60.0)
    assert told in clause
    line = line_in(code, beginning)
    assert f"mistaken.py, line {line})" in clause or f"mistaken.py:{line}: " in clause


def test_there_are_as_many_as_an_author_makes() -> None:
    assert len(MISTAKES) + len(LATER) >= 42


def test_a_right_game_is_told_nothing(load: Load) -> None:
    assert told_of(load, CELLS, "methods", 60.0) == ""
    assert told_of(load, CARDS, "hands", 60.0) == ""


# --- what takes too long ----------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_a_game_without_an_end_is_told(load: Load) -> None:
    code = changed(CELLS, ("        for player, row in", "        return None\n        for player, row in"))
    around = "for to in self.board.neighbours(cell):\n    if to not in position.board:"
    code = changed(code, step(f"{around}\n        {STEP}"))
    clause = told_of(load, code, "bots", 3.0)
    assert "the game of bots is not over after " in clause
    assert "Write result, draw_after or repetitions; it has not ended after 3 s" in clause


# What interrupts may be raised in a callback of the garbage collector, where it is lost.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_thousands_of_moves_a_turn_are_named(load: Load, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(conformance, "_AMOUNT_S", 60.0)
    own = "position.cells_of(own)"
    many = f"for other in {own}:\n    for third in {own}:\n        if len({{cell, other, third}}) > 2:"
    code = changed(CELLS, step(f"{many}\n            yield {{cell: None, other: None, third: own, to: own}}"))
    clause = told_of(load, code, "next", 0.5)
    assert "it has not ended after 0.5 s" in clause
    assert "; 4340 moves may begin a game: give fewer" in clause


# --- cards ------------------------------------------------------------------------------------------------------------

A_CARD_OF_ANOTHER_HAND = (
    "    table = TABLE\n\n\n",
    "    table = TABLE\n\n    def choose(self, state, hand, rng):\n"
    "        return Played(state.turn, next(card for card in CARDS if card not in hand))\n\n\n",
)
HANDS_TOLD = [
    ('    """All cards are dealt."""', '    """All cards are dealt."""\n\n    hands: tuple[str, ...] = ()'),
    ("        return Started()", '        return Started(("red-1", "red-2", "blue-1"))'),
]


def test_a_method_in_the_game_that_only_a_part_is_asked_for_is_told(load: Load) -> None:
    head = "class HighTable(CardGame):\n"
    body = "    def seat_question(self, view, seat):\n        return 'Which card?'\n\n"
    code = changed(CARDS, (head, f"{head}\n{body}"))
    clause = told_of(load, code, "methods", 60.0)
    assert "seat_question is asked of the part seat_screen; write it in a class of CardSeatScreen" in clause
    assert f"line {line_in(code, 'def seat_question')})" in clause


@pytest.mark.parametrize(
    ("changes", "beginning", "told"),
    [
        (
            HANDS_TOLD,
            "@dataclass",
            "tells cards of a hand (blue-1, red-1, red-2), and everybody may read it; leave",
        ),
        (
            [
                (
                    "    def title(self)",
                    "    def deal(self, started, rng):\n        cards = sorted(CARDS)\n"
                    '        return {"south": tuple(cards[:6]), "north": tuple(cards[6:])}\n\n    def title(self)',
                )
            ],
            "@dataclass",
            "tells all hands, and everybody may read it; deal them by the rng of deal(started, rng)",
        ),
        (
            [A_CARD_OF_ANOTHER_HAND],
            "def choose",
            "which this hand",
        ),
    ],
    ids=["hands in an event", "hands that follow from it", "a card of another hand"],
)
def test_a_mistake_with_hands_is_told(
    changes: list[Change], beginning: str, told: str, load: Load, tmp_path: Path
) -> None:
    code = CARDS
    for change in changes:
        code = changed(code, change)
    clause = told_of(load, code, "hands", 60.0)
    assert told in clause
    assert f"({tmp_path / 'mistaken.py'}, line {line_in(code, beginning)})" in clause
