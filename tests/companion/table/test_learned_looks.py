"""Looks of plain pieces: what they tell, and where they must tell nothing."""

from pathlib import Path
from random import Random

import pytest

from companion.table.inference import Problems
from companion.table.learned_looks import LearnedLooks, PieceLooks, SeenLooks, is_doubt
from tools.plain_record import simulated_looks

GAME = "stones-and-tokens"
LYING = {"blue-3": "c3", "blue-5": "e5", "stone-1": "b2", "stone-2": "d4"}
#: A token pushed a stone from d4 to d5, or went round it.
WAYS = [{"d4": "blue-3", "d5": "stone"}, {"d4": "stone", "d5": "blue-3"}]


def name(piece: str) -> str:
    return "stone" if piece.startswith("stone") else piece


def colour(piece: str) -> str:
    return piece.partition("-")[0]


def learned(looks_of: dict[str, str], times: int = 4) -> PieceLooks:
    """Return pieces after some looks at them: `looks_of` gives what each looks like."""
    pieces, rng = PieceLooks(), Random(1)
    lying = {place: name(piece) for piece, place in LYING.items()}
    for _ in range(times):
        pieces.learn(lying, simulated_looks({place: looks_of[piece] for piece, place in LYING.items()}, rng))
    return pieces


@pytest.fixture
def pieces() -> PieceLooks:
    return learned({piece: colour(piece) for piece in LYING})


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("made", [0, 1])
def test_a_look_tells_a_stone_from_a_token(pieces: PieceLooks, made: int, seed: int) -> None:
    seen = simulated_looks({place: colour(name(piece)) for place, piece in WAYS[made].items()}, Random(seed))
    assert pieces.choose(WAYS, seen) == made


@pytest.mark.parametrize("seed", range(20))
def test_pieces_that_look_alike_are_never_told_apart(pieces: PieceLooks, seed: int) -> None:
    seen = simulated_looks({"d4": "blue"}, Random(seed))
    assert pieces.choose([{"d4": "blue-3"}, {"d4": "blue-5"}], seen) is None


def test_each_place_must_tell(pieces: PieceLooks) -> None:
    seen = simulated_looks({"d4": "blue", "d5": "blue"}, Random(1))
    assert pieces.choose(WAYS, seen) is None, "a second token where the stone should be"


@pytest.mark.parametrize("made", [0, 1])
def test_a_stone_tells_where_a_token_lies_that_was_never_seen(pieces: PieceLooks, made: int) -> None:
    ways = [{place: piece.replace("blue-3", "red-1") for place, piece in way.items()} for way in WAYS]
    seen = simulated_looks({place: colour(piece) for place, piece in ways[made].items()}, Random(1))
    assert pieces.choose(ways, seen) == made
    both_like_stones = simulated_looks(dict.fromkeys(WAYS[0], "stone"), Random(1))
    assert pieces.choose(ways, both_like_stones) is None


def test_what_was_never_seen_tells_nothing(pieces: PieceLooks) -> None:
    seen = simulated_looks({"d4": "blue"}, Random(1))
    assert pieces.choose([{"d4": "blue-3"}, {"d4": "red-1"}], seen) is None
    assert PieceLooks().choose(WAYS, seen) is None


def test_a_mirrored_lamp_tells_nothing(pieces: PieceLooks) -> None:
    dazzling = (0.4,) * 12
    assert pieces.choose(WAYS, {"d4": dazzling, "d5": dazzling}) is None


def swap(looks_of: dict[str, str], pieces: PieceLooks, seed: int = 3) -> tuple[str, str] | None:
    """Return the doubt after blue 3 and blue 5 were swapped."""
    lying = {place: name(piece) for piece, place in LYING.items()}
    seen = {LYING[piece]: looks_of[piece] for piece in LYING} | {"c3": looks_of["blue-5"], "e5": looks_of["blue-3"]}
    assert pieces.swapped(lying, simulated_looks({LYING[p]: looks_of[p] for p in LYING}, Random(seed))) is None
    return pieces.swapped(lying, simulated_looks(seen, Random(seed)))


@pytest.mark.parametrize("seed", range(20))
def test_swapped_pieces_are_doubted_where_their_looks_differ(seed: int) -> None:
    faces = {piece: name(piece) for piece in LYING}
    assert swap(faces, learned(faces), seed) == ("c3", "e5")
    alike = {piece: colour(piece) for piece in LYING}
    assert swap(alike, learned(alike), seed) is None


def test_people_may_leave_what_is_doubted() -> None:
    table, rng = LearnedLooks(), Random(2)
    usual, other = ({"c3": a, "e5": b, "b2": "stone", "d4": "stone"} for a, b in (("x", "y"), ("y", "x")))
    for _ in range(3):
        assert SeenLooks(table, GAME, LYING, name).see(simulated_looks(usual, rng), str) is None
    step = SeenLooks(table, GAME, LYING, name)
    doubt: Problems[object] | None = step.see(simulated_looks(other, rng), str)
    assert doubt is not None
    assert is_doubt(doubt.problems)
    assert doubt.problems[0].sentence == "Blue-3 on c3 looks like blue-5."
    step.accept(doubt.problems)
    assert step.see(simulated_looks(other, rng), str) is None
    for _ in range(3):
        SeenLooks(table, GAME, LYING, name).see(simulated_looks(other, rng), str)
    assert SeenLooks(table, GAME, LYING, name).see(simulated_looks(usual, rng), str) is not None


def test_looks_are_kept_on_disk_until_they_are_forgotten(tmp_path: Path) -> None:
    path = tmp_path / "cameras" / "looks.json"
    seen = simulated_looks({place: colour(piece) for piece, place in LYING.items()}, Random(1))
    SeenLooks(LearnedLooks(path), GAME, LYING, name).see(seen, str)
    again = LearnedLooks(path)
    assert again.count == 3
    assert again.of(GAME).choose(WAYS, {"d4": seen["c3"], "d5": seen["b2"]}) == 0
    again.forget()
    assert again.count == 0
    assert not path.exists()
    assert LearnedLooks(path).count == 0


@pytest.mark.parametrize("text", ["", "[]", '{"g": 1}', '{"g": {"p": [["x"]]}}', '{"g": {"p": [[1e999]]}}', "[" * 9999])
def test_a_damaged_file_is_told_of_and_learned_anew(
    text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "looks.json"
    path.write_text(text)
    assert LearnedLooks(path).count == 0
    assert str(path) in capsys.readouterr().err
