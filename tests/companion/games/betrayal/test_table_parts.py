"""Tests of parts of the table: camera, recording, ring, guide.

They test the camera's observation, what is never saved, the ring's pattern, and the guide's ticks.
"""

from dataclasses import replace
from datetime import date
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.device.language import use_language
from companion.games.betrayal.lies import card_lie, cell_name, explorer_lie, tile_lie, token_lie
from companion.games.betrayal.mat import BOOK_OPEN, STRIPS, default_strips
from companion.games.betrayal.observation import HouseObservation
from companion.games.betrayal.readings import READINGS
from companion.games.betrayal.ring import step_pattern
from companion.games.betrayal.table.dialog import ask
from companion.games.betrayal.table.game import TABLE
from companion.games.betrayal.table.inference import infer_event
from companion.games.betrayal.table.layout import (
    expected_layout,
    layout_after_event,
    layout_with_observed_pieces,
    tasks,
)
from companion.games.betrayal.table.players import next_birthday
from companion.games.betrayal.table.put_right import PutHouseRightStep
from companion.games.betrayal.table.steps import HouseStep
from companion.games.betrayal.table.tokens import tokens_by_tag
from companion.journal import Journal
from companion.table.inference import Happened, Inference, Nothing, Problems, Waiting
from companion.table.questions import AnsweredEvent, Begun, Question
from engine.betrayal import events as e
from engine.betrayal.components import CardKind, Dir, Floor
from engine.betrayal.game import RULES
from engine.betrayal.house import Place
from engine.betrayal.state import MonsterValues, State
from hardware.buttons import Button
from hardware.ring.patterns import Countdown, Seat
from hardware.ring.sectors import Sectors, TwoArcs
from tests.companion.games.betrayal.hand_house import begin, open_table, press, tell
from tests.companion.games.betrayal.seen_house import places, seen_of, with_lies, without
from tests.companion.observing import show_observation
from tests.engine.betrayal.random_games import random_game

STARTED = e.GameStarted(players=("heather", "brandon", "rhinehardt"), first="heather", variants=())
RATS = e.MonsterGroup("rat", MonsterValues(2, 3, None, None), (("rat-1", "foyer"), ("rat-2", "entrance-hall")))
HAUNT = (
    e.Drew(by="heather", card=CardKind.OMEN, name="ring"),
    e.TurnEnded(by="heather"),
    e.HauntRolled(by="heather", faces=(0,) * 6),
    e.HauntBegan(by="heather", number=12, traitor="brandon", monsters=(RATS,)),
)
STRIPS_OF = default_strips(STARTED.players)


def state_after(*events: e.GameEvent) -> State:
    return RULES.replay((STARTED, *events)).state


# --- what the camera sees ---------------------------------------------------------------------------------------------


def test_an_untouched_table_tells_nothing() -> None:
    state = state_after(*HAUNT)
    tokens = tokens_by_tag(HAUNT)
    assert infer_event(state, seen_of(state), STRIPS_OF, tokens) == Nothing()


def test_a_figure_that_was_moved_walked_there_room_by_room() -> None:
    state = state_after()
    found = infer_event(state, with_lies(seen_of(state), explorer_lie("heather", "grand-staircase")), STRIPS_OF, {})
    assert found == Happened((e.Moved(by="heather", to="foyer"), e.Moved(by="heather", to="grand-staircase")))


CHUTE = e.TileLaid(
    by="heather", tile="coal-chute", floor=Floor.GROUND, at=(0, 1), turn=0, because=e.PlacementReason.CARD
)


