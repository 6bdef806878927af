"""Tests that messages cannot be misread: buttons, tokens, cells and counts as seen.

They are named as players see them.
"""

from dataclasses import replace

import pytest

from companion.device.button_colours import press, use_button_colours
from companion.device.language import COMPLETE, use_language
from companion.games.finstere_flure.playback.board_view import BoardView, FlippedToken
from companion.games.finstere_flure.table import problems
from companion.games.finstere_flure.table.lies import token_lie
from companion.games.finstere_flure.table.standing import standing_of
from companion.games.finstere_flure.table.ways import describe_way
from companion.screen.pages import BoardPage, ListPage, Tone
from companion.table import unfinished
from companion.table.layout import Change
from companion.table.problem_page import say_problems
from companion.voice.length import shortened, spoken_s
from engine.finstere_flure.textboard import parse_board
from hardware.buttons import Button
from tests.companion.games.finstere_flure.screen import sample_pages
from tests.companion.games.finstere_flure.screen.sample_pages import played, samples, session


def test_a_button_is_named_by_its_colour_and_the_label_that_it_has() -> None:
    assert press(Button.ADVANCE, "Done") == "Press the green button: Done."
    use_button_colours({Button.ADVANCE: "blue"})
    assert press(Button.ADVANCE, "Done") == "Press the blue button: Done."


@pytest.mark.slow
@pytest.mark.parametrize("language", COMPLETE)
def test_no_caption_asks_for_a_button_that_has_another_label(language: str) -> None:
    use_language(language)
    for name, page in samples().items():
        if isinstance(page, BoardPage):
            for button, label in ((Button.ADVANCE, page.keys.advance), (Button.DRAW, page.keys.draw)):
                asked = press(button, "").rstrip(".。")
                assert asked not in page.caption or press(button, label) in page.caption, (name, page.caption)


@pytest.mark.slow
def test_nothing_stands_twice_on_a_page() -> None:
    for name, page in samples().items():
        if isinstance(page, BoardPage) and page.name in {"put-right", "problem"}:
            texts = [page.caption, *(row.text for row in page.rows)]
            assert page.caption not in texts[1:], name


@pytest.mark.slow
def test_things_to_do_are_counted_as_they_are_listed() -> None:
    page = samples()["put-right"]
    assert isinstance(page, BoardPage)
    assert page.title.startswith(f"{1 + sum(row.done is False for row in page.rows)} things")


def test_a_token_keeps_its_name_through_its_flip_and_has_the_picture_of_both_sides() -> None:
    position = parse_board("   c  d  e\n5  R4 .  .\n6  .  .  M>")
    before = position.token("red-4")
    assert before is not None
    moved = replace(before, at="i5", side=before.side.flipped)
    told = problems.too_far(Change(token_lie(moved), token_lie(before)), position)
    assert told.sentence == "Red 4, now showing 3, went 2 cells too far."
    assert told.sign == FlippedToken(moved)
    assert "e5" in told.allowed
    assert "i5" not in told.allowed


def test_what_is_merely_unfinished_is_amber() -> None:
    position = parse_board("   c  d  e\n5  R4 .  .\n6  .  .  M>")
    before = position.token("red-4")
    assert before is not None
    near, far = (Change(token_lie(replace(before, at=cell)), token_lie(before)) for cell in ("e5", "i5"))
    assert problems.not_flipped(near, position).unfinished
    assert not problems.too_far(far, position).unfinished


def test_a_way_is_told_without_names_of_cells() -> None:
    position = parse_board("   c  d  e  f  g\n5  .  ~  ~  .  s1\n6  .  ~  ~  .  M>")
    assert describe_way("g5", "f5", position) == "1 cell west, next to the pool"
    assert describe_way("g5", "i7", position) == "2 cells east and 2 cells south"


