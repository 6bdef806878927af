"""Faults that a walk must find, sown one at a time."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from companion.cards.virtual_game import HandPlayers
from companion.cells.steps import CellMoveStep
from companion.device.language import language_in_use, say, use_language
from companion.device.log import warn
from companion.games.coach_ride.virtual_table.hands import CoachRideHands
from companion.games.lifeboat.virtual_table.secret_game import LifeboatSecrets
from companion.journal import Journal
from companion.opponents.worker import ChosenMove, Opponent
from companion.phones import table as phone_table
from companion.phones import values
from companion.phones.log_lines import LogLines
from companion.screen import page_paint
from companion.screen.pages import BoardPage, ListPage, Row, Tone
from companion.table import table_answers
from companion.table.announcement import Announcement
from companion.table.bots import whole_state
from companion.table.ear import Ear
from companion.table.lists import ListStep
from companion.table.menus import HelpStep, LogStep
from companion.table.ring import problem_pattern
from companion.table.seat_names import player_name
from companion.table.session import GameSession, Session
from companion.table.undo_step import UndoStep
from companion.voice import Level
from engine.game import Game
from engine.lifeboat import knowledge, play
from hardware.ring.patterns import Off, Pulse
from tools.walk.opened import TablePlace
from tools.walk.table import WalkedTable

pytestmark = pytest.mark.slow


def in_a_game(place: TablePlace, game_id: str) -> WalkedTable:
    """Return a table at which a game has begun."""
    table = WalkedTable(place, (game_id,))
    table.play_on(8, 1)
    assert table.session.game is not None
    return table


def lay_a_piece(table: WalkedTable) -> None:
    """Touch pieces and cells until one is laid."""
    game = table.session.game
    assert game is not None
    for cell in ("a1", "b2", "c3"):
        table.touch(next(row for row in table.targets if row.startswith("hand")))
        table.touch(cell)
        if table.session.game is not game:
            return
    raise LookupError(table.page)


def test_a_page_that_cannot_be_left_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    with in_a_game(TablePlace.HAND, "hex") as table:
        monkeypatch.setattr(GameSession, "open_menu", lambda _: None)
        with pytest.raises(AssertionError, match="back held"):
            table.leave_by_keys()


def test_a_failure_inside_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    # The choice of a row asked the running game for hints after Main menu had left it.
    def choose(step: ListStep, row_id: str) -> None:
        step.choose(row_id)
        step._ids()

    with in_a_game(TablePlace.HAND, "hex") as table:
        monkeypatch.setattr(ListStep, "_choose", choose)
        with pytest.raises(AssertionError):
            table.leave_by_keys()


def test_an_event_that_the_journal_lacks_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    with in_a_game(TablePlace.HAND, "noughts-and-crosses") as table:
        monkeypatch.setattr(Journal, "append", lambda *_: None)
        with pytest.raises(AssertionError):
            lay_a_piece(table)


def test_an_undo_that_does_not_give_the_state_of_before_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    undo = Game.undo

    def forgetful(game: Game[Any, Any], events: int = 1) -> Game[Any, Any]:
        taken_back = undo(game, events)
        return replace(taken_back, state=game.state)

    with in_a_game(TablePlace.HAND, "noughts-and-crosses") as table:
        lay_a_piece(table)
        monkeypatch.setattr(Game, "undo", forgetful)
        table.press("back")
        with pytest.raises(AssertionError, match="undo gives another state"):
            table.touch(table.targets[0])


def test_an_answer_of_the_table_that_tells_a_hand_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    with in_a_game(TablePlace.VIRTUAL, "lifeboat") as table:
        table.checks.check_secrets(table)
        monkeypatch.setattr(table_answers, "describe_turn", lambda _page: [str(whole_state(table.session))])
        with pytest.raises(AssertionError, match="an answer at the table to turn"):
            table.checks.check_secrets(table)


@pytest.mark.thorough
def test_words_of_a_page_that_tell_a_hand_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    with in_a_game(TablePlace.VIRTUAL, "lifeboat") as table:
        step = type(table.session.step)
        monkeypatch.setattr(step, "places", lambda _: ([Row(str(whole_state(table.session)))], 0))
        with pytest.raises(AssertionError, match="the page's words tells"):
            table.checks.check_secrets(table)


def test_a_hand_that_every_view_shows_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    view_of = knowledge.view_of

    def leaking(dealt: Any, seat: Any) -> Any:
        view = view_of(dealt, seat)
        return replace(view, hidden=replace(view.hidden, love=dealt.hidden.love))

    with in_a_game(TablePlace.VIRTUAL, "lifeboat") as table:
        monkeypatch.setattr(play, "view_of", leaking)
        with pytest.raises(AssertionError, match="is told another's love"):
            table.checks.check_secrets(table)


@pytest.mark.thorough
def test_a_page_that_shows_what_is_hidden_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    with in_a_game(TablePlace.VIRTUAL, "lifeboat") as table:

        def text(step: HelpStep) -> str:
            whole = whole_state(step.session)
            assert whole is not None
            return str(whole.hidden.hate)

        monkeypatch.setattr(HelpStep, "text", text)
        table.hold("back")
        table.touch("help")
        with pytest.raises(AssertionError, match="the table tells somebody's hate"):
            table.checks.check_secrets(table)


@pytest.mark.thorough
def test_a_page_that_shows_what_is_hidden_in_another_language_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = LogStep.rows

    def leaking(step: LogStep) -> list[Row]:
        whole = whole_state(step.session)
        assert whole is not None
        return [*rows(step), *([Row(str(whole.hidden.hate))] if language_in_use() == "de" else ())]

    with in_a_game(TablePlace.VIRTUAL, "lifeboat") as table:
        monkeypatch.setattr(LogStep, "rows", leaking)
        with pytest.raises(AssertionError, match="the table, in de, tells somebody's hate"):
            table.checks.check_secrets(table)


def test_a_phone_in_another_language_that_is_sent_what_is_hidden_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = LogLines.lines

    def leaking(log: LogLines, session: Session) -> list[str]:
        whole = whole_state(session)
        assert whole is not None
        return [*lines(log, session), *([str(whole.hidden.hate)] if language_in_use() == "fr" else ())]

    with in_a_game(TablePlace.VIRTUAL, "lifeboat") as table:
        table.phones_on()
        table.phone_joins("en")
        monkeypatch.setattr(LogLines, "lines", leaking)
        with pytest.raises(AssertionError, match="the phone of '', in fr, tells"):
            table.checks.check_secrets(table)


def _say_who_declines(keep: Callable[..., None]) -> Callable[..., None]:
    def leaking(hands: CoachRideHands, move: Any) -> None:
        keep(hands, move)
        if move.event is None and move.by is not None:
            hands.session.say(str(move.by), Level.PHASE)

    return leaking


def _log_hands(keep: Callable[..., None]) -> Callable[..., None]:
    def leaking(secrets: LifeboatSecrets, move: Any) -> None:
        keep(secrets, move)
        assert secrets.now is not None
        warn(str(secrets.now.hands))

    return leaking


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("game", "keeper", "leak"),
    [("coach-ride", CoachRideHands, _say_who_declines), ("lifeboat", LifeboatSecrets, _log_hands)],
)
def test_a_keeper_of_moves_that_tells_what_is_hidden_is_found(
    monkeypatch: pytest.MonkeyPatch, game: str, keeper: type, leak: Callable[..., Callable[..., None]]
) -> None:
    with in_a_game(TablePlace.VIRTUAL, game) as table:
        monkeypatch.setattr(keeper, "keep_move", leak(keeper.keep_move))  # type: ignore[attr-defined]
        with pytest.raises(AssertionError, match="tells"):  # noqa: PT012 - some act tells it
            for seed in range(60):
                table.play_on(1, seed)
                table.checks.check_secrets(table)


@pytest.mark.thorough
def test_a_phone_that_is_sent_what_is_hidden_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    with in_a_game(TablePlace.VIRTUAL, "lifeboat") as table:
        table.phones_on()
        table.phone_joins("en")
        first = table.session.players[0]
        table.phone_touches(1, {"seat": first})
        table.checks.check_secrets(table)

        value = values.seat_value

        def leaking(session: Session, *given: Any) -> dict[str, Any]:
            whole = whole_state(session)
            assert whole is not None
            return {**value(session, *given), "hate": str(whole.hidden.hate)}

        monkeypatch.setattr(phone_table, "seat_value", leaking)
        with pytest.raises(AssertionError, match=f"the phone of '{first}' tells"):
            table.checks.check_secrets(table)


def test_a_text_that_is_too_long_for_its_page_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    page = UndoStep.page

    def long(step: UndoStep) -> ListPage:
        shown = page(step)
        assert isinstance(shown, ListPage)
        return replace(shown, text="no room for this " * 500)

    with in_a_game(TablePlace.HAND, "hex") as table:
        monkeypatch.setattr(UndoStep, "page", long)
        table.hold("back")
        with pytest.raises(AssertionError, match="page undo"):
            table.touch("undo")


def test_a_notice_in_small_letters_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    table = WalkedTable(TablePlace.HAND, ("hex",), size=(800, 480))
    with table:
        table.play_on(8, 1)
        monkeypatch.setattr(page_paint, "is_cut", lambda *_, **__: False)
        table.session.failed("There is no room left on the disk, and nothing is kept of this game any more. " * 3)
        with pytest.raises(AssertionError, match="the notice"):
            table.wait(0.1)


@pytest.mark.parametrize("text", ["", "The board has eleven rows."])
def test_a_page_that_tells_nobody_to_act_is_found(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    page = CellMoveStep.page

    def silent(step: CellMoveStep) -> BoardPage:
        shown = page(step)
        assert isinstance(shown, BoardPage)
        return replace(shown, title="Hex", caption=text, rows=(), status="")

    with in_a_game(TablePlace.HAND, "hex") as table:
        monkeypatch.setattr(CellMoveStep, "page", silent)
        with pytest.raises(AssertionError, match="nobody is told whose turn it is"):
            table.wait(0.1)


@pytest.mark.parametrize(("title", "said"), [("", "in English alone"), ("Hex", "named in English alone")])
def test_a_page_that_tells_in_one_language_alone_whose_turn_it_is_is_found(
    monkeypatch: pytest.MonkeyPatch, title: str, said: str
) -> None:
    page = CellMoveStep.page

    def silent(step: CellMoveStep) -> BoardPage:
        shown = page(step)
        assert isinstance(shown, BoardPage)
        if language_in_use() == "en":
            return replace(shown, title=player_name(step.session, step.player), caption="", rows=(), status="")
        return replace(shown, title=title, caption="", rows=(Row("Hex"),), status="")

    with in_a_game(TablePlace.HAND, "hex") as table:
        monkeypatch.setattr(CellMoveStep, "page", silent)
        use_language("de")
        with pytest.raises(AssertionError, match=said):
            table.checks.check(table)


def test_a_ring_that_is_red_on_a_calm_page_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    with in_a_game(TablePlace.HAND, "hex") as table:
        monkeypatch.setattr(CellMoveStep, "pattern", lambda _: problem_pattern())
        with pytest.raises(AssertionError, match="nothing is wrong"):
            table.wait(0.1)


def test_a_ring_that_is_not_red_where_something_is_wrong_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    page = CellMoveStep.page

    def red(step: CellMoveStep) -> BoardPage:
        shown = page(step)
        assert isinstance(shown, BoardPage)
        return replace(shown, tone=Tone.BAD)

    with in_a_game(TablePlace.HAND, "hex") as table:
        monkeypatch.setattr(CellMoveStep, "page", red)
        with pytest.raises(AssertionError, match="whether something is wrong"):
            table.wait(0.1)


def test_a_ring_that_is_dark_while_somebody_is_asked_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    with in_a_game(TablePlace.HAND, "hex") as table:
        monkeypatch.setattr(CellMoveStep, "pattern", lambda _: Off())
        with pytest.raises(AssertionError, match="dark while somebody is asked"):
            table.wait(0.1)


def test_a_ring_that_asks_on_a_menu_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    with in_a_game(TablePlace.HAND, "hex") as table:
        monkeypatch.setattr(HelpStep, "pattern", lambda _: Pulse((255, 190, 90)))
        table.hold("back")
        with pytest.raises(AssertionError, match="nothing is asked for"):
            table.touch("help")


@pytest.mark.parametrize("text", ["Put the table right.", "Tisch zurechtlegen."])
def test_what_is_said_in_another_language_than_the_page_is_found(text: str) -> None:
    with WalkedTable(TablePlace.HAND, ("hex",), language="zh") as table:
        table.session.say(text, Level.PHASE)
        with pytest.raises(AssertionError, match="the page"):
            table.wait(0.1)


def test_what_was_made_before_another_language_was_chosen_is_found() -> None:
    with WalkedTable(TablePlace.HAND, ("hex",), language="de") as table:
        kept = say("Taken back.")
        use_language("fr")
        table.session.settings = replace(table.session.settings, language="fr")
        table.session.say(kept, Level.PHASE)
        with pytest.raises(AssertionError, match="not in the language"):
            table.wait(0.1)


def test_a_page_that_comes_in_silence_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    hear = Ear.hear

    def deaf(ear: Ear[Session], *given: Any) -> list[Announcement]:
        heard = hear(ear, *given)
        return [] if ear._session.page.name == "undo" else heard

    with WalkedTable(TablePlace.HAND, ("noughts-and-crosses",), by_ear="full") as table:
        table.play_on(8, 1)
        lay_a_piece(table)
        monkeypatch.setattr(Ear, "hear", deaf)
        with pytest.raises(AssertionError, match="nothing was heard of back"):
            table.press("back")


def against_a_killed_bot() -> WalkedTable:
    """Return a table at which the process of the bot on turn is killed each time."""
    table = WalkedTable(TablePlace.HAND, ("noughts-and-crosses",), bots_apart=True)
    table.session.seating.planned_bots["noughts-and-crosses"] = {"noughts": "greedy"}
    table.play_on(4, 1)
    table.kill_bot()
    return table


def test_a_bot_whose_process_is_killed_has_failed() -> None:
    with against_a_killed_bot() as table:
        lay_a_piece(table)
        table.wait(1.0)
        assert table.page.name == "failed-bot"
        assert table.session.game is not None
        laid = len(table.session.game.events)
        table.kill_bot()
        table.touch(table.targets[1])
        table.wait(1.0)
        assert len(table.session.game.events) == laid + 1


def test_a_killed_process_of_bots_of_which_nobody_takes_care_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def ask_a_pipe_that_has_ended(bots: Opponent) -> ChosenMove | None:
        assert bots._asked is not None
        return bots._exchange(bots._asked)

    with against_a_killed_bot() as table:
        monkeypatch.setattr(Opponent, "answer", ask_a_pipe_that_has_ended)
        with pytest.raises(EOFError):
            lay_a_piece(table)


@pytest.mark.thorough(but=["VIRTUAL"])
@pytest.mark.parametrize("place", TablePlace, ids=lambda place: place.name)
def test_what_is_right_is_not_called_wrong(place: TablePlace) -> None:
    with in_a_game(place, "lifeboat") as table:
        table.phones_on()
        table.phone_joins("fr")
        table.play_on(3, 2)
        table.kill()
        table.leave_by_keys()


def test_hands_that_fail_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise IndexError("pop from empty list")

    with in_a_game(TablePlace.CAMERA, "mouse-and-elephant") as table:
        monkeypatch.setattr(HandPlayers, "pieces", fail)
        with pytest.raises(IndexError):
            table.play_on(4, 1)