@pytest.mark.parametrize(
    ("before", "figure", "told"),
    [
        ((CHUTE,), "heather", [("foyer", "coal-chute"), "slid"]),
        ((CHUTE, e.Moved(by="heather", to="foyer"), e.Moved(by="heather", to="coal-chute")), "heather", ["slid"]),
        # Whoever was put into it slides in anybody's turn.
        ((CHUTE, e.Placed(by="brandon", room="coal-chute")), "brandon", ["slid"]),
    ],
)
def test_a_figure_put_straight_below_the_coal_chute_went_down_it(
    before: tuple[e.GameEvent, ...], figure: str, told: list[str | tuple[str, ...]]
) -> None:
    state = state_after(*before)
    events = [
        event
        for way in told
        for event in ([e.Slid(by=figure)] if way == "slid" else [e.Moved(by=figure, to=room) for room in way])
    ]
    seen = with_lies(seen_of(state), explorer_lie(figure, "basement-landing"))
    found = infer_event(state, seen, STRIPS_OF, {})
    assert isinstance(found, Happened)
    assert (found.event if isinstance(found.event, tuple) else (found.event,)) == tuple(events)
    assert state_after(*before, *events).explorers[figure].room == "basement-landing"


def test_a_figure_on_a_tile_that_is_not_read_itself_stands_in_the_room_that_lies_there() -> None:
    state = state_after()
    walked = with_lies(seen_of(state), explorer_lie("heather", cell_name(state.house.rooms["foyer"].cell)))
    assert infer_event(state, without(walked, "tile:foyer"), STRIPS_OF, {}) == Happened(
        (e.Moved(by="heather", to="foyer"),)
    )
    # Where that tile is read, the figure stands beside it; where none was ever laid, in no room.
    assert hints(infer_event(state, walked, STRIPS_OF, {})) == [
        ("Heather Granville stands on no tile.", "Heather Granville: into the Entrance Hall.")
    ]
    nowhere = with_lies(walked, explorer_lie("heather", cell_name((Floor.GROUND, 7, 7))))
    assert hints(infer_event(state, nowhere, STRIPS_OF, {})) == hints(infer_event(state, walked, STRIPS_OF, {}))
    out_of_sight = replace(nowhere, floors=(Floor.GROUND,))
    assert hints(infer_event(state, out_of_sight, STRIPS_OF, {})) == []


def hints(found: object) -> list[tuple[str, str]]:
    """Return the unfinished tasks, and how to do them."""
    return [(problem.sentence, problem.fix) for problem in found.problems] if isinstance(found, Waiting) else []


def test_a_figure_on_the_tag_of_a_tile_is_asked_to_stand_beside_it() -> None:
    """A figure on a tile's tag must be pushed off it.

    The tile is a new one behind an open door, or has two sides, and only the tag gives the side.
    """
    state = state_after(e.Moved(by="heather", to="foyer"))
    describe_uncover = "Push the figure off the tile's tag, in its upper left corner."
    cell = Floor.GROUND, 0, 1
    new = with_lies(seen_of(state), explorer_lie("heather", cell_name(cell)))
    asked = [("Heather Granville stands where no tile is read: South of: Foyer.", describe_uncover)]
    assert hints(infer_event(state, new, STRIPS_OF, {})) == asked
    assert hints(infer_event(state, replace(new, unreadable=places(cell)), STRIPS_OF, {})) == asked
    chasm = e.TileLaid(
        by="heather", tile="chasm", floor=Floor.BASEMENT, at=(1, 0), turn=0, because=e.PlacementReason.CARD
    )
    state = state_after(chasm, e.Placed(by="heather", room="basement-landing"))
    cell = Floor.BASEMENT, 1, 0
    seen = without(seen_of(state, hidden=places(cell)), "tile:chasm")
    seen = with_lies(seen, explorer_lie("heather", cell_name(cell)))
    assert hints(infer_event(state, seen, STRIPS_OF, {})) == [
        ("Heather Granville stands on the tag of this tile: Chasm.", describe_uncover)
    ]


