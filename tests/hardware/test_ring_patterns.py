"""Tests of the ring's patterns: what each shows, distinct without colour, no fast flash."""

import math
from itertools import combinations, pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.ring.brightness import drive
from hardware.ring.patterns import (
    FEW,
    Alert,
    Busy,
    Celebrate,
    Countdown,
    Flare,
    Off,
    Pattern,
    Progress,
    Pulse,
    Resume,
    Seat,
    shaded,
)
from hardware.ring.ring import BLACK, WHITE, Rgb
from hardware.ring.sectors import Flows, Runs, Sector, Sectors, SectorState, TwoArcs

RED: Rgb = (230, 50, 40)
COUNTS = (3, 4, 5, 6, 8, 12, 16, 24)

colours = st.tuples(*[st.integers(0, 255)] * 3)
small = st.integers(-2, 24)
patterns: st.SearchStrategy[Pattern] = st.one_of(
    st.just(Off()),
    st.builds(Seat, small, small, colours, small, small),
    st.builds(Countdown, small, small, colours),
    st.builds(Progress, small, small, colours),
    st.builds(Flare, colours, st.floats(0, 1e7)),
    st.builds(
        Sectors,
        st.lists(st.builds(Sector, colours, st.sampled_from(SectorState), st.booleans()), max_size=8).map(tuple),
        small,
    ),
    st.builds(TwoArcs, small, small, colours, colours),
    st.builds(Runs, small, small, small, colours),
    st.builds(Flows, small, small, colours),
    *(st.builds(kind, colours) for kind in (Pulse, Alert, Resume, Celebrate, Busy)),
)


def looks(pattern: Pattern, count: int, seconds: float = 0.0) -> str:
    """Return one letter for each light: # bright, - dim, . dark."""
    return "".join(
        "." if max(colour) < 20 else "-" if max(colour) < 128 else "#" for colour in pattern.colours(count, seconds)
    )


@given(patterns, st.integers(0, 60), st.floats(0, 1e7))
def test_every_pattern_gives_a_proper_colour_for_every_light(pattern: Pattern, count: int, seconds: float) -> None:
    shown = pattern.colours(count, seconds)
    assert len(shown) == count
    assert all(len(colour) == 3 and all(part in range(256) for part in colour) for colour in shown)


def test_off_is_dark() -> None:
    assert Off().colours(3, 1.0) == (BLACK, BLACK, BLACK)


@pytest.mark.parametrize(
    ("index", "left", "count", "expected"),
    [
        (0, 4, 16, "###............#"),
        (1, 4, 16, "...####........."),
        (1, 3, 16, "...###-........."),
        (1, 0, 16, "...----........."),
        (2, 4, 24, "...........####........."),
        (3, 2, 12, "........##--"),
        (3, 1, 8, "-....#--"),
        # Of four lights each seat has one.
        (0, 4, 4, "#..."),
        (3, 4, 4, "...#"),
    ],
)
def test_a_seat_lights_an_arc_at_its_place(index: int, left: int, count: int, expected: str) -> None:
    assert looks(Seat(index, 4, RED, left, 4), count) == expected


@given(st.integers(2, 7), st.sampled_from([7, 8, 12, 16, 24]))
def test_every_seat_of_up_to_seven_has_a_place_of_its_own(seats: int, count: int) -> None:
    places = {Seat(index, seats, RED, 3, 3).colours(count, 0) for index in range(seats)}
    assert len(places) == seats


@pytest.mark.parametrize("count", COUNTS)
def test_each_thing_done_takes_light_from_the_seat(count: int) -> None:
    light = [sum(map(max, Seat(2, 5, RED, left, 4).colours(count, 0))) for left in range(5)]
    assert light == sorted(set(light))


@pytest.mark.parametrize("count", COUNTS)
@pytest.mark.parametrize("kind", [Countdown, Progress])
def test_each_step_changes_the_countdown_and_the_progress(kind: type[Countdown] | type[Progress], count: int) -> None:
    for total in (1, 2, 3, 5, 7, 8, 10, 20):
        # Taken half-way through the swell.
        light = [sum(map(max, kind(n, total, RED).colours(count, 0.25))) for n in range(total + 1)]
        assert light == sorted(set(light)), total


def test_a_countdown_shows_separate_steps_that_go_out_from_the_end() -> None:
    shown = [looks(Countdown(left, 8, RED), 24, seconds=0.5) for left in (8, 7, 1, 0)]
    assert shown == [
        "##.##.##.##.##.##.##.##.",
        "##.##.##.##.##.##.##....",
        "##......................",
        "........................",
    ]
    assert looks(Countdown(2, 8, RED), 16, seconds=0) == "#.-............."  # The step in hand swells.


