"""Tests of the replay of a whole game: every event is told and shown.

It runs in the window and as an animation of a reasonable size.
"""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from pathlib import Path

import numpy as np
import pygame
import pytest
from PIL import Image

from companion.device.settings import Settings, default_settings_path, save_settings
from companion.games.files import event_line
from companion.games.finstere_flure.learning.what_if import WhatIf
from companion.games.finstere_flure.playback import history
from companion.games.finstere_flure.playback.board_view import BoardView
from companion.games.finstere_flure.playback.history import EventTimeline
from companion.games.finstere_flure.playback.playback import Playback
from companion.games.finstere_flure.playback.timeline import PlayedPosition, Segment, played_position
from companion.games.finstere_flure.screen import replaying
from companion.games.finstere_flure.screen.export import export_segments
from companion.games.finstere_flure.screen.layout import screen_layout
from companion.games.finstere_flure.screen.move_view import MoveView
from companion.games.finstere_flure.screen.replay_view import ReplayView
from companion.journal import Journal
from companion.main import main
from companion.screen.pages import BoardPage
from companion.screen.text import Fonts
from engine.finstere_flure.events import CardDrawn, GameStarted, SetUp, TilePlaced, TokenMoved
from engine.finstere_flure.game import RULES, Game
from engine.finstere_flure.pieces import Place
from engine.finstere_flure.position import Position
from engine.finstere_flure.rounds import begin, follow
from engine.finstere_flure.state import State
from engine.finstere_flure.trace import MonsterMove
from engine.gamefile import game_to_text
from tests.engine.finstere_flure.whole_game import whole_game

pytestmark = pytest.mark.slow

#: Games, which are played when a test needs them.
GAMES: dict[str, Callable[[], Game]] = {
    "basic": lambda: whole_game(1),
    "expert": lambda: expert_game(),
    "seven players": lambda: game_of_seven(),
}


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    """Return the game that a test names."""
    return GAMES[request.param]()


def expert_game() -> Game:
    return whole_game(3, players=4, set_up=SetUp.EXPERT)


def game_of_seven() -> Game:
    return whole_game(2, players=7)


FONTS = Fonts()


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The system speaks English, and nobody has chosen anything else."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setenv("LC_ALL", "C")


@lru_cache
def event_timelines(game: Game) -> tuple[EventTimeline, ...]:
    """Return the chapters of a game, which are told once for all tests."""
    return history.event_timelines(game)


def segments_of(timelines: tuple[EventTimeline, ...]) -> tuple[Segment, ...]:
    return tuple(segment for event_timeline in timelines for segment in event_timeline.segments)


# --- the chapters ----------------------------------------------------------------------------------------------------


def final_positions(event_timeline: EventTimeline) -> PlayedPosition:
    """Return the positions of all pieces at the end of a chapter."""
    played = event_timeline.segments[-1].after
    if event_timeline.walk is None:
        return replace(played, eaten={})
    after = event_timeline.walk.after
    tokens = {**played.tokens, **({after.id: after.cell} if after.cell else {})}
    stones = {**played.stones, **{tile.id: cell for tile, cell in event_timeline.walk.pushed if cell is not None}}
    return replace(played, tokens=tokens, stones=stones)


def test_after_every_event_the_table_is_shown_as_the_game_has_it(game: Game) -> None:
    timelines = [
        event_timeline for event_timeline in event_timelines(game) if "Round" not in event_timeline.segments[0].caption
    ]
    assert game.state.outcome is not None
    # One chapter for each event, and one for the end.
    assert len(timelines) == len(game.events) + 1
    state: State | None = None
    for event, event_timeline in zip(game.events, timelines, strict=False):
        if isinstance(event, GameStarted):
            state = begin(event)
        else:
            assert state is not None
            state = follow(state, event)
        if state.tiles_to_place:
            assert {tile.id for tile in event_timeline.floor} == {tile.id for tile in state.placed if not tile.is_stone}
            assert final_positions(event_timeline).stones == {
                tile.id: tile.cell for tile in state.placed if tile.is_stone
            }
        elif isinstance(event_timeline.shown, MonsterMove):
            # What the end of the game takes off the board comes after the monster's move.
            assert event_timeline.shown == state.monster_move
            assert final_positions(event_timeline) == played_position(event_timeline.shown.final)
        else:
            assert final_positions(event_timeline) == played_position(state.position)
    assert final_positions(timelines[-1]) == played_position(game.state.position)