def test_a_figure_that_may_have_walked_under_a_card_is_waited_for() -> None:
    drew = e.Drew(by="heather", card=CardKind.ITEM, name="axe")
    dropped = (
        drew,
        e.Dropped(by="heather", cards=("axe",)),
        e.TurnEnded(by="heather"),
        e.Moved(by="brandon", to="foyer"),
    )
    state = state_after(*dropped)

    def lost(figure: str, **changes: Any) -> Inference[Any] | Begun:
        return infer_event(state, without(seen_of(state, **changes), f"explorer:{figure}"), STRIPS_OF, {})

    hall = state.house.rooms["entrance-hall"].cell
    found = lost("brandon", over={hall: ("axe",)})
    assert isinstance(found, Waiting)
    assert [(problem.sentence, problem.fix, problem.unfinished) for problem in found.problems] == [
        ("Brandon Jaspers is not seen.", "Push Axe aside, so that the camera sees this room: Entrance Hall.", True)
    ]
    assert isinstance(lost("brandon"), Problems), "every room that he may have walked to is in sight"
    assert lost("rhinehardt", over={hall: ("axe",)}) == Nothing(), "he stands under the card"
    upper = state.house.rooms["upper-landing"].cell
    assert isinstance(lost("rhinehardt", over={upper: ("axe",)}), Problems), "he does not walk now"


def test_a_tile_below_a_card_that_lies_there_is_nobodys_task() -> None:
    """Several cards of a dead explorer may cover the tag of their room's tile."""
    drew = e.Drew(by="heather", card=CardKind.ITEM, name="axe")
    state = state_after(drew, e.Dropped(by="heather", cards=("axe",)))
    hall = state.house.rooms["entrance-hall"].cell

    def asked(*over: str) -> list[tuple[str, str]]:
        seen = seen_of(state, over={hall: over}, unreadable=places(hall))
        return hints(infer_event(state, without(seen, "tile:entrance-hall"), STRIPS_OF, {}))

    told = "Something lies there that cannot be read: Entrance Hall."
    assert asked("axe") == []
    assert asked("bell") == [(told, "Push Bell aside, so that the camera sees this room: Entrance Hall.")]
    assert [sentence for sentence, _ in asked()] == [told]


def test_a_figure_that_may_be_on_a_floor_out_of_sight_is_asked_for() -> None:
    state = state_after(e.Moved(by="heather", to="foyer"))
    away = (f"tile:{room}" for room, place in state.house.rooms.items() if place.floor is not Floor.GROUND)
    lost = without(seen_of(state, floors=(Floor.GROUND,)), *away, "explorer:heather")
    found = infer_event(state, lost, STRIPS_OF, {})
    assert isinstance(found, Waiting)
    assert [problem.fix for problem in found.problems] == ["If the camera cannot see it, enter it here."]


def test_a_new_tile_beside_one_under_figures_is_waited_for() -> None:
    state = state_after(*(e.Moved(by="heather", to=room) for room in ("foyer", "grand-staircase")))
    seen = seen_of(state, unplaced=("creaky-hallway",))
    apart = infer_event(state, seen, STRIPS_OF, {})
    assert isinstance(apart, Problems)
    assert apart.problems[0].fix == "Push the tiles together."
    hidden = replace(seen, hidden=places(state.house.rooms["grand-staircase"].cell))
    found = infer_event(state, without(hidden, "tile:grand-staircase"), STRIPS_OF, {})
    assert isinstance(found, Waiting)
    assert [(problem.sentence, problem.fix) for problem in found.problems] == [
        ("These tiles touch no other: Creaky Hallway.", "Push the figures apart in this room: Grand Staircase.")
    ]


def test_somebody_elses_figure_is_a_problem_that_the_table_may_overrule() -> None:
    state = state_after()
    found = infer_event(state, with_lies(seen_of(state), explorer_lie("brandon", "foyer")), STRIPS_OF, {})
    assert isinstance(found, Problems)
    assert found.problems[0].fix == "Brandon Jaspers: into the Entrance Hall."
    assert found.overrule == Begun(("stands:brandon,foyer,",))
    asked = ask(state, ("stands:brandon,foyer,",))
    assert isinstance(asked, Question)
    assert asked.text == "Brandon Jaspers stands here: Foyer. Why?"
    assert asked.ids == ("text", "mistake"), "nobody walks out of turn"
    assert ask(state, ("stands:brandon,foyer,", "text")) == AnsweredEvent(e.Placed(by="brandon", room="foyer"))


