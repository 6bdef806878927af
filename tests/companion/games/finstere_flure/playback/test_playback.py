"""Tests of a move's timeline and its playback: forward from the table before it, and back."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.finstere_flure.playback.playback import SPEEDS, Playback
from companion.games.finstere_flure.playback.timeline import (
    CARD_S,
    READING_S,
    PlayedPosition,
    Segment,
    SegmentKind,
    SightEnd,
    played_position,
    reading_time_s,
    still,
    timeline,
)
from engine.finstere_flure.monster import move_monster
from engine.finstere_flure.textboard import parse_board
from engine.finstere_flure.trace import MonsterMove
from tests.engine.finstere_flure.monster_tables import EXAMPLE, TABLES, Table

EXAMPLE_SEGMENTS = timeline(EXAMPLE.move)

AFTER_THE_STEPS = {SegmentKind.LAST_LOOK, SegmentKind.END}

each_table = pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)


def places(played: PlayedPosition) -> tuple[object, ...]:
    return played.monster, played.facing, dict(played.tokens), dict(played.stones)


@each_table
def test_it_leads_from_the_table_before_the_move_to_the_table_after_it(table: Table) -> None:
    segments = timeline(table.move)
    assert segments[0].before == played_position(table.move.start)
    assert places(segments[-1].after) == places(played_position(table.move.final))
    assert list(segments[-1].after.eaten) == [meal.token for meal in table.move.eaten]


@each_table
def test_each_beat_goes_on_where_the_one_before_it_ended(table: Table) -> None:
    segments = timeline(table.move)
    for earlier, later in pairwise(segments):
        assert later.before == earlier.after
        assert later.step >= earlier.step


@each_table
def test_the_trail_is_the_way_of_the_beats_before(table: Table) -> None:
    walked: list[object] = []
    for segment in timeline(table.move):
        assert list(segment.trail) == walked
        if segment.kind is SegmentKind.WALK:
            walked += segment.hops


@each_table
def test_every_beat_stays_until_its_caption_can_be_read(table: Table) -> None:
    for segment in timeline(table.move):
        assert segment.caption
        if not segment.uneventful:
            assert segment.duration_s >= READING_S
            assert segment.duration_s > segment.motion_s


@each_table
def test_a_scene_after_a_step_is_that_of_the_trace(table: Table) -> None:
    segments = timeline(table.move)
    for step in table.move.steps:
        last = [segment for segment in segments if segment.step == step.number and segment.kind not in AFTER_THE_STEPS][
            -1
        ]
        assert (last.after.monster, last.after.facing) == (step.cell, step.facing)


def segment_of(table_name: str, kind: SegmentKind) -> Segment:
    table = next(table for table in TABLES if table.name == table_name)
    return next(segment for segment in timeline(table.move) if segment.kind is kind)


def test_all_kinds_of_beats_occur_on_the_tables() -> None:
    kinds = {segment.kind for table in TABLES for segment in timeline(table.move)}
    assert kinds == set(SegmentKind) - {SegmentKind.CARD}, "the card is turned over before"


def test_sight_lines_end_at_a_token_a_stone_or_the_wall() -> None:
    drawing = """
       e  f  g  h
    3  .  R4 .  .
    5  .  M> .  s1
    """
    position = parse_board(drawing)
    look = timeline(Table("", drawing, "1", "").move)[1]
    assert look.before == played_position(position)
    north, east, south = look.sights
    assert (north.end, north.end_cell, north.token, north.decides) == (SightEnd.TOKEN, "f3", "red-4", True)
    assert (east.end, east.end_cell, east.cells) == (SightEnd.STONE, "h5", ("g5",))
    assert (south.end, south.end_cell, south.cells[-1]) == (SightEnd.WALL, None, "f11")


def test_sight_goes_through_crystals() -> None:
    look = timeline(Table("", "   e f g h\n5  . M> c4 R1", "1", "").move)[1]
    assert look.sights[1].cells == ("g5",)
    assert look.sights[1].end_cell == "h5"


def test_all_the_nearest_of_a_tie_decide() -> None:
    look = segment_of("confused by two of three", SegmentKind.LOOK)
    assert {line.token for line in look.sights if line.decides} == {"blue-1", "red-4"}


def test_a_way_through_a_wall_names_its_letter() -> None:
    hop = segment_of("through a wall", SegmentKind.WALK).hops[0]
    assert (hop.before, hop.after, hop.letter) == ("p6", "a6", "V")
    later = segment_of("through a wall onto a stone (R3)", SegmentKind.WALK).hops[0]
    assert later.letter == "V"


def test_a_stone_on_a_corner_and_a_stone_over_the_edge_are_gone_after_their_beat() -> None:
    for name in ("a stone onto a corner cell (R7)", "a stone over the board's edge (R4)"):
        push = segment_of(name, SegmentKind.PUSH)
        assert "stone-1" in push.before.stones
        assert "stone-1" not in push.after.stones


def test_a_table_on_which_nothing_moves_is_one_beat() -> None:
    position = EXAMPLE.position
    (segment,) = still(position)
    assert segment.before == segment.after == played_position(position)
    assert Playback(still(position)).at_end


def walk(steps: int) -> MonsterMove:
    """Return the monster on its way along an empty castle, by a card of so many steps."""
    return move_monster(parse_board("    a\n 6  M>"), str(steps))


# --- how fast --------------------------------------------------------------------------------------------------------


def seconds(playback: Playback) -> float:
    """Return the duration of the playback, in steps of a tenth of a second."""
    passed = 0
    while playback.playing:
        playback, passed = playback.advanced(0.1), passed + 1
    return passed / 10


def test_a_walk_on_which_nobody_is_in_sight_takes_less_than_eight_seconds_and_can_take_longer() -> None:
    segments = timeline(walk(8))
    assert sum(segment.uneventful for segment in segments) == 17, "eight looks, eight steps, the last look"
    assert seconds(Playback(segments)) < 8.0
    assert seconds(Playback(segments, hurry=1.0)) > 12.0
    assert seconds(Playback(segments, speed=2.0)) < 4.0


def test_while_empty_steps_rush_by_one_caption_stays_and_stepping_shows_each_of_them() -> None:
    segments = timeline(walk(3))
    quiet = [
        number
        for number, segment in enumerate(segments)
        if segment.uneventful and segment.kind is not SegmentKind.LAST_LOOK
    ]
    assert len({Playback(segments, number).caption for number in quiet}) == 1
    stepping = [Playback(segments, number, playing=False).caption for number in quiet]
    assert stepping == [segments[number].caption for number in quiet]


@each_table
def test_no_move_takes_thirty_seconds_and_its_decisions_take_longest(table: Table) -> None:
    segments = timeline(table.move)
    assert seconds(Playback(segments)) < 30.0 - CARD_S
    looks = {False: set[float](), True: set[float]()}
    for segment in segments:
        if segment.look and segment.kind is SegmentKind.LOOK:
            looks[bool(segment.look.seen)].add(segment.default_s)
    if all(looks.values()):
        assert min(looks[True]) > min(looks[False])


# --- the playback ----------------------------------------------------------------------------------------------------


def test_it_plays_to_the_end_by_itself_and_stops_there() -> None:
    playback = Playback(EXAMPLE_SEGMENTS)
    whole_s = sum(segment.default_s for segment in EXAMPLE_SEGMENTS)
    for _ in range(int(whole_s * 10) + 5):
        playback = playback.advanced(0.1)
    assert playback.index == len(EXAMPLE_SEGMENTS) - 1
    assert playback.at_end
    assert not playback.moving


def test_a_long_wait_is_the_same_as_many_short_ones() -> None:
    playback = Playback(EXAMPLE_SEGMENTS)
    slow = playback
    for _ in range(100):
        slow = slow.advanced(0.1)
    fast = playback.advanced(10.0)
    assert fast.index == slow.index
    assert fast.elapsed_s == pytest.approx(slow.elapsed_s, abs=1e-6)


def test_twice_the_speed_takes_half_the_time() -> None:
    assert Playback(EXAMPLE_SEGMENTS, speed=2.0).advanced(5.0).index == Playback(EXAMPLE_SEGMENTS).advanced(10.0).index


def test_stepping_shows_one_beat_and_waits() -> None:
    playback = Playback(EXAMPLE_SEGMENTS).forward()
    assert (playback.index, playback.progress) == (1, 0.0)
    assert playback.moving
    playback = playback.advanced(60.0)
    assert (playback.index, playback.progress) == (1, 1.0)
    assert not playback.moving


def test_a_step_back_shows_the_beat_before_as_it_ended() -> None:
    playback = Playback(EXAMPLE_SEGMENTS, index=5).back()
    assert (playback.index, playback.progress, playback.playing) == (4, 1.0, False)


def test_there_is_nothing_before_the_first_beat_and_nothing_behind_the_last() -> None:
    assert Playback(EXAMPLE_SEGMENTS).back().index == 0
    last = Playback(EXAMPLE_SEGMENTS, index=len(EXAMPLE_SEGMENTS) - 1).forward()
    assert last.index == len(EXAMPLE_SEGMENTS) - 1
    assert last.at_end


def test_replay_starts_again_at_the_same_speed() -> None:
    assert Playback(EXAMPLE_SEGMENTS, index=7, elapsed_s=0.3, playing=False, speed=2.0).replayed() == Playback(
        EXAMPLE_SEGMENTS, speed=2.0
    )


def test_play_at_the_end_starts_again() -> None:
    end = Playback(EXAMPLE_SEGMENTS, index=len(EXAMPLE_SEGMENTS) - 1, playing=False).forward()
    assert end.toggled() == Playback(EXAMPLE_SEGMENTS)
    assert not Playback(EXAMPLE_SEGMENTS).toggled().playing


def test_the_speed_has_a_lowest_and_a_highest() -> None:
    playback = Playback(EXAMPLE_SEGMENTS)
    for _ in SPEEDS:
        playback = playback.faster()
    assert playback.speed == playback.faster().speed == SPEEDS[-1]
    assert playback.with_next_speed().speed == SPEEDS[0]
    for _ in SPEEDS:
        playback = playback.slower()
    assert playback.speed == playback.slower().speed == SPEEDS[0]


@settings(max_examples=60)
@given(st.lists(st.sampled_from(["forward", "back", "toggled", "faster", "slower", "replayed", "wait"]), max_size=40))
def test_whatever_is_pressed_the_player_stays_inside_the_timeline(presses: list[str]) -> None:
    playback = Playback(EXAMPLE_SEGMENTS)
    for press in presses:
        playback = playback.advanced(0.7) if press == "wait" else getattr(playback, press)()
        assert 0 <= playback.index < len(EXAMPLE_SEGMENTS)
        assert 0.0 <= playback.elapsed_s <= playback.segment.duration_s
        assert 0.0 <= playback.progress <= 1.0


@settings(max_examples=30)
@given(st.integers(0, len(EXAMPLE_SEGMENTS) - 1), st.integers(1, 10))
def test_forward_and_back_again_ends_where_it_began(index: int, steps: int) -> None:
    settled = Playback(EXAMPLE_SEGMENTS, index, EXAMPLE_SEGMENTS[index].duration_s, playing=False)
    steps = min(steps, len(EXAMPLE_SEGMENTS) - 1 - index)
    playback = settled
    for _ in range(steps):
        playback = playback.forward()
    for _ in range(steps):
        playback = playback.back()
    assert playback == settled


def test_a_text_stays_as_long_as_it_takes_to_read() -> None:
    assert reading_time_s("It goes south.") < reading_time_s("It goes south and eats red 4.")
    # Chinese writes no spaces between words.
    assert reading_time_s("绿方获胜！第二阶段的第七张牌已经用完。") > reading_time_s("绿方获胜！") > reading_time_s("")
