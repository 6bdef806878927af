"""Walks that failed once, in their shortest form."""

from importlib.util import find_spec
from itertools import cycle

import pytest

from companion.device.language import COMPLETE, say
from tools.walk.games import OWN_GAMES
from tools.walk.opened import TablePlace
from tools.walk.table import WalkedTable

pytestmark = pytest.mark.slow


def test_menu_leads_out_of_a_correction_that_is_open_over_the_game() -> None:
    with WalkedTable(TablePlace.HAND, ("lifeboat",), old_games=(("lifeboat", 60),)) as table:
        table.touch("resume 1")
        table.press("advance")
        table.touch("correct")
        assert table.page.keys.back_hold
        table.leave_by_keys()


def test_red_held_leads_out_of_the_page_that_asks_for_the_three_buttons() -> None:
    with WalkedTable(TablePlace.VIRTUAL, ("breakthrough",), language="fr", size=(640, 720)) as table:
        for row in ("settings", "first_run", "en", "next", "nothing"):
            table.touch(row)
        table.leave_by_keys()


def test_tokens_at_the_entrance_have_their_title_on_small_boards() -> None:
    with WalkedTable(TablePlace.HAND, ("finstere-flure",), language="de", size=(800, 480), seed=551) as table:
        table.play_on(11, 362)
        table.touch("purple-4")
        for _ in range(2):
            table.touch("stay")
        table.play_on(1, 670)
        table.touch("red-1")
        for _ in range(2):
            table.touch("stay")
        table.play_on(7, 117)


def test_a_list_that_is_turned_over_has_room_below_a_large_board() -> None:
    # The camera is lost, and which of all cards was played is told by hand in half of a large window.
    with WalkedTable(TablePlace.VIRTUAL, ("mouse-and-elephant",), size=(1920, 1080)) as table:
        table.touch("new")
        table.touch("0")
        while table.session.game is None:
            table.press("advance")
        table.pull_cable()
        table.wait(15.0)
        assert len(table.rows) > 20


def test_a_house_has_room_for_names_beside_what_its_rooms_cost() -> None:
    with WalkedTable(TablePlace.HAND, ("betrayal",), language="de", seed=221, old_games=(("betrayal", 86),)) as table:
        table.touch("resume 1")
        table.wait(15.0)
        table.press("advance")


def test_the_marked_row_is_in_sight_on_the_first_page_of_a_small_panel() -> None:
    old = (("lifeboat", 60), ("finstere-flure", 60), ("coach-ride", 30))
    with WalkedTable(TablePlace.VIRTUAL, OWN_GAMES, size=(480, 800), old_games=old) as table:
        for _ in table.targets:
            table.press("draw")
            places = table.app._view.places(table.screen.get_size(), table.page)
            assert table.marked in {place.row.id for place in places}


def test_hands_that_lay_the_table_finish_when_people_take_over() -> None:
    with WalkedTable(TablePlace.VIRTUAL, ("draughts",)) as table:
        table.touch("watch")
        table.wait(3.0)
        table.press("back")
        table.press("advance")
        room = table.room
        assert room is not None
        assert room.table.arm is None
        assert sum(room.table.cell_of(piece) is not None for piece in room.table.pieces.values()) == 24


def test_undo_offers_no_bots_that_came_by_themselves() -> None:
    with WalkedTable(TablePlace.VIRTUAL, ("draughts",)) as table:
        table.touch("watch")
        table.wait(30.0)
        table.press("back")
        table.press("advance")
        table.hold("back")
        table.touch("undo")
        assert table.page.name == "undo"
        assert not [row for row in table.targets if row.startswith("seats")]


def test_a_game_that_begins_while_the_camera_is_lost_is_drawn_before_its_cards_are_dealt() -> None:
    with WalkedTable(TablePlace.VIRTUAL, ("breakthrough", "coach-ride"), seed=126) as table:
        table.touch("new coach-ride")
        table.pull_cable()
        for _ in range(2):
            table.play_on(1, 0)
        assert table.session.game is not None


def test_menu_leads_out_of_a_correction_that_was_opened_from_the_menu() -> None:
    with WalkedTable(TablePlace.VIRTUAL, ("lifeboat",), old_games=(("lifeboat", 48),)) as table:
        table.touch("resume 1")
        table.hold("back")
        table.touch("correct")
        assert table.page.keys.back_hold
        table.hold("back")
        assert table.page.name == "menu"