def test_every_event_is_told(game: Game) -> None:
    for event, event_timeline in zip(
        game.events, [c for c in event_timelines(game) if "Round" not in c.segments[0].caption], strict=False
    ):
        caption = event_timeline.segments[0].caption
        assert caption.endswith(".")
        if isinstance(event, CardDrawn):
            assert isinstance(event_timeline.shown, MonsterMove)
            assert event.card in caption
        elif isinstance(event, TilePlaced):
            assert event_timeline.marked == event.tile.cells
        elif isinstance(event, TokenMoved) and not isinstance(event.to, Place):
            assert event_timeline.marked == (event.to,)
            assert event.to in caption


def test_rounds_begin_and_the_game_ends_with_its_result() -> None:
    captions = [event_timeline.segments[0].caption for event_timeline in event_timelines(whole_game(1))]
    rounds = [caption for caption in captions if caption.startswith("Round")]
    assert rounds[0] == "Round 2 begins with Red."
    assert len(rounds) == whole_game(1).state.round - 1
    assert "wins!" in captions[-1]


def test_a_game_that_is_not_over_is_shown_as_far_as_it_went() -> None:
    timelines = event_timelines(whole_game(1).undo(30))
    assert final_positions(timelines[-1]) == played_position(whole_game(1).undo(30).state.position)


def test_tokens_walk_from_cell_to_cell(game: Game) -> None:
    walks = [event_timeline.walk for event_timeline in event_timelines(game) if event_timeline.walk is not None]
    assert any(walk.pushed for walk in walks)
    for walk in walks:
        assert walk.way[:1] == ((walk.before.cell,) if walk.before.cell else walk.way[:1])
        assert walk.way[-1:] == ((walk.after.cell,) if walk.after.cell else walk.way[-1:])
        for before, after in zip(walk.way, walk.way[1:], strict=False):
            assert abs(ord(before[0]) - ord(after[0])) + abs(int(before[1:]) - int(after[1:])) == 1


def test_an_overruled_move_goes_straight() -> None:
    begun = whole_game(1).undo(len(whole_game(1).events) - 2)
    token = begun.token_choices("green-1")[0]
    game = begun.apply(replace(token, to="h3", overruled=True))
    walk = event_timelines(game)[-1].walk
    assert walk is not None
    assert walk.way == ("h3",)


# --- foresight -------------------------------------------------------------------------------------------------------


def foreseen_chapter() -> tuple[ReplayView, Playback]:
    """Return the view of a game, and the playback at what may come before the second card."""
    timelines = history.event_timelines(whole_game(1), foresight=True)
    chapter = [number for number, timeline in enumerate(timelines) if timeline.deck][1]
    index = sum(len(timeline.segments) for timeline in timelines[:chapter])
    return ReplayView(FONTS, timelines), Playback(segments_of(timelines), index)


def test_with_foresight_what_may_come_is_shown_before_each_card(game: Game) -> None:
    timelines = history.event_timelines(game, foresight=True)
    assert tuple(timeline for timeline in timelines if not timeline.deck) == event_timelines(game)
    for before, card in pairwise(timelines):
        if isinstance(card.shown, MonsterMove):
            assert card.shown.card in before.deck
            assert before.shown == card.shown.start
            assert before.segments[0].caption.startswith("One of these cards comes: ")


def test_the_ways_to_come_are_drawn_and_lead_to_what_if() -> None:
    view, playback = foreseen_chapter()
    shown = picture(view, playback)
    plain = picture(ReplayView(FONTS, event_timelines(whole_game(1))), Playback(playback.segments, playback.index))
    assert (shown != plain).any(axis=2).sum() > 200
    what_if = view.inspector(playback.segment)
    assert isinstance(what_if, WhatIf)
    page = what_if.page
    assert isinstance(page, BoardPage)
    assert isinstance(page.board, BoardView)
    assert page.board.way


# --- the screen ------------------------------------------------------------------------------------------------------


def picture(view: MoveView, playback: Playback, size: tuple[int, int] = (800, 480)) -> np.ndarray:
    surface = pygame.Surface(size)
    view.draw(surface, playback)
    return pygame.surfarray.array3d(surface)