def test_the_log_tells_why_a_figure_or_a_tile_came_where_no_rule_brings_it() -> None:
    put = e.Placed(by="brandon", room="foyer")
    walked = e.Moved(by="heather", to="upper-landing", overruled=True)
    laid = e.TileLaid(by="heather", tile="attic", floor=Floor.UPPER, at=(0, 1), turn=2, because=e.PlacementReason.CARD)
    told = [TABLE.describe_event(state_after(), event, state_after(event)) for event in (put, walked, laid)]
    assert told == [
        "Brandon Jaspers is put into the Foyer. A card, a room or the haunt says so (rule BR31).",
        "Heather Granville goes to: Upper Landing. (Allowed by the players.)",
        "A tile is laid: Attic. A card says so (rule B8).",
    ]


def test_a_tile_beside_an_open_door_was_discovered_or_must_be_turned() -> None:
    state = state_after(e.Moved(by="heather", to="foyer"))

    def laid(tile: str, turn: int) -> object:
        seen = with_lies(seen_of(state), tile_lie(tile, Place(Floor.GROUND, 0, -1, turn)))
        return infer_event(state, seen, STRIPS_OF, {})

    assert laid("gardens", 0) == Begun(("laid:gardens,N,0",))
    which = ask(state, ("laid:gardens,N,0", "aside"))
    assert isinstance(which, Question)
    (stretch,) = [row.id for row in which.rows if "attic" in row.id]
    asked = ask(state, ("laid:gardens,N,0", "aside", stretch, "attic"))
    assert isinstance(asked, Question)
    discovered = e.Discovered(by="heather", door=Dir.N, tile="gardens", turn=0, aside=("attic",))
    assert ask(state, ("laid:gardens,N,0", "aside", stretch, "attic", "done")) == AnsweredEvent(discovered)
    askew, upstairs = laid("gardens", 1), laid("attic", 0)
    assert isinstance(askew, Problems)
    assert askew.problems[0].sentence == "Turn it so that two doors meet: Gardens (rule B6)."
    assert askew.problems[0].fix == "Upper edge to the north."
    assert isinstance(upstairs, Problems)
    assert upstairs.problems[0].sentence == "Attic does not belong on this floor (rule B6)."


@pytest.mark.parametrize(
    ("today", "begins"),
    [
        (date(2026, 8, 1), "heather"),
        (date(2026, 8, 2), "heather"),
        (date(2026, 8, 3), "brandon"),
        (date(2026, 12, 31), "brandon"),
        (date(2026, 5, 22), "heather"),
    ],
)
def test_the_explorer_with_the_next_birthday_begins(today: date, begins: str) -> None:
    """B1."""
    assert next_birthday(("heather", "brandon"), today) == begins
    assert next_birthday((), today) is None


def test_a_card_that_came_into_a_strip_begins_to_be_told() -> None:
    lay = e.TileLaid(
        by="heather", tile="gymnasium", floor=Floor.UPPER, at=(0, -1), turn=1, because=e.PlacementReason.CARD
    )
    state = state_after(lay, e.Placed(by="heather", room="gymnasium"))
    seen = with_lies(seen_of(state), card_lie("ring", STRIPS[0]))
    assert infer_event(state, seen, STRIPS_OF, {}) == Begun(("drawn", "ring"))