def test_red_held_leads_out_of_the_page_that_asks_for_the_three_buttons_during_a_game() -> None:
    with WalkedTable(TablePlace.HAND, ("breakthrough",), old_games=(("breakthrough", 3),)) as table:
        table.touch("resume 1")
        table.hold("back")
        for row in ("settings", "first_run", "en", "next", "nothing"):
            table.touch(row)
        assert table.page.name == "first-buttons"
        assert table.page.keys.back_hold == "Menu"
        table.hold("back")
        assert table.page.name == "menu"
        table.leave_by_keys()


def test_a_notice_stands_beside_the_title_where_a_list_takes_all_of_a_small_panel() -> None:
    old = (("lifeboat", 39),)
    with WalkedTable(TablePlace.HAND, ("lifeboat",), language="fr", size=(800, 480), seed=3, old_games=old) as table:
        table.touch("resume 1")
        while table.page.name == "put-right":
            table.press("advance")
        while len(table.rows) < 20:
            table.touch(table.targets[0])
        table.session.notify("", say("{player} has a phone. Refuse it: menu, Phones.", player="Le Capitaine"))
        table.wait(0.1)


def test_a_disc_that_was_carried_to_the_board_before_a_game_goes_on_is_put_right() -> None:
    with WalkedTable(TablePlace.VIRTUAL, ("othello",), old_games=(("othello", 1),)) as table:
        table.carry("black-3", 0.5, 0.5)
        table.touch("resume 1")


def test_fighters_of_a_small_boat_have_readable_names() -> None:
    with WalkedTable(TablePlace.VIRTUAL, OWN_GAMES, old_games=(("lifeboat", 118),), seed=666) as table:
        table.touch("resume 1")
        assert table.page.name == "fight"


def test_hands_lay_no_card_where_an_old_game_leaves_them_none() -> None:
    # Chance has played the cards that the hand of whose turn it is was dealt.
    old = (("mouse-and-elephant", 30),)
    with WalkedTable(TablePlace.CAMERA, ("mouse-and-elephant",), seed=1, old_games=old) as table:
        table.touch("resume 1")
        table.play_on(4, 1)
        assert table.session.game is not None
        assert len(table.session.game.events) == 30


def test_the_ring_asks_in_a_lesson_that_is_read_during_a_game() -> None:
    with WalkedTable(TablePlace.VIRTUAL, ("finstere-flure",), size=(640, 720)) as table:
        table.click(0.25, 0.75)
        table.press("advance")
        table.hold("advance")


def test_a_notice_stands_beside_the_title_of_a_list_that_fills_half_a_window() -> None:
    old = (("breakthrough", 13), ("breakthrough", 1))
    with WalkedTable(
        TablePlace.CAMERA, ("breakthrough",), language="zh", size=(1280, 720), seed=98, old_games=old
    ) as table:
        table.resize((640, 720))
        table.play_on(5, 0)
        table.play_on(8, 0)
        table.pull_cable()
        table.play_on(7, 0)
        table.press("back")
        assert table.page.name == "undo"
        assert table.page.status


def test_a_notice_has_room_beside_a_long_title_of_a_list_that_fills_half_a_window() -> None:
    with WalkedTable(
        TablePlace.VIRTUAL, ("mancala",), size=(1920, 1080), seed=1, old_games=(("mancala", 48),)
    ) as table:
        table.pull_cable()
        table.play_on(1, 1)
        table.stray_press("back")
        table.play_on(1, 1)
        table.hold("back")
        table.play_on(1, 1)
        assert table.page.name == "replay"
        assert table.page.status


def test_hands_that_open_another_game_on_the_first_page_leave_its_table_alone() -> None:
    with WalkedTable(TablePlace.VIRTUAL, ("betrayal", "finstere-flure"), seed=1) as table:
        table.let_hands_work(0.5)
        table.let_hands_work(2.0)
        assert table.session.table_game.rules.id == "finstere-flure"


@pytest.mark.parametrize(
    ("size", "language"),
    [*zip([(800, 480), (480, 800), (640, 720), (1280, 720), (1920, 1080)], cycle(COMPLETE), strict=False)],
)
def test_the_first_page_has_room_by_ear_for_the_button_that_asks(size: tuple[int, int], language: str) -> None:
    games = ("finstere-flure", "lifeboat", "coach-ride", "betrayal")
    with WalkedTable(TablePlace.HAND, games, language=language, size=size, seed=1, by_ear="full") as table:
        table.wait(1.0)
        table.hold("draw")
        table.press("back")