def test_more_steps_than_lights_share_them() -> None:
    assert looks(Countdown(20, 20, RED), 5, seconds=0.5) == "#####"
    assert looks(Countdown(20, 20, RED), 5, seconds=0) == "####-"
    assert looks(Countdown(10, 20, RED), 5, seconds=0.5) == "##-.."


def test_a_progress_fills_from_the_top_over_a_dim_ring() -> None:
    assert looks(Progress(0, 4, RED), 8) == "--------"
    assert looks(Progress(1, 4, RED), 8) == "##------"
    assert looks(Progress(1, 4, RED), 8, seconds=1) == "####----"  # What comes next swells.
    assert looks(Progress(4, 4, RED), 8) == "########"


def test_a_pulse_swells_the_whole_ring_at_once() -> None:
    assert [looks(Pulse(RED), 5, seconds) for seconds in (0, 1, 2)] == ["-----", "#####", "-----"]


def test_a_flare_lights_the_whole_ring_once_and_dies_away() -> None:
    assert [looks(Flare(RED, 10.0), 5, seconds) for seconds in (10, 10.6, 12, 14)] == [
        "#####",
        "-----",
        ".....",
        ".....",
    ]


def test_an_alert_changes_sides() -> None:
    assert [looks(Alert(RED), 8, seconds) for seconds in (0, 0.5, 1)] == ["####....", "....####", "####...."]
    assert {looks(Alert(RED), 3, seconds) for seconds in (0, 0.5)} == {"##.", "..#"}


def test_resume_flows_down_both_sides_or_along_a_row() -> None:
    assert [looks(Resume(RED), 8, seconds) for seconds in (0, 1, 2)] == ["#.......", "###...##", "########"]
    assert [looks(Resume(RED), 5, seconds) for seconds in (0, 1, 2)] == ["#....", "###..", "#####"]


@pytest.mark.parametrize("count", COUNTS)
def test_busy_goes_round_clockwise(count: int) -> None:
    brightest = []
    for moment in range(count):
        shown = Busy().colours(count, 2 * moment / count)
        brightest.append(max(range(count), key=lambda light: shown[light]))
    assert brightest == list(range(count))


@pytest.mark.parametrize("count", COUNTS)
def test_busy_flows_without_jumps(count: int) -> None:
    frames = film(Busy(), count, fps=100, seconds=2)
    jumps = [abs(b - a) for first, then in pairwise(frames) for a, b in zip(first, then, strict=True)]
    assert max(jumps) < 0.15


def test_celebration_twinkles_in_the_colour_and_in_white() -> None:
    film = [Celebrate(RED).colours(24, moment / 10) for moment in range(20)]
    assert all(RED in frame or WHITE in frame or max(map(max, frame)) > 200 for frame in film)
    assert {max(colour) == min(colour) for frame in film for colour in frame if max(colour) > 100} == {True, False}


def film(pattern: Pattern, count: int, fps: int, seconds: float) -> list[list[float]]:
    """Return the apparent brightness of each light, 0..1, frame by frame."""
    return [
        [max(colour) / 255 for colour in pattern.colours(count, frame / fps)] for frame in range(round(fps * seconds))
    ]


def flashes_in_a_second(brightness: list[float], fps: int) -> float:
    """The most flashes (a rise and a fall by a tenth of full light or more) within any second."""
    turns: list[int] = []
    furthest, direction = brightness[0] ** 2.2, 0.0
    for frame, light in enumerate(value**2.2 for value in brightness):
        way = light - furthest
        if way * direction > 0:
            furthest = light
        elif abs(way) >= 0.1:
            furthest, direction = light, way
            turns.append(frame)
    return max((sum(start <= turn < start + fps for turn in turns) for start in turns), default=0) / 2


@pytest.mark.slow
@given(patterns, st.sampled_from(COUNTS))
def test_nothing_flashes_as_often_as_three_times_a_second(pattern: Pattern, count: int) -> None:
    frames = film(pattern, count, fps=40, seconds=5)
    for brightness in [*map(list, zip(*frames, strict=True)), [sum(frame) / count for frame in frames]]:
        assert flashes_in_a_second(brightness, fps=40) < 3


def test_the_measure_of_flashes_counts_them() -> None:
    def blink(hertz: float) -> list[float]:
        return [float(math.sin(2 * math.pi * hertz * frame / 40) > 0) for frame in range(200)]

    assert flashes_in_a_second(blink(1), 40) <= 1.5
    assert 3 <= flashes_in_a_second(blink(3), 40) <= 3.5
    assert flashes_in_a_second(blink(5), 40) >= 4.5
    assert flashes_in_a_second([0.5] * 40, 40) == 0