def test_a_card_that_nobody_was_asked_to_draw_is_asked_about(tmp_path: Path) -> None:
    state = state_after()
    seen = with_lies(seen_of(state), card_lie("holy-symbol", STRIPS[2]))
    begun = infer_event(state, seen, STRIPS_OF, {})
    assert isinstance(begun, Begun)
    assert begun.answers == ("lies:holy-symbol,brandon",)
    journal = Journal.open(tmp_path / "games.sqlite")
    session = open_table(journal)
    begin(session, STARTED)
    step = session.step
    assert isinstance(step, HouseStep)
    step.begun(begun.answers)
    asked = step.question
    assert asked.text == "Has Brandon Jaspers drawn Holy Symbol?"
    assert [row.text for row in asked.rows] == ["Yes, it was drawn", "No: it goes back to the stack"]
    # No: it is said where it belongs for as long as it lies there, and not asked once more.
    session.observation = seen
    step.answer("mistake")
    assert step.answers == ()
    found = step.found
    assert isinstance(found, Problems)
    assert [problem.fix for problem in found.problems] == ["Holy Symbol: off the table."]
    assert session.game is not None
    assert len(session.game.events) == 1
    # Yes: what its keeper gains is asked next.
    step.begun(begun.answers)
    step.answer("drawn")
    assert step.question.text == "Holy Symbol: what does its keeper gain or lose?"
    step.answer("done")
    assert session.game.events[-1] == e.Drew(by="brandon", card=CardKind.OMEN, name="holy-symbol")
    journal.close()


def test_a_token_turned_to_its_s_is_stunned() -> None:
    state, tokens = state_after(*HAUNT), tokens_by_tag(HAUNT)
    seen = with_lies(seen_of(state), token_lie("m01", "foyer", stunned=True))
    assert infer_event(state, seen, STRIPS_OF, tokens) == Happened(e.Stunned(token="rat-1"))


def test_tokens_keep_their_tags_and_free_ones_are_used_again() -> None:
    more = e.MonstersAdded(monsters=(e.MonsterGroup("ghost", MonsterValues(2, 1, 1, 1), (("ghost-1", "foyer"),)),))
    assert tokens_by_tag(HAUNT) == {"m01": "rat-1", "m02": "rat-2"}
    assert tokens_by_tag((*HAUNT, e.MonsterRemoved(token="rat-1"), more)) == {"m02": "rat-2", "m01": "ghost-1"}


# --- secrets ----------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_nothing_is_recorded_from_the_haunt_roll_to_the_haunts_beginning(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "games.sqlite")
    session = open_table(journal)
    try:
        begin(session, STARTED)
        recorded = [TABLE.readings.at_moment(session.moment).records]
        for event in HAUNT:
            tell(session, event)
            recorded.append(TABLE.readings.at_moment(session.moment).records)
        # The omen is drawn; the roll, the chart; the haunt has begun.
        assert recorded == [True, True, False, False, True]
    finally:
        journal.close()
    assert not READINGS.at_moment(BOOK_OPEN).records


def test_a_game_keeps_what_is_public_of_the_haunt_and_no_more() -> None:
    """The journal's line of the haunt: number, open traitor, entered monsters."""
    told = RULES.event_to_json(HAUNT[-1])
    assert told.keys() == {"event", "by", "number", "traitor", "monsters"}
    assert told["monsters"][0].keys() == {"kind", "speed", "might", "sanity", "knowledge", "tokens"}


def test_the_voice_leaves_out_the_numbers_of_rules() -> None:
    assert TABLE.voice.spoken("Haunt roll: 2 with 3 omens, the haunt begins (rule B16).") == (
        "Haunt roll: 2 with 3 omens, the haunt begins."
    )
    use_language("zh")
    assert TABLE.voice.spoken("没有门相接：画廊（规则B6、BR9）。") == "没有门相接：画廊。"


# --- the ring ---------------------------------------------------------------------------------------------------------