@pytest.mark.parametrize("size", [(800, 480), (720, 1280)], ids=["wide", "tall"])
def test_the_buttons_are_there_in_every_chapter(size: tuple[int, int]) -> None:
    timelines = event_timelines(game_of_seven())
    playback = Playback(segments_of(timelines), playing=False)
    view = ReplayView(FONTS, timelines)
    move = next(number for number, segment in enumerate(playback.segments) if segment.step)
    boxes = [box for name, box in screen_layout(size).buttons.items() if name != "leave"]
    expected = picture(view, replace(playback, index=move), size)
    for index in (0, 5, len(playback.segments) - 1):
        shown = picture(view, replace(playback, index=index), size)
        for box in boxes:
            part = np.s_[box.left : box.right, box.top : box.bottom]
            assert np.array_equal(shown[part], expected[part])


def test_going_back_shows_the_same_as_going_forward() -> None:
    timelines = event_timelines(expert_game())
    segments = segments_of(timelines)
    view = ReplayView(FONTS, timelines)
    places = [3, 16, 17, 40, 60, 90]
    forward = [picture(view, Playback(segments, place, 9.0, playing=False), (400, 240)) for place in places]
    back = [picture(view, Playback(segments, place, 9.0, playing=False), (400, 240)) for place in reversed(places)]
    for first, other in zip(forward, reversed(back), strict=True):
        assert np.array_equal(first, other)


def test_a_token_is_seen_on_its_way() -> None:
    timelines = event_timelines(whole_game(1))
    segments = segments_of(timelines)
    place = next(number for number, segment in enumerate(segments) if segment.motion_s > 0.3 and not segment.step)
    view = ReplayView(FONTS, timelines)
    start, middle, end = (
        picture(view, Playback(segments, place, segments[place].motion_s * share)) for share in (0, 0.5, 1)
    )
    assert (start != middle).any(axis=2).sum() > 200
    assert (middle != end).any(axis=2).sum() > 200


# --- the command -----------------------------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a game file, not too long."""
    path = tmp_path / "game.jsonl"
    path.write_text(game_to_text(RULES, whole_game(1).undo(len(whole_game(1).events) - 20).events))
    return path


@pytest.mark.usefixtures("display")
def test_the_window_plays_a_game_file(file: Path) -> None:
    for code in (pygame.K_SPACE, pygame.K_RIGHT, pygame.K_LEFT, pygame.K_ESCAPE):
        pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=code, unicode="", mod=0, scancode=0))
    assert main(["replay", str(file), "--size", "640x400"]) == 0