@pytest.mark.slow
@pytest.mark.parametrize("language", COMPLETE)
def test_errors_are_spoken_in_four_seconds(language: str) -> None:
    use_language(language)
    long = "A stone was moved from here to there, but no token pushes it there. " * 3
    made = session(played(3))
    made.announcements()
    problem = replace(problems.monster_missing("c5", parse_board("   c\n5  M>").facing), sentence=long)
    say_problems(made, [problem])
    (said,) = made.announcements()
    assert spoken_s(made.table_game.voice.spoken(said.text)) <= 4.0
    assert said.text


def test_a_text_is_shortened_by_whole_sentences() -> None:
    assert shortened("One. Two three four five six seven eight nine ten eleven.", 1.5) == "One."
    assert shortened("Two three four five six seven eight nine ten eleven twelve.", 1.0) == ""


@pytest.mark.slow
def test_the_guide_shows_a_piece_where_it_lies_and_a_ghost_where_it_goes() -> None:
    page = samples()["put-right"]
    assert isinstance(page, BoardPage)
    game = sample_pages.walked()
    before = game.states()[-2].position
    board = page.board
    assert isinstance(board, BoardView)
    assert board.monster == before.monster
    assert board.ghost_monster == (game.state.position.monster, game.state.position.facing)
    open_tokens = {row.sign.id for row in page.rows if row.done is False and hasattr(row.sign, "id")}
    for token in (token for token in board.tokens if token.id in open_tokens):
        assert token == before.token(token.id)


@pytest.mark.slow
def test_whoever_hesitates_is_shown_where_each_token_may_go() -> None:
    made = session(played(3))
    page = made.page
    assert isinstance(page, BoardPage)
    made.tick(20.0)
    later = made.page
    assert isinstance(later, BoardPage)
    assert not any(mark.tone is Tone.GOOD for mark in page.board.marks)  # type: ignore[union-attr]
    assert any(mark.tone is Tone.GOOD for mark in later.board.marks)  # type: ignore[union-attr]


@pytest.mark.slow
def test_no_token_is_suggested_while_somebody_chooses_on_a_phone(monkeypatch: pytest.MonkeyPatch) -> None:
    made = session(played(3))
    monkeypatch.setattr(type(made), "own_screens_decide", True)
    made.tick(20.0)
    page = made.page
    assert isinstance(page, BoardPage)
    assert not any(mark.tone is Tone.GOOD for mark in page.board.marks)  # type: ignore[union-attr]


@pytest.mark.slow
def test_touching_what_does_nothing_says_why() -> None:
    made = session(played(3), sees=False)
    made.touch("a2", 1.0)
    assert made.status == "First touch the token that moves."
    made.tick(60.0)
    assert made.status.startswith("Round 3")


@pytest.mark.slow
def test_by_hand_the_first_turn_says_what_to_touch() -> None:
    game = sample_pages.play_until(lambda game: game.state.turn is not None)
    page = session(game, sees=False).page
    assert isinstance(page, BoardPage)
    assert page.caption == "Touch a token, then where it goes."


@pytest.mark.slow
def test_everybody_s_tokens_are_counted_beside_the_board() -> None:
    state = played(3).state
    standing = standing_of(state)
    counted = [sum(int(values[column]) for _, values in standing.lines) for column in range(4)]
    assert counted == [4, 4, 4, 4]


@pytest.mark.slow
def test_the_monster_s_move_still_belongs_to_its_round() -> None:
    page = samples()["put-right"]
    assert isinstance(page, BoardPage)
    assert page.status.startswith(f"Round {sample_pages.walked().state.round - 1},")
    stage = samples()["stage"]
    assert isinstance(stage, ListPage)
    assert "stage 2, 7 cards left" in stage.status


@pytest.mark.slow
def test_the_first_page_tells_where_each_game_stands_and_a_watched_game_is_none_of_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(unfinished, "_FOLLOWED_S", 10.0)
    made = session()
    (row,) = (row for row in made.page.tiles if row.id.startswith("resume"))  # type: ignore[union-attr]
    assert row.detail == "Round 3, stage 1, 5 cards left · Red, Blue, Green, Yellow"
    count = len(made.journal.unfinished(most=9))
    made.watching = True
    made.start(replace(sample_pages.FOUR), {})
    assert len(made.journal.unfinished(most=9)) == count