def test_the_ring_shows_seat_and_spaces_omens_dice_sufferer_monsters() -> None:
    turn = step_pattern(state_after(e.Moved(by="heather", to="foyer")))
    assert isinstance(turn, Seat)
    assert (turn.index, turn.left, turn.total) == (0, 3, 4)
    lay = e.TileLaid(
        by="heather", tile="gymnasium", floor=Floor.UPPER, at=(0, -1), turn=1, because=e.PlacementReason.CARD
    )
    omens = step_pattern(state_after(lay, e.Placed(by="heather", room="gymnasium")))
    assert isinstance(omens, Countdown)
    assert (omens.left, omens.total) == (1, 13)
    assert isinstance(step_pattern(state_after(*HAUNT[:2])), Countdown)
    fight = e.Attacked(by="rhinehardt", on="brandon", faces=(0, 0), against=(2, 2, 2, 2))
    beaten = step_pattern(state_after(*HAUNT, fight))
    assert isinstance(beaten, Sectors)
    ends = (e.TurnEnded(by=explorer) for explorer in ("rhinehardt", "heather", "brandon"))
    monsters = step_pattern(state_after(*HAUNT, *ends))
    assert isinstance(monsters, TwoArcs)
    assert (monsters.first, monsters.second) == (0, 1)


@pytest.mark.parametrize("seed", range(3))
def test_whatever_happens_there_is_something_to_show_on_the_ring(seed: int) -> None:
    for game in random_game(Random(seed), most=120):
        if game.rules.over(game.state) is None:
            assert len(step_pattern(game.state).colours(24, 1.0)) == 24


@pytest.mark.slow
def test_the_guide_ticks_what_it_sees(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "games.sqlite")
    session = open_table(journal)
    try:
        begin(session, STARTED)
        for event in HAUNT:
            tell(session, event)
        step = session.step
        assert isinstance(step, PutHouseRightStep)
        state = state_after(*HAUNT)
        right = seen_of(state)
        tasks = step.tasks or ()
        assert [task.changes[0].lie.piece for task in tasks] == ["monster:rat-1", "monster:rat-2"]
        assert step.progress(tasks, right).matches
        assert step.progress(tasks, right).done == (True, True)
        fewer = without(right, "monster:m02")
        assert step.progress(tasks, fewer).done == (True, False)
        assert not step.progress(tasks, fewer).matches
        # Figures that stand together hide each other, and their tile: that holds nothing up, and is said.
        cells = {room: place.cell for room, place in state.house.rooms.items()}
        lost = without(right, "explorer:brandon")
        crowd = step.progress(tasks, replace(lost, unreadable=places(cells["entrance-hall"])))
        assert crowd.matches
        assert crowd.hint == "Push the figures apart in this room: Entrance Hall."
        for under in ("entrance-hall", "foyer"):
            seen = replace(without(right, f"tile:{under}"), unreadable=places(cells[under]))
            assert step.progress(tasks, seen).matches
        # All figures are read and hide nothing but their tile.
        over = replace(without(right, "tile:entrance-hall"), hidden=places(cells["entrance-hall"]))
        asked = step.progress(tasks, with_lies(over, token_lie("m02", "", stunned=False)))
        assert asked.matches
        assert asked.hint == "Push the figures apart in this room: Entrance Hall."
        # Where nobody stands nothing of the game can be hidden so.
        assert not step.progress(tasks, replace(lost, unreadable=places(cells["upper-landing"]))).matches
        press(session, Button.ADVANCE)
        assert session.page.name == "turn"
    finally:
        journal.close()


def test_what_is_left_undone_on_the_guide_is_not_asked_for_once_more(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "games.sqlite")
    session = open_table(journal)
    try:
        begin(session, STARTED)
        session.layout = None
        session.go_on()
        state = state_after()
        astray = with_lies(seen_of(state), explorer_lie("brandon", "foyer"))
        show_observation(session.step, astray)
        press(session, Button.ADVANCE, held=True)
        step = session.step
        assert isinstance(step, HouseStep)
        show_observation(step, astray)
        assert step.found == Nothing()
        # Once it has lain otherwise it is a problem like any other.
        show_observation(step, seen_of(state))
        show_observation(step, astray)
        assert isinstance(step.found, Problems)
    finally:
        journal.close()