def test_a_refused_move_is_understood_by_what_is_allowed_instead() -> None:
    # Chinese names the disc and not its player, whom English names with it.
    with WalkedTable(TablePlace.CAMERA, ("halma",), language="zh", seed=11) as table:
        table.play_on(3, 1)
        table.carry("white-1", 0.5, 0.5)
        table.wait(8.0)
        assert table.page.name == "problem"


def test_cards_that_lie_are_told_by_ear_where_no_camera_looks() -> None:
    with WalkedTable(
        TablePlace.HAND, ("mouse-and-elephant",), by_ear="short", old_games=(("mouse-and-elephant", 6),), seed=1
    ) as table:
        table.touch("resume 1")
        assert table.page.name == "put-right"
        table.play_on(2, 1)


def test_languages_are_named_in_themselves_by_ear_too() -> None:
    with WalkedTable(TablePlace.HAND, ("hex",), language="de", by_ear="full") as table:
        table.touch("settings")
        table.touch("first_run")
        assert table.page.name == "first-language"
        table.wait(1.0)
        table.hold("draw")


def test_a_new_box_asks_in_each_language() -> None:
    with WalkedTable(TablePlace.HAND, ("hex",), language="it", is_new=True) as table:
        assert table.page.name == "first-language"
        table.wait(90.0)


def test_games_that_can_go_on_are_told_in_the_language_that_was_just_taken() -> None:
    with WalkedTable(TablePlace.VIRTUAL, ("hex",), is_new=True, old_games=(("hex", 1),)) as table:
        table.wait(1.0)
        table.touch("fr")
        assert table.page.name == "start"


def test_a_game_that_only_judges_claims_says_what_it_waits_for() -> None:
    with WalkedTable(TablePlace.HAND, ("coach-ride",)) as table:
        for row in ("new", "marie", "gundla", "sarah", "claim_only", "start"):
            table.touch(row)
        while table.session.game is None:
            table.press("advance")


@pytest.mark.parametrize("language", ["es", "it"])
def test_what_green_does_when_held_is_readable_in_large_letters(language: str) -> None:
    with WalkedTable(
        TablePlace.HAND,
        ("lifeboat",),
        language=language,
        size=(640, 720),
        seed=95,
        old_games=(("lifeboat", 45),),
        type_size=1.2,
    ) as table:
        table.touch("resume 1")
        table.hold("advance")
        table.touch("row")
        table.hold("advance")


def test_what_a_claim_asks_for_can_be_read_below_a_long_sentence() -> None:
    with WalkedTable(
        TablePlace.VIRTUAL, ("coach-ride",), language="fr", size=(1280, 720), seed=475, old_games=(("coach-ride", 19),)
    ) as table:
        table.wait(15.0)
        table.touch("watch")
        table.stray_press("draw")
        table.touch("1")
        table.touch("0")
        table.click(0.0, 0.79)
        table.let_hands_work(2.0)
        table.touch("claimed")
        table.choose_card("zacharias", "item pearl 0")
        table.let_hands_work(2.0)
        table.stray_press("draw")
        table.choose_card("basilius", "item bag-key 0")
        table.wait(15.0)
        assert table.page.name == "reveal"


@pytest.mark.skipif(find_spec("chess") is None, reason="chess is not installed")
def test_both_tables_keep_the_time_that_was_measured_where_a_move_was_made() -> None:
    with WalkedTable(
        TablePlace.HAND, ("chess",), opponents="easy", games={"chess": {"clock": "15+10"}}, seed=242
    ) as table:
        table.hold("advance")
        table.phones_on()
        table.phone_joins("en")
        table.phone_touches(1, {"seat": "black"})
        table.play_on(11, 1000)
        table.friends_join()
        table.friends_play(4, 1)


def test_numbers_of_cells_at_the_edge_do_not_lie_on_each_other() -> None:
    foresight = {"finstere-flure": {"faces": "fronts", "foresight": "training", "set_up": "basic"}}
    old_games = (("finstere-flure", 39), ("finstere-flure", 120))
    with WalkedTable(
        TablePlace.CAMERA, ("finstere-flure",), size=(480, 800), seed=723, old_games=old_games, games=foresight
    ) as table:
        table.play_on(12, 0)