@pytest.mark.usefixtures("display")
@pytest.mark.parametrize("mode", ["off", "replay"])
def test_the_setting_decides_whether_the_window_foresees(
    mode: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.jsonl"
    file.write_text(game_to_text(RULES, whole_game(1).events))
    save_settings(Settings().with_game(RULES.id, {"foresight": mode}), default_settings_path())
    shown: list[tuple[Segment, ...]] = []
    monkeypatch.setattr(replaying, "play_segments", lambda _view, segments, **_: shown.append(segments))
    assert main(["replay", str(file)]) == 0
    foreseen = [segment for segment in shown[0] if segment.caption.startswith("One of these cards comes: ")]
    assert bool(foreseen) == (mode == "replay")


def test_on_a_tall_screen_the_board_is_seen_in_every_chapter() -> None:
    timelines = event_timelines(whole_game(1))
    board = screen_layout((480, 800)).boxes.board
    shown = picture(ReplayView(FONTS, timelines), Playback(segments_of(timelines), 1), (480, 800))
    part = shown[board.left : board.right, board.top : board.bottom]
    assert len(np.unique(part.reshape(-1, 3), axis=0)) > 1000


@pytest.mark.usefixtures("display")
def test_the_window_plays_a_game_of_the_journal(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "games.sqlite")
    first, *others = (event_line(RULES, event) for event in whole_game(1).undo(40).events)
    number = journal.start(RULES.id, first)
    for line in others:
        journal.append(number, line)
    pygame.event.post(pygame.event.Event(pygame.QUIT))
    assert main(["replay", str(number), "--journal", str(journal.path)]) == 0


@pytest.mark.thorough(but=["its beginning"])
@pytest.mark.parametrize("part", [1, 4], ids=["whole", "its beginning"])
def test_a_game_is_an_animation_of_reasonable_size(part: int, tmp_path: Path) -> None:
    events = whole_game(1).events[: len(whole_game(1).events) // part]
    file, out = tmp_path / "game.jsonl", tmp_path / "game.gif"
    file.write_text(game_to_text(RULES, events))
    assert main(["replay", str(file), "--export", str(out), "--size", "400x240"]) == 0
    with Image.open(out) as animation:
        assert animation.size == (400, 240)
        # Every event has its picture; of the monster's way there are more.
        assert animation.n_frames > len(events)  # type: ignore[attr-defined]
    assert out.stat().st_size < 2_500_000 * len(events) / len(whole_game(1).events)


def test_the_end_of_a_game_as_a_picture(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "end.png"
    assert main(["replay", str(file), "--export", str(out), "--size", "640x400"]) == 0
    timelines = event_timelines(whole_game(1).undo(len(whole_game(1).events) - 20))
    segments = segments_of(timelines)
    export_segments(ReplayView(FONTS, timelines, with_buttons=False), segments, tmp_path / "same.png", (640, 400))
    assert out.read_bytes() == (tmp_path / "same.png").read_bytes()


@pytest.mark.parametrize("size", [(1280, 720), (800, 480), (480, 800)])
def test_the_picture_of_the_end_says_who_has_won(size: tuple[int, int], tmp_path: Path) -> None:
    timelines = event_timelines(whole_game(1))
    *before, end = segments_of(timelines)

    def picture(caption: str) -> bytes:
        view = ReplayView(FONTS, timelines, with_buttons=False)
        export_segments(view, (*before, replace(end, caption=caption)), tmp_path / "end.png", size)
        return (tmp_path / "end.png").read_bytes()

    assert end.caption.startswith("Green wins!")
    assert picture(end.caption) != picture("")


def test_the_captions_are_in_the_language_of_the_settings_or_the_one_asked_for(file: Path, tmp_path: Path) -> None:
    def end(*words: str) -> bytes:
        assert main(["replay", str(file), "--export", str(tmp_path / "end.png"), "--size", "640x400", *words]) == 0
        return (tmp_path / "end.png").read_bytes()

    english, german = end(), end("--language", "de")
    assert english != german
    save_settings(Settings(language="de"), default_settings_path())
    assert end() == german
    assert end("--language", "en") == english


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["7"], "there is no game '7'"),
        (["nowhere.jsonl"], "nowhere.jsonl: cannot be read"),
        (["game.jsonl", "--journal", "games.sqlite"], "number of a game"),
        (["game.jsonl", "--speed", "fast"], "speed 'fast'"),
        (["game.jsonl", "--size", "wide"], "size 'wide'"),
        (["game.jsonl", "--export", "game.mp4"], "game.mp4"),
        ([], "GAME"),
    ],
)
def test_what_cannot_be_played_is_one_sentence(
    words: list[str],
    complaint: str,
    file: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(file.parent)
    assert main(["replay", *words]) == 2
    error = capsys.readouterr().err
    assert complaint in error
    assert error.count("\n") == 1


def test_a_game_in_the_journal_that_the_rules_do_not_allow_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    journal = Journal.open(tmp_path / "games.sqlite")
    number = journal.start("finstere-flure", event_line(RULES, whole_game(1).events[0]))
    journal.append(number, event_line(RULES, whole_game(1).events[0]))
    assert main(["replay", str(number), "--journal", str(journal.path)]) == 2
    error = capsys.readouterr().err
    assert f"game {number} in {journal.path}: line 3" in error
    assert error.count("\n") == 1


def test_positions_without_a_lone_teleporter_can_be_shown() -> None:
    """Placed tiles may leave one teleporter of a pair alone, which no position allows."""
    alone = [
        event_timeline
        for event_timeline in event_timelines(expert_game())
        if isinstance(event_timeline.shown, Position)
        and len({tile.id for tile in event_timeline.floor} - {tile.id for tile in event_timeline.shown.tiles}) == 1
    ]
    assert alone
    for event_timeline in alone:
        view = ReplayView(FONTS, (event_timeline,))
        without = ReplayView(FONTS, (replace(event_timeline, floor=()),))
        playback = Playback(event_timeline.segments, elapsed_s=9.0)
        assert not np.array_equal(picture(view, playback), picture(without, playback))


def test_without_a_display_the_way_out_fits_a_game(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("SDL_VIDEODRIVER", raising=False)
    monkeypatch.setattr("companion.device.display._may_have_screen", lambda: False)
    path = tmp_path / "game.jsonl"
    path.write_text(game_to_text(RULES, whole_game(1).events))
    assert main(["replay", str(path)]) == 2
    assert capsys.readouterr().err.rstrip().endswith("--export game.gif writes the game as an animation")