@pytest.mark.parametrize(
    ("before", "told", "to_do"),
    [
        ((), e.Moved(by="heather", to="foyer"), ("Heather Granville: into the Foyer.",)),
        (
            (e.Moved(by="heather", to="foyer"),),
            e.Discovered(by="heather", door=Dir.S, tile="gardens", turn=0),
            (
                "Gardens: Ground floor, south of: Foyer, upper edge to the north.",
                "Heather Granville: into the Gardens.",
            ),
        ),
        (
            (e.Drew(by="heather", card=CardKind.OMEN, name="ring"),),
            e.Dropped(by="heather", cards=("ring",)),
            ("Ring: lying in the Entrance Hall.",),
        ),
        ((*HAUNT,), e.Stunned(token="rat-1"), ("Rat 1: turn it, S up.",)),
    ],
)
def test_what_was_told_and_is_not_seen_to_be_done_is_still_to_do(
    before: tuple[e.GameEvent, ...], told: e.GameEvent, to_do: tuple[str, ...]
) -> None:
    was, state = state_after(*before), state_after(*before, told)
    tokens = tokens_by_tag(before)

    def left(observation: HouseObservation) -> tuple[str, ...]:
        wanted = expected_layout(state)
        named = observation.with_names(state.house, STRIPS_OF, tokens)
        laid = layout_with_observed_pieces(wanted, expected_layout(was), wanted, named)
        return tuple(task.sentence for task in tasks(laid, state))

    assert left(seen_of(was)) == to_do
    assert left(seen_of(state)) == ()
    # What it is not about, and what is out of sight, is none of it.
    astray = with_lies(seen_of(state), explorer_lie("brandon", "foyer"))
    assert left(astray) == ()
    assert left(HouseObservation()) == ()
    beside = (explorer_lie("heather", place) for place in ("", cell_name((Floor.GROUND, 7, 7))))
    assert [left(with_lies(seen_of(state), lie)) for lie in beside] == [(), ()]


def test_a_tile_with_doors_on_all_sides_is_not_turned() -> None:
    cell = Floor.GROUND, 0, 1
    state = state_after(
        e.Moved(by="heather", to="foyer"), e.Discovered(by="heather", door=Dir.S, tile="creaky-hallway", turn=0)
    )
    lie = tile_lie("creaky-hallway", Place(*cell, 3))
    laid = expected_layout(state).changed([expected_layout(state).lies[lie.piece]], [lie])
    assert tasks(laid, state) == ()


def test_whoever_dies_is_taken_off_by_hands() -> None:
    before = state_after()
    after = before.with_explorer("brandon", dead=True)
    moved = e.Moved(by="heather", to="foyer")
    laid = layout_after_event(expected_layout(before), before, moved, after)
    assert [task.sentence for task in tasks(laid, after)] == ["Brandon Jaspers: off the table."]


def test_the_guide_tells_a_doubled_piece_and_waits_for_a_tile_that_is_only_pushed_away(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "games.sqlite")
    session = open_table(journal)
    try:
        begin(session, STARTED)
        before = session.game
        tell(session, e.Moved(by="heather", to="foyer"))
        tell(session, e.Discovered(by="heather", door=Dir.S, tile="creaky-hallway", turn=0))
        assert session.game is not None
        assert before is not None
        session.game, session.layout = before, expected_layout(session.game.state)
        step = PutHouseRightStep(session)
        todo = step.tasks or ()
        assert [task.sentence for task in todo] == [
            "Creaky Hallway: off the table, back to the stack.",
            "Heather Granville: into the Entrance Hall.",
        ]
        right = seen_of(before.state)
        assert step.progress(todo, right).done == (True, True)
        assert step.progress(todo, replace(right, unplaced=("creaky-hallway",))).done == (False, True)
        # It stands on no tile: it has been moved, and the problem says where it stands.
        beside = step.progress(todo, with_lies(right, explorer_lie("heather", "")))
        assert (beside.done, beside.matches) == ((True, False), False)
        as_before = with_lies(right, explorer_lie("heather", "creaky-hallway"))
        assert step.progress(todo, as_before).problems == ()
        told = step.progress(todo, replace(as_before, in_doubt=frozenset({"explorer:heather"}))).problems
        assert [problem.kind for problem in told] == ["twice"]
        # Where all pieces of the game are seen, what cannot be read is none of them.
        unread = replace(right, unreadable=places(before.state.house.rooms["foyer"].cell))
        assert step.progress(todo, unread).matches
        assert step.completed_layout() == expected_layout(before.state)
    finally:
        journal.close()