@pytest.mark.slow
@pytest.mark.parametrize("count", COUNTS)
def test_patterns_are_told_apart_without_colour(count: int) -> None:
    """Patterns differ in grey too, whichever moments of two of them are compared."""
    fps, seconds = 10, 4
    grey = WHITE
    films = {
        type(pattern).__name__: film(pattern, count, fps, seconds)
        for pattern in (
            Off(),
            Seat(1, 4, grey, 2, 4),
            Pulse(grey),
            Countdown(4, 8, grey),
            Progress(2, 4, grey),
            Alert(grey),
            Resume(grey),
            Celebrate(grey),
            Busy(grey),
            Sectors((Sector(grey, SectorState.BREATHES), *[Sector(grey)] * 3)),
            TwoArcs(8, 5, grey, grey),
            Runs(0, 2, 4, grey),
            Flows(0, 4, grey),
        )
    }
    assert_told_apart(films, fps * seconds)


@pytest.mark.slow
@pytest.mark.parametrize("count", [8, 12, 24])
def test_what_a_seat_does_is_told_apart_without_colour(count: int) -> None:
    fps, seconds = 10, 4
    told = [state for state in SectorState if state not in (SectorState.FIRST, SectorState.TWINKLES_FAINTLY)]
    films = {str(state): film(Sectors((Sector(WHITE, state),)), count, fps, seconds) for state in told}
    assert_told_apart(films, fps * seconds)


def assert_told_apart(films: dict[str, list[list[float]]], frames: int) -> None:
    """Assert that no film looks like another one that begins at some other moment."""
    for (first_name, first), (two, second) in combinations(films.items(), 2):
        twice = np.array(second + second)
        alike = min(np.abs(np.array(first) - twice[shift : shift + frames]).mean() for shift in range(frames))
        assert alike > 0.1, (first_name, two, alike)


def test_a_few_lights_count_as_a_row() -> None:
    assert looks(Seat(0, 2, RED, 4, 4), FEW - 1) == "###...."
    assert looks(Seat(0, 2, RED, 4, 4), FEW) == "###....#"


@given(colours, st.floats(0, 1), st.floats(0, 1))
def test_driving_keeps_to_the_limit_and_to_the_order_of_brightness(
    colour: Rgb, brightness: float, limit: float
) -> None:
    full, less = drive(colour, limit), drive(shaded(colour, brightness), limit)
    assert all(0 <= weak <= strong <= limit for weak, strong in zip(less, full, strict=True))


def test_driving_makes_up_for_how_eyes_see() -> None:
    assert drive((255, 128, 0)) == pytest.approx((1, 0.22, 0), abs=0.005)
    assert drive(WHITE, limit=0.25) == (0.25, 0.25, 0.25)


def test_sectors_stand_round_the_ring_with_gaps_and_marks() -> None:
    seats = tuple(Sector(RED, state) for state in (SectorState.BREATHES, SectorState.THERE, SectorState.SINGLE))
    assert looks(Sectors(seats), 12, 1.0) == "###.---..-.."
    assert looks(Sectors(seats, marks=2), 12, 1.0) == "####---#.-.."
    # Of few lights the brightest of those that share one is seen.
    assert looks(Sectors(seats), 2, 1.0) == "#-"


def test_two_who_are_asked_are_lit_in_turn() -> None:
    seats = (Sector(RED, SectorState.FIRST), Sector(RED, SectorState.SECOND))
    assert [looks(Sectors(seats), 4, seconds) for seconds in (0.5, 1.5)] == ["##--", "--##"]


def test_two_arcs_are_as_long_as_their_sums() -> None:
    assert looks(TwoArcs(8, 4, RED, RED), 12, 0.5) == "######...---"
    assert looks(TwoArcs(4, 8, RED, RED), 12, 0.5) == "###...------"


def test_a_wide_seat_is_twice_as_long_where_there_are_lights_enough() -> None:
    still, faint = SectorState.STILL, SectorState.FAINT
    seats = Sector(RED, still, wide=True), Sector(RED, faint), Sector(RED, still), Sector(RED, faint)
    assert looks(Sectors(seats), 10) == "###.--##--"
    assert looks(Sectors(seats), 4) == "#-#-"


def test_a_light_runs_the_shorter_way_from_seat_to_seat() -> None:
    run = Runs(0, 3, 4, RED)
    assert [looks(run, 8, seconds).index("#") for seconds in (0.0, 1.4)] == [0, 6]
    assert looks(Flows(0, 4, RED), 8, 1.0)[:2] == "##"