def test_a_guide_with_counters_ends_with_the_whole_layout(tmp_path: Path) -> None:
    journal = Journal.open(tmp_path / "games.sqlite")
    session = open_table(journal)
    try:
        begin(session, STARTED)
        for event in (*HAUNT, e.CounterSet(counter="1", value=3)):
            session.apply(event)
        assert session.game is not None
        step = PutHouseRightStep(session)
        assert step.completed_layout() == expected_layout(session.game.state)
        assert any(piece == "counter:1" for piece in step.completed_layout().lies)
    finally:
        journal.close()


def test_what_lies_under_cards_only_the_players_know(tmp_path: Path) -> None:
    """Cards hide a tile from the camera, and the guide does not wait for it.

    Cards are larger than a tile: a pile of them hides its tag.
    """
    journal = Journal.open(tmp_path / "games.sqlite")
    session = open_table(journal)
    try:
        begin(session, STARTED)
        drew = e.Drew(by="heather", card=CardKind.OMEN, name="ring"), e.Dropped(by="heather", cards=("ring",))
        for event in drew:
            tell(session, event)
        session.layout = None
        step = PutHouseRightStep(session)
        state = state_after(*drew)
        hidden = state.room_of("heather")
        cell = state.house.rooms[hidden].cell
        figures = [f"explorer:{explorer}" for explorer in state.living]
        seen = without(seen_of(state, unreadable=places(cell)), *figures, "card:ring")
        covered = without(seen, f"tile:{hidden}")
        ring = card_lie("ring", hidden)
        progress = step.progress(step.tasks or (), covered)
        assert progress.matches
        assert "card:ring" in progress.unsure
        under_a_card = replace(with_lies(covered, ring), unreadable=frozenset(), over={cell: ("ring",)})
        asked = step.progress(step.tasks or (), under_a_card)
        assert asked.matches
        assert asked.hint == "Push Ring aside, so that the camera sees this room: Entrance Hall."
        # A card that is not read reaches over the next tile, and what is seen of it there is no trouble of its own.
        reaching = replace(covered, unreadable=places(state.house.rooms["grand-staircase"].cell))
        assert step.progress(step.tasks or (), reaching).matches
        assert not step.progress(step.tasks or (), with_lies(reaching, ring)).matches
        # What lies behind a covered tile is read, and joined to no floor: only the players know that it lies right.
        cut_off = replace(without(covered, "tile:foyer"), unplaced=("foyer",))
        assert step.progress(step.tasks or (), cut_off).matches
        elsewhere = replace(covered, unreadable=places(state.house.rooms["upper-landing"].cell))
        assert not step.progress(step.tasks or (), elsewhere).matches
        # A figure under the card: only the players know. A figure that is read elsewhere stands there.
        unseen = replace(with_lies(seen, ring), unreadable=frozenset(), over={cell: ("ring",)})
        assert step.progress(step.tasks or (), unseen).matches
        astray = with_lies(unseen, explorer_lie("heather", "foyer"))
        assert not step.progress(step.tasks or (), astray).matches
    finally:
        journal.close()
